import type { Operation } from '../../shared/node/operation';
import { optionsCollection } from '../../shared/node/options';
import { getSchool } from '../api';
import { readSchoolKey } from '../identifiers';
import { outputProperties, schoolShape } from './output';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get high school',
		description: 'Retrieve a high school by its EMIS number or ID',
	},
	properties: [
		{
			displayName: 'High School',
			name: 'schoolId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: true,
			description:
				'The school to retrieve, by its nine-digit EMIS number or by the ID of its record',
			builderHint: {
				propertyHint:
					'Required. "emis" takes nine digits. For a name that a person typed, use the operation "match" first.',
			},
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select a school…',
					typeOptions: { searchListMethod: 'searchSchools', searchable: true },
				},
				{
					displayName: 'By EMIS Number',
					name: 'emis',
					type: 'string',
					placeholder: 'e.g. 700400001',
					hint: 'The national identifier of the school: nine digits',
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. 4711',
					hint: 'The ID of the record in this service, digits only',
				},
			],
		},
		...outputProperties,
		optionsCollection(),
	],
	async execute(item) {
		const key = readSchoolKey(item.parameters.locator('schoolId'));
		const shape = schoolShape(item);
		return [shape(await getSchool(item, key))];
	},
};
