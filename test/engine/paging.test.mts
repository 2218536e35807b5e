import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { hintTexts, lines, queryOf, records, useSandbox } from './sandbox.mjs';

const { link, data, linkManager, referenceData } = await useSandbox({ links: 300, schools: 1000 });

const links = { resource: 'link', operation: 'getAll' };
const schools = { resource: 'highSchool', operation: 'getAll' };
const newestFirst = Array.from({ length: 300 }, (_, index) => 1300 - index);

function ids(found: IDataObject[]): number[] {
	return found.map(({ id }) => Number(id));
}

describe('links', () => {
	test.each<[IDataObject, string[]]>([
		[{ limit: 1 }, ['per_page=10']],
		[{ limit: 10 }, ['per_page=10']],
		[{ limit: 11 }, ['per_page=25']],
		[{}, ['per_page=50']],
		[{ limit: 50 }, ['per_page=50']],
		[{ limit: 60 }, ['per_page=100']],
		[{ limit: 100 }, ['per_page=100']],
		[{ limit: 101 }, ['per_page=100', 'per_page=100&page=2']],
		[{ limit: 250 }, ['per_page=100', 'per_page=100&page=2', 'per_page=100&page=3']],
		[{ returnAll: true }, ['per_page=100', 'per_page=100&page=2', 'per_page=100&page=3']],
		[{ limit: 30, options: { perPage: 25 } }, ['per_page=25', 'per_page=25&page=2']],
		[{ limit: 5, options: { perPage: 100 } }, ['per_page=100']],
	])('%j takes the fewest requests and never more records', async (parameters, queries) => {
		const result = await linkManager({ ...links, ...parameters });
		const most = parameters.returnAll ? 300 : Number(parameters.limit ?? 50);
		expect(ids(records(result))).toEqual(newestFirst.slice(0, most));
		expect(lines(link).sort()).toEqual(queries.map((query) => `GET /api/v1/links?${query}`).sort());
		expect(hintTexts(result)).toEqual([]);
	});

	test('the last pages are fetched side by side, in the order of the list', async () => {
		const result = await linkManager({
			...links,
			returnAll: true,
			options: { perPage: 10, sortBy: 'id', sort: 'asc' },
		});
		expect(ids(records(result))).toEqual([...newestFirst].reverse());
		expect(link.requests).toHaveLength(30);
	});

	test.each(['data', 'bare'] as const)(
		'the envelope "%s", which has no total, is read until a short page',
		async (envelope) => {
			link.quirk({ envelope });
			for (const id of newestFirst.slice(0, 50)) link.links.delete(String(id));
			const result = await linkManager({ ...links, returnAll: true });
			expect(ids(records(result))).toEqual(newestFirst.slice(50));
			expect(link.requests.map((request) => queryOf(request).page)).toEqual([undefined, '2', '3']);
			link.requests.length = 0;
			expect(records(await linkManager({ ...links, limit: 10 }))).toHaveLength(10);
			expect(link.requests).toHaveLength(1);
		},
	);

	test.each<[string, IDataObject, number[], string]>([
		[
			'repeats records across pages',
			{ shift: 4 },
			newestFirst.slice(0, 296),
			'The service reported 300 records but returned 296 different records, so the result may be incomplete. Try again later.',
		],
		[
			'reports too high a total',
			{ wrongTotal: 90 },
			newestFirst,
			'The service reported 390 records but returned 300 different records, so the result may be incomplete. Try again later.',
		],
		[
			'ignores the page',
			{ ignorePage: true },
			newestFirst.slice(0, 100),
			'The service reported 300 records but returned 100 different records, so the result may be incomplete. Try again later.',
		],
		[
			'ignores the page without a total',
			{ ignorePage: true, envelope: 'bare' },
			newestFirst.slice(0, 100),
			'The service returned the same page again, so the result may be incomplete. It may not support paging. Use filters to narrow the search.',
		],
	])(
		'a server that %s gives each record once and comes to an end, with a hint',
		async (_name, quirk, expected, hint) => {
			link.quirk(quirk);
			const result = await linkManager({ ...links, returnAll: true });
			expect(ids(records(result))).toEqual(expected);
			expect(link.requests.length).toBeLessThanOrEqual(4);
			expect(hintTexts(result)).toEqual([hint]);
		},
	);

	test('no link is a hint: with filters it names the likeliest, without it says there are none', async () => {
		const filtered = await linkManager({ ...links, filters: { search: 'zzz', status: 1 } });
		expect(records(filtered)).toEqual([]);
		expect(hintTexts(filtered)).toEqual([
			'No links were found. The node searched for "zzz" in titles. To search elsewhere, add the filter "Search By" and set it to Alias or Destination URL.',
		]);
		link.links.clear();
		expect(hintTexts(await linkManager(links))).toEqual(['No links were found.']);
	});
});

