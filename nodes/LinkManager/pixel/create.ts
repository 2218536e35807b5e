import type { IDataObject } from 'n8n-workflow';

import { optionsCollection } from '../../shared/node/options';
import type { ItemParameters } from '../../shared/node/parameters';
import type { Item, Operation } from '../../shared/node/operation';
import { createOnce } from '../createOnce';
import { checkForKey, type Key } from '../findByKey';
import type { FormFields } from '../form';
import { newPixelProperties, pixelForm, pixelLabels } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create pixel',
		description: 'Create a new tracking pixel to use in links',
	},
	properties: [...newPixelProperties, optionsCollection()],
	async execute(item) {
		return [await createPixel(item, readNewPixel(item.parameters))];
	},
};

/**
 * Creates a pixel, never two of them; see `createOnce`.
 *
 * @param lookedUp the name, if no pixel had it just now: several pixels may have one name
 */
export async function createPixel(
	item: Item,
	form: FormFields,
	lookedUp?: Key,
): Promise<IDataObject> {
	return await createOnce(item, 'pixels', form, {
		labels: pixelLabels,
		key: lookedUp,
		check: checkForKey({ field: 'name', text: String(form.name) }),
	});
}

/** @throws UserError when a field is missing */
export function readNewPixel(parameters: ItemParameters): FormFields {
	return pixelForm({
		name: parameters.text('name'),
		type: parameters.choice<string>('type'),
		customType: parameters.text('customType'),
		value: parameters.text('value'),
	});
}
