import { filtersCollection, returnAllOrLimit } from '../../shared/node/options';
import type { Operation } from '../../shared/node/operation';
import { getMany, listOptionsProperty } from '../listing';
import { provinceProperty } from '../provinces';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many universities',
		description: 'Retrieve a list of universities with their minimum APS and application dates',
	},
	properties: [
		...returnAllOrLimit,
		filtersCollection(
			{
				displayName: 'Name Contains',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. Cape',
				description: 'Part of the name of the university',
			},
			provinceProperty('Only universities in this province'),
		),
		listOptionsProperty,
	],
	async execute(item) {
		return await getMany(item, 'universities', ['search', 'province']);
	},
};
