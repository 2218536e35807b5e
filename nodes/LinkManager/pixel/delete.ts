import { optionsCollection } from '../../shared/node/options';
import type { Operation } from '../../shared/node/operation';
import { deleteForItem } from '../api';
import { pixelIdProperty, readPixelId } from './pixelId';

export const deletePixel: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete pixel',
		description: 'Delete a pixel permanently',
	},
	properties: [
		{ ...pixelIdProperty, description: 'The pixel to delete permanently' },
		optionsCollection(),
	],
	async execute(item) {
		const id = readPixelId(item);
		return [
			await item.run.serialize(`pixel ${id}`, async () => await deleteForItem(item, 'pixels', id)),
		];
	},
};
