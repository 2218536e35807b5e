import { operation } from '../../../shared/node/operation';
import { getById } from '../../transport/api';
import { findLinkId, linkId } from './linkId';
import { linkOutput } from './linkOutput';

export const get = operation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get link',
		description: 'Retrieve a link with its destination, settings and clicks',
	},
	changes: false,
	fields: [linkId.with({ description: 'The link to retrieve' }), ...linkOutput.fields],
	read: (values, form) => ({ ...values.linkId, shape: linkOutput.shapeOf(values, form) }),
	async run({ shape, ...reference }, item) {
		const id = await findLinkId(item, reference);
		return [shape(await getById(item.client, 'links', id))];
	},
});
