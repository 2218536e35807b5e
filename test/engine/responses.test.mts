import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { type Answer, lines, useScripted } from './scripted.mjs';
import { skipWaits } from './waits.mjs';

const { service, linkManager, runLeast } = await useScripted();
const waited = skipWaits();

const getLink = { resource: 'link', operation: 'get', linkId: '7' };
const createLink = { resource: 'link', operation: 'create', url: 'https://a.example/' };
const withAlias = { ...createLink, additionalFields: { alias: 'spring' } };
const list = { resource: 'link', operation: 'getAll' };

test('a create that is redirected says that nothing was saved, without a lookup', async () => {
	service.answers(() => ({ status: 301, headers: { location: 'https://a.example/' } }));
	const { error } = await linkManager(withAlias);
	expect(error?.message).toMatch(/^The link management service redirected the request/);
	expect(error?.description).toMatch(/so nothing was saved, and your API key/);
	expect(lines(service)).toEqual(['POST /api/v1/links']);
});

describe('A failure before anything is sent', () => {
	const broken = {
		get baseUrl(): string {
			throw new Error('Credentials could not be decrypted');
		},
		apiKey: 'key',
	};

	test.each([getLink, createLink, withAlias])(
		'has the outcome "notSent": %j',
		async (parameters) => {
			const more = { credentials: broken, onError: 'continueRegularOutput' } as const;
			const { records } = await linkManager(parameters, more);
			const error = 'Credentials could not be decrypted [item 0]';
			expect(records).toMatchObject([{ error, details: { outcome: 'notSent' } }]);
		},
	);

	test('keeps its stack', async () => {
		const { error } = await linkManager(getLink, { credentials: broken, items: [{}, {}, {}] });
		expect(error?.stack).toMatch(/^Error: Credentials could not be decrypted\n.*responses\.test/);
	});
});

