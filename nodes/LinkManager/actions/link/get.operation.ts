import { operation } from '../../../shared/node/operation';
import { linkId } from './linkId';
import { linkOutput } from './linkOutput';
import { fetchLink } from './namedLink';

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
	run: async ({ shape, ...reference }, item) => [shape(await fetchLink(item, reference))],
});
