import type { IDataObject } from 'n8n-workflow';

import { runConcurrently } from '../concurrency';
import { counted, TRY_AGAIN } from '../text';
import type { Envelope } from './envelope';

/** One page as a service gave it, with what it says about the others. */
export interface Page extends Omit<Envelope, 'records'> {
	records: IDataObject[];
}

/** Which pages to fetch, and how. */
export interface PageRequest {
	fetchPage(page: number): Promise<Page>;
	/** Records asked for in one page, as each service's `pageSizeFor` chooses them. */
	pageSize: number;
	/** Never more records than this; Infinity for all. */
	limit: number;
	startPage?: number;
	/** How many pages may be under way at once when it is known how many there are. */
	lanes: number;
	/** Where nothing that a service says of other pages holds: only one that is empty or repeated is the last. */
	toTheEnd?: boolean;
	/** Where to give up on a service that never ends. */
	mostRecords?: number;
}

/**
 * A number of records: `some` where the service does not say how many, `perhaps` where the limit was
 * reached with the last record of a page and the service does not say whether there is another.
 */
export type Left = number | 'some' | 'perhaps';

/** The records of a list, and what of it is left. */
export interface Listing {
	records: IDataObject[];
	/** How many more records there are than the limit let through. */
	left: Left;
	/** A sentence for the user when the service gave reason to doubt that these are all records. */
	incomplete?: string;
	/** The first page, where the only reason is that it promised more before the list came to its end. */
	promising?: Page;
}

const MOST_RECORDS = 1_000_000;

/** Records without an ID cannot surely be told from each other, so there is an earlier end to them. */
const MOST_PAGES_WITHOUT_IDS = 100;

/** No service makes smaller pages than this without saying so. */
export const SMALLEST_CAP = 5;

/**
 * Pages into records, in the service's order and each record once (by `id`).
 *
 * When it is said how many records or pages there are, the pages after the first are fetched in
 * parallel, no more than the limit needs; otherwise one after another until a page is shorter than the
 * one before, empty or repeated, or says that it is the last. What pages say is not believed where they
 * contradict it; nor that a full first page is all, before one more was asked for, since some services
 * count only that page. Neither a page parameter that is ignored nor records that move between pages
 * make a loop or a duplicate.
 */
