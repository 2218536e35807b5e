import type { IDataObject } from 'n8n-workflow';

import { quoted } from '../../shared/wording';
import type { Item, Operation } from '../../shared/item/operation';
import { optionsCollection } from '../../shared/item/commonProperties';
import { createOnce } from '../createOnce';
import {
	customTypeProperty,
	nameProperty,
	pixelFields,
	typeProperty,
	valueProperty,
} from './fields';
import { onlyPixel, pixelsNamed } from './locator';

/** The parameters that a new pixel needs. */
export const newPixelProperties = [nameProperty, typeProperty, customTypeProperty, valueProperty];

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create pixel',
		description: 'Make a new tracking pixel that links can use',
	},
	properties: [...newPixelProperties, optionsCollection()],
	async execute(item) {
		return [await createPixel(item)];
	},
};

/** Creates the pixel of the form, never twice: after a lost answer it is looked up by all its fields. */
export async function createPixel(item: Item): Promise<IDataObject> {
	const fields = readNewPixel(item);
	const { name, type, value } = fields;
	return await createOnce(item, 'pixels', fields, {
		find: async () => {
			const same = await pixelsNamed(item, name);
			return onlyPixel(
				same.filter((pixel) => pixel.type === type && pixel.value === value),
				name,
			);
		},
		advice: `Look for a pixel with the name ${quoted(name)} before you create it again.`,
	});
}

/** @throws UserError when a field is missing */
export function readNewPixel({ parameters }: Item): Record<'name' | 'type' | 'value', string> {
	const type = parameters.choice<string>('type');
	return pixelFields({
		name: parameters.text('name'),
		type,
		customType: type === 'custom' ? parameters.text('customType') : '',
		value: parameters.text('value'),
	}) as Record<'name' | 'type' | 'value', string>;
}
