import { choiceField, flagField, textField } from '../../../shared/node/field';
import { getMany, limitFields } from '../../../shared/node/getMany';
import { operation } from '../../../shared/node/operation';
import { getManyOptions, queryFilters } from '../getManyFields';
import { districtField, provinceField, sectorField } from '../commonFields';
import { schoolOutput } from './schoolOutput';

export const getAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many high schools',
		description:
			'Retrieve a list of South African high schools, optionally filtered by name, province, district and more',
	},
	changes: false,
	fields: [
		...limitFields,
		...schoolOutput.fields,
		queryFilters({
			search: textField({
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. Pretoria',
				description:
					'Words to find in the name of the school. If you enter three or more characters, the service finds whole words only.',
			}),
			district: districtField,
			province: provinceField('Only schools in this province'),
			quintile: choiceField({
				displayName: 'Quintile',
				name: 'quintile',
				type: 'options',
				options: [
					{ name: 'Q1', value: 'Q1', description: 'The poorest fifth of schools' },
					{ name: 'Q2', value: 'Q2' },
					{ name: 'Q3', value: 'Q3' },
					{ name: 'Q4', value: 'Q4' },
					{ name: 'Q5', value: 'Q5', description: 'The least poor fifth of schools' },
				],
				default: 'Q1',
				description:
					'Only schools in this quintile, which ranks schools by the poverty of their community',
			}),
			no_fee: flagField({
				displayName: 'No-Fee Schools',
				name: 'noFee',
				type: 'boolean',
				default: true,
				description: 'Whether to return no-fee schools (on) or schools that charge fees (off)',
			}),
			sector: sectorField,
			urban_rural: choiceField({
				displayName: 'Urban or Rural',
				name: 'urbanRural',
				type: 'options',
				options: [
					{ name: 'Rural', value: 'Rural' },
					{ name: 'Urban', value: 'Urban' },
				],
				default: 'Urban',
				description: 'Only urban or only rural schools',
			}),
		}),
		getManyOptions,
	],
	read: (values, form) => ({ wanted: { ...values }, shape: schoolOutput.shapeOf(values, form) }),
	run: async ({ wanted, shape }, item) => {
		return (await getMany(item, 'high-schools', wanted)).map(shape);
	},
});
