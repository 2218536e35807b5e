import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { linkOf, nodeOn, startScripted } from './scripted.mjs';

const service = await startScripted();
const linkManager = nodeOn('linkManager', service);
const referenceData = nodeOn('referenceData', service);

const links = { resource: 'link', operation: 'getAll' };
const schools = { resource: 'highSchool', operation: 'getAll', simplify: false };
const ids = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);
const queries = () =>
	service.requests.map(({ query: { page = '1', per_page } }) => `${page} of ${per_page}`).sort();

/** What stands beside the records of a page, given its number and how many pages there are. */
type About = (page: number, last: number) => IDataObject;

/** Answers with so many records, in pages of the size asked for, with what is said beside them. */
function holds(count: number, about: About, mostPerPage = 100): void {
	service.answers(({ query }) => {
		const size = Math.min(mostPerPage, Number(query.per_page));
		const page = Number(query.page ?? 1);
		const found = ids((page - 1) * size + 1, Math.min(count, page * size));
		return {
			body: { data: found.map((id) => linkOf(id)), ...about(page, Math.ceil(count / size)) },
		};
	});
}

const withTotal: About = () => ({ meta: { total: 300 } });

describe('Limit and Return All take the fewest requests', () => {
	test.each<[IDataObject, string[], number]>([
		[{ limit: 1 }, ['1 of 10'], 1],
		[{ limit: 11 }, ['1 of 25'], 11],
		[{}, ['1 of 50'], 50],
		[{ limit: 60 }, ['1 of 100'], 60],
		[{ limit: 101 }, ['1 of 100', '2 of 100'], 101],
		[{ limit: 30, options: { perPage: 25 } }, ['1 of 25', '2 of 25'], 30],
		[{ returnAll: true }, ['1 of 100', '2 of 100', '3 of 100'], 300],
	])('of links: %j', async (parameters, asked, count) => {
		holds(300, withTotal);
		const { records } = await linkManager({ ...links, ...parameters });
		expect(records.map(({ id }) => id)).toEqual(ids(1, count));
		expect(queries()).toEqual(asked);
	});

	test.each<[IDataObject, string[], number[]]>([
		[{ limit: 1 }, ['1 of 1'], [1, 1]],
		[{ limit: 60 }, ['1 of 60'], [1, 60]],
		[{ limit: 101 }, ['1 of 51', '2 of 51'], [1, 101]],
		[
			{ limit: 25, options: { perPage: 10, startPage: 4 } },
			['4 of 10', '5 of 10', '6 of 10'],
			[31, 55],
		],
		[{ limit: 10, options: { startPage: 3 } }, ['3 of 100'], [201, 210]],
		[{ returnAll: true, options: { startPage: 2 } }, ['2 of 100', '3 of 100'], [101, 300]],
		[{ returnAll: true, options: { startPage: 20 } }, ['20 of 100'], [1, 0]],
	])('of schools: %j', async (parameters, asked, [from = 0, to = 0]) => {
		holds(300, () => ({ pagination: { total: 300 } }));
		const { records } = await referenceData({ ...schools, ...parameters });
		expect(records.map(({ id }) => id)).toEqual(ids(from, to));
		expect(queries()).toEqual(asked);
	});
});

