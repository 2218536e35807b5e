import type { IDataObject } from 'n8n-workflow';

import { type Item, operation } from '../../shared/node/operation';
import { optionsField } from '../../shared/node/options';
import { createOnce } from '../createOnce';
import { checkForKey, type Key, keyOf } from '../findByKey';
import type { FormFields } from '../form';
import { nameField, newPixelFields, pixelForm, pixelLabels } from './fields';

export const create = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create pixel',
		description: 'Create a new tracking pixel to use in links',
	},
	fields: [nameField, ...newPixelFields, optionsField()],
	read: (form) => ({ pixel: pixelForm(form), key: keyOf('name', form.name) }),
	run: async ({ pixel, key }, item) => [await createPixel(item, pixel, key, false)],
});

/**
 * Creates a pixel, never two of them; see `createOnce`.
 *
 * @param isLookedUp whether no pixel had the name just now: several pixels may have one name
 */
export async function createPixel(
	item: Item,
	pixel: FormFields,
	key: Key,
	isLookedUp: boolean,
): Promise<IDataObject> {
	return await createOnce(item, 'pixels', pixel, {
		labels: pixelLabels,
		key: isLookedUp ? key : undefined,
		check: checkForKey(key),
	});
}
