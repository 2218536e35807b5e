import { operation } from '../../../shared/node/operation';
import { deleteOnce } from '../../records/deleteOnce';
import { linkId } from './linkId';
import { withLink } from './namedLink';

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
		const wanted = { needsRecord: item.isTool };
		return await withLink(item, reference, wanted, async (link) => [
			await deleteOnce(item, 'links', link),
		]);
	},
});
