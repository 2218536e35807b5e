import type { IDataObject } from 'n8n-workflow';

import { filtersField } from '../../../shared/node/collection';
import { textField } from '../../../shared/node/field';
import { getMany, limitFields, type UsedFilter } from '../../../shared/node/getMany';
import { operation } from '../../../shared/node/operation';
import { containsText } from '../../records/shown';
import { getManyFields } from '../getManyFields';
import { customTypeField, readType, typeField } from './pixelFields';

const searchField = textField({
	displayName: 'Search',
	name: 'search',
	type: 'string',
	default: '',
	placeholder: 'e.g. spring',
	description: 'Only pixels that contain this text in their name',
});

const filtersOfPixels = filtersField([
	searchField,
	typeField.with({ description: 'Only pixels of this type' }),
	customTypeField,
]).map(({ search, ...values }) => {
	const type = readType(values);
	const filters: UsedFilter[] = [];
	if (search !== undefined) {
		filters.push({
			label: searchField.label,
			query: { search, search_by: 'name' },
			isMet: ({ name }: IDataObject) => typeof name !== 'string' || containsText(name, search),
		});
	}
	if (type !== undefined) {
		const isMet = (record: IDataObject) => typeof record.type !== 'string' || record.type === type;
		filters.push({ label: typeField.label, query: { type }, isMet });
	}
	return filters;
});

export const getAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many pixels',
		description: 'Retrieve a list of pixels, optionally filtered by name or type',
	},
	changes: false,
	fields: [
		...limitFields,
		filtersOfPixels,
		...getManyFields([
			{ name: 'Date Created', value: 'id' },
			{ name: 'Name', value: 'name' },
		]),
	],
	run: async (input, item) => await getMany(item, 'pixels', input),
});
