import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';

import type { NodeResult } from './harness.mjs';
import { parametersOf, requests } from './least.mjs';
import { type Answer, formOf, linkOf, listOf, type Received, useScripted } from './scripted.mjs';
import { skipWaits } from './waits.mjs';

const { service, linkManager, runLeast } = await useScripted();
skipWaits();

/** With characters that URLs, forms and JSON escape. */
const KEY = 'key/of+the=&*owner';
const PASSWORD = 'hünter & "2"/<ä>+%41';
const STATISTICS = 'Stat1stics pass/word';

/** A secret as it is, and as URLs, forms, JSON and PHP's JSON spell it. */
function spellingsOf(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	const asForm = new URLSearchParams({ secret }).toString().slice('secret='.length);
	const inPhp = json
		.replaceAll('/', '\\/')
		.replace(/[äöü]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
	return [secret, json, encodeURIComponent(secret), asForm, inPhp];
}

/** Everything that a run shows, except n8n's copy of the parameters in an error. */
function shownBy({ error, ...rest }: NodeResult): string {
	const { message, stack } = error ?? {};
	return JSON.stringify({ ...rest, error: { ...error, node: undefined, message, stack } });
}

function expectNoSecretIn(text: string, secrets = [KEY, PASSWORD, STATISTICS]): void {
	for (const spelling of secrets.flatMap(spellingsOf)) {
		expect(text).not.toContain(spelling);
		expect(text).not.toContain(JSON.stringify(spelling).slice(1, -1));
	}
}

beforeEach(() => void (service.apiKey = KEY));

/** A careless service echoes the request, with a secret first, because only the beginning is quoted. */
function echo({ headers, body }: Received, secret: string): string {
	return `Echo of ${spellingsOf(secret).join(' | ')}, ${JSON.stringify(headers)}, ${body}`;
}

const fields = { password: PASSWORD, privacy: 2, privacyPassword: STATISTICS };
const withAlias = { additionalFields: { alias: 'new', ...fields } };

describe.each<[string, IDataObject]>([
	['link create', withAlias],
	['link update', { updateFields: fields }],
	['link upsert', { additionalFields: fields }],
])('No secret is shown: %s', (operation, given) => {
	const parameters = parametersOf(operation, { ...given, options: requests({ maxRetries: 1 }) });

	test('passwords are sent, and returned as true or false', async () => {
		const shown = { password: PASSWORD, privacy_password: '' };
		const data = linkOf(1, { alias: 'new', ...shown });
		service.answers(({ method }) => (method === 'GET' ? listOf([]) : { body: { data } }));
		const result = await linkManager(parameters);
		const sent = { password: PASSWORD, privacy_password: STATISTICS };
		expect(formOf(service.requests.at(-1)!)).toMatchObject(sent);
		expect(result.records).toMatchObject([{ password: true, privacy_password: false }]);
		expectNoSecretIn(shownBy(result));
	});

	test.each([200, 400, 401, 403, 404, 409, 422])(
		'if the service echoes it with HTTP %i',
		async (status) => {
			for (const secret of [KEY, PASSWORD, STATISTICS]) {
				for (const onError of [undefined, 'continueErrorOutput'] as const) {
					service.answers((request) => {
						if (request.method === 'GET') return listOf([]);
						const message = echo(request, secret);
						return { status, body: { message, error: status === 200 && message } };
					});
					const result = await linkManager(parameters, { onError });
					expect(shownBy(result)).toContain('Echo of ***');
					expectNoSecretIn(shownBy(result));
				}
			}
		},
	);
});

const everyCharacter = (escape: (code: string) => string) =>
	[...KEY].map((sign) => escape(sign.charCodeAt(0).toString(16))).join('');

describe.each([
	['plain', 'key/of+the=&*owner'],
	['in capitals', 'KEY/OF+THE=&*OWNER'],
	['in capitals as a URL has it', 'KEY%2FOF%2BTHE%3D%26*OWNER'],
	['with every character escaped', everyCharacter((code) => `\\u00${code}`)],
	['escaped by capital digits', everyCharacter((code) => `\\u00${code.toUpperCase()}`)],
	['as JSON in a text', everyCharacter((code) => `\\\\u00${code}`)],
	['in base64', 'a2V5L29mK3RoZT0mKm93bmVy'],
	['as a web page has it', 'key/of+the=&amp;*owner'],
	['as a URL has it', 'key%2fof%2Bthe%3D%26%2Aowner'],
	['as PHP writes it', 'key\\/of+the=&*owner'],
	['as .NET writes it', 'key/of\\u002Bthe=\\u0026*owner'],
	['as Go writes it', 'key/of+the=\\u0026*owner'],
	['as Gson writes it', 'key/of+the\\u003d\\u0026*owner'],
	['with every mark escaped', 'key\\u002fof\\u002bthe\\u003d\\u0026\\u002aowner'],
])('The key in JSON, %s, is not shown', (_spelling, key) => {
	const answer = (status: number, body: string) =>
		service.answers(() => ({ status, body, headers: { 'content-type': 'application/json' } }));

	test('by a record', async () => {
		answer(200, `{"data":{"id":1005,"password":"${key}","x ${key}":["Bearer ${key}"]}}`);
		const { records, ...rest } = await runLeast('link get');
		expect(records).toEqual([{ id: 1005, password: true, 'x ***': ['Bearer ***'] }]);
		expectNoSecretIn(shownBy({ records, ...rest }), [KEY]);
	});

	test('by a hint', async () => {
		const link = JSON.stringify(linkOf(1, { alias: 'new', pixels: [{ id: 'ID' }] }));
		const shown = link.replace('ID', `Echo of ${key}`);
		service.answers(({ method }) => ({
			body: method === 'GET' ? `{"data":[${shown}],"meta":{"total":1}}` : `{"data":${shown}}`,
			headers: { 'content-type': 'application/json' },
		}));
		const given = { additionalFields: { pixelIds: ['6'] } };
		const { texts } = await runLeast('link upsert', given);
		const replaced = 'The selected pixels replaced other pixels of the link: Echo of ***.';
		expect(texts).toEqual([replaced]);
	});

	test.each([
		[422, `{"message":"Echo of ${key}","errors":{"${key}":["Echo of ${key}"]}}`],
		[500, `{"error":{"code":"${key}","message":"Echo of ${key}"}}`],
		[500, `{"message":"Echo of ${key}`],
	])('by an error or the stored execution: HTTP %i, %s', async (status, body) => {
		answer(status, body);
		for (const onError of [undefined, 'continueRegularOutput'] as const) {
			const shown = shownBy(await runLeast('link get', {}, { onError }));
			expect(shown).toContain('Echo of ***');
			expectNoSecretIn(shown, [KEY, key]);
		}
	});
});

const IN_HEADER = Buffer.from(`Bearer ${KEY}`).toString('base64url');

test.each<[string, Answer]>([
	['a text', { status: 500, body: `Echo of ${KEY}`, headers: { 'content-type': 'text/plain' } }],
	[
		'a text, in base64',
		{ status: 400, body: IN_HEADER, headers: { 'content-type': 'text/plain' } },
	],
	['a web page', { status: 500, body: `<html>Echo of ${KEY}` }],
	['a redirect', { status: 302, headers: { location: `/${encodeURIComponent(KEY)}` } }],
	['a redirect, in base64', { status: 302, headers: { location: `/?from=${IN_HEADER}` } }],
	['a status that says to wait', { status: 429, headers: { 'retry-after': KEY } }],
])('The key is not shown by %s', async (_what, answer) => {
	service.answers(() => answer);
	const given = { options: requests({ maxRetries: 0, maxWait: 0 }) };
	for (const onError of [undefined, 'continueRegularOutput'] as const) {
		const shown = shownBy(await runLeast('link get', given, { onError }));
		expectNoSecretIn(shown, [KEY, KEY.toUpperCase()]);
		expect(shown).not.toContain(IN_HEADER.slice(10, -1));
	}
});

test('A number with the same digits as the key or the password is returned as it is', async () => {
	service.apiKey = '12345678';
	service.answers(() => ({ body: { data: { id: 12345678, clicks: 12345678 } } }));
	const updateFields = { password: '12345678' };
	const { records } = await runLeast('link update', { updateFields });
	expect(records).toEqual([{ id: 12345678, clicks: 12345678 }]);
});
