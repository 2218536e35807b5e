import type { INode } from 'n8n-workflow';
import { expect, test } from 'vitest';

import type { Client } from '../../../nodes/shared/http/client.js';
import { errorOf, type Outcome } from '../../../nodes/shared/http/errors.js';
import { ExecutionCancelled } from '../../../nodes/shared/http/queue.js';
import type { Page } from '../../../nodes/shared/http/response.js';
import { readWholeList } from '../../../nodes/shared/http/wholeList.js';

/** Reads a list of keys in pages of two; notes which pages were asked for. */
async function read(
	keys: string[],
	keyCount: number,
	change: (page: Page, number: number) => Page = (page) => page,
) {
	const asked: number[] = [];
	const request = async ({ query }: { query: Record<string, string> }) => {
		const number = Number(query.page ?? 1);
		asked.push(number);
		const records = keys.slice((number - 1) * 2, number * 2).map((key) => ({ key }));
		const { records: data, total } = change({ records, total: keys.length }, number);
		return await Promise.resolve({ status: 200, body: { data, total } });
	};
	const service = { largestPage: 2 };
	const client = { request, service, run: { queue: { concurrency: 2 } } } as unknown as Client;
	const list = readWholeList(
		client,
		'links',
		{},
		{
			keyCount,
			keyOf: ({ key }) => (typeof key === 'string' ? key : undefined),
		},
	);
	return { list: await list.catch((error: unknown) => error), asked };
}

const six = ['a', 'b', 'c', 'd', 'e', 'f'];

test('as many pages as keys: page 1 tells, and the keys are looked up', async () => {
	expect(await read([...six, 'g', 'h'], 4)).toEqual({ list: undefined, asked: [1] });
});

test('an empty list is whole', async () => {
	expect(await read([], 4)).toEqual({ list: new Map(), asked: [1] });
});

test('fewer pages than keys: the list is read', async () => {
	expect((await read(six, 4)).asked).toEqual([1, 2, 3]);
});

test('smaller pages than asked for count as they are', async () => {
	const one = ({ records, total }: Page) => ({ records: records.slice(0, 1), total });
	expect((await read(six, 6, one)).asked).toEqual([1]);
});

const failure = (outcome: Outcome) => errorOf({} as INode, { message: 'X', outcome });

test.each<[string, (page: Page, number: number) => Page]>([
	['has no total', ({ records }) => ({ records })],
	[
		'repeats a record',
		(page, number) => (number === 2 ? { ...page, records: [{ key: 'a' }] } : page),
	],
	[
		'has a record without a key',
		(page, number) => (number === 3 ? { ...page, records: [{}] } : page),
	],
	['is empty despite its total', (page) => ({ ...page, records: [] })],
])('a list that %s is not whole', async (_what, change) => {
	expect((await read(six, 5, change)).list).toBeUndefined();
});

test.each([
	['a refusal', failure('refused')],
	['a 429 beyond Max Wait', failure('notSent')],
	['a cancelled execution', new ExecutionCancelled()],
])('%s ends the item, as it would a look-up', async (_what, error) => {
	const { list } = await read(six, 5, () => {
		throw error;
	});
	expect(list).toBe(error);
});
