import type { Operation } from '../../shared/node/operation';
import { hintsOfListing } from '../../shared/node/getMany';
import { filtersCollection, optionsCollection } from '../../shared/node/options';
import { listDistricts } from '../api';
import { readQuery } from '../listing';
import { provinceProperty } from '../provinces';

export const getDistricts: Operation = {
	option: {
		name: 'Get Districts',
		value: 'getDistricts',
		action: 'Get education districts',
		description: 'Retrieve a list of education districts with the number of high schools in each',
	},
	properties: [
		filtersCollection(provinceProperty('Only districts in this province')),
		optionsCollection(),
	],
	async execute(item) {
		const query = readQuery(item, ['province']);
		const records = await listDistricts(item, query);
		const used = Object.keys(query).map((name) => ({ name }));
		hintsOfListing(item, { records, left: 0 }, 'districts', used);
		return records;
	},
};
