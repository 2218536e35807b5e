import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	collectPages,
	type Page,
	type PageRequest,
} from '../../../nodes/shared/http/pagination.js';

const REPEATED =
	'The service returned the same page again, so the result may be incomplete. It may not support paging. Use filters to narrow the search.';

/** Records with the IDs from one number to another. */
function ids(from: number, to: number): IDataObject[] {
	return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({ id: from + index }));
}

/** Reads a list of so many records, page by page, as a service gives them. */
async function list(
	count: number,
	about: (page: number) => Omit<Page, 'records'>,
	request: Partial<PageRequest> = {},
	size = request.pageSize ?? 10,
) {
	return await collect(
		(page) => ({
			records: ids((page - 1) * size + 1, Math.min(count, page * size)),
			...about(page),
		}),
		request,
	);
}

async function collect(answer: (page: number) => Page, request: Partial<PageRequest> = {}) {
	const asked: number[] = [];
	let [atOnce, mostAtOnce] = [0, 0];
	const listing = await collectPages({
		pageSize: 10,
		limit: Infinity,
		concurrency: 4,
		...request,
		async fetchPage(page) {
			asked.push(page);
			mostAtOnce = Math.max(mostAtOnce, ++atOnce);
			await new Promise((done) => setImmediate(done));
			atOnce--;
			return answer(page);
		},
	});
	return { ...listing, asked, mostAtOnce, count: listing.records.length };
}

describe('the end of a list', () => {
	it.each<[string, number, (page: number) => Omit<Page, 'records'>, number[]]>([
		['its total', 25, () => ({ total: 25 }), [1, 2, 3]],
		['its total, on a full page', 20, () => ({ total: 20 }), [1, 2]],
		['its last page', 25, () => ({ lastPage: 3 }), [1, 2, 3]],
		['a short page', 25, () => ({}), [1, 2, 3]],
		['an empty page', 20, () => ({}), [1, 2, 3]],
		['the first page, if it is short', 5, () => ({}), [1]],
		['the first page, if it is empty', 0, () => ({}), [1]],
		['a total of nothing', 0, () => ({ total: 0 }), [1]],
	])('is %s', async (_, count, about, asked) => {
		const listing = await list(count, about);
		expect(listing.records).toEqual(ids(1, count));
		expect(listing.asked).toEqual(asked);
		expect(listing).toMatchObject({ isWhole: true, left: 0, incomplete: undefined });
	});

	it("is a page shorter than the service's own page size", async () => {
		const listing = await list(12, () => ({ perPage: 5 }), { pageSize: 100 }, 5);
		expect(listing.records).toEqual(ids(1, 12));
		expect(listing.asked).toEqual([1, 2, 3]);
	});

	it('is counted in pages as long as the first, if the total says that more follow', async () => {
		const listing = await list(12, () => ({ total: 12 }), { pageSize: 100 }, 5);
		expect(listing.records).toEqual(ids(1, 12));
		expect(listing.asked).toEqual([1, 2, 3]);
	});
});

describe('the limit', () => {
	it.each<[string, number, number, (page: number) => Omit<Page, 'records'>, object]>([
		['with a total', 25, 15, () => ({ total: 25 }), { asked: [1, 2], left: 10 }],
		['with a last page', 25, 20, () => ({ lastPage: 3 }), { asked: [1, 2], left: 'some' }],
		['within a page', 25, 15, () => ({}), { asked: [1, 2], left: 'some' }],
		['at the end of a full page', 25, 20, () => ({}), { asked: [1, 2], left: 'perhaps' }],
		['at the end of a short page', 15, 15, () => ({}), { asked: [1, 2], left: 0, isWhole: true }],
		['with a next page', 25, 20, () => ({ hasNext: true }), { asked: [1, 2], left: 'some' }],
		['above what there is', 15, 30, () => ({ total: 15 }), { left: 0, isWhole: true }],
	])('cuts a list %s', async (_, count, limit, about, expected) => {
		const listing = await list(count, about, { limit });
		expect(listing.records).toEqual(ids(1, Math.min(count, limit)));
		expect(listing).toMatchObject({ isWhole: false, incomplete: undefined, ...expected });
	});
});

describe('a list that may be incomplete', () => {
	it('is one page again and again, with counters that move on', async () => {
		let clicks = 0;
		const listing = await collect(() => ({
			records: ids(1, 10).map((record) => ({ ...record, clicks: clicks++ })),
		}));
		expect(listing).toMatchObject({ count: 10, asked: [1, 2], incomplete: REPEATED });
	});
});

describe('records', () => {
	it('that come twice are taken once, an ID being the same as a number and as text', async () => {
		const pages = [[{ id: 1 }, { id: 2 }], [{ id: '2' }, { id: 3 }], [{ id: 4 }]];
		const listing = await collect((page) => ({ records: pages[page - 1] ?? [] }), { pageSize: 2 });
		expect(listing.records).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]);
		expect(listing.isWhole).toBe(true);
	});

	it('without an ID are told apart by all that they show', async () => {
		const pages = [[{ name: 'a' }, { name: 'b' }], [{ name: 'c' }]];
		const listing = await collect((page) => ({ records: pages[page - 1] ?? [] }), { pageSize: 2 });
		expect(listing.records).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
	});

	it('come whole, in order and at most so many pages at once, whatever the sizes are', async () => {
		const small = fc.integer({ min: 1, max: 12 });
		await fc.assert(
			fc.asyncProperty(
				fc.nat(60),
				small,
				small,
				fc.constantFrom('total', 'lastPage', 'none'),
				async (count, pageSize, concurrency, tells) => {
					const lastPage = Math.max(1, Math.ceil(count / pageSize));
					const about = { total: { total: count }, lastPage: { lastPage }, none: {} }[tells];
					const listing = await list(count, () => about, { pageSize, concurrency });
					expect(listing.records).toEqual(ids(1, count));
					expect(listing.isWhole).toBe(true);
					expect(listing.mostAtOnce).toBeLessThanOrEqual(concurrency);
					expect(listing.asked.length).toBeLessThanOrEqual(lastPage + 1);
				},
			),
			{ numRuns: 200 },
		);
	});
});
