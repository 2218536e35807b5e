import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { PixelRecord } from '../../sandbox/services/data/links.mjs';
import type { Fault } from '../../sandbox/services/start.mjs';
import { namesOf, requests } from './least.mjs';
import { formOf, lines, useSandbox } from './sandbox.mjs';
import { skipWaits } from './waits.mjs';

const { link, holds, linkManager: run, runLeast } = await useSandbox({ links: 1, schools: 1 });
/** Slow enough for a second item to look up its key before the first has created the record. */
const slow = await useSandbox({ links: 1, schools: 1, latencyMs: 50 });
skipWaits();

const lookUpBy = (field: string, key: string) =>
	`GET /api/v1/links?search=${key}&search_by=${field}&domain_id=11&per_page=100`;
const LOOK_UP = lookUpBy('alias', 'spring');
const CREATE = 'POST /api/v1/links';
const url = 'https://a.example/new';
const upsert = { resource: 'link', operation: 'upsert', domainId: '11' };
const byAlias = { ...upsert, matchBy: 'alias', alias: 'spring', url };
const byUrl = { ...upsert, matchBy: 'url', alias: '', url };

const badGateway: Fault = { kind: 'status', method: 'POST', status: 502 };

/** The service returns this body to each creation, or to the requests that the fault selects. */
const answering = (body: object, fault: Partial<Fault> = {}) =>
	link.fault({ kind: 'body', method: 'POST', body: JSON.stringify(body), ...fault });

const methods = () => link.requests.map(({ method }) => method);
const creates = () => methods().filter((method) => method === 'POST');

/** The bodies of the requests that change something. */
const bodies = () => link.requests.filter(({ method }) => method !== 'GET').map(formOf);

