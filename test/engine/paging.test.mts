import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { parametersOf } from './least.mjs';
import { linkOf, useScripted } from './scripted.mjs';

const { service, linkManager, referenceData, runLeast } = await useScripted();

const links = { resource: 'link', operation: 'getAll' };
const schools = { resource: 'highSchool', operation: 'getAll', simplify: false };
const ids = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);
const pagesAsked = () =>
	service.requests.map(({ query: { page = '1', per_page } }) => `${page} of ${per_page}`).sort();

/** The other fields of a page, for its number and the number of pages. */
type About = (page: number, last: number) => IDataObject;

/** The service has this many records, and returns them in pages with these other fields. */
function holds(count: number, about: About, largest = Infinity): void {
	service.answers(({ path, query }) => {
		if (!/^\/(api\/v1\/links|v1\/high-schools)$/.test(path)) return { status: 404 };
		const size = Math.min(Number(query.per_page), largest);
		const page = Number(query.page ?? 1);
		const data = ids((page - 1) * size + 1, Math.min(count, page * size)).map((id) => linkOf(id));
		// Every other page arrives after the next one.
		return { body: { data, ...about(page, Math.ceil(count / size)) }, delay: page % 2 ? 0 : 20 };
	});
}

test.each<[list: IDataObject, IDataObject, string[], [number, number]]>([
	[links, { limit: 1 }, ['1 of 10'], [1, 1]],
	[links, { limit: 11 }, ['1 of 25'], [1, 11]],
	[links, {}, ['1 of 50'], [1, 50]],
	[links, { limit: 101 }, ['1 of 100', '2 of 100'], [1, 101]],
	[links, { limit: 30, options: { perPage: 25 } }, ['1 of 25', '2 of 25'], [1, 30]],
	[links, { returnAll: true }, ['1 of 100', '2 of 100', '3 of 100'], [1, 300]],
	// An AI agent sets both.
	[links, { returnAll: '={{ true }}', limit: 0 }, ['1 of 100', '2 of 100', '3 of 100'], [1, 300]],
	[schools, { limit: 60 }, ['1 of 60'], [1, 60]],
	[schools, { limit: 101 }, ['1 of 100', '2 of 100'], [1, 101]],
	[
		schools,
		{ limit: 25, options: { perPage: 10, startPage: 4 } },
		['4 of 10', '5 of 10', '6 of 10'],
		[31, 55],
	],
	[schools, { limit: 10, options: { startPage: 3 } }, ['3 of 100'], [201, 210]],
	[schools, { returnAll: true, options: { startPage: 2 } }, ['2 of 100', '3 of 100'], [101, 300]],
	[schools, { returnAll: true, options: { startPage: 20 } }, ['20 of 100'], [1, 0]],
])('%j with %j takes the fewest requests', async (list, parameters, asked, [from, to]) => {
	holds(300, () => (list === links ? { meta: { total: 300 } } : { pagination: { total: 300 } }));
	const run = list === links ? linkManager : referenceData;
	const { records } = await run({ ...list, ...parameters });
	expect(records.map(({ id }) => id)).toEqual(ids(from, to));
	expect(pagesAsked()).toEqual(asked);
});

const next = (page: number, last: number) => (page < last ? `${service.baseUrl}/next` : null);

test.each<[string, About]>([
	['a total', () => ({ meta: { total: 23 } })],
	['a last page', () => ({ meta: { last_page: 3 } })],
	['the address of the next page', (page, last) => ({ links: { next: next(page, last) } })],
	["Laravel's simplePaginate", (page, last) => ({ next_page_url: next(page, last) })],
	['a short page and nothing else', () => ({})],
])('a list is read to its last page if the service returns %s', async (_what, about) => {
	holds(23, about);
	const parameters = { ...links, returnAll: true, options: { perPage: 10 } };
	const { records, texts } = await linkManager(parameters);
	expect(records.map(({ id }) => id)).toEqual(ids(1, 23));
	expect(pagesAsked()).toEqual(['1 of 10', '2 of 10', '3 of 10']);
	expect(texts).toEqual([]);
});

