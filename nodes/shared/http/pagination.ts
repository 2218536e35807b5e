import type { IDataObject } from 'n8n-workflow';

import { runConcurrently } from '../concurrency';
import { counted, TRY_AGAIN } from '../text';
import type { Envelope } from './response';

/** One page as a service returned it. */
export interface Page extends Envelope {
	records: IDataObject[];
}

/** Which pages to fetch, and how. */
export interface PageRequest {
	fetchPage(page: number): Promise<Page>;
	/** Records asked for per page. */
	pageSize: number;
	/** Never more records than this; Infinity for all. */
	limit: number;
	startPage?: number;
	/** Maximum number of pages fetched at the same time, once their number is known. */
	concurrency: number;
}

/**
 * A number of records: `some` if the service doesn't tell how many, `perhaps` if the limit was reached
 * with the last record of a full page and the service doesn't tell whether another follows.
 */
export type Left = number | 'some' | 'perhaps';

/** The records of a list, and what of it is left. */
export interface Listing {
	records: IDataObject[];
	/** How many records the service reported. */
	total?: number;
	/** Whether these are all records from the start page on. */
	isWhole: boolean;
	/** How many more records there are than the limit let through. */
	left: Left;
	/** A sentence for the user if records may be missing for another reason than the limit. */
	incomplete?: string;
}

const REPEATED =
	'The service returned the same page again, so the result may be incomplete. It may not support paging. Use filters to narrow the search.';

/**
 * Pages into records, in the service's order and each record once. The list ends at an empty or repeated
 * page, else at its total, else at its last page, and without these at a short page that gives no address
 * of a next one. Pages are fetched at the same time if their number is known, one after another if not,
 * and never more than the limit needs.
 */
export async function collectPages(request: PageRequest): Promise<Listing> {
	const { limit, pageSize, startPage = 1 } = request;
	const first = await request.fetchPage(startPage);
	const pages = isCounted(first)
		? await fetchCounted(request, first, startPage)
		: await fetchOnward(request, first, startPage);

	const { distinct, isRepeated } = merge(pages);
	const records = distinct.slice(0, limit);
	const { total } = first;
	const before = (startPage - 1) * (first.perPage ?? pageSize);
	const expected = Math.max(0, (total ?? 0) - before);
	const incomplete = doubt();
	const left = records.length < limit ? 0 : leftOver();
	return { records, total, isWhole: left === 0 && incomplete === undefined, left, incomplete };

	function doubt(): string | undefined {
		const { length } = records;
		if (length < Math.min(expected, limit)) {
			return `The service reported ${counted(expected, 'record')} but returned ${counted(length, 'different record')}, so the result may be incomplete. ${TRY_AGAIN}`;
		}
		return isRepeated && total === undefined && length < limit ? REPEATED : undefined;
	}

	/** What the limit cut off. */
	function leftOver(): Left {
		if (total !== undefined) return Math.max(0, expected - records.length);
		const number = startPage + pages.length - 1;
		const last = pages.at(-1) ?? first;
		const isMore =
			distinct.length > limit || last.hasNext === true || number < (last.lastPage ?? 0);
		if (isMore) return 'some';
		return mayBeFollowed(last, number, pageSize) ? 'perhaps' : 0;
	}
}

/** True if the list goes on after this page, as far as the page tells. */
export function mayBeFollowed(page: Page, number: number, pageSize: number): boolean {
	const { records, total, lastPage, perPage = pageSize, hasNext } = page;
	if (records.length === 0) return false;
	if (total !== undefined) return (number - 1) * perPage + records.length < total;
	if (lastPage !== undefined) return number < lastPage;
	return hasNext === true || records.length >= perPage;
}

function isCounted({ total, lastPage }: Page): boolean {
	return total !== undefined || lastPage !== undefined;
}

/** The pages of a list whose last page is known, until one is empty or repeats the first. */
async function fetchCounted(
	{ fetchPage, pageSize, limit, concurrency }: PageRequest,
	first: Page,
	startPage: number,
): Promise<Page[]> {
	if (!mayBeFollowed(first, startPage, pageSize)) return [first];
	const { length } = first.records;
	const last = first.total === undefined ? (first.lastPage ?? 0) : Math.ceil(first.total / length);
	const following = Math.min(last - startPage, Math.ceil(limit / length) - 1);
	const pages = [first];
	let isOver = false;
	await runConcurrently(
		following,
		concurrency,
		async (index) => {
			const page = await fetchPage(startPage + 1 + index);
			pages[index + 1] = page;
			isOver ||= merge([first, page]).distinct.length === length;
		},
		() => !isOver,
	);
	// Pages that were not fetched leave holes.
	return pages.filter(Boolean);
}

/** One page after another, until one is short, or empty or repeated, so that it has nothing new. */
async function fetchOnward(
	{ fetchPage, pageSize, limit }: PageRequest,
	first: Page,
	startPage: number,
): Promise<Page[]> {
	const pages = [first];
	const ids = new Set(first.records.map(idOf));
	let [number, latest, isOver] = [startPage, first, false];
	while (!isOver && ids.size < limit && mayBeFollowed(latest, number, pageSize)) {
		const known = ids.size;
		latest = await fetchPage(++number);
		pages.push(latest);
		for (const record of latest.records) ids.add(idOf(record));
		isOver = ids.size === known;
	}
	return pages;
}

/** The records of pages, each once; `isRepeated` if a page after the first had nothing but known ones. */
function merge(pages: readonly Page[]): { distinct: IDataObject[]; isRepeated: boolean } {
	const found = new Map<string, IDataObject>();
	let isRepeated = false;
	for (const { records } of pages) {
		const known = found.size;
		for (const record of records) {
			if (!found.has(idOf(record))) found.set(idOf(record), record);
		}
		isRepeated ||= records.length > 0 && found.size === known;
	}
	return { distinct: [...found.values()], isRepeated };
}

/** What tells a record from the others of its list; without an ID, all of it. */
function idOf(record: IDataObject): string {
	const { id } = record;
	return id === undefined || id === null ? JSON.stringify(record) : String(id);
}
