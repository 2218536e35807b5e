import { operation } from '../../../shared/node/operation';
import { locatorField } from '../../../shared/node/field';
import { checkedBy, listMode } from '../../../shared/node/resourceLocator';
import { getSchool } from '../../transport/api';
import { readSchoolKey } from '../../records/emisAndPostalCode';
import { schoolOutput } from './schoolOutput';

export const get = operation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get high school',
		description: 'Retrieve a high school by its EMIS number or ID',
	},
	changes: false,
	fields: [
		locatorField({
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
				listMode('searchSchools', 'school', 'By EMIS Number'),
				{
					displayName: 'By EMIS Number',
					name: 'emis',
					type: 'string',
					placeholder: 'e.g. 700400001',
					hint: 'The national identifier of the school: nine digits',
					validation: checkedBy(
						'\\s*\\d{3}\\s*\\d{3}\\s*\\d{3}\\s*',
						'An EMIS number has exactly nine digits',
					),
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. 4711',
					hint: 'The ID of the record in this service, digits only',
				},
			],
		}).map(readSchoolKey),
		...schoolOutput.fields,
	],
	read: (values, form) => ({ key: values.schoolId, shape: schoolOutput.shapeOf(values, form) }),
	run: async ({ key, shape }, item) => [shape(await getSchool(item.client, key))],
});
