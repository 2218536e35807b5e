import type { IDataObject } from 'n8n-workflow';

import { inLanes } from '../lanes';

/** One page as a service gave it. */
export interface Page {
	records: IDataObject[];
	/** How many records there are in all, where the service says so. */
	total?: number;
}

export interface PageRequest {
	fetchPage(page: number): Promise<Page>;
	/** Records asked for in one page. */
	pageSize: number;
	/** Never more records than this; Infinity for all. */
	limit: number;
	startPage?: number;
	/** How many pages may be under way at once when the total is known. */
	lanes: number;
	/** Where to give up on a service that never ends. */
	mostRecords?: number;
}

export interface Listing {
	records: IDataObject[];
	/**
	 * Whether the limit was reached although there are more records; `perhaps` when it was reached with
	 * the last record of a page and the service does not say how many there are.
	 */
	cut: boolean | 'perhaps';
	/** A sentence for the user when the service gave reason to doubt that these are all records. */
	incomplete?: string;
}

const MOST_RECORDS = 1_000_000;

/**
 * Pages into records, in the service's order and each record once (by `id`).
 *
 * With a known total the pages after the first are fetched in parallel, no more than the limit
 * needs; without one, one after another until a page is short, empty or repeated. The total is not
 * believed where the pages contradict it. Neither a page parameter that is ignored nor records that
 * move between pages make a loop or a duplicate.
 */
export async function collectPages(request: PageRequest): Promise<Listing> {
	const { fetchPage, pageSize, limit, startPage = 1, lanes } = request;
	const collected = new Collected(limit, request.mostRecords ?? MOST_RECORDS);

	const first = await fetchPage(startPage);
	collected.add(first.records);
	const size = Math.max(first.records.length, pageSize);
	const expected = readTotal(first, startPage, pageSize);
	if (expected === undefined) {
		if (first.records.length < size) return collected.listing();
		return await onwards(startPage + 1);
	}

	const step = first.records.length;
	const target = Math.min(limit, expected);
	const pages = step === 0 ? 1 : Math.ceil(target / step);
	const last = await collectInParallel(startPage + 1, startPage + pages - 1);
	const missing = collected.count < target;
	if (!missing && !(last.fuller && collected.count < limit)) {
		return collected.listing({ more: expected > collected.count });
	}
	if (last.ended || step === 0) return doubtful();
	const rest = await onwards(startPage + pages);
	return collected.count < target ? doubtful() : rest;

	function doubtful(): Listing {
		return collected.listing({
			incomplete: `The service reported ${expected} records but gave ${collected.count} different ones, so the result may be incomplete. Run the node again to be sure.`,
		});
	}

	async function onwards(from: number): Promise<Listing> {
		for (let page = from; !collected.full; page++) {
			const { records } = await fetchPage(page);
			const isNew = collected.add(records);
			if (records.length < size) return collected.listing();
			if (!isNew) {
				return collected.listing({
					incomplete:
						'The service gave the same page again, so the result may be incomplete. It may not support paging: narrow the search with filters.',
				});
			}
		}
		return collected.listing({ more: 'perhaps' });
	}

	/** `ended`: a page was empty or repeated; `fuller`: the last page holds more than the total allows. */
	async function collectInParallel(
		from: number,
		to: number,
	): Promise<{ ended: boolean; fuller: boolean }> {
		const waiting = new Map<number, IDataObject[]>();
		let merged = from;
		let ended = false;
		let lastLength = first.records.length;
		const fetchAndMerge = async (index: number) => {
			waiting.set(from + index, (await fetchPage(from + index)).records);
			for (let records = waiting.get(merged); records && !ended; records = waiting.get(merged)) {
				waiting.delete(merged++);
				lastLength = records.length;
				ended = !collected.add(records);
			}
		};
		await inLanes(to - from + 1, lanes, fetchAndMerge, () => !ended && !collected.full);
		const allowed = (expected ?? 0) - (to - startPage) * step;
		return { ended, fuller: target === expected && lastLength > allowed };
	}
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

	private overflow = false;

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
		return this.records.length >= this.most;
	}

	/** Takes a page; false when it held nothing new. */
	add(page: readonly IDataObject[]): boolean {
		const fresh = page.some(hasId)
			? page.filter((record) => this.isNew(record))
			: this.newPage(page);
		for (const record of fresh) {
			if (this.full) this.overflow = true;
			else this.records.push(record);
		}
		return fresh.length > 0;
	}

	listing({
		more = false,
		incomplete,
	}: { more?: Listing['cut']; incomplete?: string } = {}): Listing {
		const endless = this.full && this.most < this.limit;
		return {
			records: this.records,
			cut: this.full && !endless && (this.overflow || more),
			incomplete: endless
				? `The service never came to an end: the node stopped after ${this.most} records.`
				: incomplete,
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
		const print = JSON.stringify(page);
		if (this.pages.has(print)) return [];
		this.pages.add(print);
		return page;
	}
}

function hasId(record: IDataObject): boolean {
	return record.id !== undefined && record.id !== null;
}
