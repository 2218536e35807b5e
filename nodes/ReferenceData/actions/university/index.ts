import type { Resource } from '../../../shared/node/operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';

export const university: Resource = {
	option: {
		name: 'University',
		value: 'university',
		description: 'A university with its minimum APS, faculties and application dates',
	},
	operations: [get, getAll],
	defaultOperation: 'getAll',
};
