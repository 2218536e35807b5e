import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { nodeOf, parametersOf } from './least.mjs';
import { type Answer, lines, linkOf, nodeOn, startScripted } from './scripted.mjs';
import { skipWaits } from './waits.mjs';

const service = await startScripted();
const linkManager = nodeOn('linkManager', service);
const referenceData = nodeOn('referenceData', service);
const waited = skipWaits();

const getLink = { resource: 'link', operation: 'get', linkId: '7' };
const createLink = { resource: 'link', operation: 'create', url: 'https://a.example/' };
const withAlias = { ...createLink, additionalFields: { alias: 'spring' } };
const list = { resource: 'link', operation: 'getAll' };
const found: Answer = { body: { data: linkOf(7) } };
const HTML = '<!DOCTYPE html><title>Attention Required!</title>';

describe('A redirect', () => {
	test.each([301, 302, 303, 307, 308])(
		'%i is an error: it is not followed, and its body is no record',
		async (status) => {
			const location = `${service.baseUrl}/api/v1/links/8`;
			service.answers(() => ({ status, headers: { location }, ...found }));
			const { error } = await linkManager(getLink);
			expect(error?.message).toContain(`redirected the request for link 7 (HTTP ${status})`);
			expect(error?.description).toMatch(
				/^The redirect points to .*\/api\/v1\/links\/8.*Check the base URL.*, so your API key/,
			);
			expect(lines(service)).toEqual(['GET /api/v1/links/7']);
		},
	);

	test('of a create says that nothing was saved, and is not looked up', async () => {
		service.answers(() => ({ status: 301, headers: { location: 'https://a.example/' } }));
		const { error } = await linkManager(withAlias);
		expect(error?.message).toMatch(/^The link management service redirected the request/);
		expect(error?.description).toMatch(/so nothing was saved, and your API key/);
		expect(lines(service)).toEqual(['POST /api/v1/links']);
	});

	test('of an update whose first response was lost says what may have happened alone', async () => {
		service.answersInTurn({ status: 502 }, { status: 301 });
		const update = { ...getLink, operation: 'update', updateFields: { disabled: 1 } };
		const { error } = await linkManager(update);
		expect(error?.description).toMatch(/^The change to link 7 may have gone through anyway/);
		expect(error?.description).not.toContain('nothing was saved');
	});
});

describe('What comes before anything is sent', () => {
	const broken = {
		get baseUrl(): string {
			throw new Error('Credentials could not be decrypted');
		},
		apiKey: 'key',
	};

	test.each([getLink, createLink, withAlias])('is `notSent`: %j', async (parameters) => {
		const more = { credentials: broken, onError: 'continueRegularOutput' } as const;
		const { records } = await linkManager(parameters, more);
		const error = 'Credentials could not be decrypted [item 0]';
		expect(records).toMatchObject([{ error, details: { outcome: 'notSent' } }]);
	});

	test('shows where it comes from', async () => {
		const { error } = await linkManager(getLink, { credentials: broken });
		expect(error?.stack).toMatch(/^Error: Credentials could not be decrypted\n.*responses\.test/);
	});
});

test('HTTP 403 by a web page comes from a proxy or firewall', async () => {
	service.answers(() => ({ status: 403, body: HTML }));
	const school = await referenceData(parametersOf('highSchool get'));
	for (const { error } of [await linkManager(getLink), school]) {
		expect(error?.message).toMatch(/^A proxy or firewall in front of the .* service blocked/);
	}
});

test.each([
	['link get', /Message from the service: Forbidden$/],
	['highSchool get', /high_schools:read/],
	['postalCode getAll', /postal_codes:read.*Free plan and above/],
	['university getAll', /universities:read/],
	['admissionPointScore calculate', /aps_calculator:use.*Pro plan or above/],
])('HTTP 403 by JSON says what the key of %s lacks', async (operation, lacks) => {
	service.answers(() => ({ status: 403, body: { message: 'Forbidden' } }));
	const { error } = await nodeOn(nodeOf(operation), service)(parametersOf(operation));
	expect(error?.message).toMatch(/^The API key doesn't have permission for .* \(HTTP 403\)/);
	expect(error?.description).toMatch(lacks);
});

const fields = { alias: ['Taken.', 'Too short.'] };
test.each<[string, IDataObject]>([
	['the message', { message: fields }],
	['errors', { message: 'The given data was invalid.', errors: fields }],
])('a 422 lists the fields with the labels of the form, from %s', async (_where, body) => {
	service.answers(() => ({ status: 422, body }));
	const { error } = await linkManager(withAlias);
	expect(error?.message).toBe(
		'The link management service did not accept the new link: Alias: Taken. Too short ("spring") (HTTP 422) [item 0]',
	);
	expect(error?.description).toMatch(/^Check the value of "Alias"\. If a link with this alias/);
});

test('the score calculator is a read, so it is sent again after HTTP 500', async () => {
	const score = { aps_score: 5, aps_minimum: 30, qualifies: false, breakdown: [] };
	service.answersInTurn({ status: 500 }, { body: score });
	const { records } = await referenceData(parametersOf('admissionPointScore calculate'));
	expect(records).toMatchObject([score]);
	expect(lines(service)).toEqual(['POST /v1/aps-calculator', 'POST /v1/aps-calculator']);
});

describe('A success', () => {
	test.each([
		{ data: [], message: 'Links retrieved without any error' },
		{ data: [], code: 'LINKS_LISTED', message: 'Links listed' },
		{ data: [], error: null, success: true },
		[],
	])('is an empty list: %j', async (body) => {
		service.answers(() => ({ body }));
		const { error, texts } = await linkManager(list);
		expect(error?.message).toBeUndefined();
		expect(texts).toEqual(['No links were found.']);
	});

	test.each([
		[{ error: { code: 'FORBIDDEN', message: 'No' } }, 'No (FORBIDDEN)'],
		[{ error: 'No', data: [] }, 'No'],
		[{ success: '0', message: 'No' }, 'No'],
		[{ code: 'FORBIDDEN', message: 'No' }, 'No (FORBIDDEN)'],
	])('is a failure that says so: %j', async (body, said) => {
		service.answers(() => ({ body }));
		const { error } = await linkManager(list);
		expect(error?.message).toBe(
			`The link management service rejected the request for the list of links: ${said} (HTTP 200) [item 0]`,
		);
	});

	test.each([{ data: { id: 7 } }, { items: [] }, 'true'])(
		'of another shape is one plain error: %j',
		async (body) => {
			service.answers(() => ({ body, headers: { 'content-type': 'application/json' } }));
			const { error } = await linkManager(list);
			expect(error?.message).toContain('returned something unexpected for the list of links');
		},
	);
});

describe('Retry-After', () => {
	const inSeconds = (seconds: number) => Math.ceil(Date.now() / 1000 + seconds);
	const asDate = (seconds: number) => new Date(inSeconds(seconds) * 1000).toUTCString();

	test.each<[string, number, () => string]>([
		['seconds', 429, () => '20'],
		['an HTTP date', 429, () => asDate(20)],
		['a Unix time', 429, () => String(inSeconds(20))],
		['seconds', 503, () => '20'],
		['an HTTP date', 503, () => asDate(20)],
	])('as %s is waited out after HTTP %i', async (_form, status, value) => {
		service.answersInTurn({ status, headers: { 'retry-after': value() } }, found);
		const { records } = await linkManager(getLink);
		expect(records).toEqual([linkOf(7)]);
		expect(service.requests).toHaveLength(2);
		expect(waited()).toBeGreaterThanOrEqual(19_000);
		expect(waited()).toBeLessThan(22_000);
	});
});
