import type { IDataObject } from 'n8n-workflow';

import { nounsOf } from '../http/get';
import { type Listing, listRecords } from '../http/pagination';
import { defined } from '../values';
import { Field, flagField, numberField } from './field';
import type { Item } from './operation';

const returnAllField = flagField({
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

const limitField = numberField({
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	displayOptions: { show: { returnAll: [false] } },
	default: 50,
	description: 'Max number of results to return',
});

/** How many records a Get Many returns. With Return All, Limit isn't read and counts as Infinity. */
export const limitFields = [
	returnAllField,
	new Field(limitField.property, (given) =>
		returnAllField.of(given.form) ? Infinity : limitField.read(given),
	),
] as const;

/** A filter that has a value. */
export interface UsedFilter {
	label: string;
	/** The query for the service. */
	query: Record<string, string>;
	/** Advice if nothing was found. By default: change or remove the filter. */
	whenNothing?: string;
	/** Set if the filter lets everything through, so it can't explain an empty result. */
	isOpen?: boolean;
	/** Whether a record meets the filter, if the record shows it. */
	isMet?(record: IDataObject): boolean;
}

/** A Get Many as the user asked for it. */
interface GetMany {
	limit: number;
	/** The first filter in use is blamed if nothing is found. */
	filters: readonly UsedFilter[];
	options: { perPage?: number; startPage?: number };
	sort?: { sortBy?: string; sort?: string };
}

/** A Get Many: the records of a list that the filters select, with the hints about them. */
export async function getMany(item: Item, list: string, wanted: GetMany): Promise<IDataObject[]> {
	const { limit, filters, options, sort: order = {} } = wanted;
	const { perPage: pageSize, startPage } = options;
	const query = { ...queryOf(filters), ...defined({ sort_by: order.sortBy, sort: order.sort }) };
	const listing = await listRecords(item.client, list, query, { limit, pageSize, startPage });
	hintsOfListing(item, nounsOf(list), listing, filters, startPage);
	return listing.records;
}

/**
 * Adds hints that the list may be incomplete, that records don't match a filter, or why nothing may have been
 * found. Tells a model that Limit cut the list.
 *
 * @param nouns in the plural, e.g. `links`
 */
export function hintsOfListing(
	item: Item,
	nouns: string,
	{ records, left, incomplete }: Listing,
	filters: readonly UsedFilter[],
	startPage = 1,
): void {
	if (incomplete !== undefined) item.hint(incomplete, 'warning');
	// In the editor, n8n itself says that Limit was reached.
	if (left !== 0 && item.isTool) {
		item.hint(`${thereAreMore(nouns, records.length, left)} Narrow the search to find them.`);
	}
	if (records.length === 0) {
		const filter = filters.find(({ isOpen }) => isOpen !== true);
		const suspect = startPage > 1 ? '"Start Page"' : filter && `the filter "${filter.label}"`;
		const cause =
			filter?.whenNothing ??
			(suspect && `The most likely reason is ${suspect}: change it or remove it.`);
		item.hint([`No ${nouns} were found.`, cause].filter(Boolean).join(' '));
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

function thereAreMore(nouns: string, returned: number, left: Listing['left']): string {
	if (left === 'unknown') return `There may be more ${nouns} than the ${returned} returned.`;
	return `There are more ${nouns} than the ${returned} returned: ${left} more.`;
}

/** The combined query of all filters. */
export function queryOf(filters: readonly UsedFilter[]): Record<string, string> {
	return Object.assign({}, ...filters.map(({ query }) => query)) as Record<string, string>;
}
