import type { IDataObject } from 'n8n-workflow';

import { numbersFrom, runConcurrently } from '../concurrency';
import type { Client } from './client';
import { failureIn } from './errors';
import { fetchPage } from './get';
import type { Page } from './response';

/** Up to this many keys, each is looked up by itself. */
const FEW_KEYS = 3;

/** A list that may answer for many keys at once. */
interface KeyedList {
	/** How many different keys would otherwise take a request each. */
	keyCount: number;
	/** The key of a record; undefined if the record doesn't show it. */
	keyOf(record: IDataObject): string | undefined;
	/** What is kept of a record. */
	partOf?(record: IDataObject): IDataObject;
}

/**
 * Reads a list whole if it takes fewer requests than looking up each key. Page 1 shows how many pages there
 * are.
 *
 * @returns the records by their keys; undefined if each key must be looked up, because there are too few
 * keys, or because the list is too long or isn't surely whole: its total is missing or changes, the number
 * of different keys isn't the total, or a page failed
 * @throws what would end a lookup too: a refusal, or a 429 beyond Max Wait
 */
export async function fetchWholeList(
	client: Client,
	list: string,
	query: Record<string, string>,
	wanted: KeyedList,
): Promise<Map<string, IDataObject> | undefined> {
	const { keyCount, keyOf, partOf = (record) => record } = wanted;
	if (keyCount <= FEW_KEYS) return undefined;
	const found = new Map<string, IDataObject>();
	const totals = new Set<number | undefined>();
	const load = async (number: number) => await fetchPage(client, list, query, number);
	const enter = (page: Page) => {
		totals.add(page.total);
		for (const record of page.records) {
			const key = keyOf(record);
			if (key !== undefined) found.set(key, partOf(record));
		}
	};
	try {
		const first = await load(1);
		enter(first);
		const { records, total = Infinity } = first;
		const { largestPage } = client.service;
		// A service may make smaller pages than asked for.
		const pageCount = Math.ceil(total / (records.length < total ? records.length : largestPage));
		if (pageCount >= keyCount) return undefined;
		const { concurrency } = client.run.queue;
		await runConcurrently(numbersFrom(2, pageCount), concurrency, async (number) => {
			enter(await load(number));
		});
		return totals.size === 1 && found.size === total ? found : undefined;
	} catch (error) {
		if (failureIn(error).outcome === 'unknown') return undefined;
		throw error as Error;
	}
}