describe('Create or Update by alias', () => {
	test.each<[string, IDataObject, IDataObject, IDataObject]>([
		['alias', byAlias, { alias: ' spring ' }, { url }],
		['URL', { ...byUrl, additionalFields: { disabled: 1 } }, { url }, { url, disabled: '1' }],
	])('updates the link with the same %s, and sends neither alias nor domain', async (...given) => {
		const [, parameters, fields, sent] = given;
		holds({ 1: { alias: 'spring-sale', url: `${url}/2` }, 7: fields });
		const { records } = await run(parameters);
		expect(lines(link).slice(1)).toEqual(['PUT /api/v1/links/7']);
		expect(bodies()).toEqual([sent]);
		expect(records).toMatchObject([{ id: 7, url, upsert_result: 'updated' }]);
	});

	test.each([
		['other capitals', { alias: 'SPRING' }],
		['more letters', { alias: 'spring-sale' }],
		['another domain', { alias: 'spring', domain: { id: 12 } }],
		['no domain', { alias: 'spring', domain: null }],
	])('creates a link if the one found has %s', async (_what, fields) => {
		holds({ 1: fields });
		link.quirk({ ignoreFilters: true });
		answering({ data: { id: 9, alias: 'spring', url } });
		await run(byAlias);
		expect(methods()).toEqual(['GET', 'POST']);
	});

	const SHOWN: Array<[IDataObject, IDataObject, 'unchanged' | 'updated']> = [
		[{ disabled: 1 }, { disabled: '1' }, 'unchanged'],
		[{ disabled: 0 }, { disabled: null }, 'unchanged'],
		[{ disabled: 0 }, { disabled: undefined }, 'updated'],
		[{ disabled: 1 }, { disabled: 0 }, 'updated'],
		[{ spaceId: '21' }, { space: { id: 21 } }, 'unchanged'],
		[{ spaceId: '21' }, { space: null }, 'updated'],
		[{ pixelIds: ['101', '102'] }, { pixels: [{ id: 102 }, { id: '101' }] }, 'unchanged'],
		[{ pixelIds: ['101'] }, { pixels: [{ id: 102 }, { id: 101 }] }, 'updated'],
		[{ pixelIds: ['101'] }, { pixels: undefined }, 'updated'],
		[{ privacy: 1 }, { privacy: '1' }, 'unchanged'],
		[{ privacy: 0 }, { privacy: null }, 'updated'],
		[{ expirationUrl: 'https://a.example' }, { expiration_url: 'https://a.example' }, 'unchanged'],
		[{ expirationUrl: 'https://a.example' }, { expiration_url: 'https://a.example/' }, 'updated'],
		[{ expirationClicks: 0 }, { expiration_clicks: null }, 'unchanged'],
		[{ expirationClicks: 5 }, { expiration_clicks: '5' }, 'unchanged'],
		[{ expirationClicks: 5 }, { expiration_clicks: undefined }, 'updated'],
		[
			{ expirationDate: '2031-01-02', expirationTime: '18:30' },
			{ ends_at: '2031-01-02T18:30:00Z' },
			'updated',
		],
		[{ password: 'secret' }, { password: true }, 'updated'],
		[{ privacyPassword: 'secret' }, { privacy_password: true }, 'updated'],
		[{ utmParameters: { utm: { source: 'x' } } }, { url }, 'updated'],
		[{ targetType: 0 }, { target_type: '0' }, 'unchanged'],
		[{ targetType: 0 }, { target_type: 2 }, 'updated'],
	];

	test.each(SHOWN)('%j for a record with %j: %s', async (given, fields, upsert_result) => {
		const { targetType, ...additionalFields } = given;
		holds({ 7: { alias: 'spring', url, ...fields } });
		const { records } = await run({ ...byAlias, targetType, additionalFields });
		const requests = [LOOK_UP, 'PUT /api/v1/links/7'];
		expect(lines(link)).toEqual(requests.slice(0, upsert_result === 'updated' ? 2 : 1));
		expect(records).toEqual([{ upsert_result, ...link.links.get('7') }]);
	});

	test('each field of a link has a row that updates it', () => {
		const changed = SHOWN.filter(([, , upsert_result]) => upsert_result === 'updated');
		const known = new Set(changed.flatMap(([given]) => Object.keys(given)));
		const missing = namesOf('link upsert', 'additionalFields').filter((name) => !known.has(name));
		const advice = 'Add each to SHOWN in this file: a record shows it as it is sent, or another';
		expect(missing, advice).toEqual([]);
	});

	test('a date with an empty time is sent with 23:59, because both are needed', async () => {
		holds({ 7: { alias: 'spring', ends_at: '2031-01-02T18:30:00Z' } });
		const end = { expirationDate: '2031-01-02', expirationTime: '={{ $json.none }}' };
		await run({ ...byAlias, additionalFields: end });
		const sent = { expiration_date: '2031-01-02', expiration_time: '23:59' };
		expect(bodies()).toEqual([expect.objectContaining(sent)]);
	});

	test('a hint lists pixels that the selected ones replaced', async () => {
		holds({ 7: { alias: 'spring', pixels: [{ id: 101 }, { id: 102 }, { id: 103 }] } });
		const { texts } = await run({ ...byAlias, additionalFields: { pixelIds: ['102', '104'] } });
		expect(texts).toEqual(['The selected pixels replaced other pixels of the link: 101, 103.']);
	});

	test.each<[string, IDataObject, string, string]>([
		['domain', { alias: 'spring', domain: undefined }, '11', 'has it on the domain'],
		['domain', { alias: 'spring', domain: {} }, '11', 'has it on the domain'],
		['alias', { alias: undefined, domain: { id: 11 } }, '', 'has it'],
	])('nothing is created if a link found does not show its %s', async (...given) => {
		const [, fields, domainId, what] = given;
		holds({ 1: { short_url: undefined, ...fields } });
		link.quirk({ ignoreFilters: true });
		const { error } = await run({ ...byAlias, domainId });
		expect(error?.message).toBe(
			'The node couldn\'t check all links for the alias "spring" [item 0]',
		);
		expect(error?.description).toBe(
			`The service's list doesn't clearly show whether ID 1 (https://shop.example/p/1) ${what}. Nothing was changed.`,
		);
		expect(methods()).toEqual(['GET']);
	});

	test.each([
		[
			'Spring',
			'There is "Spring", with different capital letters. Check "Alias". Another link may have',
		],
		['spring-sale', 'Check "Alias". Another link may have this alias, even in another account'],
	])(
		'a 422 for an alias that was not found, although there is "%s", says who may have it',
		async (...given) => {
			const [alias, advice] = given;
			holds({ 1: { alias } });
			answering({ message: { alias: ['Taken.'] } }, { status: 422 });
			const { error } = await run(byAlias);
			expect(error?.message).toContain('Alias: Taken');
			expect(error?.description?.slice(0, advice.length)).toBe(advice);
			expect(error?.context?.outcome).toBe('refused');
			expect(lines(link)).toEqual([LOOK_UP, CREATE, LOOK_UP]);
		},
	);

	test('the message of a 422 is returned even if the second lookup fails', async () => {
		holds({});
		answering({ message: { url: ['Not allowed.'] } }, { status: 422 });
		link.fault({ kind: 'status', method: 'GET', after: 1 });
		const { error } = await run(byAlias);
		expect(error?.message).toContain('Destination URL: Not allowed');
	});

	test('a link that somebody else creates after the lookup is updated', async () => {
		holds({ 7: { alias: 'spring' } });
		answering({ data: [] }, { method: 'GET', times: 1 });
		const { records } = await run(byAlias);
		expect(lines(link)).toEqual([LOOK_UP, CREATE, LOOK_UP, 'PUT /api/v1/links/7']);
		expect(records).toMatchObject([{ id: 7, upsert_result: 'updated' }]);
	});

	test('a link that is created with another alias is an error, and Retry On Fail creates no second one', async () => {
		answering({ data: { id: 77, alias: 'x7gh2', url } }, { status: 201 });
		const { error } = await run(byAlias, { tries: 3 });
		expect(error?.message).toBe(
			'The service created link 77 with the alias "x7gh2" instead of "spring" [item 0]',
		);
		expect(lines(link)).toEqual([LOOK_UP, CREATE]);
	});
});

