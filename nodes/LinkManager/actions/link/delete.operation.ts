import { operation } from '../../../shared/node/operation';
import { deleteOnce } from '../../records/deleteOnce';
import { linkId, withLink } from './linkId';

export const deleteLink = operation({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete link',
		description: 'Delete a link permanently. Its short URL stops working.',
	},
	changes: true,
	fields: [linkId.with({ description: 'The link to delete permanently' })],
	read: ({ linkId: reference }) => reference,
	async run(reference, item) {
		const task = async (id: string) => [await deleteOnce(item, 'links', id)];
		return await withLink(item, reference, task);
	},
});
