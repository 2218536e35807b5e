import { optionsCollection } from '../../shared/node/options';
import type { Operation } from '../../shared/node/operation';
import { getRecord } from '../api';
import { pixelIdProperty, readPixelId } from './pixelId';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get pixel',
		description: 'Retrieve a pixel with its name, type and value',
	},
	properties: [{ ...pixelIdProperty, description: 'The pixel to retrieve' }, optionsCollection()],
	async execute(item) {
		return [await getRecord(item.client, 'pixels', readPixelId(item))];
	},
};
