import { textField } from '../../../shared/node/field';
import { getMany, limitFields } from '../../../shared/node/getMany';
import { operation } from '../../../shared/node/operation';
import { getManyOptions, queryFilters } from '../getManyFields';
import { provinceField } from '../commonFields';

export const getAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many universities',
		description: 'Retrieve a list of universities with their minimum APS and application dates',
	},
	changes: false,
	fields: [
		...limitFields,
		queryFilters({
			search: textField({
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. Cape',
				description: 'Part of the name of the university',
			}),
			province: provinceField('Only universities in this province'),
		}),
		getManyOptions,
	],
	run: async (input, item) => await getMany(item, 'universities', input),
});
