import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { hintsOfListing, readLimit, type UsedFilter } from '../shared/node/getMany';
import type { Item } from '../shared/node/operation';
import { optionsCollection } from '../shared/node/options';
import { type Kind, LARGEST_PAGE, listRecords, PAGE_SIZES } from './api';

/**
 * Options of a Get Many.
 *
 * @param nouns in the plural, e.g. `links`
 * @param fields what the list can be sorted by; `id` is the default
 */
export function listOptionsProperty(
	nouns: string,
	fields: INodePropertyOptions[],
): INodeProperties {
	return optionsCollection(
		{
			displayName: 'Page Size',
			name: 'perPage',
			type: 'options',
			options: PAGE_SIZES.map((size) => ({ name: String(size), value: size })),
			default: LARGEST_PAGE,
			description:
				"Number of records to fetch per request. If you don't set it, the node uses the size that needs the fewest requests.",
		},
		{
			displayName: 'Sort By',
			name: 'sortBy',
			type: 'options',
			options: fields,
			default: 'id',
			description: `The field to sort the ${nouns} by`,
		},
		{
			displayName: 'Sort Direction',
			name: 'sort',
			type: 'options',
			options: [
				{ name: 'Ascending', value: 'asc' },
				{ name: 'Descending', value: 'desc' },
			],
			default: 'desc',
			description: 'Whether to sort in ascending or descending order',
		},
	);
}

/**
 * The records of a Get Many, in the order that the user chose, with the hints about them.
 *
 * @param filters as the service's query
 * @param used see `hintsOfListing`, as for `searched`
 */
export async function getManyRecords(
	item: Item,
	kind: Kind,
	filters: Record<string, string>,
	used: readonly UsedFilter[],
	searched?: string,
): Promise<IDataObject[]> {
	const options = item.parameters.added<{ sortBy: string; sort: string; perPage: number }>(
		'options',
	);
	const { sortBy, sort, perPage } = options;
	const query = { ...filters, ...(sortBy && { sort_by: sortBy }), ...(sort && { sort }) };
	const limit = readLimit(item.parameters);
	const listing = await listRecords(item, kind, query, { limit, pageSize: perPage });
	hintsOfListing(item, listing, kind, used, { searched });
	return listing.records;
}

/** Whether a text contains another one, as MySQL's usual collation compares: without case and accents. */
export function containsText(text: string, searched: string): boolean {
	return folded(text).includes(folded(searched));
}

function folded(text: string): string {
	return text
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.toLowerCase();
}
