import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { Quirks } from '../../sandbox/services/start.mjs';
import { lines, locator, records, useSandbox } from './sandbox.mjs';

const { link, linkManager } = await useSandbox({ links: 330 });

const upsert = { operation: 'upsert', resource: 'link', matchBy: 'alias', alias: 'open-day' };
const byAlias = { ...upsert, url: 'https://www.example.org/landing', domainId: locator('11') };
const bySpacedAlias = { ...byAlias, alias: 'Open day' };
const byUrl = { ...byAlias, matchBy: 'url', alias: '' };
const byEncodedUrl = { ...byUrl, url: 'https://www.example.org/caf%C3%A9' };
const byName = {
	...upsert,
	resource: 'pixel',
	name: 'Open day',
	type: 'retarget',
	value: 'P-1',
};
const keys = { byAlias, bySpacedAlias, byUrl, byEncodedUrl, byName };

const OLDEST = 'GET /api/v1/links?sort_by=id&sort=asc&per_page=100';

function posts(): string[] {
	return lines(link).filter((text) => text.startsWith('POST'));
}

/** Whether the service's search finds what a key is searched by; otherwise nothing may be created. */
const SERVICES: Array<[Quirks, Array<keyof typeof keys>]> = [
	[{}, ['byAlias', 'bySpacedAlias', 'byUrl', 'byEncodedUrl', 'byName']],
	[{ ignoreFilters: true }, ['byAlias', 'bySpacedAlias', 'byUrl', 'byEncodedUrl', 'byName']],
	[{ ignoreFilters: ['search_by'] }, ['byName']],
	[{ search: 'whole' }, ['byAlias', 'byName']],
	[{ search: 'start' }, ['byAlias', 'byName']],
	[{ search: 'words' }, ['byAlias', 'byUrl', 'byName']],
	[{ search: 'page' }, ['byName']],
	[{ search: 'page', envelope: 'data' }, ['byName']],
	[{ hideFields: ['alias', 'short_url'] }, ['byUrl', 'byEncodedUrl', 'byName']],
];

