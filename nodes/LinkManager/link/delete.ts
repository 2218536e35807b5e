import type { Operation } from '../../shared/item/operation';
import { optionsCollection } from '../../shared/item/commonProperties';
import { removeRecord } from '../removal';
import { linkIdProperty, readLinkId } from './locator';

export const deleteLink: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete link',
		description: 'Delete one link for good; its short address stops working',
	},
	properties: [linkIdProperty, optionsCollection()],
	async execute(item) {
		return [await removeRecord(item, 'links', await readLinkId(item))];
	},
};
