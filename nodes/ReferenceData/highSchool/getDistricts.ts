import type { Operation } from '../../shared/item/operation';
import { hintsOfListing } from '../../shared/item/getMany';
import { optionsCollection } from '../../shared/item/commonProperties';
import { fetchAll } from '../api';
import { provinceProperty } from '../provinceProperty';
import { readProvince } from '../provinces';

export const getDistricts: Operation = {
	option: {
		name: 'Get Districts',
		value: 'getDistricts',
		action: 'Get districts of high schools',
		description: 'List the education districts with the number of high schools in each',
	},
	properties: [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [{ ...provinceProperty, description: 'Only districts of this province' }],
		},
		optionsCollection(),
	],
	async execute(item) {
		const { province } = item.parameters.collection<{ province: string }>('filters');
		const query: Record<string, string> = province ? { province: readProvince(province) } : {};
		const path = ['high-schools', 'districts'];
		const records = await fetchAll(item.client, path, query, 'the list of districts');
		hintsOfListing(item, { records, cut: false }, 'districts', Object.keys(query));
		return records;
	},
};
