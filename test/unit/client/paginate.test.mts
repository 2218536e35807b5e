import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { collectPages, type Listing, type Page } from '../../../nodes/shared/http/pagination.js';
import { PagedService, type Paging, type Quirk } from './pagedService.mjs';

interface Asking {
	pageSize: number;
	limit: number;
	lanes: number;
	toTheEnd?: boolean;
	startPage?: number;
	mostRecords?: number;
}

async function collect(paging: Paging, asking: Asking) {
	const service = new PagedService(paging);
	const listing = await service.clock.run(
		collectPages({
			...asking,
			fetchPage: async (page) => await service.fetchPage(page, asking.pageSize),
		}),
	);
	return { service, listing, numbers: numbersOf(listing) };
}

function numbersOf({ records }: Listing): number[] {
	return records.map(({ id, name }) => Number(id ?? String(name).replace('record ', '')));
}

/** The numbers from `from` on, as a service that keeps its records in order has them. */
function range(from: number, to: number): number[] {
	return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

const anyAsking = fc.record({
	pageSize: fc.integer({ min: 1, max: 40 }),
	limit: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 300 })),
	lanes: fc.integer({ min: 1, max: 12 }),
});

const anyQuirk: fc.Arbitrary<Quirk> = fc.oneof(
	fc.constantFrom<Quirk>(
		{ kind: 'none' },
		{ kind: 'ignoresPage' },
		{ kind: 'grows' },
		{ kind: 'shrinks' },
		{ kind: 'repeatsTheLast' },
		{ kind: 'endless' },
	),
	fc.record({ kind: fc.constant('overlaps' as const), by: fc.integer({ min: 1, max: 45 }) }),
);

describe('collectPages and an honest service', () => {
	it('gives exactly the records asked for, in order, with the fewest requests', async () => {
		await fc.assert(
			fc.asyncProperty(
				anyAsking,
				fc.integer({ min: 0, max: 260 }),
				fc.integer({ min: 1, max: 4 }),
				fc.boolean(),
				fc.boolean(),
				async (asking, count, startPage, tellsTotal, ids) => {
					const { pageSize, limit, lanes } = asking;
					// Other rules hold for pages without ids that go on and on.
					fc.pre(ids || count < 90 * pageSize);
					const total = tellsTotal ? count : undefined;
					const { service, listing, numbers } = await collect(
						{ count, total, ids },
						{ ...asking, startPage },
					);
					const from = (startPage - 1) * pageSize;
					const available = Math.max(0, count - from);
					expect(numbers).toEqual(range(from, from + Math.min(available, limit)));
					expect(listing.incomplete).toBeUndefined();

					const fullPages = Math.floor(available / pageSize);
					const untilShort = limit <= fullPages * pageSize ? limit / pageSize : fullPages + 1;
					const untilTotal = Math.min(available, limit) / pageSize;
					const fewest = Math.max(1, Math.ceil(tellsTotal ? untilTotal : untilShort));
					// A first page that is short, and says nothing, may be all that the service gives at once.
					const mayBeCapped = available >= 5 && available < Math.min(pageSize, limit);
					const mayCountItself = available === pageSize && limit > available;
					expect(service.requests).toBe(
						fewest + ((tellsTotal ? mayCountItself : mayBeCapped) ? 1 : 0),
					);
					expect(service.mostAtOnce).toBeLessThanOrEqual(lanes);

					const unseen = !tellsTotal && limit === fewest * pageSize && available >= limit;
					const more = Math.max(0, available - limit);
					expect(listing.left).toBe(unseen ? 'perhaps' : tellsTotal || !more ? more : 'some');
				},
			),
			{ numRuns: 400 },
		);
	});

	it('gives all records however it is told, when the service makes other pages than asked', async () => {
		await fc.assert(
			fc.asyncProperty(
				anyAsking,
				fc.integer({ min: 0, max: 260 }),
				fc.integer({ min: 1, max: 60 }),
				fc.constantFrom('total', 'lastPage', 'more'),
				async ({ pageSize, limit, lanes }, count, actualSize, tells) => {
					const said = tells === 'total' ? { total: count } : { tells: tells as 'more' };
					const service = new PagedService({ count, ...said });
					const listing = await service.clock.run(
						collectPages({
							pageSize,
							limit,
							lanes,
							fetchPage: async (page) => await service.fetchPage(page, actualSize),
						}),
					);
					expect(numbersOf(listing)).toEqual(range(0, Math.min(count, limit)));
					expect(listing.incomplete).toBeUndefined();
					const more = Math.max(0, count - limit);
					expect(listing.left).toBe(tells === 'total' || more === 0 ? more : 'some');
					const mayCountItself = count >= pageSize && count <= actualSize && limit > count;
					expect(service.requests).toBe(
						Math.max(1, Math.ceil(Math.min(limit, count) / actualSize)) + (mayCountItself ? 1 : 0),
					);
				},
			),
			{ numRuns: 400 },
		);
	});

	it('counts pages as the service makes them, also from a later page on', async () => {
		const { numbers, listing } = await collect(
			{ count: 300, total: 300, largestPage: 25 },
			{ pageSize: 100, limit: Infinity, lanes: 4, startPage: 3 },
		);
		expect(numbers).toEqual(range(50, 300));
		expect(listing).toMatchObject({ left: 0, incomplete: undefined });
	});
});

