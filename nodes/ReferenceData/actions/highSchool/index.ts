import type { Resource } from '../../../shared/node/operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getDistricts } from './getDistricts.operation';
import { getProvinces } from './getProvinces.operation';
import { match } from './match.operation';

export const highSchool: Resource = {
	option: {
		name: 'High School',
		value: 'highSchool',
		description: 'A South African high school with its location, contact details and enrollment',
	},
	operations: [get, getDistricts, getAll, getProvinces, match],
	defaultOperation: 'getAll',
};