describe('Create or Update by destination URL', () => {
	test.each([
		['https://Shop.example:443/p', 'https://shop.example/p', ['https://Shop.example:443/p']],
		['https://shop.example/a b', 'https://shop.example/a%20b', ['https://shop.example/a b']],
		['https://bücher.example/x', 'https://xn--bcher-kva.example/x', ['https://bücher.example/x']],
		['https://shop.example:443/a/', 'https://shop.example/a', ['https://shop.example:443/a']],
		['https://shop.example/a/', 'https://shop.example/a', []],
		['https://shop.example/', 'https://shop.example', []],
	])('%s finds a link to %s', async (entered, stored, misses) => {
		holds({ 1: { url: stored } });
		await run({ ...byUrl, url: ` ${entered} ` });
		const searches = [...misses, stored].map((search) => lookUpBy('url', search));
		expect(lines(link)).toEqual([...searches, 'PUT /api/v1/links/1']);
	});

	test.each([
		['spring', 'unchanged', []],
		['summer', 'updated', [{ url, alias: 'summer' }]],
	])(
		'the alias "%s" for a link with the alias "spring": %s',
		async (alias, upsert_result, sent) => {
			holds({ 1: { alias: 'spring', url } });
			expect((await run({ ...byUrl, alias })).records).toMatchObject([{ alias, upsert_result }]);
			expect(bodies()).toEqual(sent);
		},
	);

	test.each([
		['https://shop.example/p', 'https://shop.example/p/', 'updated'],
		['https://shop.example/p', 'https://shop.example/p/?a=1', 'created'],
		['https://shop.example/p?a=1', 'https://shop.example/p?a=1/', 'created'],
		['https://shop.example/p', 'https://shop.example/p/2', 'created'],
	])('%s, if there is a link to %s, is %s', async (entered, other, upsert_result) => {
		holds({ 1: { url: other } });
		expect((await run({ ...byUrl, url: entered })).records).toMatchObject([{ upsert_result }]);
	});

	test.each([
		[true, { records: [{ upsert_result: 'created' }] }],
		[false, { error: { message: expect.stringMatching(/not known whether the link was/) } }],
	])(
		'a create whose response is lost (saved: %s) is looked up once and never sent again',
		async (isSaved, end) => {
			link.fault({ ...badGateway, applied: isSaved });
			expect(await run(byUrl, { tries: 2 })).toMatchObject(end);
			expect(lines(link)).toEqual([lookUpBy('url', url), CREATE, lookUpBy('url', url)]);
		},
	);

	test('a create with an alias whose response is lost is looked up by the alias and sent again', async () => {
		link.fault({ ...badGateway, times: 1 });
		const { records } = await run({ ...byUrl, alias: 'spring' });
		expect(lines(link)).toEqual([lookUpBy('url', url), CREATE, LOOK_UP, CREATE]);
		expect(records).toMatchObject([{ alias: 'spring', url, upsert_result: 'created' }]);
	});
});

