import type { IDataObject } from 'n8n-workflow';

import { numbersFrom, runConcurrently } from '../concurrency';
import { counted, TRY_AGAIN } from '../text';
import type { Client } from './client';
import { fetchPage, hasId } from './get';
import type { Page } from './response';

/** Which part of a list is wanted. */
interface Part {
	/** Never more records than this. */
	limit: number;
	/** Counted in pages of `pageSize`. */
	startPage: number;
	/** Records asked for per page. */
	pageSize: number;
}

/** The records of a list, and how many are left. */
export interface Listing {
	records: IDataObject[];
	/** How many more records there are beyond the limit; `unknown` if there may be some. */
	left: number | 'unknown';
	/** A sentence for the user if records may be missing for another reason than the limit. */
	incomplete?: string;
}

const REPEATED =
	'The service returned the same page again, so the result may be incomplete. It may not support paging. Use filters to narrow the search.';

/**
 * The records of a list that match the query, in the service's order and each once. The list ends at
 * an empty or repeated page; at its total; without one, at its last page; without both, at a short page that
 * gives no address of a next one. Pages are fetched at the same time if their number is known, otherwise one
 * after another, and never more than the limit needs.
 *
 * @param part by default all, in the fewest requests
 */
export async function listRecords(
	client: Client,
	list: string,
	query: Record<string, string>,
	part: Partial<Part> = {},
): Promise<Listing> {
	const { service } = client;
	const { limit = Infinity, startPage = 1 } = part;
	const fitting = startPage > 1 ? service.largestPage : service.pageSizeFor(limit);
	const { pageSize = fitting } = part;
	const whole = { limit, startPage, pageSize };
	const { first, distinct, isRepeated, sawLastPage } = await fetchPages(client, list, query, whole);
	const records = distinct.slice(0, limit);
	const { length } = records;
	const { total, perPage = pageSize } = first;
	const expected = total && Math.max(0, total - (startPage - 1) * perPage);
	return { records, left: left(), incomplete: whyIncomplete() };

	function left(): Listing['left'] {
		if (expected !== undefined) return expected > limit ? expected - length : 0;
		if (length < limit) return 0;
		return sawLastPage && distinct.length === length ? 0 : 'unknown';
	}

	function whyIncomplete(): string | undefined {
		if (expected === undefined) return isRepeated && length < limit ? REPEATED : undefined;
		const wanted = Math.min(expected, limit);
		if (length >= wanted) return undefined;
		return `The service should have returned ${counted(wanted, 'record')}, but returned ${counted(length, 'different record')}, so the result may be incomplete. ${TRY_AGAIN}`;
	}
}

/**
 * The pages that the limit needs, until the list ends: their records, each once and in order, whether a
 * page had nothing but known ones, and whether a page was the last one.
 */
async function fetchPages(client: Client, list: string, query: Record<string, string>, part: Part) {
	const { limit, startPage, pageSize } = part;
	const load = async (page: number) => await fetchPage(client, list, query, page, pageSize);
	const ids = new Set<string>();
	let [isRepeated, sawLastPage, hasEnough] = [false, false, false];
	const first = await load(startPage);
	const last = lastPageFor(first, part);
	const fresh = add(first, startPage);
	const following = await runConcurrently(
		numbersFrom(startPage + 1, last),
		last === Infinity ? 1 : client.run.queue.concurrency,
		async (number) => add(await load(number), number),
		() => !hasEnough,
	);
	return { first, distinct: [fresh, ...following].flat(), isRepeated, sawLastPage };

	function add(page: Page, number: number): IDataObject[] {
		const added = page.records.filter((record) => {
			const { size } = ids;
			return ids.add(idOf(record)).size > size;
		});
		isRepeated ||= page.records.length > 0 && added.length === 0;
		sawLastPage ||= !mayBeFollowed(page, number, pageSize);
		hasEnough ||= added.length === 0 || ids.size >= limit || (last === Infinity && sawLastPage);
		return added;
	}
}

/** The number of the last page that the limit needs; Infinity if no page tells. */
function lastPageFor(first: Page, { pageSize, limit, startPage }: Part): number {
	const { records, total, lastPage } = first;
	if (!mayBeFollowed(first, startPage, pageSize)) return startPage;
	if (total === undefined && lastPage === undefined) return Infinity;
	const { length } = records;
	const last = total === undefined ? Number(lastPage) : Math.ceil(total / length);
	return Math.min(last, startPage + Math.ceil(limit / length) - 1);
}

/** Whether the page suggests that the list goes on. */
export function mayBeFollowed(page: Page, number: number, pageSize: number): boolean {
	const { records, total, lastPage, perPage = pageSize, hasNextUrl } = page;
	if (records.length === 0) return false;
	if (total !== undefined) return (number - 1) * perPage + records.length < total;
	if (lastPage !== undefined) return number < lastPage;
	return hasNextUrl === true || records.length >= perPage;
}

/** What tells a record from the others of its list; without an ID, all of it. */
function idOf(record: IDataObject): string {
	return hasId(record) ? String(record.id) : JSON.stringify(record);
}
