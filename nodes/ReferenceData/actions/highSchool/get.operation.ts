import { operation } from '../../../shared/node/operation';
import { getSchool } from '../../transport/api';
import { schoolId } from './schoolId';
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
		schoolId.with({
			description:
				'The school to retrieve, by its nine-digit EMIS number or by the ID of its record',
		}),
		...schoolOutput.fields,
	],
	read: (values, form) => ({ key: values.schoolId, shape: schoolOutput.shapeOf(values, form) }),
	run: async ({ key, shape }, item) => [shape(await getSchool(item.client, key))],
});
