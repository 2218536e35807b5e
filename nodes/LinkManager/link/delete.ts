import type { Operation } from '../../shared/operation';
import { optionsCollection } from '../../shared/parameters';
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