describe('collectPages and a service that is not', () => {
	it.each([false, true])(
		'says that records are missing where a page says so (%s)',
		async (partial) => {
			const page: Page = { records: [{ id: 1 }], total: 1, partial };
			const fetchPage = async () => await Promise.resolve(page);
			const listing = await collectPages({ fetchPage, pageSize: 10, limit: 10, lanes: 1 });
			expect(listing.incomplete).toEqual(
				partial ? expect.stringContaining('more records') : undefined,
			);
		},
	);

	it.each(['lastPage', 'more'] as const)(
		'looks behind an empty first page that tells of others (%s), and says when it finds another',
		async (tells) => {
			await fc.assert(
				fc.asyncProperty(
					anyAsking,
					fc.integer({ min: 1, max: 260 }),
					fc.integer({ min: 1, max: 3 }),
					async (asking, count, pages) => {
						const { listing, numbers } = await collect(
							{ count, tells, quirk: { kind: 'beginsEmpty', pages } },
							asking,
						);
						expect(numbers).toEqual(pages === 1 ? range(0, Math.min(count, asking.limit)) : []);
						expect(listing.incomplete).toEqual(
							pages === 1 ? undefined : expect.stringContaining('more records'),
						);
					},
				),
			);
		},
	);

	it('never doubles a record, exceeds the limit, mixes the order or goes on for ever', async () => {
		await fc.assert(
			fc.asyncProperty(
				anyAsking,
				fc.integer({ min: 0, max: 260 }),
				fc.option(fc.integer({ min: -300, max: 1_000_000 }), { nil: undefined }),
				fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
				anyQuirk,
				async (asking, count, error, largestPage, quirk) => {
					const total = error === undefined ? undefined : count + error;
					const { service, listing, numbers } = await collect(
						{ count, total, largestPage, quirk },
						{ ...asking, mostRecords: 500 },
					);
					expect(new Set(numbers).size).toBe(numbers.length);
					expect(numbers.length).toBeLessThanOrEqual(Math.min(asking.limit, 500));
					expect(numbers).toEqual([...numbers].sort((a, b) => a - b));

					const size = Math.min(asking.pageSize, largestPage ?? Infinity);
					const step = quirk.kind === 'overlaps' ? Math.max(1, size - quirk.by) : size;
					const most = quirk.kind === 'endless' ? 500 : count;
					expect(service.requests).toBeLessThanOrEqual(
						2 * Math.ceil(most / step) + asking.lanes * 4 + 2,
					);

					const missing = total !== undefined && numbers.length < Math.min(asking.limit, total);
					if (missing) expect(listing.incomplete).toMatch(/^The service .+\.$/);
					if (listing.promising && quirk.kind !== 'shrinks') {
						expect(numbers).toEqual(range(0, count));
					}
				},
			),
			{ numRuns: 1000 },
		);
	});

	it('gives all records when its pages overlap', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 2, max: 40 }),
				fc.integer({ min: 1, max: 39 }),
				fc.integer({ min: 0, max: 200 }),
				fc.integer({ min: 1, max: 12 }),
				fc.boolean(),
				async (pageSize, overlap, count, lanes, tellsTotal) => {
					const by = Math.min(overlap, pageSize - 1);
					const { listing, numbers } = await collect(
						{ count, total: tellsTotal ? count : undefined, quirk: { kind: 'overlaps', by } },
						{ pageSize, limit: Infinity, lanes },
					);
					expect(numbers).toEqual(range(0, count));
					expect(listing.incomplete).toBeUndefined();
				},
			),
			{ numRuns: 300 },
		);
	});

	it('vouches for no list read to its end whose records moved, unless the total shows them all', async () => {
		const paging = { count: 30, quirk: { kind: 'overlaps', by: 1 } } as const;
		const request = { pageSize: 10, limit: Infinity, lanes: 1, toTheEnd: true };
		expect((await collect(paging, request)).listing.incomplete).toMatch(/^The records moved/);
		const counted = await collect({ ...paging, total: 30 }, request);
		expect(counted.listing.incomplete).toBeUndefined();
	});

	it('gives every old record when new ones push them along', async () => {
		const { listing, numbers } = await collect(
			{ count: 95, total: 95, quirk: { kind: 'grows' } },
			{ pageSize: 10, limit: Infinity, lanes: 1 },
		);
		expect(numbers).toEqual(range(0, 95));
		expect(listing.incomplete).toBeUndefined();
	});

	it.each<[string, Paging, number]>([
		['when the total is one page short', { count: 35, total: 25 }, 35],
		['when the total is less than one page', { count: 35, total: 3 }, 35],
		['when the total is 0', { count: 35, total: 0 }, 35],
		['when the total is no number', { count: 35, total: Number.NaN }, 35],
	])('gives all records %s', async (_, paging, expected) => {
		const { numbers } = await collect(paging, { pageSize: 10, limit: Infinity, lanes: 3 });
		expect(numbers).toHaveLength(expected);
	});

	it.each<[string, Paging, RegExp]>([
		['too high', { count: 35, total: 50 }, /reported 50 records but returned 35/],
		['absurd', { count: 35, total: 1e9 }, /reported 1000000000 records but returned 35/],
		[
			'right, but page 2 is page 1',
			{ count: 35, total: 35, quirk: { kind: 'ignoresPage' } },
			/returned 10/,
		],
		['not given, and page 2 is page 1', { count: 35, quirk: { kind: 'ignoresPage' } }, /same page/],
		[
			'right, but records were deleted',
			{ count: 35, total: 35, quirk: { kind: 'shrinks' } },
			/returned 3/,
		],
	])('says that records may be missing when the total is %s', async (_, paging, sentence) => {
		const { listing, service } = await collect(paging, { pageSize: 10, limit: Infinity, lanes: 3 });
		expect(listing.incomplete).toMatch(sentence);
		expect(service.requests).toBeLessThan(12);
	});

	it.each([undefined, 1e9])('gives up on an endless service with the total %s', async (total) => {
		const { listing, service, numbers } = await collect(
			{ count: 0, total, quirk: { kind: 'endless' } },
			{ pageSize: 100, limit: Infinity, lanes: 10, mostRecords: 5000 },
		);
		expect(numbers).toEqual(range(0, 5000));
		expect(listing.incomplete).toContain('kept returning new records');
		expect(service.requests).toBeLessThanOrEqual(61);
	});

	it.each<[string, Partial<Paging>]>([
		['that stay as they are', {}],
		['with counters that move on', { counts: true }],
		['with a total', { counts: true, total: 3500 }],
		['with a last page', { counts: true, tells: 'lastPage' }],
		['with more to come', { counts: true, tells: 'more' }],
	])('stops at a repeated page also where records have no ids: %s', async (_, more) => {
		const { listing, numbers, service } = await collect(
			{ count: 3500, ids: false, quirk: { kind: 'ignoresPage' }, ...more },
			{ pageSize: 10, limit: Infinity, lanes: 3 },
		);
		expect(numbers).toEqual(range(0, 10));
		expect(listing.incomplete).toMatch(/may be incomplete/);
		expect(service.requests).toBeLessThanOrEqual(4);
	});

	it('asks for no thousands of pages where nothing tells records apart', async () => {
		let requests = 0;
		const listing = await collectPages({
			pageSize: 2,
			limit: Infinity,
			lanes: 1,
			fetchPage: async () => ({ records: [{ clicks: ++requests }, { clicks: -requests }] }),
		});
		expect(requests).toBe(100);
		expect(listing.incomplete).toMatch(/have no ID, .+ stopped after 100 pages/);
	});

	it('gives all records of a service that says nothing and makes pages of any other size', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 5, max: 99 }),
				fc.integer({ min: 0, max: 400 }),
				fc.boolean(),
				async (largestPage, count, ids) => {
					const asking = { pageSize: 100, limit: Infinity, lanes: 3 };
					const { numbers, listing, service } = await collect({ count, largestPage, ids }, asking);
					expect(numbers).toEqual(range(0, count));
					expect(listing.incomplete).toBeUndefined();
					expect(service.requests).toBeLessThanOrEqual(Math.floor(count / largestPage) + 2);
					const ignoring = { count, largestPage, quirk: { kind: 'ignoresPage' } } as const;
					expect((await collect(ignoring, asking)).service.requests).toBeLessThanOrEqual(2);
				},
			),
			{ numRuns: 300 },
		);
	});

	it('gives all records of a service that says of each page that it is all', async () => {
		await fc.assert(
			fc.asyncProperty(
				anyAsking,
				fc.integer({ min: 0, max: 260 }),
				fc.constantFrom('ownTotal' as const, 'ownPage' as const, 'noMore' as const),
				fc.option(fc.integer({ min: 5, max: 39 }), { nil: undefined }),
				async (asking, count, tells, largestPage) => {
					const { pageSize, limit } = asking;
					const toTheEnd = largestPage !== undefined;
					const { numbers, listing, service } = await collect(
						{ count, tells, largestPage },
						{ ...asking, toTheEnd },
					);
					expect(numbers).toEqual(range(0, Math.min(count, limit)));
					expect(listing.incomplete).toBeUndefined();
					const size = Math.min(pageSize, largestPage ?? Infinity);
					expect(service.requests).toBeLessThanOrEqual(Math.floor(count / size) + 2);
					if (limit <= Math.min(size, count)) expect(service.requests).toBe(1);
					if (count > limit && limit !== size) expect(listing.left).not.toBe(0);
				},
			),
			{ numRuns: 300 },
		);
	});

	it.each(['repeatsTheLast', 'ignoresPage'] as const)(
		'doubts no total that is right and a full page: %s',
		async (kind) => {
			for (const [count, toTheEnd] of [
				[10, false],
				[7, true],
				[10, true],
			] as const) {
				const { numbers, listing, service } = await collect(
					{ count, total: count, quirk: { kind } },
					{ pageSize: 10, limit: Infinity, lanes: 3, toTheEnd },
				);
				expect(numbers).toEqual(range(0, count));
				expect(listing.incomplete).toBeUndefined();
				expect(service.requests).toBe(2);
			}
		},
	);

	it('goes on where a total is that of one page and more is announced', async () => {
		const { numbers } = await collect(
			{ count: 35, total: 10, tells: 'more' },
			{ pageSize: 10, limit: Infinity, lanes: 3 },
		);
		expect(numbers).toEqual(range(0, 35));
	});

	it('tells records of two pages apart that share some texts', async () => {
		const pages = [0, 1, 2].map((page) =>
			Array.from({ length: 12 }, (_, at) => ({
				town: `t${at}`,
				type: 'x',
				page,
				street: `${page}-${at}`,
				name: `${page}/${at}`,
			})),
		);
		const fetchPage = async (page: number) => ({ records: pages[page - 1] ?? [] });
		const { records } = await collectPages({ fetchPage, pageSize: 12, limit: Infinity, lanes: 1 });
		expect(records).toHaveLength(36);
	});

	it('passes a failure on, and asks for no more pages', async () => {
		let requests = 0;
		const failing = collectPages({
			pageSize: 10,
			limit: Infinity,
			lanes: 3,
			async fetchPage(page) {
				requests += 1;
				if (page === 3) throw new Error('page 3 failed');
				return { records: range(page * 10, page * 10 + 10).map((id) => ({ id })), total: 1000 };
			},
		});
		await expect(failing).rejects.toThrow('page 3 failed');
		expect(requests).toBeLessThanOrEqual(6);
	});

	it.each([true, false])('carries 200,000 records, with a total: %s', async (tellsTotal) => {
		const count = 200_000;
		const { numbers } = await collect(
			{ count, total: tellsTotal ? count : undefined },
			{ pageSize: 5000, limit: Infinity, lanes: 10 },
		);
		expect(numbers).toHaveLength(count);
		expect(numbers.at(-1)).toBe(count - 1);
	});

	it('carries 200,000 records in one page', async () => {
		const { numbers } = await collect(
			{ count: 200_000, total: 200_000, quirk: { kind: 'none' } },
			{ pageSize: 1_000_000, limit: Infinity, lanes: 10 },
		);
		expect(numbers).toHaveLength(200_000);
	});

	it.each([true, false])(
		'counts a record twice in one page, unless read to the end: %s',
		async (toTheEnd) => {
			const ids = [1, 1, 2, 2, 3, 3, 4, 4];
			const records = ids.map((id) => ({ id }));
			const listing = await collectPages({
				fetchPage: async (page) => ({ records: page === 1 ? records : [], total: 8 }),
				pageSize: 10,
				limit: Infinity,
				lanes: 1,
				toTheEnd,
			});
			expect(listing.records).toHaveLength(4);
			expect(listing.incomplete !== undefined).toBe(toTheEnd);
		},
	);
});
