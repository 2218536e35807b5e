import type { INodeProperties } from 'n8n-workflow';

import { hintsOfListing, readLimit, type UsedFilter } from '../../shared/node/getMany';
import type { Operation } from '../../shared/node/operation';
import { filtersCollection, returnAllOrLimit } from '../../shared/node/options';
import { listRecords } from '../api';
import { containsText, listOptionsProperty, readListOptions } from '../listOptions';
import { customTypeProperty, type PixelValues, readType, typeProperty } from './fields';

const properties: INodeProperties[] = [
	...returnAllOrLimit,
	filtersCollection(
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. spring',
			description: 'Only pixels that contain this text in their name',
		},
		{ ...typeProperty, description: 'Only pixels of this type' },
		customTypeProperty,
	),
	listOptionsProperty('pixels', [
		{ name: 'Date Created', value: 'id' },
		{ name: 'Name', value: 'name' },
	]),
];

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many pixels',
		description: 'Retrieve a list of pixels, optionally filtered by name or type',
	},
	properties,
	async execute(item) {
		const { parameters } = item;
		const filters = parameters.added<PixelValues & { search: string }>('filters');
		const { query, pageSize } = readListOptions(parameters);
		if (filters.search !== undefined) {
			Object.assign(query, { search: filters.search, search_by: 'name' });
		}
		const type = readType(filters);
		if (type !== undefined) query.type = type;
		const limit = readLimit(parameters);
		const listing = await listRecords(item, 'pixels', query, { limit, pageSize });
		const used: UsedFilter[] = [];
		if (filters.search !== undefined) used.push({ name: 'search', isMet: isNamed(filters.search) });
		if (type !== undefined) used.push({ name: 'type', isMet: hasType(type) });
		hintsOfListing(item, listing, 'pixels', used);
		return listing.records;
	},
};

function isNamed(search: string): UsedFilter['isMet'] {
	return ({ name }) => (typeof name === 'string' ? containsText(name, search) : undefined);
}

function hasType(wanted: string): UsedFilter['isMet'] {
	return ({ type }) => (typeof type === 'string' ? type === wanted : undefined);
}