describe('Create or Update of a pixel', () => {
	const given = { name: 'Löve & co', type: 'qa-network', value: 'a=1&b' };
	const byName = 'GET /api/v1/pixels?search=Löve & co&search_by=name&per_page=100';

	test('creates the pixel once, then sends only what differs', async () => {
		const results: unknown[] = [];
		const rows = [{}, {}, { value: 'b=2' }, { value: 'c=3', ifExists: 'keep' }];
		for (const row of rows) {
			results.push(...(await runLeast('pixel upsert', { ...given, ...row })).records);
		}
		const pixel = { id: 113, name: 'Löve & co', type: 'qa-network' };
		expect(results).toMatchObject([
			{ ...pixel, upsert_result: 'created', value: 'a=1&b' },
			{ ...pixel, upsert_result: 'unchanged', value: 'a=1&b' },
			{ ...pixel, upsert_result: 'updated', value: 'b=2' },
			{ ...pixel, upsert_result: 'kept', value: 'b=2' },
		]);
		expect(lines(link)).toEqual([
			...[byName, 'POST /api/v1/pixels', byName],
			...[byName, 'PUT /api/v1/pixels/113', byName],
		]);
	});

	test('looks the pixel up by its name if the response to its create is lost', async () => {
		link.fault({ kind: 'status', status: 502, method: 'POST', applied: true, times: 1 });
		const { records } = await runLeast('pixel upsert', given);
		expect(records).toMatchObject([{ id: 113, upsert_result: 'created', value: 'a=1&b' }]);
		expect(lines(link)).toEqual([byName, 'POST /api/v1/pixels', byName]);
	});

	const isUnknown = 'It is not known whether the pixel was created.';

	test.each([
		['is the one whose create was lost, unless it shows another value', {}, undefined],
		['that shows another value was created by someone else', { value: 'b=2' }, isUnknown],
		['that shows another type was created by someone else', { type: 'pinboard' }, isUnknown],
	])('a pixel of that name %s', async (_title, shown, message) => {
		link.fault({ ...badGateway, times: 1 });
		link.onRequest(({ method }) => {
			const pixel = { id: 9, name: given.name, ...shown } as PixelRecord;
			if (method === 'POST') link.pixels.set('9', pixel);
		});
		const { error, records } = await runLeast('pixel upsert', given);
		if (message === undefined) expect(records).toMatchObject([{ id: 9, upsert_result: 'created' }]);
		else expect(error?.message).toContain(message);
		expect(lines(link)).toEqual([byName, 'POST /api/v1/pixels', byName]);
	});
});

test.each([
	['alias', byAlias, ['https://a.example/1', 'https://a.example/2']],
	['URL, with or without a final slash,', byUrl, ['https://a.example/p', 'https://a.example/p/']],
])('items with the same %s run in order: create, then update', async (_key, parameters, urls) => {
	slow.holds({});
	const items = urls.map((to) => ({ to }));
	const { records } = await slow.linkManager({ ...parameters, url: '={{ $json.to }}' }, { items });
	expect(records.map(({ upsert_result }) => upsert_result)).toEqual(['created', 'updated']);
	expect([...slow.link.links.values()]).toMatchObject([{ url: urls[1] }]);
});

