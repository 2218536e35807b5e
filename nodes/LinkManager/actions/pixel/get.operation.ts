import { operation } from '../../../shared/node/operation';
import { getById } from '../../transport/api';
import { pixelId } from './pixelFields';

export const get = operation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get pixel',
		description: 'Retrieve a pixel with its name, type and value',
	},
	changes: false,
	fields: [pixelId.with({ description: 'The pixel to retrieve' })],
	run: async (input, { client }) => [await getById(client, 'pixels', input.pixelId)],
});