describe('schools', () => {
	test.each<[IDataObject, Array<[string, string]>]>([
		[{ limit: 1 }, [['1', '1']]],
		[{}, [['1', '50']]],
		[{ limit: 60 }, [['1', '60']]],
		[{ limit: 100 }, [['1', '100']]],
		[
			{ limit: 101 },
			[
				['1', '51'],
				['2', '51'],
			],
		],
		[
			{ limit: 250 },
			[
				['1', '84'],
				['2', '84'],
				['3', '84'],
			],
		],
		[
			{ limit: 25, options: { perPage: 10 } },
			[
				['1', '10'],
				['2', '10'],
				['3', '10'],
			],
		],
		[
			{ limit: 25, options: { perPage: 10, startPage: 4 } },
			[
				['4', '10'],
				['5', '10'],
				['6', '10'],
			],
		],
		[{ limit: 25, options: { startPage: 2 } }, [['2', '100']]],
	])('%j takes the fewest requests and never more records', async (parameters, pages) => {
		const result = await referenceData({ ...schools, ...parameters });
		const most = Number(parameters.limit ?? 50);
		const { perPage, startPage = 1 } = (parameters.options ?? {}) as Record<string, number>;
		const start = (startPage - 1) * (perPage ?? 100);
		expect(records(result).map(({ nat_emis }) => nat_emis)).toEqual(
			data.schools.slice(start, start + most).map(({ nat_emis }) => nat_emis),
		);
		expect(
			data.requests
				.map((request) => queryOf(request))
				.map(({ page, per_page }) => [page, per_page])
				.sort(),
		).toEqual(pages);
		expect(hintTexts(result)).toEqual([]);
	});

	test('all of them come in ten requests, in order', async () => {
		const result = await referenceData({ ...schools, returnAll: true });
		expect(records(result).map(({ nat_emis }) => nat_emis)).toEqual(
			data.schools.map(({ nat_emis }) => nat_emis),
		);
		expect(data.requests).toHaveLength(10);
		expect(hintTexts(result)).toEqual([]);
	});

	test('from a start page on, all that follow', async () => {
		const result = await referenceData({ ...schools, returnAll: true, options: { startPage: 9 } });
		expect(records(result)).toHaveLength(200);
		expect(data.requests).toHaveLength(2);
		expect(hintTexts(result)).toEqual([]);
	});

	test('a start page behind the end gives nothing', async () => {
		const result = await referenceData({ ...schools, returnAll: true, options: { startPage: 20 } });
		expect(records(result)).toEqual([]);
		expect(result.error).toBeUndefined();
		expect(data.requests).toHaveLength(1);
	});

	test('IDs beyond 2^53 keep every digit, in lists and alone', async () => {
		const big = data.schools.filter(({ id }) => !Number.isSafeInteger(Number(id)));
		expect(big.length).toBeGreaterThan(1);
		const result = await referenceData({ ...schools, returnAll: true, simplify: false });
		const found = new Set(records(result).map(({ id }) => String(id)));
		expect(big.every(({ id }) => found.has(id))).toBe(true);
		expect(found.size).toBe(1000);
		const alone = await referenceData(
			{ resource: 'highSchool', operation: 'get', schoolId: '={{ $json.id }}', simplify: false },
			{ items: big.map(({ id }) => ({ id })) },
		);
		expect(records(alone).map(({ id, nat_emis }) => [id, nat_emis])).toEqual(
			big.map(({ id, nat_emis }) => [id, nat_emis]),
		);
		expect(
			data.requests
				.slice(-big.length)
				.map(({ path }) => path)
				.sort(),
		).toEqual(big.map(({ id }) => `/v1/high-schools/${id}`).sort());
	});
});

describe.each([
	['postalCode', 'postal-codes', () => data.postalCodes],
	['university', 'universities', () => data.universities],
])('%s', (resource, path, all) => {
	test('all records come in the fewest requests, in order', async () => {
		const result = await referenceData({ resource, operation: 'getAll', returnAll: true });
		expect(records(result)).toEqual(all());
		expect(data.requests).toHaveLength(Math.ceil(all().length / 100));
		expect(new Set(data.requests.map((request) => request.path))).toEqual(new Set([`/v1/${path}`]));
	});

	test('a limit is one request', async () => {
		const result = await referenceData({ resource, operation: 'getAll', limit: 7 });
		expect(records(result)).toEqual(all().slice(0, 7));
		expect(lines(data)).toEqual([`GET /v1/${path}?per_page=7&page=1`]);
	});
});
