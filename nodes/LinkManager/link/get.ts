import { optionsCollection } from '../../shared/node/options';
import type { Operation } from '../../shared/node/operation';
import { getRecord } from '../api';
import { linkIdProperty, readLinkId } from './linkId';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get link',
		description: 'Retrieve a link with its destination, settings and clicks',
	},
	properties: [{ ...linkIdProperty, description: 'The link to retrieve' }, optionsCollection()],
	async execute(item) {
		return [await getRecord(item.client, 'links', await readLinkId(item))];
	},
};
