import type { Operation } from '../../shared/item/operation';
import { optionsCollection } from '../../shared/item/commonProperties';
import { getRecord } from '../api';
import { readEmis, readSchoolId } from '../identifiers';
import { outputProperties, schoolShape } from './output';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get high school',
		description: 'Read one high school by its EMIS number or ID',
	},
	properties: [
		{
			displayName: 'High School',
			name: 'schoolId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: true,
			description: 'The school to read: its nine-digit EMIS number, or the ID of its record',
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
		const { mode, value } = item.parameters.locator('schoolId');
		const id = mode === 'emis' ? readEmis(value) : readSchoolId(value);
		const subject =
			mode === 'emis' ? `the high school with EMIS number ${id}` : `the high school ${id}`;
		const shape = schoolShape(item);
		return [shape(await getRecord(item.client, ['high-schools', id], subject))];
	},
};
