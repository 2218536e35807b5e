import type { Operation } from '../../shared/item/operation';
import { optionsCollection } from '../../shared/item/commonProperties';
import { removeRecord } from '../removal';
import { pixelIdProperty, readPixelId } from './locator';

export const deletePixel: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete pixel',
		description: 'Delete one pixel for good; the links that use it lose it',
	},
	properties: [pixelIdProperty, optionsCollection()],
	async execute(item) {
		return [await removeRecord(item, 'pixels', readPixelId(item))];
	},
};