describe('A list is read to its last page', () => {
	const next = (page: number, last: number) => (page < last ? 'https://a.example/next' : null);

	test.each<[string, About, number]>([
		['with a total', () => ({ meta: { total: 23 } }), 3],
		['with a last page', () => ({ meta: { last_page: 3 } }), 3],
		[
			'with the address of the next page',
			(page, last) => ({ links: { next: next(page, last) } }),
			3,
		],
		["with Laravel's simplePaginate", (page, last) => ({ next_page_url: next(page, last) }), 3],
		['with nothing said, by its short page', () => ({}), 3],
	])('%s', async (_what, about, requests) => {
		holds(23, about);
		const { records, texts } = await linkManager({
			...links,
			returnAll: true,
			options: { perPage: 10 },
		});
		expect(records.map(({ id }) => id)).toEqual(ids(1, 23));
		expect(service.requests).toHaveLength(requests);
		expect(texts).toEqual([]);
	});

	test('with smaller pages than asked for, if they say so or name the next', async () => {
		const abouts: About[] = [
			() => ({ meta: { per_page: 4 } }),
			(page, last) => ({ links: { next: next(page, last) } }),
		];
		for (const about of abouts) {
			service.requests.length = 0;
			holds(22, about, 4);
			const { records } = await linkManager({ ...links, returnAll: true });
			expect(records.map(({ id }) => id)).toEqual(ids(1, 22));
			expect(service.requests).toHaveLength(6);
		}
	});

	test('without the next address ever being followed', async () => {
		holds(23, (page, last) => ({ links: { next: page < last && `${service.baseUrl}/next` } }));
		await linkManager({ ...links, returnAll: true, options: { perPage: 10 } });
		expect(service.requests.map(({ path }) => path)).toEqual(Array(3).fill('/api/v1/links'));
	});
});

describe('A list that may be incomplete is returned with a hint', () => {
	test.each<[string, IDataObject, string]>([
		[
			'the page ignored, with a total',
			{ meta: { total: 300 } },
			'The service reported 300 records but returned 100 different records, so the result may be incomplete. Try again later.',
		],
		[
			'the page ignored, without a total',
			{},
			'The service returned the same page again, so the result may be incomplete. It may not support paging. Use filters to narrow the search.',
		],
	])('%s', async (_what, beside, hint) => {
		const data = ids(1, 100).map((id) => linkOf(id));
		service.answers(() => ({ body: { data, ...beside } }));
		const { records, texts } = await linkManager({ ...links, returnAll: true });
		expect(records.map(({ id }) => id)).toEqual(ids(1, 100));
		expect(service.requests.length).toBeLessThanOrEqual(3);
		expect(texts).toEqual([hint]);
	});

	test('records that move between pages are returned once', async () => {
		service.answers(({ query }) => {
			const from = (Number(query.page ?? 1) - 1) * 98 + 1;
			return { body: { data: ids(from, from + 99).map((id) => linkOf(id)), meta: { total: 300 } } };
		});
		const { records, texts } = await linkManager({ ...links, returnAll: true });
		expect(records.map(({ id }) => id)).toEqual(ids(1, 296));
		expect(texts).toEqual([expect.stringContaining('returned 296 different records')]);
	});
});

test('IDs beyond 2^53 keep every digit, in lists and in addresses', async () => {
	const big = ['9007199254740993', '98765432109876543210'];
	const data = `[${big.map((id) => `{"id":${id},"name":"A"}`).join()}]`;
	const headers = { 'content-type': 'application/json' };
	service.answers(() => ({ headers, body: `{"data":${data},"pagination":{"total":2}}` }));
	const { records } = await referenceData(schools);
	expect(records.map(({ id }) => id)).toEqual(big);
	service.answers(() => ({ body: { data: { id: 1 } } }));
	await referenceData(
		{ ...schools, operation: 'get', schoolId: '={{ $json.id }}' },
		{ items: records },
	);
	expect(service.requests.slice(1).map(({ path }) => path)).toEqual(
		big.map((id) => `/v1/high-schools/${id}`),
	);
});

test('an empty list with filters names the likeliest, and without them says there is nothing', async () => {
	holds(0, () => ({ meta: { total: 0 } }));
	const filtered = await linkManager({ ...links, filters: { search: 'zzz', status: 1 } });
	expect(filtered.texts).toEqual([
		'No links were found. The node searched for "zzz" in titles. To search elsewhere, add the filter "Search By" and set it to Alias or Destination URL.',
	]);
	const school = await referenceData({ ...schools, filters: { search: 'zzz', province: 'GP' } });
	expect(school.texts).toEqual([
		'No high schools were found. The most likely reason is the filter "Name Contains": change it or remove it.',
	]);
	expect((await linkManager(links)).texts).toEqual(['No links were found.']);
});
