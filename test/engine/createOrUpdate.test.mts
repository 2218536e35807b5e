import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import {
	answerFor,
	formOf,
	lines,
	linkOf,
	listOf,
	type Received,
	useScripted,
} from './scripted.mjs';
import { skipWaits } from './waits.mjs';

const { service, linkManager: run } = await useScripted();
skipWaits();

/** Answers as a service that holds these links. */
function holds(...links: IDataObject[]): IDataObject[] {
	service.answers((request) => answerFor(links, request));
	return links;
}

const lookUpBy = (field: string, key: string) =>
	`GET /api/v1/links?search=${key}&search_by=${field}&per_page=100`;
const LOOK_UP = lookUpBy('alias', 'spring');
const CREATE = 'POST /api/v1/links';
const url = 'https://a.example/new';
const upsert = { resource: 'link', operation: 'upsert', domainId: '' };
const byAlias = { ...upsert, matchBy: 'alias', alias: 'spring', url };
const byUrl = { ...upsert, matchBy: 'url', alias: '', url };

const isCreate = ({ method }: Received) => method === 'POST';
const badGateway = { status: 502, body: { message: 'Bad Gateway' } };

/** The bodies of the requests that change something. */
const bodies = () => service.requests.filter(({ method }) => method !== 'GET').map(formOf);

