import { filtersField } from '../../../shared/node/collection';
import { choiceField } from '../../../shared/node/field';
import { getMany, limitFields } from '../../../shared/node/getMany';
import { operation } from '../../../shared/node/operation';
import { getManyFields } from '../getManyFields';
import { linkFilterFields, linkFilters, STATUS } from './linkFilters';
import { linkOutput } from './linkOutput';

const statusField = choiceField({
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'All Statuses', value: STATUS.all },
		{ name: 'Active', value: STATUS.active },
		{ name: 'Disabled', value: STATUS.disabled },
		{ name: 'Expired', value: STATUS.expired },
	],
	default: 0,
	description: 'Only links with this status',
	builderHint: { propertyHint: '0 is All Statuses, 1 is Active, 2 is Expired, 3 is Disabled.' },
});

export const getAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many links',
		description: 'Retrieve a list of links, optionally filtered by status, search text and more',
	},
	changes: false,
	fields: [
		...limitFields,
		...linkOutput.fields,
		filtersField([...linkFilterFields, statusField]),
		...getManyFields([
			{ name: 'Alias', value: 'alias' },
			{ name: 'Clicks', value: 'clicks' },
			{ name: 'Date Created', value: 'id' },
			{ name: 'Destination URL', value: 'url' },
			{ name: 'Title', value: 'title' },
		]),
	],
	read({ filters, ...values }, form) {
		if (filters.searchBy !== undefined && filters.search === undefined) {
			form.hint('"Search By" was left out, because there is no "Search".');
		}
		const wanted = { ...values, filters: linkFilters(filters) };
		return { wanted, shape: linkOutput.shapeOf(values, form) };
	},
	run: async ({ wanted, shape }, item) => (await getMany(item, 'links', wanted)).map(shape),
});
