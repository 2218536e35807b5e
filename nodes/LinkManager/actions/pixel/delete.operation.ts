import { operation } from '../../../shared/node/operation';
import { deleteForItem } from '../../transport/api';
import { pixelId } from './pixelFields';

export const deletePixel = operation({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete pixel',
		description: 'Delete a pixel permanently',
	},
	fields: [pixelId.with({ description: 'The pixel to delete permanently' })],
	async run({ pixelId: id }, item) {
		const task = async () => [await deleteForItem(item, 'pixels', id)];
		return await item.run.serialize(`pixel ${id}`, task);
	},
});
