import type { IDataObject } from 'n8n-workflow';

import { runConcurrently } from '../concurrency';
import { outcomeOf } from '../http/errors';
import type { Page } from '../http/pagination';

/** Up to so many keys are looked up one by one. */
const FEW_KEYS = 3;

/** The records of a page, and how many the service says the whole list has. */
type ListPage = Pick<Page, 'records' | 'total'>;

/** A list that may answer for many keys at once. */
interface WholeListRequest {
	/** How many different keys would otherwise take a request each. */
	keyCount: number;
	/** Records asked for per page. */
	pageSize: number;
	/** A list of more records than this is not read. */
	most?: number;
	/** Pages fetched at the same time. */
	concurrency: number;
	fetchPage(page: number): Promise<ListPage>;
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
 * @throws what ends a look-up too: a refusal, a 429 beyond Max Wait, a cancelled execution
 */
export async function readWholeList(
	request: WholeListRequest,
): Promise<Map<string, IDataObject> | undefined> {
	if (request.keyCount <= FEW_KEYS) return undefined;
	const { records, total } = await fetchPages(request).catch(unlessItEndsTheItem);
	const found = new Map<string, IDataObject>();
	for (const record of records) {
		const key = request.keyOf(record);
		if (key !== undefined) found.set(key, record);
	}
	return found.size === total ? found : undefined;
}

/** The records of all pages, or of the first one if there are too many. */
async function fetchPages({
	keyCount,
	pageSize,
	most = Infinity,
	concurrency,
	fetchPage,
}: WholeListRequest): Promise<ListPage> {
	const first = await fetchPage(1);
	const { records, total = Infinity } = first;
	// A service may make smaller pages than asked for.
	const pageCount = Math.ceil(total / (records.length < total ? records.length : pageSize));
	if (total > most || pageCount >= keyCount) return { records };
	const pages = [first];
	await runConcurrently(Math.max(0, pageCount - 1), concurrency, async (index) => {
		pages[index + 1] = await fetchPage(index + 2);
	});
	const hasMoved = pages.some((page) => page.total !== total);
	return { records: pages.flatMap((page) => page.records), total: hasMoved ? undefined : total };
}

function unlessItEndsTheItem(error: unknown): ListPage {
	if (outcomeOf(error) !== 'unknown') throw error;
	return { records: [] };
}
