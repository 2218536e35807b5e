import type { Resource } from '../../../shared/node/operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { validate } from './validate.operation';

export const postalCode: Resource = {
	option: {
		name: 'Postal Code',
		value: 'postalCode',
		description: 'A South African suburb with its street and PO box codes',
	},
	operations: [get, getAll, validate],
	defaultOperation: 'getAll',
};
