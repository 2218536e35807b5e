import type { IDataObject } from 'n8n-workflow';

import { optionsCollection } from '../../shared/node/options';
import type { ItemParameters } from '../../shared/node/parameters';
import type { Item, Operation } from '../../shared/node/operation';
import { quoted } from '../../shared/text';
import { createOnce } from '../createOnce';
import type { FormFields } from '../form';
import { type Key, lookUp } from '../findByKey';
import { refuseTwin } from '../oneRecordPerKey';
import { pixelForm, newPixelProperties } from './fields';

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
 * Creates a pixel, never twice: after a lost answer it is looked up by all its fields.
 *
 * @param otherCase when no pixel had the name just now: those whose name differs in case alone
 */
export async function createPixel(
	item: Item,
	form: FormFields,
	otherCase?: readonly IDataObject[],
): Promise<IDataObject> {
	const { name, type, value } = form as Record<string, string>;
	const shows = (shown: unknown, sent: string | undefined) =>
		shown === undefined || shown === null || String(shown).trim() === sent;
	const key: Key = { field: 'name', text: name ?? '' };
	return await createOnce(item, 'pixels', form, {
		find: async () => await lookUp(item, key, true),
		carries: (found) => shows(found.type, type) && shows(found.value, value),
		keyWasFree: otherCase !== undefined,
		judge:
			otherCase &&
			(async (created, newness) => await refuseTwin(item, key, created, newness, otherCase)),
		advice: `Before you create it again, check whether a pixel with the name ${quoted(name)} exists.`,
	});
}

/** @throws UserError when a field is missing */
export function readNewPixel(parameters: ItemParameters): FormFields {
	const type = parameters.choice<string>('type');
	return pixelForm({
		name: parameters.text('name'),
		type,
		customType: type === 'custom' ? parameters.text('customType') : '',
		value: parameters.text('value'),
	});
}