export async function collectPages(request: PageRequest): Promise<Listing> {
	const { pageSize, limit, startPage = 1, lanes, toTheEnd = false } = request;
	const collected = new Collected(limit, request.mostRecords ?? MOST_RECORDS);

	const fetchPage = async (number: number) => {
		const page = await request.fetchPage(number);
		collected.isPartial ||= page.partial === true;
		return page;
	};
	const first = await fetchPage(startPage);
	collected.add(first.records);
	const step = first.records.length;
	let size = Math.max(step, pageSize);
	const expected = readTotal(first, startPage, pageSize);
	let isContradicted = first.total !== undefined && expected === undefined;
	const pages = pagesFromHere();
	const isUnproven = mayCountItself();
	if (pages === undefined) return await onwards(startPage, first, isUnproven || isHollow());

	const needed = Math.max(1, Math.min(pages, Math.ceil(limit / step)));
	const last = startPage + needed - 1;
	const { page, ended } = await collectInParallel(last);
	if (collected.full) {
		const left = Math.max(0, (expected ?? 0) - collected.count);
		const isMore = (expected === undefined && needed < pages) || announcesMore(page, last);
		return collected.listing({ left: left || (isMore ? 'some' : 0) });
	}
	if (ended) {
		const isEnd = page.records.length === 0;
		return isMissing() || expected === undefined ? doubtful(isEnd) : collected.listing();
	}
	const isFuller = expected !== undefined && page.records.length > expected - (needed - 1) * step;
	if (!isMissing() && !isFuller && !isUnproven && !announcesMore(page, last)) {
		return collected.listing();
	}
	const rest = await onwards(last, page, true);
	return isMissing() ? doubtful(rest.incomplete === undefined) : rest;

	/** How many pages there are from the first one on; undefined where that is not said or makes no sense. */
	function pagesFromHere(): number | undefined {
		if (expected !== undefined) return step === 0 ? 1 : Math.ceil(expected / step);
		const ahead = (first.lastPage ?? 0) - startPage;
		return isContradicted || step === 0 || ahead < 1 ? undefined : ahead + 1;
	}

	/** Whether the first page, full, says that it is all: that may be said of the page alone. */
	function mayCountItself(): boolean {
		const full = toTheEnd ? Math.min(SMALLEST_CAP, pageSize) : pageSize;
		const isSaid = !saysNothing(first) && !announcesMore(first, startPage);
		return isSaid && (pages ?? 1) === 1 && step >= full && !collected.full;
	}

	/** Whether there are no records so far, although pages say that more follow. */
	function isHollow(page = first, number = startPage): boolean {
		const { lastPage = Infinity } = page;
		return collected.count === 0 && announcesMore(page, number) && lastPage > number;
	}

	function isMissing(): boolean {
		const came = collected.count + (toTheEnd ? 0 : collected.doubles);
		return collected.count < limit && came < (expected ?? 0);
	}

	/** @param isEnd whether the last page was empty or shorter, not one again */
	function doubtful(isEnd: boolean): Listing {
		const reported =
			expected === undefined ? counted(pages ?? 0, 'page') : counted(expected, 'record');
		return collected.listing({
			incomplete: `The service reported ${reported} but returned ${counted(collected.count, 'different record')}, so the result may be incomplete. ${TRY_AGAIN}`,
			promising: isEnd && !collected.repeats ? first : undefined,
		});
	}

	/** One page after another, from the one after `number` on; `force` asks for that in any case. */
	async function onwards(number: number, page: Page, force = false): Promise<Listing> {
		let [at, latest] = [number, page];
		let goesOn = force || isFollowed(latest, at) || (mayBeCapped(latest) && !collected.full);
		while (goesOn && !collected.full) {
			const before = latest.records.length;
			const isSaidToEnd = !saysNothing(latest) && !announcesMore(latest, at) && !isMissing();
			latest = await fetchPage(++at);
			const { length } = latest.records;
			if (!collected.add(latest.records)) {
				if (isHollow(latest, at)) return collected.listing({ incomplete: PARTIAL });
				const isProven = isUnproven && !isContradicted;
				const isEnd = length === 0 || ((isProven || length < size) && !announcesMore(latest, at));
				return collected.listing({ incomplete: isEnd ? moved() : REPEATED });
			}
			isContradicted ||= isSaidToEnd;
			size = Math.min(size, before);
			goesOn = isFollowed(latest, at);
		}
		return collected.listing({
			left: announcesMore(latest, at) ? 'some' : goesOn ? 'perhaps' : 0,
			incomplete: moved(),
		});
	}

	/** Where one record comes twice and no total shows that all came, another may be missing. */
	function moved(): string | undefined {
		const isWhole = expected !== undefined && !isContradicted && !isMissing();
		return toTheEnd && collected.repeats && !isWhole ? MOVED : undefined;
	}

	function isFollowed(page: Page, number: number): boolean {
		const { length } = page.records;
		if (length === 0 || announcesMore(page, number)) return length > 0;
		if (toTheEnd && (isContradicted || saysNothing(page))) return true;
		const isDenied = page.more === false || page.lastPage !== undefined;
		return length >= size && (isContradicted || !isDenied);
	}

	/** A page that says nothing of others may be short because the service makes no larger ones. */
	function mayBeCapped(page: Page): boolean {
		const { length } = page.records;
		return saysNothing(page) && length < pageSize && length >= SMALLEST_CAP;
	}

	/** @returns the last page that was taken, and whether one was empty or repeated before that */
	async function collectInParallel(to: number): Promise<{ page: Page; ended: boolean }> {
		const waiting = new Map<number, Page>();
		let merged = startPage + 1;
		let page = first;
		let ended = step === 0;
		const fetchAndMerge = async (index: number) => {
			const number = startPage + 1 + index;
			waiting.set(number, await fetchPage(number));
			for (let next = waiting.get(merged); next && !ended; next = waiting.get(merged)) {
				waiting.delete(merged++);
				page = next;
				ended = !collected.add(page.records);
			}
		};
		await runConcurrently(to - startPage, lanes, fetchAndMerge, () => !ended && !collected.full);
		return { page, ended };
	}
}

const REPEATED =
	'The service returned the same page again, so the result may be incomplete. It may not support paging. Use filters to narrow the search.';

const PARTIAL = `The service said that there are more records than it returned, so the result may be incomplete. ${TRY_AGAIN}`;

const MOVED = `The records moved while the node read the list, so one could be missing. ${TRY_AGAIN}`;

function saysNothing({ total, lastPage, more }: Page): boolean {
	return total === undefined && lastPage === undefined && more === undefined;
}

/** Whether a page says that others follow it. */
export function announcesMore(
	{ more, lastPage = 0 }: Omit<Page, 'records'>,
	number: number,
): boolean {
	return more === true || lastPage > number;
}

