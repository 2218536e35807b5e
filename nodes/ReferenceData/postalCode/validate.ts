import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../shared/item/operation';
import { optionsCollection } from '../../shared/item/commonProperties';
import { listRecords } from '../api';
import { readPostalCode } from '../identifiers';
import { placeProperties, placeQuery, type PlaceFilters } from './place';
import { judgePostalCode } from './judgement';

/** How many records of a place to look at for suggestions: one page. */
const SUGGESTION_POOL = 100;

export const validate: Operation = {
	option: {
		name: 'Validate',
		value: 'validate',
		action: 'Validate postal code',
		description: 'Check whether a postal code exists and belongs to a suburb, area or province',
	},
	properties: [
		{
			displayName: 'Postal Code',
			name: 'postalCode',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 0181',
			description:
				'The street or box code to check: four digits. Zeros in front that a sheet has dropped are put back.',
		},
		{
			displayName: 'Place',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add detail',
			default: {},
			description: 'Where the code should be. Without any detail the code only has to exist.',
			options: placeProperties,
		},
		optionsCollection(),
	],
	async execute(item) {
		const code = readPostalCode(item.parameters.text('postalCode'));
		const place = placeQuery(item.parameters.collection<PlaceFilters>('filters'));
		const found = await listRecords(
			item,
			'postal-codes',
			{ postal_code: code },
			{ limit: Infinity },
		);
		const judged = judgePostalCode(code, found.records, place);
		const wrong = judged.status === 'mismatch' || judged.status === 'not_found';
		if (!wrong || Object.keys(place).length === 0) return [{ ...judged } as IDataObject];
		const nearby = await listRecords(item, 'postal-codes', place, { limit: SUGGESTION_POOL });
		return [{ ...judgePostalCode(code, found.records, place, nearby.records) } as IDataObject];
	},
};