describe('Create or Update by alias', () => {
	test.each<[string, IDataObject, IDataObject, IDataObject]>([
		['alias', byAlias, { alias: ' spring ' }, { url }],
		['URL', { ...byUrl, additionalFields: { disabled: 1 } }, { url }, { url, disabled: '1' }],
	])('updates the link that has the %s, and sends neither alias nor domain', async (...given) => {
		const [, parameters, fields, sent] = given;
		holds(linkOf(1, { alias: 'spring-sale', url: `${url}/2` }), linkOf(7, fields));
		const { records } = await run({ ...parameters, domainId: '11' });
		expect(lines(service).slice(1)).toEqual(['PUT /api/v1/links/7']);
		expect(bodies()).toEqual([sent]);
		expect(records).toMatchObject([{ id: 7, url, upsertResult: 'updated' }]);
	});

	test.each([
		['other capitals', { alias: 'SPRING' }, ''],
		['more letters', { alias: 'spring-sale' }, ''],
		['another domain', { alias: 'spring', domain: { id: 12 } }, '11'],
		['no domain that it shows', { alias: 'spring', domain: null }, '11'],
	])('takes a link with %s for another one', async (_what, fields, domainId) => {
		service.answers((request) =>
			isCreate(request) ? { body: { data: linkOf(9, { url }) } } : listOf([linkOf(1, fields)]),
		);
		await run({ ...byAlias, domainId });
		expect(service.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
	});

	test.each<[IDataObject, IDataObject, 'unchanged' | 'updated']>([
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
		[{ expirationDate: '2031-01-02' }, { ends_at: '2031-01-02T23:59:00Z' }, 'updated'],
		[{ password: 'secret' }, { password: true }, 'updated'],
		[{ targetType: 0 }, { target_type: '0' }, 'unchanged'],
		[{ targetType: 0 }, { target_type: 2 }, 'updated'],
	])('with %j on a record with %j: %s', async (given, fields, upsertResult) => {
		const { targetType, ...additionalFields } = given;
		const before = linkOf(7, { alias: 'spring', url, ...fields });
		service.answers(({ method }) =>
			method === 'PUT' ? { body: { data: before } } : listOf([before]),
		);
		const { records } = await run({ ...byAlias, targetType, additionalFields });
		const requests = [LOOK_UP, 'PUT /api/v1/links/7'];
		expect(lines(service)).toEqual(requests.slice(0, upsertResult === 'updated' ? 2 : 1));
		expect(records).toEqual([
			{ upsertResult, ...(listOf([before]).body as { data: IDataObject[] }).data[0] },
		]);
	});

	test('a date whose time is empty is sent with the end of the day, because they go together', async () => {
		holds(linkOf(7, { alias: 'spring', ends_at: '2031-01-02T18:30:00Z' }));
		const end = { expirationDate: '2031-01-02', expirationTime: '={{ $json.none }}' };
		await run({ ...byAlias, additionalFields: end });
		const sent = { expiration_date: '2031-01-02', expiration_time: '23:59' };
		expect(bodies()).toEqual([expect.objectContaining(sent)]);
	});

	test('selected pixels that replace others are said', async () => {
		holds(linkOf(7, { alias: 'spring', pixels: [{ id: 101 }, { id: 102 }, { id: 103 }] }));
		const { texts } = await run({ ...byAlias, additionalFields: { pixelIds: ['102', '104'] } });
		expect(texts).toEqual(['The selected pixels replaced others of the link: 101, 103.']);
	});

	test.each<[string, IDataObject, string, string]>([
		['domain', { alias: 'spring', domain: undefined }, '11', 'has it on the domain'],
		['domain', { alias: 'spring', domain: {} }, '11', 'has it on the domain'],
		['alias', { alias: undefined, domain: { id: 11 } }, '', 'has it'],
	])('a link that does not show its %s may be the one: nothing is created', async (...given) => {
		const [, fields, domainId, what] = given;
		service.answers(() => listOf([linkOf(1, { short_url: undefined, ...fields })]));
		const { error } = await run({ ...byAlias, domainId });
		expect(error?.message).toBe(
			'The node couldn\'t check all links for the alias "spring" [item 0]',
		);
		expect(error?.description).toBe(
			`The service's list doesn't clearly show whether ID 1 (https://shop.example/p/1) ${what}. Nothing was changed.`,
		);
		expect(service.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	test('a 422 after an exact miss says who may have the alias', async () => {
		const taken = { status: 422, body: { message: { alias: ['Taken.'] } } };
		const other = linkOf(1, { alias: 'Spring' });
		service.answers((request) => (isCreate(request) ? taken : listOf([other])));
		const { error } = await run(byAlias);
		expect(error?.message).toContain('Alias: Taken');
		expect(error?.description).toContain(
			'A link of another account or domain may have it, or one with other capital letters.',
		);
		expect(lines(service)).toEqual([LOOK_UP, CREATE, LOOK_UP]);
	});

	test('a 422 stays what is told if the second look-up fails', async () => {
		let lists = 0;
		service.answers((request) => {
			if (isCreate(request)) return { status: 422, body: { message: { url: ['Not allowed.'] } } };
			return lists++ === 0 ? listOf([]) : { status: 500, body: {} };
		});
		const { error } = await run(byAlias);
		expect(error?.message).toContain('Destination URL: Not allowed');
	});

	test('a link that somebody creates after the look-up is updated', async () => {
		const links: IDataObject[] = [];
		service.answers((request) => {
			if (!isCreate(request)) return answerFor(links, request);
			links.push(linkOf(7, { alias: 'spring' }));
			return { status: 422, body: { message: { alias: ['Taken.'] } } };
		});
		const { records } = await run(byAlias);
		expect(lines(service)).toEqual([LOOK_UP, CREATE, LOOK_UP, 'PUT /api/v1/links/7']);
		expect(records).toMatchObject([{ id: 7, upsertResult: 'updated' }]);
	});

	test('another alias in the answer is an error with both, and no further try makes one more', async () => {
		const made = { status: 201, body: { data: { id: 77, alias: 'x7gh2', url } } };
		service.answers((request) => (isCreate(request) ? made : listOf([])));
		const { error } = await run(byAlias, { tries: 3 });
		expect(error?.message).toBe(
			'The service created link 77 with the alias "x7gh2" instead of "spring" [item 0]',
		);
		expect(lines(service)).toEqual([LOOK_UP, CREATE]);
	});
});

describe('Create or Update by destination URL', () => {
	test.each([
		['https://Shop.example/p', 'https://shop.example/p', ['https://Shop.example/p']],
		['https://shop.example/a b', 'https://shop.example/a%20b', ['https://shop.example/a b']],
		['https://bücher.example/x', 'https://xn--bcher-kva.example/x', ['https://bücher.example/x']],
		['https://Shop.example/a/', 'https://shop.example/a', ['https://Shop.example/a']],
		['https://shop.example/a/', 'https://shop.example/a', []],
		['https://shop.example/', 'https://shop.example', []],
	])('finds for %s a link to %s', async (entered, stored, misses) => {
		holds(linkOf(1, { url: stored }));
		await run({ ...byUrl, url: ` ${entered} ` });
		const searches = [...misses, stored].map((search) => lookUpBy('url', search));
		expect(lines(service)).toEqual([...searches, 'PUT /api/v1/links/1']);
	});

	test.each([
		['spring', 'unchanged', []],
		['summer', 'updated', [{ url, alias: 'summer' }]],
	])('gives the link the alias "%s": %s', async (alias, upsertResult, sent) => {
		holds(linkOf(1, { alias: 'spring', url }));
		expect((await run({ ...byUrl, alias })).records).toMatchObject([{ alias, upsertResult }]);
		expect(bodies()).toEqual(sent);
	});

	test.each([
		['https://shop.example/p', 'https://shop.example/p/', 'updated'],
		['https://shop.example/p', 'https://shop.example/p/?a=1', 'created'],
		['https://shop.example/p?a=1', 'https://shop.example/p?a=1/', 'created'],
		['https://shop.example/p', 'https://shop.example/p/2', 'created'],
	])('%s beside a link to %s is %s', async (entered, other, upsertResult) => {
		holds(linkOf(1, { url: other }));
		expect((await run({ ...byUrl, url: entered })).records).toMatchObject([{ upsertResult }]);
	});

	test.each([
		[true, { records: [{ upsertResult: 'created' }] }],
		[false, { error: { message: expect.stringMatching(/not known whether the link was/) } }],
	])('a lost create (saved: %s) is looked up once, and never sent again', async (isSaved, end) => {
		const links: IDataObject[] = [];
		service.answers((request) => {
			if (!isCreate(request)) return answerFor(links, request);
			if (isSaved) answerFor(links, request);
			return badGateway;
		});
		expect(await run(byUrl, { tries: 2 })).toMatchObject(end);
		expect(lines(service)).toEqual([lookUpBy('url', url), CREATE, lookUpBy('url', url)]);
	});
});

test.each([
	['alias', byAlias, ['https://a.example/1', 'https://a.example/2']],
	['URL, however it is written,', byUrl, ['https://a.example/p', 'https://A.example/p']],
])('items with one %s run in order: create, then update', async (_key, parameters, urls) => {
	const links: IDataObject[] = [];
	service.answers(async (request) => {
		// Time enough for the second item to look.
		if (isCreate(request)) await pause(50);
		return answerFor(links, request);
	});
	const items = urls.map((to) => ({ to }));
	const { records } = await run({ ...parameters, url: '={{ $json.to }}' }, { items });
	expect(records.map(({ upsertResult }) => upsertResult)).toEqual(['created', 'updated']);
	expect(links).toMatchObject([{ url: urls[1] }]);
});

describe('Create with an alias, whose answer is lost', () => {
	const create = {
		resource: 'link',
		operation: 'create',
		url,
		domainId: '',
		additionalFields: { alias: '={{ $json.alias ?? "spring" }}' },
	};
	const belongs =
		'The alias "spring" belongs to another link: ID 77 (https://go.example/spring) [item 0]';
	const isUnknown = expect.stringMatching(/^It is not known whether the link was created\./);
	const elsewhere = 'Another link has this alias, maybe on another domain: ID 77';

	test.each<[string, IDataObject, IDataObject]>([
		['11', { url: 'https://b.example/' }, { message: belongs, outcome: 'refused' }],
		['11', { disabled: 1 }, { message: belongs, outcome: 'refused' }],
		['', { url: 'https://b.example/' }, { message: isUnknown, description: elsewhere }],
		['11', { url: undefined }, { message: isUnknown, outcome: 'unknown' }],
	])('on the domain "%s" meets a link with %j', async (domainId, fields, end) => {
		const found = linkOf(77, { alias: 'spring', url, ...fields });
		service.answers((request) => (isCreate(request) ? badGateway : listOf([found])));
		const { error } = await run({ ...create, domainId });
		const { message, outcome = 'unknown', description = '' } = end;
		expect(error).toMatchObject({ message, context: { outcome } });
		expect(error?.description).toContain(description);
		expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
	});

	test('is sent again within Max Retries, each time after a look-up', async () => {
		service.answers((request) => (isCreate(request) ? badGateway : listOf([])));
		const { error } = await run({ ...create, options: { maxRetries: 2 } });
		expect(lines(service)).toEqual([CREATE, LOOK_UP, CREATE, LOOK_UP, CREATE, LOOK_UP]);
		expect(error?.message).toMatch(/^It is not known whether the link was created\./);
	});

	test('a 422 on the alias that was sent before is looked up once more', async () => {
		const links: IDataObject[] = [];
		service.answers((request) => {
			const answer = answerFor(links, request);
			// The link shows only in the second look-up.
			return [answer, badGateway, listOf([]), answer][service.requests.length] ?? answer;
		});
		const { records } = await run(create);
		expect(lines(service)).toEqual([CREATE, LOOK_UP, CREATE, LOOK_UP]);
		expect(records).toMatchObject([{ id: 1000, alias: 'spring' }]);
		expect(links).toHaveLength(1);
	});

	test.each(['Spring', 'spring_sale', 'spring sale', 'frühling', '-spring'])(
		'"%s", which services rewrite, is sent once',
		async (alias) => {
			service.answers((request) => (isCreate(request) ? badGateway : listOf([])));
			const { error } = await run(create, { items: [{ alias }] });
			expect(lines(service)).toEqual([CREATE, lookUpBy('alias', alias)]);
			expect(error?.message).toMatch(/^It is not known whether the link was created\./);
			expect(error?.description).toContain(`"Search" set to "${url}"`);
		},
	);
});

test.each([
	['link', byUrl],
	['pixel', { resource: 'pixel', operation: 'upsert', name: 'Main', type: 'pinboard', value: '1' }],
])(
	'a %s whose create is open is not created by a later item with its key',
	async (_kind, parameters) => {
		service.answers((request) => (isCreate(request) ? badGateway : listOf([])));
		const items = [{}, {}, {}];
		const { records } = await run(parameters, { items, onError: 'continueRegularOutput' });
		expect(service.requests.filter(isCreate)).toHaveLength(1);
		expect(records.map(({ details }) => details)).toEqual(
			items.map(() => ({ outcome: 'unknown' })),
		);
	},
);

test.each([
	['not found', { status: 404, body: { message: 'Resource not found.' } }],
	['too many requests', { status: 429, headers: { 'retry-after': '900' } }],
])(
	'an update without an answer is made, whatever its reading ends in: %s',
	async (_what, answer) => {
		const found = linkOf(7, { alias: 'spring' });
		service.answers(({ method, query }) => {
			if (method === 'PUT') return { status: 204 };
			return query.search === undefined ? answer : listOf([found]);
		});
		const { error } = await run(byAlias);
		expect(error?.message).toMatch(
			/^The change to link 7 was made, but reading the link afterwards failed\. /,
		);
		expect(error?.context?.outcome).toBe('unknown');
		expect(lines(service)).toEqual([LOOK_UP, 'PUT /api/v1/links/7', 'GET /api/v1/links/7']);
	},
);

test.each([
	['link', { url }, 'Retrieve the newest links|Get Many'],
	['pixel', { name: 'Main', type: 'pinboard', value: '1' }, 'Get Many|name "Main"'],
])('a %s without a key is created once, whatever n8n retries', async (resource, fields, advice) => {
	service.answers((request) => (isCreate(request) ? { isReset: true } : listOf([])));
	const create = { resource, operation: 'create', domainId: '', ...fields };
	const { error } = await run(create, { tries: 3 });
	expect(error?.message).toMatch(`It is not known whether the ${resource} was created.`);
	expect(error?.description).toMatch(new RegExp(advice));
	expect(service.requests.filter(isCreate)).toHaveLength(1);
});

describe('A key by expression', () => {
	test.each([
		['beside an expression', '=promo-{{ $json.code }}', 'promo-'],
		['before its own text', '={{ $json.code }}_promo', '_promo'],
		['behind another one', '={{ "a" }}-{{ $json.code }}', 'a-'],
		['beside two', '=promo-{{ $json.code }}{{ $json.size }}', 'promo-'],
	])('of which half is missing is refused: %s', async (_where, alias, half) => {
		const { error } = await run({ ...byAlias, alias });
		expect(error?.message).toBe(`"Alias" looks incomplete: "${half}" [item 0]`);
		expect(service.requests).toEqual([]);
	});

	test.each([
		['typed', 'promo-', 'promo-'],
		['what an expression alone gives', '={{ "x7Kq_" }}', 'x7Kq_'],
		['what an expression beside text gives', '=promo-{{ "x7Kq_" }}', 'promo-x7Kq_'],
	])('may end in a hyphen or underscore: %s', async (_whose, given, alias) => {
		holds();
		const { records } = await run({ ...byAlias, alias: given });
		expect(records).toMatchObject([{ alias, upsertResult: 'created' }]);
	});

	test('is left out of a link by URL if it is empty, with a hint', async () => {
		holds();
		const { texts } = await run({ ...byUrl, alias: '={{ $json.none }}' });
		expect(texts).toEqual(['"Alias" is empty, so it was left out.']);
		expect(bodies()).toEqual([{ url }]);
	});
});
