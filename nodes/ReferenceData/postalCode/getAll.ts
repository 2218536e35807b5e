import type { INodeProperties } from 'n8n-workflow';

import { hintsOfListing } from '../../shared/item/getMany';
import type { Operation } from '../../shared/item/operation';
import { alphabetical, returnAllOrLimit } from '../../shared/item/commonProperties';
import { listRecords } from '../api';
import { readPostalCode } from '../identifiers';
import { listOptionsProperty, readListRequest } from '../getMany';
import { placeProperties, placeQuery, type PlaceFilters } from './place';

interface PostalCodeFilters extends PlaceFilters {
	search: string;
	postalCode: string;
}

/** The filters, the likeliest cause of an empty result first. */
const SUSPECTS = ['postalCode', 'suburb', 'search', 'area', 'province'];

const properties: INodeProperties[] = [
	...returnAllOrLimit,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: alphabetical([
			...placeProperties,
			{
				displayName: 'Postal Code',
				name: 'postalCode',
				type: 'string',
				default: '',
				placeholder: 'e.g. 0181',
				description:
					'Exactly this street or box code: four digits. Zeros in front that a sheet has dropped are put back.',
			},
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. Hatfield',
				description: 'Words in the name of the suburb or the area',
			},
		]),
	},
	listOptionsProperty,
];

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many postal codes',
		description: 'List South African suburbs with their street and box codes',
	},
	properties,
	async execute(item) {
		const filters = item.parameters.collection<PostalCodeFilters>('filters');
		const query = placeQuery(filters);
		if (filters.search) query.search = filters.search;
		if (filters.postalCode !== undefined) query.postal_code = readPostalCode(filters.postalCode);
		const request = readListRequest(item.parameters);
		const listing = await listRecords(item, 'postal-codes', query, request);
		const used = SUSPECTS.filter((name) => name in filters);
		hintsOfListing(item, listing, 'postal codes', used);
		return listing.records;
	},
};
