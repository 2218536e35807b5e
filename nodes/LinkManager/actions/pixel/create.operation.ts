import { operation } from '../../../shared/node/operation';
import { createOnce } from '../../records/createOnce';
import { checkForKey, keyOf } from '../../records/key';
import { nameField, newPixelFields, pixelBody, pixelTexts } from './pixelFields';

export const create = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create pixel',
		description: 'Create a new tracking pixel to use in links',
	},
	changes: true,
	fields: [nameField, ...newPixelFields],
	// Several pixels may have one name, so a lost create isn't looked up by it.
	read: (values) => ({
		pixel: pixelBody(values),
		howToCheck: checkForKey(keyOf('name', values.name)),
	}),
	run: async ({ pixel, howToCheck }, { client }) => [
		await createOnce(client, 'pixels', pixel, { ...pixelTexts, howToCheck }),
	],
});