test.each<[string, About]>([
	['as the service says', () => ({ meta: { per_page: 10 } })],
	['as the first shows, if a total says that more follow', () => ({ meta: { total: '23' } })],
	['as the first shows, if it is not the last', () => ({ meta: { total_pages: 3 } })],
])('pages may be smaller than asked for, %s', async (_what, about) => {
	holds(23, about, 10);
	const { records } = await linkManager({ ...links, returnAll: true });
	expect(records.map(({ id }) => id)).toEqual(ids(1, 23));
	expect(pagesAsked()).toEqual(['1 of 100', '2 of 100', '3 of 100']);
});

/** The hint for a model. In the editor, n8n itself says that the limit was reached. */
const there = (are: string) => [`There ${are} Narrow the search to find them.`];

test.each<[string, count: number, limit: number, IDataObject, hints: string[]]>([
	['with a total', 25, 15, { total: 25 }, there('are more links than the 15 returned: 10 more.')],
	['with a last page', 25, 20, { last_page: 3 }, there('may be more links than the 20 returned.')],
	['within the last page', 18, 15, {}, there('may be more links than the 15 returned.')],
	['at the end of a full page', 25, 20, {}, there('may be more links than the 20 returned.')],
	['at the end of a short page', 15, 15, {}, []],
	['above what there is', 15, 19, { total: 15 }, []],
])('Limit ends a list %s', async (_what, count, limit, meta, hints) => {
	holds(count, () => ({ meta }));
	const parameters = { ...links, limit, options: { perPage: 10 } };
	const { records, texts } = await linkManager(parameters);
	expect(records.map(({ id }) => id)).toEqual(ids(1, Math.min(count, limit)));
	expect(pagesAsked()).toEqual(['1 of 10', '2 of 10']);
	expect(texts).toEqual([]);
	const told = (await linkManager(parameters, { asTool: true })).records;
	expect(told.flatMap(({ hint }) => hint ?? [])).toEqual(hints);
});

test('records with the same ID as number and text are one, and records without an ID are compared in full', async () => {
	const pages = [[{ id: 1 }, { name: 'a' }], [{ name: 'b' }, { id: '1' }], [{ id: 2 }]];
	service.answers(({ query }) => ({ body: pages[Number(query.page ?? 1) - 1] ?? [] }));
	const { records } = await referenceData({ ...schools, returnAll: true, options: { perPage: 2 } });
	expect(records).toEqual([{ id: 1 }, { name: 'a' }, { name: 'b' }, { id: 2 }]);
});

const REPEATED =
	'The service returned the same page again, so the result may be incomplete. It may not support paging. Use filters to narrow the search.';
const fewer = (count: number) =>
	`The service should have returned 300 records, but returned ${count} different records, so the result may be incomplete. Try again later.`;

test.each<[string, number, IDataObject, number, string]>([
	['the page ignored, with a total', 0, { meta: { total: 300 } }, 100, fewer(100)],
	['the page ignored, without a total', 0, {}, 100, REPEATED],
	['records that move between pages', 98, { meta: { total: 300 } }, 296, fewer(296)],
])('a hint says that a list may be incomplete: %s', async (_what, moves, beside, count, hint) => {
	service.answers(({ query }) => {
		const from = (Number(query.page ?? 1) - 1) * moves + 1;
		return { body: { data: ids(from, from + 99).map((id) => linkOf(id)), ...beside } };
	});
	const { records, texts } = await linkManager({ ...links, returnAll: true });
	expect(records.map(({ id }) => id)).toEqual(ids(1, count));
	expect(service.requests.length).toBeLessThanOrEqual(3);
	expect(texts).toEqual([hint]);
});