describe('Create with an alias, if the response is lost,', () => {
	const create = {
		resource: 'link',
		operation: 'create',
		url,
		domainId: '11',
		additionalFields: { alias: '={{ $json.alias ?? "spring" }}' },
	};
	const belongs =
		'The alias "spring" belongs to another link: ID 77 (https://go.example/spring) [item 0]';
	const isUnknown = expect.stringMatching(/^It is not known whether the link was created\./);
	const elsewhere = 'Another link has this alias, possibly on another domain: ID 77';

	test.each<[string, IDataObject, IDataObject]>([
		['11', { url: 'https://b.example/' }, { message: belongs, outcome: 'refused' }],
		['11', { disabled: 1 }, { message: belongs, outcome: 'refused' }],
		['', { url: 'https://b.example/' }, { message: isUnknown, description: elsewhere }],
		['11', { url: undefined }, { message: isUnknown, outcome: 'unknown' }],
	])(
		'on the domain "%s" does not take a link with %j for its own',
		async (domainId, fields, end) => {
			holds({ 77: { alias: 'spring', url, ...fields } });
			link.fault(badGateway);
			const { error } = await run({ ...create, domainId });
			const { message, outcome = 'unknown', description = '' } = end;
			expect(error).toMatchObject({ message, context: { outcome } });
			expect(error?.description).toContain(description);
			expect(methods()).toEqual(['POST', 'GET']);
		},
	);

	test('is sent again up to Max Retries times, each time after a lookup', async () => {
		link.fault(badGateway);
		const { error } = await run({ ...create, options: requests({ maxRetries: 2 }) });
		expect(lines(link)).toEqual([CREATE, LOOK_UP, CREATE, LOOK_UP, CREATE, LOOK_UP]);
		expect(error?.message).toMatch(/^It is not known whether the link was created\./);
	});

	test('without a domain is looked up on all domains, sent again, and found', async () => {
		holds({ 77: { alias: 'spring', url, domain: { id: 12 } } });
		link.fault(badGateway);
		answering({ data: [] }, { method: 'GET', times: 1 });
		const { records } = await run({ ...create, domainId: '' });
		const lookUp = LOOK_UP.replace('domain_id=11&', '');
		expect(lines(link)).toEqual([CREATE, lookUp, CREATE, lookUp]);
		expect(records).toMatchObject([{ id: 77 }]);
	});

	test('is looked up once more if the next create returns a 422 for its alias', async () => {
		holds({});
		link.fault({ ...badGateway, applied: true, times: 1 });
		// The link appears only in the second lookup.
		answering({ data: [] }, { method: 'GET', times: 1 });
		const { records } = await run(create);
		expect(lines(link)).toEqual([CREATE, LOOK_UP, CREATE, LOOK_UP]);
		expect(records).toMatchObject([{ alias: 'spring' }]);
		expect(link.links.size).toBe(1);
	});

	test.each(['Spring', 'spring_sale', 'spring sale', 'frühling', '-spring'])(
		'is sent once with the alias "%s", which a service may rewrite',
		async (alias) => {
			link.fault(badGateway);
			const { error } = await run(create, { items: [{ alias }] });
			expect(lines(link)).toEqual([CREATE, lookUpBy('alias', alias)]);
			expect(error?.message).toMatch(/^It is not known whether the link was created\./);
			expect(error?.description).toContain(`"Search" set to "${url}"`);
		},
	);
});

test.each([
	['link', byUrl],
	['pixel', { resource: 'pixel', operation: 'upsert', name: 'Main', type: 'pinboard', value: '1' }],
])(
	'a %s that may have been created is not created by a later item with the same key',
	async (_kind, parameters) => {
		link.fault(badGateway);
		const items = [{}, {}, {}];
		const { records } = await run(parameters, { items, onError: 'continueRegularOutput' });
		expect(creates()).toHaveLength(1);
		expect(records.map(({ details }) => details)).toEqual(
			items.map(() => ({ outcome: 'unknown' })),
		);
	},
);

