import type { INodeProperties } from 'n8n-workflow';

import { alphabetical, filtersCollection, returnAllOrLimit } from '../../shared/node/options';
import type { Operation } from '../../shared/node/operation';
import { getMany, listOptionsProperty } from '../listing';
import { placeProperties } from './place';

const properties: INodeProperties[] = [
	...returnAllOrLimit,
	filtersCollection(
		...alphabetical([
			...placeProperties,
			{
				displayName: 'Postal Code',
				name: 'postalCode',
				type: 'string',
				default: '',
				placeholder: 'e.g. 0181',
				description:
					'The exact street or PO box code (four digits). Missing leading zeros are added.',
			},
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. Hatfield',
				description: 'Words to find in the name of the suburb or area',
			},
		]),
	),
	listOptionsProperty,
];

/** The likeliest cause of an empty result first. */
const FILTERS = ['postalCode', 'suburb', 'search', 'area', 'province'];

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many postal codes',
		description: 'Retrieve a list of South African suburbs with their street and PO box codes',
	},
	properties,
	async execute(item) {
		return await getMany(item, 'postal-codes', FILTERS);
	},
};
