import { operation } from '../../../shared/node/operation';
import { getById } from '../../transport/api';
import { findLinkId, linkId } from './linkId';

export const get = operation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get link',
		description: 'Retrieve a link with its destination, settings and clicks',
	},
	fields: [linkId.with({ description: 'The link to retrieve' })],
	read: ({ linkId: reference }) => reference,
	run: async (reference, item) => [
		await getById(item.client, 'links', await findLinkId(item, reference)),
	],
});
