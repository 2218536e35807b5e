import { operation } from '../../../shared/node/operation';
import { deleteOnce } from '../../records/deleteOnce';
import { pixelId } from './pixelFields';

export const deletePixel = operation({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete pixel',
		description: 'Delete a pixel permanently',
	},
	changes: true,
	fields: [pixelId.with({ description: 'The pixel to delete permanently' })],
	async run({ pixelId: id }, item) {
		const task = async () => [await deleteOnce(item, 'pixels', { id })];
		return await item.client.serialize(`pixel ${id}`, task);
	},
});
