import type { Resource } from '../../shared/node/operation';
import { get } from './get';
import { getAll } from './getAll';
import { getDistricts } from './getDistricts';
import { getProvinces } from './getProvinces';
import { match } from './match';

export const highSchool: Resource = {
	option: {
		name: 'High School',
		value: 'highSchool',
		description: 'A South African high school with its location, contact details and enrollment',
	},
	operations: [get, getDistricts, getAll, getProvinces, match],
	defaultOperation: 'getAll',
};
