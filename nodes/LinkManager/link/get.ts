import type { Operation } from '../../shared/item/operation';
import { optionsCollection } from '../../shared/item/commonProperties';
import { getRecord } from '../api';
import { linkIdProperty, readLinkId } from './locator';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get link',
		description: 'Read one link with its destination, settings and clicks',
	},
	properties: [linkIdProperty, optionsCollection()],
	async execute(item) {
		return [await getRecord(item.client, 'links', await readLinkId(item))];
	},
};
