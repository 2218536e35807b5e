import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { provinceProperty } from '../provinces';

/** A record as the service returns it: suburb, area, province, street_code, box_code; any may be empty. */
export type PostalCodeRecord = IDataObject;

/** Where a code is said to be; an empty part says nothing. */
export interface Place {
	suburb?: string;
	area?: string;
	province?: string;
}

/** Where a postal code is: what Get Many and Validate both ask for. */
export const placeProperties: INodeProperties[] = [
	{
		displayName: 'Area',
		name: 'area',
		type: 'string',
		default: '',
		placeholder: 'e.g. Pretoria',
		description: 'The area or town',
	},
	provinceProperty('The province'),
	{
		displayName: 'Suburb',
		name: 'suburb',
		type: 'string',
		default: '',
		placeholder: 'e.g. Hatfield',
		description: 'The suburb. A whole word of its name is enough.',
	},
];
