import { operation } from '../../shared/node/operation';
import { optionsField } from '../../shared/node/options';
import { deleteForItem } from '../api';
import { linkListOf } from '../linkList';
import { linkId, withLink } from './linkId';

export const deleteLink = operation({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete link',
		description: 'Delete a link permanently. Its short URL stops working.',
	},
	fields: [linkId.with({ description: 'The link to delete permanently' }), optionsField()],
	async run(input, item) {
		const record = await withLink(item, input.linkId, async (id) => {
			linkListOf(item).remove(id);
			return await deleteForItem(item, 'links', id);
		});
		return [record];
	},
});