/** How many records to expect from `startPage` on; undefined where no believable total is given. */
function readTotal(first: Page, startPage: number, pageSize: number): number | undefined {
	if (first.total === undefined || !Number.isFinite(first.total)) return undefined;
	const before = startPage - 1;
	const expected = first.total - before * pageSize;
	const { length } = first.records;
	if (expected < length) return undefined;
	// More are to come after a page that is short: the service makes smaller pages than asked.
	return length > 0 && expected > length ? first.total - before * length : expected;
}

/** The records so far: each once, at most `limit`, and never more than `mostRecords`. */
class Collected {
	private readonly records: IDataObject[] = [];

	private readonly ids = new Set<string>();

	private readonly pages = new Set<string>();

	private readonly most: number;

	/** Whether a page held records of an earlier one beside new ones. */
	repeats = false;

	/** How often a page held a record twice, which no move between pages explains: a total may count both. */
	doubles = 0;

	/** Whether a page said that records are missing. */
	isPartial = false;

	private overflow = false;

	private pagesWithoutIds = 0;

	constructor(
		private readonly limit: number,
		mostRecords: number,
	) {
		this.most = Math.min(limit, mostRecords);
	}

	get count(): number {
		return this.records.length;
	}

	get full(): boolean {
		return this.records.length >= this.most || this.isBlurred;
	}

	private get isBlurred(): boolean {
		return this.pagesWithoutIds >= MOST_PAGES_WITHOUT_IDS;
	}

	/** Takes a page; false when it held nothing new. */
	add(page: readonly IDataObject[]): boolean {
		const ids = page.filter(hasId).map(({ id }) => String(id));
		this.doubles += ids.length - new Set(ids).size;
		const fresh = page.some(hasId)
			? page.filter((record) => this.isNew(record))
			: this.newPage(page);
		this.repeats ||= fresh.length > 0 && fresh.length < page.length;
		for (const record of fresh) {
			if (this.full) this.overflow = true;
			else this.records.push(record);
		}
		return fresh.length > 0;
	}

	listing({ left = 0, incomplete, promising }: Partial<Omit<Listing, 'records'>> = {}): Listing {
		const { records } = this;
		const isLimited = records.length >= this.limit;
		if (isLimited || !this.full) {
			const isSeen = this.overflow && (left === 0 || left === 'perhaps');
			const rest = isLimited ? (isSeen ? 'some' : left) : 0;
			const missing = this.isPartial ? PARTIAL : undefined;
			return {
				records,
				left: rest,
				incomplete: missing ?? incomplete,
				promising: missing ? undefined : promising,
			};
		}
		return {
			records,
			left: 0,
			incomplete: this.isBlurred
				? `The records have no ID, so the node can't tell whether the service repeats them. It stopped after ${this.pagesWithoutIds} pages, so the result may be incomplete.`
				: `The service kept returning new records, so the node stopped after ${records.length}.`,
		};
	}

	private isNew(record: IDataObject): boolean {
		if (!hasId(record)) return true;
		const id = String(record.id);
		if (this.ids.has(id)) return false;
		this.ids.add(id);
		return true;
	}

	/** Records without ids can only be told apart as whole pages. */
	private newPage(page: readonly IDataObject[]): readonly IDataObject[] {
		if (page.length > 0) this.pagesWithoutIds += 1;
		const print = JSON.stringify(page);
		const names = namesOf(page);
		const known = names.filter((name) => this.pages.has(name));
		if (this.pages.has(print) || (known.length > 0 && 2 * known.length >= names.length)) return [];
		for (const one of [print, ...names]) this.pages.add(one);
		return page;
	}
}

/** So many records that differ in a text are not called the same by chance. */
const FEWEST_NAMED = 10;

/**
 * What the records of a page are called: of each field whose texts are all different, those texts. A
 * page with half of them the same is the same page, also when its counters have moved on.
 */
function namesOf(page: readonly IDataObject[]): string[] {
	if (page.length < FEWEST_NAMED) return [];
	return Object.keys(page[0] ?? {}).flatMap((field) => {
		const texts = page.map((record) => record[field]);
		const areNames = texts.every((text) => typeof text === 'string' && !/^\d*$/.test(text));
		return areNames && new Set(texts).size === texts.length
			? [JSON.stringify([field, ...texts.sort()])]
			: [];
	});
}

function hasId(record: IDataObject): boolean {
	return record.id !== undefined && record.id !== null;
}