test.each([
	['link get', /Message from the service: Forbidden$/],
	['highSchool get', /high_schools:read/],
	['postalCode getAll', /postal_codes:read.*Free plan and above/],
	['university getAll', /universities:read/],
	['admissionPointScore calculate', /aps_calculator:use.*Pro plan or above/],
])('HTTP 403 with JSON says which permission the key lacks for %s', async (operation, lacks) => {
	service.answers(() => ({ status: 403, body: { message: 'Forbidden' } }));
	const { error } = await runLeast(operation);
	expect(error?.message).toMatch(/^The API key doesn't have permission for .* \(HTTP 403\)/);
	expect(error?.description).toMatch(lacks);
});

const fields = { alias: ['Taken.', 'Too short.'] };
test.each<[string, IDataObject]>([
	['the message', { message: fields }],
	['errors', { message: 'The given data was invalid.', errors: fields }],
])('a 422 lists rejected fields by their labels, from %s', async (_where, body) => {
	service.answers(() => ({ status: 422, body }));
	const { error } = await linkManager(withAlias);
	expect(error?.message).toBe(
		'The link management service did not accept the new link: Alias: Taken. Too short ("spring") (HTTP 422) [item 0]',
	);
	expect(error?.description).toMatch(/^Check "Alias"\. Another link may have this alias/);
});

test.each(['message', 'errors'])(
	'a 422 shows why a password was rejected, from %s',
	async (where) => {
		const reason = 'The password must be at least 8 characters.';
		service.answers(() => ({ status: 422, body: { [where]: { password: [reason] } } }));
		const { error } = await linkManager(withAlias);
		expect(error?.message).toContain(
			`: Password: The password must be at least 8 characters (HTTP`,
		);
	},
);

test('an ID is escaped in the path, and the request accepts JSON', async () => {
	await linkManager({ ...getLink, linkId: 'a;b=é' });
	const path = '/api/v1/links/a%3Bb%3D%C3%A9';
	expect(service.requests).toMatchObject([{ path, headers: { accept: 'application/json' } }]);
});

test('the APS calculator only reads, so it is retried after HTTP 500', async () => {
	const score = { aps_score: 5, aps_minimum: 30, qualifies: false, breakdown: [] };
	service.answersInTurn({ status: 500 }, { body: score });
	const { records } = await runLeast('admissionPointScore calculate');
	expect(records).toMatchObject([score]);
	expect(lines(service)).toEqual(['POST /v1/aps-calculator', 'POST /v1/aps-calculator']);
});

test('each retry waits longer than the one before', async () => {
	service.answers(() => ({ status: 503 }));
	await linkManager(getLink);
	expect(lines(service)).toHaveLength(5);
	expect(waited()).toBeGreaterThanOrEqual(7_500);
	expect(waited()).toBeLessThanOrEqual(15_000);
});

describe('An update', () => {
	const update = { ...getLink, operation: 'update', updateFields: { disabled: 1 } };

	test.each<[string, Answer]>([
		['a rejection', { status: 422 }],
		['a redirect', { status: 301 }],
		['a 429 that asks for too long', { status: 429, headers: { 'retry-after': '900' } }],
	])('whose response was lost may have been made, even if %s follows', async (_what, then) => {
		service.answersInTurn({ status: 504 }, then);
		const { error } = await linkManager(update);
		expect(error?.description).toMatch(
			/^The change to .+ may have gone through anyway, so check it/,
		);
		expect(error?.description).not.toContain('nothing was saved');
		expect(error?.context?.outcome).toBe('unknown');
	});

	test('with "success": false was not made', async () => {
		service.answers(() => ({ body: { success: false } }));
		const { error } = await linkManager(update);
		expect(error?.description).not.toContain('anyway');
	});
});

test.each([{ alias: 'spring' }, { data: [] }, []])(
	'%j is not accepted as a record',
	async (body) => {
		service.answers(() => ({ body }));
		const { error } = await linkManager(getLink);
		expect(error?.message).toContain('returned something unexpected for link 7');
	},
);

describe('HTTP 200', () => {
	test.each([
		[{ error: { code: 'FORBIDDEN', message: 'No' } }, 'No (FORBIDDEN)'],
		[{ error: 'No', data: [] }, 'No'],
		[{ success: '0', message: 'No' }, 'No'],
		[{ code: 'FORBIDDEN', message: 'No' }, 'No (FORBIDDEN)'],
	])('with an error in its body fails: %j', async (body, said) => {
		service.answers(() => ({ body }));
		const { error } = await linkManager(list);
		expect(error?.message).toBe(
			`The link management service rejected the request for the list of links: ${said} (HTTP 200) [item 0]`,
		);
	});

	test.each([{ data: { id: 7 } }, { data: [9] }, { items: [] }, 'true'])(
		'with an unexpected body fails with one message: %j',
		async (body) => {
			service.answers(() => ({ body, headers: { 'content-type': 'application/json' } }));
			const { error } = await linkManager(list);
			expect(error?.message).toContain('returned something unexpected for the list of links');
		},
	);
});

describe('JSON that cannot be turned into text or is nested too deeply', () => {
	const deep = `${'[{"x":'.repeat(10_000)}1${'}]'.repeat(10_000)}`;
	const odd = '{"toString":1}';
	const json = { 'content-type': 'application/json' };
	const what = 'The link management service returned something unexpected for';

	test.each([
		['a text', `{"id":${odd}}`],
		['an end', `{"id":2,"title":${deep}}`],
		['a text, further in', `{"id":2,"pixels":[{"id":1},{"id":${odd}}]}`],
	])('fails with its record in the message, if a value lacks %s', async (_what, record) => {
		service.answers(() => ({
			body: `{"data":[{"id":1},${record}],"meta":{"total":2}}`,
			headers: json,
		}));
		const ofList = await linkManager({ ...list, returnAll: true });
		expect(ofList.error?.message).toBe(`${what} record 2 of the list of links (HTTP 200) [item 0]`);
		service.answers(() => ({ body: `{"data":${record}}`, headers: json }));
		const ofOne = await linkManager({ resource: 'pixel', operation: 'get', pixelId: '7' });
		expect(ofOne.error?.message).toBe(`${what} pixel 7 (HTTP 200) [item 0]`);
	});

	test.each([
		`{"message":{"alias":[${odd}]}}`,
		`{"errors":{"alias":${deep}}}`,
		`{"message":${odd}}`,
	])('is left out of the reasons of a 422: %#', async (body) => {
		service.answers(() => ({ status: 422, body, headers: json }));
		const { error } = await linkManager(withAlias);
		expect(error?.message).toContain('The link management service did not accept the new link');
	});
});
