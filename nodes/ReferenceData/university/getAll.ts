import { hintsOfListing } from '../../shared/item/getMany';
import type { Operation } from '../../shared/item/operation';
import { returnAllOrLimit } from '../../shared/item/commonProperties';
import { listRecords } from '../api';
import { listOptionsProperty, readListRequest } from '../getMany';
import { provinceProperty } from '../provinceProperty';
import { readProvince } from '../provinces';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many universities',
		description: 'List universities with their minimum APS and application dates',
	},
	properties: [
		...returnAllOrLimit,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Name Contains',
					name: 'search',
					type: 'string',
					default: '',
					placeholder: 'e.g. Cape',
					description: 'Part of the name of the university',
				},
				{ ...provinceProperty, description: 'Only universities in this province' },
			],
		},
		listOptionsProperty,
	],
	async execute(item) {
		const { search, province } = item.parameters.collection<{ search: string; province: string }>(
			'filters',
		);
		const query: Record<string, string> = {};
		if (search) query.search = search;
		if (province) query.province = readProvince(province);
		const request = readListRequest(item.parameters);
		const listing = await listRecords(item, 'universities', query, request);
		hintsOfListing(item, listing, 'universities', Object.keys(query));
		return listing.records;
	},
};
