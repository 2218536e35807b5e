import type { INodeProperties } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import type { Locator } from '../../shared/item/parameters';
import { hintsOfListing, readLimit } from '../../shared/item/getMany';
import type { Operation } from '../../shared/item/operation';
import { optionsCollection, returnAllOrLimit } from '../../shared/item/commonProperties';
import { listRecords } from '../api';
import { perPageProperty, readListOptions, sortDirectionProperty } from '../getMany';
import { pixelIdProperty } from '../pixel/locator';
import { domainIdProperty, spaceIdProperty } from './locator';

/** What narrows a list of links besides its state. */
export const linkFilterProperties: INodeProperties[] = [
	{
		...domainIdProperty,
		description:
			'Only links on this domain. The list shows the domains seen on the newest links; any other can be given by its ID.',
	},
	{ ...pixelIdProperty, required: false, description: 'Only links with this pixel' },
	{
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder: 'e.g. spring',
		description: 'Only links that contain this text in the field chosen in Search By',
	},
	{
		displayName: 'Search By',
		name: 'searchBy',
		type: 'options',
		options: [
			{ name: 'Alias', value: 'alias' },
			{ name: 'Title', value: 'title' },
			{ name: 'URL', value: 'url', description: 'The destination' },
		],
		default: 'title',
		description: 'Where to look for the text in Search',
	},
	{
		...spaceIdProperty,
		description:
			'Only links in this space. The list shows the spaces seen on the newest links; any other can be given by its ID.',
	},
];

export interface LinkFilters {
	search: string;
	searchBy: string;
	spaceId: Locator;
	domainId: Locator;
	pixelId: Locator;
}

/** The filters as the service's query; only what the user added. */
export function linkFilterQuery(filters: Partial<LinkFilters>): Record<string, string> {
	const query: Record<string, string> = {};
	if (filters.search) query.search = filters.search;
	if (filters.searchBy !== undefined) query.search_by = filters.searchBy;
	const ids = [
		['space_id', filters.spaceId, 'Space'],
		['domain_id', filters.domainId, 'Domain'],
		['pixel_id', filters.pixelId, 'Pixel'],
	] as const;
	for (const [name, locator, label] of ids) {
		if (locator !== undefined) query[name] = readIdentifier(locator.value, label);
	}
	return query;
}

/** The filters, the likeliest cause of an empty result first. */
const SUSPECTS = ['search', 'pixelId', 'spaceId', 'domainId', 'status'];

const properties: INodeProperties[] = [
	...returnAllOrLimit,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: [
			...linkFilterProperties,
			{
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
				description: 'Only links in this state',
			},
		],
	},
	optionsCollection(
		perPageProperty,
		{
			displayName: 'Sort By',
			name: 'sortBy',
			type: 'options',
			options: [
				{ name: 'Alias', value: 'alias' },
				{ name: 'Clicks', value: 'clicks' },
				{ name: 'Date Created', value: 'id' },
				{ name: 'Title', value: 'title' },
				{ name: 'URL', value: 'url' },
			],
			default: 'id',
			description: 'What the links are ordered by',
		},
		sortDirectionProperty,
	),
];

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many links',
		description: 'List links, all or those that match filters such as status or a search text',
	},
	properties,
	async execute(item) {
		const { parameters } = item;
		const filters = parameters.collection<LinkFilters & { status: number }>('filters');
		const { query: order, pageSize } = readListOptions(parameters);
		const query = { ...linkFilterQuery(filters), ...order };
		if (filters.status !== undefined) query.status = String(filters.status);
		const limit = readLimit(parameters);
		const listing = await listRecords(item, 'links', query, { limit, pageSize });
		const used = SUSPECTS.filter((name) => name in filters);
		hintsOfListing(item, listing, 'links', used);
		return listing.records;
	},
};
