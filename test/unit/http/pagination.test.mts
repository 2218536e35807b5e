import { setImmediate } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { collectPages } from '../../../nodes/shared/http/pagination.js';
import type { Page } from '../../../nodes/shared/http/response.js';

type PageRequest = Parameters<typeof collectPages>[0];

type About = (page: number) => Omit<Page, 'records'>;

/** Records with the IDs from one number to another. */
function ids(from: number, to: number): IDataObject[] {
	return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({ id: from + index }));
}

/** Reads a list of so many records, page by page, as a service gives them. */
async function list(count: number, about: About, request: Partial<PageRequest> = {}, size = 10) {
	const recordsOf = (page: number) => ids((page - 1) * size + 1, Math.min(count, page * size));
	return await collect((page) => ({ records: recordsOf(page), ...about(page) }), request);
}

async function collect(answer: (page: number) => Page, request: Partial<PageRequest> = {}) {
	const asked: number[] = [];
	const listing = await collectPages({
		pageSize: 10,
		limit: Infinity,
		concurrency: 4,
		...request,
		async fetchPage(page) {
			asked.push(page);
			// Every other page comes later than the one after it.
			await setImmediate();
			if (page % 2 === 0) await setImmediate();
			return answer(page);
		},
	});
	return { ...listing, asked };
}

it.each<[string, About]>([
	['as the service says', () => ({ perPage: 5 })],
	['as the first shows, if the total says that more follow', () => ({ total: 12 })],
])('pages may be shorter than asked for, %s', async (_, about) => {
	const listing = await list(12, about, { pageSize: 100 }, 5);
	expect(listing).toMatchObject({ records: ids(1, 12), asked: [1, 2, 3] });
});

const ONE_SHORT = {
	left: 0,
	incomplete: expect.stringContaining('14 different records') as unknown,
};

it.each<[string, number, number, About, object]>([
	['with a total', 25, 15, () => ({ total: 25 }), { asked: [1, 2], left: 10 }],
	['with a last page', 25, 20, () => ({ lastPage: 3 }), { asked: [1, 2], left: 'unknown' }],
	['within a page', 25, 15, () => ({}), { asked: [1, 2], left: 'unknown' }],
	['at the end of a full page', 25, 20, () => ({}), { asked: [1, 2], left: 'unknown' }],
	['at the end of a short page', 15, 15, () => ({}), { asked: [1, 2], left: 0 }],
	['above what there is', 15, 30, () => ({ total: 15 }), { left: 0 }],
	['of all, of which one never comes', 14, 15, () => ({ total: 15 }), ONE_SHORT],
])('a limit cuts a list %s', async (_, count, limit, about, expected) => {
	const listing = await list(count, about, { limit });
	expect(listing.records).toEqual(ids(1, Math.min(count, limit)));
	expect(listing).toMatchObject({ incomplete: undefined, ...expected });
});

it.each([
	[
		'that come twice are taken once, an ID being the same as a number and as text',
		[[{ id: 1 }, { id: 2 }], [{ id: '2' }, { id: 3 }], [{ id: 4 }]],
		[{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }],
	],
	[
		'without an ID are told apart by all that they show',
		[[{ name: 'a' }, { name: 'b' }], [{ name: 'c' }]],
		[{ name: 'a' }, { name: 'b' }, { name: 'c' }],
	],
])('records %s', async (_, pages, records) => {
	const listing = await collect((page) => ({ records: pages[page - 1] ?? [] }), { pageSize: 2 });
	expect(listing).toMatchObject({ records, left: 0, incomplete: undefined });
});