test('a limited list that lacks a record says how many it should have, and how many are left', async () => {
	service.answers(({ query }) => {
		const from = Number(query.page ?? 1) === 1 ? 1 : 75;
		return { body: { data: ids(from, from + 74).map((id) => linkOf(id)), meta: { total: 1000 } } };
	});
	const limited = { ...schools, limit: 150 };
	const moved =
		'The service should have returned 150 records, but returned 149 different records, so the result may be incomplete. Try again later.';
	const more = 'There are more high schools than the 149 returned: 851 more. ';
	expect((await referenceData(limited)).texts).toEqual([moved]);
	const { records } = await referenceData(
		{ ...limited, output: 'selectedFields' },
		{ asTool: true },
	);
	expect(records.at(-1)).toEqual({ hint: `${more}Narrow the search to find them.` });
});

test.each([
	['university get', 'all universities for the ID "uct"'],
	['postalCode validate', 'every place for the postal code 0083'],
	['link upsert', 'all links for the alias "new"'],
])('%s fails instead of "not found" if the list may be incomplete', async (operation, what) => {
	service.answers(() => ({ body: { data: [], meta: { total: 300 } } }));
	const { error } = await runLeast(operation);
	expect(error?.message).toBe(`The node couldn't check ${what} [item 0]`);
	expect(error?.description).toContain('may be incomplete');
	expect(service.requests.map(({ method }) => method)).toEqual(['GET']);
});

test('Validate fails if another place may be missing from an incomplete list', async () => {
	const record = { id: 'a', suburb: 'Sea Point', area: 'Cape Town', street_code: '8005' };
	service.answers(() => ({ body: { data: [record], meta: { total: 3 } } }));
	const validate = { ...parametersOf('postalCode validate'), postalCode: '8005' };
	const inList = { ...validate, filters: { suburb: 'Sea Point' } };
	expect((await referenceData(inList)).records).toMatchObject([{ status: 'valid' }]);
	for (const filters of [{}, { suburb: 'Green Point' }]) {
		const { error } = await referenceData({ ...validate, filters });
		expect(error?.message).toBe(
			"The node couldn't check every place for the postal code 8005 [item 0]",
		);
	}
});

test('IDs beyond 2^53 keep every digit in records and requests', async () => {
	const big = ['9007199254740993', '98765432109876543210'];
	const data = `[${big.map((id) => `{"id":${id},"name":"A"}`).join()}]`;
	const headers = { 'content-type': 'application/json' };
	service.answers(() => ({ headers, body: `{"data":${data},"pagination":{"total":2}}` }));
	const { records } = await referenceData(schools);
	expect(records).toEqual(big.map((id) => ({ id, name: 'A' })));
	service.answers(() => ({ body: { data: { id: 1 } } }));
	const get = { ...schools, operation: 'get', schoolId: '={{ $json.id }}' };
	await referenceData(get, { items: records });
	const paths = service.requests.slice(1).map(({ path }) => path);
	expect(paths).toEqual(big.map((id) => `/v1/high-schools/${id}`));
});

test('an empty list blames the most likely filter, or just says that nothing was found', async () => {
	holds(0, () => ({ meta: { total: 0 } }));
	const filtered = await linkManager({ ...links, filters: { search: 'zzz', status: 1 } });
	expect(filtered.texts).toEqual([
		'No links were found. "Search" looked in titles. To look in aliases or destination URLs, add "Search By" to "Filters".',
	]);
	const byUrl = { search: 'zzz', searchBy: 'url' };
	expect((await linkManager({ ...links, filters: byUrl })).texts).toEqual([
		'No links were found. The most likely reason is the filter "Search": change it or remove it.',
	]);
	const school = await referenceData({ ...schools, filters: { search: 'zzz', province: 'GP' } });
	expect(school.texts).toEqual([
		'No high schools were found. The most likely reason is the filter "Search": change it or remove it.',
	]);
	expect((await linkManager(links)).texts).toEqual(['No links were found.']);
	const all = await linkManager({ ...links, filters: { status: 0 } });
	expect(all.texts).toEqual(['No links were found.']);
	expect((await referenceData({ ...schools, options: { startPage: 2 } })).texts).toEqual([
		'No high schools were found. The most likely reason is "Start Page": change it or remove it.',
	]);
});
