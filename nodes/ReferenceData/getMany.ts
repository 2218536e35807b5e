import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../shared/item/parameters';
import { readLimit } from '../shared/item/getMany';
import { optionsCollection } from '../shared/item/commonProperties';
import type { ListRequest } from './api';

/** Options of a Get Many on this service. */
export const listOptionsProperty: INodeProperties = optionsCollection(
	{
		displayName: 'Page Size',
		name: 'perPage',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
		default: 100,
		description:
			'How many records to ask for in one request, 1 to 100. If you do not add it, the size that needs the fewest requests is used.',
	},
	{
		displayName: 'Start Page',
		name: 'startPage',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description: 'The page to start with, counted in pages of Page Size records',
	},
);

/** What to ask a directory for, from Return All, Limit and Options. */
export function readListRequest(parameters: ItemParameters): ListRequest {
	const { perPage, startPage } = parameters.collection<{ perPage: number; startPage: number }>(
		'options',
	);
	return { limit: readLimit(parameters), pageSize: perPage, startPage };
}
