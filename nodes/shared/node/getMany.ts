import type { IDataObject } from 'n8n-workflow';

import type { Listing } from '../http/pagination';
import { listRecords, nounsOf } from '../http/records';
import { defined } from '../values';
import { thereAreMore } from './agentOutput';
import type { Values } from './field';
import type { Item } from './operation';
import { limit, returnAll } from './options';

/** How many records a Get Many returns. */
export const limitFields = [returnAll, limit] as const;

/** A filter that has a value. */
export interface UsedFilter {
	label: string;
	/** What the service is asked. */
	query: Record<string, string>;
	/** Whether a record meets it, by what the record shows; undefined where it shows nothing. */
	isMet?(record: IDataObject): boolean | undefined;
}

/** A Get Many as the user asked for it. */
interface GetMany extends Values<typeof limitFields> {
	/** The likeliest cause of an empty result first. */
	filters: readonly UsedFilter[];
	options: { perPage?: number; startPage?: number; sortBy?: string; sort?: string };
}

/** A Get Many: the records of a list that the filters select, with the hints about them. */
export async function getMany(item: Item, list: string, wanted: GetMany): Promise<IDataObject[]> {
	const { filters, options } = wanted;
	const { perPage: pageSize, startPage, sortBy, sort } = options;
	const query = { ...queryOf(filters), ...defined({ sort_by: sortBy, sort }) };
	const most = wanted.returnAll ? Infinity : wanted.limit;
	const request = { limit: most, pageSize, startPage };
	const listing = await listRecords(item.client, list, query, request);
	const nouns = nounsOf(list);
	hintsOfListing(item, listing, { nouns, filters, startPage });
	return listing.records;
}

/** What a list was asked for. */
interface Listed {
	/** In the plural, e.g. `links`. */
	nouns: string;
	filters: readonly UsedFilter[];
	startPage?: number;
}

/**
 * Tells the user what the records alone do not: that Limit cut the list, that it may be incomplete,
 * that records do not meet a filter, or that nothing was found and what the likely cause is.
 */
export function hintsOfListing(
	item: Item,
	{ records, left, incomplete }: Listing,
	{ nouns, filters, startPage = 1 }: Listed,
): void {
	const rest = { nouns, left };
	item.rest(rest);
	if (incomplete !== undefined) {
		item.hint(incomplete, 'warning');
	} else if (left !== 0 && !item.isTool) {
		item.hint(
			`${thereAreMore(records.length, rest)} Turn on "Return All" or raise "Limit" to get them.`,
		);
	}
	if (records.length === 0) {
		const [suspect] = filters;
		const cause =
			suspect && `The most likely reason is the filter "${suspect.label}": change it or remove it.`;
		item.hint(nothingFound(nouns, startPage, cause));
	}
	for (const { label, isMet } of filters) {
		const strays = records.filter((record) => isMet?.(record) === false).length;
		if (strays === 0) continue;
		item.hint(
			`${strays} of the ${records.length} ${nouns} returned ${strays === 1 ? "doesn't" : "don't"} match the filter "${label}". The service may ignore this filter, so check the records before you use them.`,
			'warning',
		);
	}
}

function nothingFound(nouns: string, startPage: number, why = ''): string {
	return startPage > 1
		? `No ${nouns} were found on page ${startPage} or after it. Set "Start Page" to 1 to begin with the first page.`
		: `No ${nouns} were found. ${why}`.trim();
}

/** What the service is asked for all of them. */
export function queryOf(filters: readonly UsedFilter[]): Record<string, string> {
	return Object.assign({}, ...filters.map(({ query }) => query)) as Record<string, string>;
}
