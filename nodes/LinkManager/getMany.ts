import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../shared/item/parameters';

/** The entries of Options that the lists of links and of pixels have in common. */
export const perPageProperty: INodeProperties = {
	displayName: 'Page Size',
	name: 'perPage',
	type: 'options',
	options: [
		{ name: '10', value: 10 },
		{ name: '25', value: 25 },
		{ name: '50', value: 50 },
		{ name: '100', value: 100 },
	],
	default: 100,
	description:
		'How many records to ask for in one request. If you do not add it, the size that needs the fewest requests is used.',
};

export const sortDirectionProperty: INodeProperties = {
	displayName: 'Sort Direction',
	name: 'sort',
	type: 'options',
	options: [
		{ name: 'Ascending', value: 'asc' },
		{ name: 'Descending', value: 'desc' },
	],
	default: 'desc',
	description: 'Whether the order goes up or down',
};

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
	const { sortBy, sort, perPage } = parameters.collection<ListOptions>('options');
	const query: Record<string, string> = {};
	if (sortBy !== undefined) query.sort_by = sortBy;
	if (sort !== undefined) query.sort = sort;
	return { query, pageSize: perPage };
}
