import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { optionsCollection } from '../shared/node/options';
import type { ItemParameters } from '../shared/node/parameters';
import { LARGEST_PAGE, PAGE_SIZES } from './api';

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

interface ListOptions {
	sortBy: string;
	sort: 'asc' | 'desc';
	perPage: number;
}

/** The order and the page size that the user chose; only what was added. */
export function readListOptions(parameters: ItemParameters): {
	query: Record<string, string>;
	pageSize?: number;
} {
	const { sortBy, sort, perPage } = parameters.added<ListOptions>('options');
	const query: Record<string, string> = {};
	if (sortBy !== undefined) query.sort_by = sortBy;
	if (sort !== undefined) query.sort = sort;
	return { query, pageSize: perPage };
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
