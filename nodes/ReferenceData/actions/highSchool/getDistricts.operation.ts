import { hintsOfListing, queryOf } from '../../../shared/node/getMany';
import { operation } from '../../../shared/node/operation';
import { listDistricts } from '../../transport/api';
import { queryFilters } from '../getManyFields';
import { provinceField } from '../commonFields';

export const getDistricts = operation({
	option: {
		name: 'Get Districts',
		value: 'getDistricts',
		action: 'Get education districts',
		description: 'Retrieve a list of education districts with the number of high schools in each',
	},
	changes: false,
	fields: [queryFilters({ province: provinceField('Only districts in this province') })],
	async run({ filters }, item) {
		const records = await listDistricts(item.client, queryOf(filters));
		hintsOfListing(item, 'districts', { records, left: 0 }, filters);
		return records;
	},
});
