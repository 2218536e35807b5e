import { UserError } from 'n8n-workflow';

import { updateFieldsField } from '../../../shared/node/collection';
import { operation } from '../../../shared/node/operation';
import { updateRecord } from '../../transport/api';
import { pixelBody, pixelId, pixelTexts, updatePixelFields } from './pixelFields';

export const update = operation({
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update pixel',
		description: 'Update a pixel. Only the fields you add are changed.',
	},
	changes: true,
	fields: [
		pixelId.with({ description: 'The pixel to change' }),
		updateFieldsField(updatePixelFields),
	],
	read({ pixelId: id, updateFields: { values, empty } }) {
		const changes = pixelBody(values);
		if (Object.keys(values).length + empty.length > 0) return { id, changes };
		throw new UserError('There is nothing to update', {
			description: 'Add at least one field to "Update Fields".',
		});
	},
	async run({ id, changes }, { client }) {
		const task = async () => [await updateRecord(client, 'pixels', id, changes, pixelTexts)];
		return await client.serialize(`pixel ${id}`, task);
	},
});
