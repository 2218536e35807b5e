import { optionsCollection } from '../../shared/node/options';
import type { Operation } from '../../shared/node/operation';
import { deleteForItem } from '../api';
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
		return [await withLink(item, async (id) => await deleteForItem(item, 'links', id))];
	},
};
