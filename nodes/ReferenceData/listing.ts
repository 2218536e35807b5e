import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { optionsCollection } from '../shared/node/options';
import { hintsOfListing, readLimit } from '../shared/node/getMany';
import type { Item } from '../shared/node/operation';
import { type Directory, LARGEST_PAGE, listRecords, NOUNS } from './api';

/** How an entry of Filters is sent. */
export interface Filter {
	/** The entry's name in the form. */
	name: string;
	/** The query parameter. */
	parameter: string;
	/** Makes the value that is sent. @throws UserError */
	read?: (value: string) => string;
}

/** Options of a Get Many on this service. */
export const listOptionsProperty: INodeProperties = optionsCollection(
	{
		displayName: 'Page Size',
		name: 'perPage',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: LARGEST_PAGE, numberPrecision: 0 },
		default: LARGEST_PAGE,
		description:
			"Number of records to fetch per request (1 to 100). If you don't set it, the node uses the size that needs the fewest requests.",
	},
	{
		displayName: 'Start Page',
		name: 'startPage',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description:
			'The first page to fetch, counted in pages of the size set in "Page Size", or of 100 records',
	},
);

/** The query that the filters of an item make. @throws UserError */
export function readQuery(
	{ parameters }: Item,
	filters: readonly Filter[],
): Record<string, string> {
	const added = parameters.added<Record<string, string | boolean>>('filters');
	return Object.fromEntries(
		filters
			.filter(({ name }) => name in added)
			.map(({ name, parameter, read = String }) => [parameter, read(String(added[name]))]),
	);
}

/**
 * A Get Many: the records of a directory that the item's filters select.
 *
 * @param filters the likeliest cause of an empty result first
 */
export async function getMany(
	item: Item,
	directory: Directory,
	filters: readonly Filter[],
): Promise<IDataObject[]> {
	const query = readQuery(item, filters);
	const { perPage, startPage } = item.parameters.added<{ perPage: number; startPage: number }>(
		'options',
	);
	const listing = await listRecords(item, directory, query, {
		limit: readLimit(item.parameters),
		pageSize: perPage,
		startPage,
	});
	const used = filters.filter(({ parameter }) => parameter in query);
	hintsOfListing(item, listing, NOUNS[directory], used, { startPage });
	return listing.records;
}