test.each([
	['not found', { kind: 'status', status: 404 }],
	['too many requests', { kind: 'rateLimit', retryAfter: 900 }],
] as const)(
	'an update with an empty response counts as made, even if reading the link fails: %s',
	async (_what, fault) => {
		holds({ 7: { alias: 'spring' } });
		link.fault({ kind: 'empty', method: 'PUT', status: 204 });
		link.fault({ ...fault, path: '/7$' });
		const { error } = await run(byAlias);
		expect(error?.message).toMatch(
			/^The change to link 7 was made, but reading the link afterwards failed\. /,
		);
		expect(error?.context?.outcome).toBe('unknown');
		expect(lines(link)).toEqual([LOOK_UP, 'PUT /api/v1/links/7', 'GET /api/v1/links/7']);
	},
);

test.each([
	['link', { url }, 'Retrieve the newest links|Get Many'],
	['pixel', { name: 'Main', type: 'pinboard', value: '1' }, 'Get Many|name "Main"'],
])('a %s without a key is sent once, even with Retry On Fail', async (resource, fields, advice) => {
	link.fault({ kind: 'reset', method: 'POST' });
	const create = { resource, operation: 'create', domainId: '11', ...fields };
	const { error } = await run(create, { tries: 3 });
	expect(error?.message).toMatch(`It is not known whether the ${resource} was created.`);
	expect(error?.description).toMatch(new RegExp(advice));
	expect(creates()).toHaveLength(1);
});

describe('An alias by expression', () => {
	test.each([
		['text before an expression', '=promo-{{ $json.code }}', 'promo-'],
		['text after an expression', '={{ $json.code }}_promo', '_promo'],
		['after another expression', '={{ "a" }}-{{ $json.code }}', 'a-'],
		['before two expressions', '=promo-{{ $json.code }}{{ $json.size }}', 'promo-'],
		['joined', "={{ 'promo-' + $json.code }}", 'promo-undefined'],
		['joined without a hyphen', "={{ 'promo' + $json.code }}", 'promoundefined'],
		['null', "={{ 'promo-' + ($json.code ?? JSON.parse('nul' + 'l')) }}", 'promo-null'],
		['null first', "={{ JSON.parse('nul' + 'l') + 'Promo' }}", 'nullPromo'],
		['added', "={{ 'p-' + ($json.code + 1) }}", 'p-NaN'],
		['an object', "={{ 'p-' + $json }}", 'p-[object Object]'],
		['from an earlier node', '={{ $json.made }}', 'promo-undefined'],
		['after "null" in its own text', "={{ 'null-' + $json.code }}", 'null-undefined'],
	])('with a missing part is refused: %s', async (_where, alias, half) => {
		const { error } = await run({ ...byAlias, alias }, { items: [{ made: 'promo-undefined' }] });
		expect(error?.message).toBe(`"Alias" looks incomplete: "${half}" [item 0]`);
		expect(link.requests).toEqual([]);
	});

	test.each([
		['typed', 'promo-', 'promo-'],
		['an expression', '={{ "x7Kq_" }}', 'x7Kq_'],
		['text and an expression', '=promo-{{ "x7Kq_" }}', 'promo-x7Kq_'],
		['a name', '={{ "Null" + "-sale" }}', 'Null-sale'],
		['inside a word', '={{ "can" + "nu" + "lla" }}', 'cannulla'],
		['the whole alias', '={{ "undef" + "ined" }}', 'undefined'],
		['typed in the expression', '={{ "undefined-1" }}', 'undefined-1'],
		['typed', 'promo-undefined', 'promo-undefined'],
	])(
		'may end in a hyphen or underscore, or have a word of JavaScript: %s',
		async (_whose, given, alias) => {
			holds({});
			const { records } = await run({ ...byAlias, alias: given });
			expect(records).toMatchObject([{ alias, upsert_result: 'created' }]);
		},
	);

	test('is left out with a hint if it is empty and the link is found by URL', async () => {
		answering({ data: { id: 9, url } });
		const { texts } = await run({ ...byUrl, domainId: '', alias: '={{ $json.none }}' });
		expect(texts).toEqual(['"Alias" is empty, so it was left out.']);
		expect(bodies()).toEqual([{ url }]);
	});
});
