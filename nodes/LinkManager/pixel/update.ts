import { UserError } from 'n8n-workflow';

import type { Operation } from '../../shared/item/operation';
import { optionsCollection } from '../../shared/item/commonProperties';
import { updateRecord } from '../api';
import {
	customTypeProperty,
	nameProperty,
	pixelFields,
	type PixelValues,
	typeProperty,
	valueProperty,
} from './fields';
import { pixelIdProperty, readPixelId } from './locator';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update pixel',
		description: 'Change the name, type or value of one pixel',
	},
	properties: [
		pixelIdProperty,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			description: 'Only the fields you add are changed; all others stay as they are',
			options: [
				{ ...nameProperty, required: false },
				typeProperty,
				customTypeProperty,
				{ ...valueProperty, required: false },
			],
		},
		optionsCollection(),
	],
	async execute(item) {
		const fields = pixelFields(item.parameters.collection<PixelValues>('updateFields'));
		if (Object.keys(fields).length === 0) {
			throw new UserError('There is nothing to update', {
				description: 'Add at least one field to "Update Fields".',
			});
		}
		return [await updateRecord(item.client, 'pixels', readPixelId(item), fields)];
	},
};
