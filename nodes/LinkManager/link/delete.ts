import { optionsCollection } from '../../shared/node/options';
import type { Operation } from '../../shared/node/operation';
import { deleteForItem } from '../api';
import { linkIdProperty, readLinkId } from './linkId';

export const deleteLink: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete link',
		description: 'Delete a link permanently. Its short URL stops working.',
	},
	properties: [linkIdProperty, optionsCollection()],
	async execute(item) {
		const id = await readLinkId(item);
		return [
			await item.serialize(`link ${id}`, async () => await deleteForItem(item, 'links', id)),
		];
	},
};
