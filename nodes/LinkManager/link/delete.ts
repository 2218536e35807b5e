import { optionsCollection } from '../../shared/node/options';
import type { Operation } from '../../shared/node/operation';
import { deleteForItem } from '../api';
import { knownList } from '../linkList';
import { linkIdProperty, withLink } from './linkId';

export const deleteLink: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete link',
		description: 'Delete a link permanently. Its short URL stops working.',
	},
	properties: [
		{ ...linkIdProperty, description: 'The link to delete permanently' },
		optionsCollection(),
	],
	async execute(item) {
		const record = await withLink(item, async (id) => {
			knownList(item)?.remove(id);
			return await deleteForItem(item, 'links', id);
		});
		return [record];
	},
};
