import type { INodeProperties } from 'n8n-workflow';

import { optionsCollection, returnAllOrLimit } from '../../shared/item/commonProperties';
import { hintsOfListing, readLimit } from '../../shared/item/getMany';
import type { Operation } from '../../shared/item/operation';
import { listRecords } from '../api';
import { perPageProperty, readListOptions, sortDirectionProperty } from '../getMany';
import { linkFilterProperties, linkFilterQuery, readLinkFilters } from './filters';

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
				description: 'Only links with this status',
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
				{ name: 'Destination URL', value: 'url' },
				{ name: 'Title', value: 'title' },
			],
			default: 'id',
			description: 'The field to sort the links by',
		},
		sortDirectionProperty,
	),
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
		const { parameters } = item;
		const filters = readLinkFilters(parameters);
		const { query: order, pageSize } = readListOptions(parameters);
		const query = { ...linkFilterQuery(filters), ...order };
		const limit = readLimit(parameters);
		const listing = await listRecords(item, 'links', query, { limit, pageSize });
		const used = SUSPECTS.filter((name) => name in filters);
		hintsOfListing(item, listing, 'links', used);
		return listing.records;
	},
};
