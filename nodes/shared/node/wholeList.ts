import type { IDataObject } from 'n8n-workflow';

import { runConcurrently } from '../concurrency';
import { Breaks } from '../eventLoop';
import { hasStatus } from '../http/errors';
import { ExecutionCancelled } from '../http/queue';
import type { Item } from './operation';
import type { ItemParameters } from './parameters';

/** Up to so many keys are looked up one by one. */
const FEW_KEYS = 3;

/** A list that may answer for many keys at once. */
export interface WholeListRequest {
	/** How many different keys would otherwise take a request each. */
	keyCount: number;
	/** Records asked for per page. */
	pageSize: number;
	/** A list of more records than this is not read. */
	most?: number;
	/** Pages fetched at the same time. */
	concurrency: number;
	fetchPage(page: number): Promise<{ records: IDataObject[]; total?: number }>;
	/** What tells a record from all others; undefined if the record doesn't show it. */
	keyOf(record: IDataObject): string | undefined;
}

/**
 * Reads a list whole if it takes fewer requests than looking up each key. Page 1 tells how many pages
 * there are.
 *
 * @returns the records by their keys; undefined if each key must be looked up, because there are too few
 * keys, or because the list is too long or isn't surely whole: its total is missing or changes, the
 * number of different keys isn't the total, or a page failed
 * @throws what ends a look-up too: 401, 403, 429 beyond Max Wait, a cancelled execution
 */
export async function readWholeList(
	request: WholeListRequest,
): Promise<Map<string, IDataObject> | undefined> {
	if (request.keyCount <= FEW_KEYS) return undefined;
	const list = await fetchPages(request).catch(unlessItEndsTheItem);
	if (list === undefined) return undefined;
	const found = new Map<string, IDataObject>();
	for (const record of list.records) {
		const key = request.keyOf(record);
		if (key !== undefined) found.set(key, record);
	}
	return found.size === list.total ? found : undefined;
}

/** All pages; undefined if they are too many, or don't agree on the total. */
async function fetchPages({
	keyCount,
	pageSize,
	most = Infinity,
	concurrency,
	fetchPage,
}: WholeListRequest): Promise<{ records: IDataObject[]; total: number } | undefined> {
	const { records: first, total } = await fetchPage(1);
	if (total === undefined || total > most || (first.length === 0 && total > 0)) return undefined;
	// A service may make smaller pages than asked for.
	const size = first.length < total ? first.length : pageSize;
	const pageCount = Math.ceil(total / size);
	if (pageCount >= keyCount) return undefined;
	const others: IDataObject[][] = [];
	let agrees = true;
	await runConcurrently(
		Math.max(0, pageCount - 1),
		concurrency,
		async (index) => {
			const page = await fetchPage(index + 2);
			others[index] = page.records;
			agrees &&= page.total === total;
		},
		() => agrees,
	);
	return agrees ? { records: [...first, ...others.flat()], total } : undefined;
}

function unlessItEndsTheItem(error: unknown): undefined {
	const isEnd = [401, 403, 429].some((status) => hasStatus(error, status));
	if (isEnd || error instanceof ExecutionCancelled) throw error;
	return undefined;
}

/**
 * What a function reads of each item of the run, in their order. An item that throws is left out here;
 * it throws again in its turn.
 */
export async function readAllItems<T>(
	{ functions, parametersOf }: Pick<Item, 'functions' | 'parametersOf'>,
	read: (parameters: ItemParameters) => T,
): Promise<T[]> {
	const breaks = new Breaks();
	const found: T[] = [];
	for (let index = 0; index < functions.getInputData().length; index++) {
		try {
			found.push(await breaks.run(() => read(parametersOf(index))));
		} catch {
			continue;
		}
	}
	return found;
}