describe.each(SERVICES)('on a service with %j', (quirks, found) => {
	test.each(Object.keys(keys) as Array<keyof typeof keys>)('%s', async (name) => {
		link.quirk(quirks);
		const { error, items } = await linkManager(keys[name]);
		if (found.includes(name)) {
			expect(error).toBeUndefined();
			expect(items).toMatchObject([{ json: { upsertResult: 'created' } }]);
			return;
		}
		expect(error?.message).toMatch(/^The node can't tell whether a link has the /);
		expect(error?.description).toMatch(
			/^The service('s search doesn't find link \d+ by .+, although it exists| doesn't show the alias of any link)\. Nothing was created\. /,
		);
		expect(posts()).toEqual([]);
		expect(lines(link).length).toBeLessThanOrEqual(8);
	});
});

test('the message names the link that was not found, and what to do', async () => {
	link.quirk({ search: 'whole' });
	const { error } = await linkManager(byUrl);
	expect(error?.message).toBe(
		'The node can\'t tell whether a link has the destination URL "https://www.example.org/landing" [item 0]',
	);
	expect(error?.description).toBe(
		'The service\'s search doesn\'t find link 1010 by its destination URL, although it exists. Nothing was created. Set "Match By" to Alias, or use "Create" for a new link and "Update" for an existing one.',
	);
});

test('it is seen once a run, by all items and all tries together', async () => {
	const rows = Array.from({ length: 10 }, (_, index) => ({ alias: `row-${index}` }));
	const parameters = { ...byAlias, alias: '={{ $json.alias }}' };
	link.fault({ kind: 'status', status: 500, method: 'POST', times: 2, after: 3 });
	const result = await linkManager(parameters, { items: rows, tries: 3 });
	expect(records(result)).toHaveLength(10);
	// Once by alias, and once by URL for the creates that were lost.
	expect(lines(link).filter((text) => text === OLDEST)).toHaveLength(2);
	expect(lines(link).filter((text) => text.includes('search=sample-'))).toHaveLength(1);

	link.quirk({ ignoreFilters: ['search_by'] });
	link.requests.length = 0;
	const options = { options: { concurrency: 10 } };
	const items = rows.map(({ alias }) => ({ alias: `more-${alias}` }));
	const onError = 'continueRegularOutput';
	const refused = await linkManager({ ...parameters, ...options }, { items, onError });
	expect(records(refused).filter(({ error }) => error)).toHaveLength(10);
	expect(lines(link).filter((text) => text === OLDEST)).toHaveLength(1);
	expect(posts()).toEqual([]);
});

test('an old record that shares its address with all others is found by two searches', async () => {
	for (const one of link.links.values()) one.url = 'https://www.example.org/shared';
	expect((await linkManager(byUrl)).error).toBeUndefined();
	const search = 'GET /api/v1/links?search=/shared&search_by=url&domain_id=11';
	expect(lines(link).slice(1)).toEqual([
		OLDEST,
		`${search}&per_page=100`,
		`${search}&sort_by=id&sort=asc&per_page=100`,
		'POST /api/v1/links',
	]);
});

test('in an empty account there is nothing to miss', async () => {
	link.links.clear();
	link.quirk({ search: 'whole' });
	expect((await linkManager(byUrl)).error).toBeUndefined();
	expect(lines(link).slice(1)).toEqual([OLDEST, 'POST /api/v1/links']);
	link.requests.length = 0;
	expect((await linkManager(byUrl)).error?.message).toContain("can't tell whether");
	expect(posts()).toEqual([]);
});

test('a list that is empty although there are records is no empty account', async () => {
	link.quirk({ hideRecords: [...link.links.keys()].map(Number) });
	expect((await linkManager(byAlias)).error?.description).toContain("doesn't show the alias");
	expect(posts()).toEqual([]);
});

test.each([
	{ links: { next: 'x' } },
	{ next_page_url: 'x' },
	{ next_cursor: 'x' },
	{ has_more: true },
	{ meta: { last_page: 3 } },
	{ incomplete_results: true },
	{ pagination: { partial: true, total: 0 } },
	{ code: 'RATE_LIMITED', message: 'Too many requests' },
	{ message: 'Search is temporarily unavailable' },
	{ meta: { error: 'E' } },
])('an empty list beside %j is no proof that nothing is there', async (said) => {
	const body = JSON.stringify({ data: [], ...said });
	link.fault({ kind: 'body', body, method: 'GET' });
	for (const parameters of [byAlias, byName]) {
		expect((await linkManager(parameters)).error).toBeDefined();
	}
	expect(posts()).toEqual([]);
});

test.each([
	{ has_more: 'false', next_cursor: '' },
	{ links: { next: null }, truncated: false },
	{ links: { next: 'x' }, meta: { last_page: 1 } },
	{ code: 'OK', message: 'No links found' },
])('an empty list beside %j is an empty account', async (said) => {
	const body = JSON.stringify({ data: [], ...said });
	link.fault({ kind: 'body', body, method: 'GET' });
	expect((await linkManager(byAlias)).error).toBeUndefined();
	expect(posts()).toHaveLength(1);
});

test('a record that was deleted meanwhile is no sign of a broken search', async () => {
	const gone = JSON.stringify({ data: [] });
	link.fault({ kind: 'body', body: gone, method: 'GET', times: 1, after: 2 });
	link.fault({ kind: 'status', status: 404, method: 'GET', path: '/links/', times: 1 });
	expect((await linkManager(byAlias)).error).toBeUndefined();
	expect(lines(link)).toHaveLength(6);
});

describe('a total that counts the whole account', () => {
	const all = 'GET /api/v1/links?domain_id=11&per_page=100';

	test('does not stop a look-up: it is compared once a run', async () => {
		link.quirk({ countsAll: true });
		const items = ['new-1', 'new-2', 'sample-55'].map((alias) => ({ alias }));
		const parameters = { ...byAlias, alias: '={{ $json.alias }}', options: { concurrency: 1 } };
		const result = await linkManager(parameters, { items });
		expect(records(result).map(({ upsertResult }) => upsertResult)).toEqual([
			'created',
			'created',
			'updated',
		]);
		expect(lines(link).filter((text) => text === all)).toHaveLength(1);
	});

	test.each<[string, Quirks, IDataObject]>([
		[
			'a search that is ignored, with hidden links',
			{ ignoreFilters: ['search'], hideRecords: [1049] },
			{},
		],
		['a search with a total of its own, and hidden links', { wrongTotal: 2 }, {}],
		['as many links as services cut lists off at', { countsAll: true }, { alias: 'cut' }],
		['an ignored page', { countsAll: true, ignorePage: true }, { alias: 'ample-1' }],
		['pages that are searched each', { countsAll: true, search: 'page' }, {}],
	])('is no excuse for %s', async (_, quirks, key) => {
		for (const id of [1, 2, 3, 4, 5]) {
			const [one] = link.links.values();
			if (one) link.links.set(String(id), { ...one, id, alias: `cut-${id}` });
		}
		link.quirk(quirks);
		const { error } = await linkManager({ ...byAlias, ...key });
		expect(error?.message).toMatch(/couldn't check all links|can't tell whether/);
		expect(posts()).toEqual([]);
	});
});
