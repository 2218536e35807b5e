import type { INodeProperties } from 'n8n-workflow';

import { provinceProperty } from '../provinceProperty';
import { readProvince } from '../provinces';

/** Where a postal code is: what Get Many and Validate both filter by. */
export interface PlaceFilters {
	suburb: string;
	area: string;
	province: string;
}

export const placeProperties: INodeProperties[] = [
	{
		displayName: 'Area',
		name: 'area',
		type: 'string',
		default: '',
		placeholder: 'e.g. Pretoria',
		description: 'The area or town',
	},
	{ ...provinceProperty, description: 'The province' },
	{
		displayName: 'Suburb',
		name: 'suburb',
		type: 'string',
		default: '',
		placeholder: 'e.g. Hatfield',
		description: 'The suburb; part of its name is enough',
	},
];

/** The place as the service's query; only what is given. @throws UserError for an unknown province */
export function placeQuery({
	suburb,
	area,
	province,
}: Partial<PlaceFilters>): Record<string, string> {
	const query: Record<string, string> = {};
	if (suburb) query.suburb = suburb;
	if (area) query.area = area;
	if (province !== undefined && province !== '') query.province = readProvince(province);
	return query;
}
