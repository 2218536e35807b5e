import { textField } from '../../../shared/node/field';
import { getMany, limitFields } from '../../../shared/node/getMany';
import { operation } from '../../../shared/node/operation';
import { getManyOptions, queryFilters } from '../getManyFields';
import { area, codeFilter, province, suburb } from './place';

export const getAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many postal codes',
		description: 'Retrieve a list of South African suburbs with their street and PO box codes',
	},
	changes: false,
	fields: [
		...limitFields,
		queryFilters({
			postal_code: codeFilter,
			suburb,
			search: textField({
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. Hatfield',
				description: 'Words to find in the name of the suburb or area',
			}),
			area,
			province,
		}),
		getManyOptions,
	],
	run: async (input, item) => await getMany(item, 'postal-codes', input),
});
