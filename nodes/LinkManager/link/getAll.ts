import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { filtersCollection, returnAllOrLimit } from '../../shared/node/options';
import type { Operation } from '../../shared/node/operation';
import { quoted } from '../../shared/text';
import { getManyRecords, listOptionsProperty } from '../listOptions';
import {
	checksOf,
	type LinkFilters,
	linkFilterProperties,
	linkFilterQuery,
	readLinkFilters,
	type SearchBy,
} from './filters';

/** Where Search By looks, and where it could look instead. */
const SEARCHED: Readonly<Record<SearchBy, [here: string, elsewhere: string]>> = {
	alias: ['aliases', 'Title or Destination URL'],
	title: ['titles', 'Alias or Destination URL'],
	url: ['destination URLs', 'Alias or Title'],
};

const properties: INodeProperties[] = [
	...returnAllOrLimit,
	filtersCollection(...linkFilterProperties, {
		displayName: 'Status',
		name: 'status',
		type: 'options',
		options: [
			{ name: 'Active', value: 1 },
			{ name: 'All', value: 0 },
			{ name: 'Disabled', value: 3 },
			{ name: 'Expired', value: 2 },
		],
		default: 0,
		description: 'Only links with this status',
		builderHint: { propertyHint: '0 is All, 1 is Active, 2 is Expired, 3 is Disabled.' },
	}),
	listOptionsProperty('links', [
		{ name: 'Alias', value: 'alias' },
		{ name: 'Clicks', value: 'clicks' },
		{ name: 'Date Created', value: 'id' },
		{ name: 'Destination URL', value: 'url' },
		{ name: 'Title', value: 'title' },
	]),
];

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many links',
		description: 'Retrieve a list of links, optionally filtered by status, search text and more',
	},
	properties,
	async execute(item) {
		const filters = readLinkFilters(item.parameters);
		const now = Date.now();
		const used = checksOf(filters).map(({ name, check }) => ({
			name,
			isMet: (record: IDataObject) => check(record, now) !== 'no',
		}));
		const query = linkFilterQuery(filters);
		return await getManyRecords(item, 'links', query, used, searchedIn(filters));
	},
};

function searchedIn({ search, searchBy }: LinkFilters): string | undefined {
	if (search === undefined) return undefined;
	const [here, elsewhere] = SEARCHED[searchBy ?? 'title'];
	const set = searchBy === undefined ? 'add the filter "Search By" and set it' : 'set "Search By"';
	return `The node searched for ${quoted(search)} in ${here}. To search elsewhere, ${set} to ${elsewhere}.`;
}
