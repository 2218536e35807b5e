import { UserError } from 'n8n-workflow';

import { optionsCollection } from '../../shared/node/options';
import type { Operation } from '../../shared/node/operation';
import { updateRecord } from '../api';
import { pixelForm, pixelLabels, type PixelValues, updatePixelProperties } from './fields';
import { pixelIdProperty, readPixelId } from './pixelId';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update pixel',
		description: 'Update a pixel. Only the fields you add are changed.',
	},
	properties: [
		{ ...pixelIdProperty, description: 'The pixel to change' },
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			description: 'Only the fields you add are changed. All others stay as they are.',
			options: updatePixelProperties,
		},
		optionsCollection(),
	],
	async execute(item) {
		const { parameters, client } = item;
		const form = pixelForm(parameters.added<PixelValues>('updateFields'));
		if (parameters.names('updateFields').length === 0) {
			throw new UserError('There is nothing to update', {
				description: 'Add at least one field to "Update Fields".',
			});
		}
		const id = readPixelId(item);
		const record = await item.run.serialize(
			`pixel ${id}`,
			async () => await updateRecord(client, 'pixels', id, form, pixelLabels),
		);
		return [record];
	},
};
