import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { UsedFilter } from '../../shared/node/getMany';
import type { Operation } from '../../shared/node/operation';
import { filtersCollection, returnAllOrLimit } from '../../shared/node/options';
import { containsText, getManyRecords, listOptionsProperty } from '../listOptions';
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
		const filters = item.parameters.added<PixelValues & { search: string }>('filters');
		const { search } = filters;
		const wanted = readType(filters);
		const query: Record<string, string> = {};
		const used: UsedFilter[] = [];
		if (search !== undefined) {
			Object.assign(query, { search, search_by: 'name' });
			const isMet = ({ name }: IDataObject) =>
				typeof name !== 'string' || containsText(name, search);
			used.push({ name: 'search', isMet });
		}
		if (wanted !== undefined) {
			query.type = wanted;
			used.push({ name: 'type', isMet: ({ type }) => typeof type !== 'string' || type === wanted });
		}
		return await getManyRecords(item, 'pixels', query, used);
	},
};
