import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';

import { linkOf, listOf, nodeOn, type Received, startScripted } from './scripted.mjs';
import { skipWaits } from './waits.mjs';

const service = await startScripted();
const linkManager = nodeOn('linkManager', service);
const referenceData = nodeOn('referenceData', service);
skipWaits();

/** With signs that URLs, forms and PHP's JSON write in another way. */
const KEY = 'key/of+the=öwner';
const PASSWORD = 'hünter & "2"/<ä>+%41';
const STATISTICS = 'Stat1stics\\pass word';

/** Everything that tells a secret: itself, and as URLs, forms, JSON and PHP's JSON write it. */
const SPELLINGS = [KEY, PASSWORD, STATISTICS].flatMap((secret) => {
	const json = JSON.stringify(secret).slice(1, -1);
	const asForm = new URLSearchParams({ secret }).toString().slice('secret='.length);
	const inPhp = json
		.replaceAll('/', '\\/')
		.replace(/[äöü]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
	return [secret, json, encodeURIComponent(secret), asForm, inPhp];
});

/** Everything that a run shows, but for n8n's copy of the parameters beside an error. */
function shownBy(result: Awaited<ReturnType<typeof linkManager>>): string {
	const { error, ...rest } = result;
	const { message, stack } = error ?? {};
	return JSON.stringify({ ...rest, error: { ...error, node: undefined, message, stack } });
}

function expectNoSecretIn(text: string): void {
	for (const spelling of SPELLINGS) {
		expect(text).not.toContain(spelling);
		expect(text).not.toContain(JSON.stringify(spelling).slice(1, -1));
	}
}

beforeEach(() => void (service.apiKey = KEY));

/** What a careless service says: what it was sent, in every spelling. */
function echo({ method, headers, body }: Received): string {
	if (method === 'GET')
		return `Echo of ${JSON.stringify(headers)}, ${SPELLINGS.slice(0, 5).join(' | ')}`;
	const sent = Object.fromEntries(new URLSearchParams(body));
	return `Echo of ${JSON.stringify(headers)}, ${body}, ${JSON.stringify(sent)}, ${SPELLINGS.join(' | ')}`;
}

const fields = { password: PASSWORD, privacy: 2, privacyPassword: STATISTICS };
const url = 'https://a.example/';
const WRITES: Array<[string, IDataObject]> = [
	['Create', { operation: 'create', url, additionalFields: { alias: 'a', ...fields } }],
	['Update', { operation: 'update', linkId: '1', updateFields: fields }],
	[
		'Create or Update',
		{ operation: 'upsert', alias: 'a', url, domainId: '', additionalFields: fields },
	],
];

describe.each(WRITES)('No secret is shown: %s', (_name, parameters) => {
	const write = { resource: 'link', ...parameters, options: { maxRetries: 1 } };

	test('the passwords are sent, and come out as set or not', async () => {
		service.answers(({ method }) =>
			method === 'GET'
				? listOf([])
				: {
						body: {
							data: linkOf(1, {
								alias: 'a',
								url,
								password: PASSWORD,
								privacy_password: '1',
								note: STATISTICS,
							}),
						},
					},
		);
		const result = await linkManager(write);
		const sent = Object.fromEntries(new URLSearchParams(service.requests.at(-1)?.body));
		expect(sent).toMatchObject({ password: PASSWORD, privacy_password: STATISTICS });
		expect(result.records).toMatchObject([{ password: true, privacy_password: true, note: '***' }]);
		expectNoSecretIn(shownBy(result));
	});

	test.each([400, 401, 403, 404, 409, 422])('echoed with HTTP %i', async (status) => {
		for (const onError of [undefined, 'continueErrorOutput'] as const) {
			service.answers((request) =>
				request.method === 'GET' ? listOf([]) : { status, body: { message: echo(request) } },
			);
			const result = await linkManager(write, { onError });
			expect(shownBy(result)).toContain('Echo of');
			expectNoSecretIn(shownBy(result));
		}
	});

	test('echoed with HTTP 500', async () => {
		service.answers((request) =>
			request.method === 'GET' ? listOf([]) : { status: 500, body: { message: echo(request) } },
		);
		const result = await linkManager(write);
		expect(service.requests.map(({ method }) => method)).toContain(
			parameters.operation === 'update' ? 'PUT' : 'POST',
		);
		expectNoSecretIn(shownBy(result));
	});

	test('echoed with HTTP 200', async () => {
		service.answers((request) =>
			request.method === 'GET' ? listOf([]) : { body: { data: {}, error: echo(request) } },
		);
		const refused = await linkManager(write);
		expect(shownBy(refused)).toContain('Echo of');
		expectNoSecretIn(shownBy(refused));
	});
});

test.each<[string, typeof linkManager, IDataObject]>([
	['link', linkManager, { operation: 'get', linkId: '1' }],
	['link', linkManager, { operation: 'getAll' }],
	['link', linkManager, { operation: 'delete', linkId: '1' }],
	['link', linkManager, { operation: 'cleanUp' }],
	['highSchool', referenceData, { operation: 'getAll' }],
	['highSchool', referenceData, { operation: 'getProvinces' }],
])('No secret is shown: %s %#, the key echoed', async (resource, run, parameters) => {
	for (const status of [400, 401, 403, 422, 500]) {
		service.answers((request) => ({ status, body: { message: echo(request) } }));
		const result = await run({ resource, ...parameters });
		const shown = shownBy(result);
		expect(shown).toContain('Echo of');
		for (const spelling of SPELLINGS.slice(0, 5)) expect(shown).not.toContain(spelling);
	}
});

test('A record shows no key, and of passwords whether they are set', async () => {
	const record = { password: PASSWORD, privacy_password: '', [`x ${KEY}`]: [`Bearer ${KEY}`] };
	service.answers(() => ({ body: { data: linkOf(1, record) } }));
	const { records } = await linkManager({ resource: 'link', operation: 'get', linkId: '1' });
	expect(records).toMatchObject([
		{ password: true, privacy_password: false, 'x ***': ['Bearer ***'] },
	]);
});

test('A number that is written like the password stays', async () => {
	service.answers(() => ({ body: { data: linkOf(1, { clicks: 12345678, password: true }) } }));
	const updateFields = { password: '12345678' };
	const { records } = await linkManager({
		...{ resource: 'link', operation: 'update' },
		linkId: '1',
		updateFields,
	});
	expect(records).toMatchObject([{ clicks: 12345678, password: true }]);
});
