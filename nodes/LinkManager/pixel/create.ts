import type { IDataObject } from 'n8n-workflow';

import { optionsCollection } from '../../shared/item/commonProperties';
import type { ItemParameters } from '../../shared/item/parameters';
import type { Item, Operation } from '../../shared/item/operation';
import { quoted } from '../../shared/wording';
import { createOnce } from '../createOnce';
import type { FormFields } from '../form';
import { hintOfOtherSpelling, refuseMerged } from '../oneRecordPerKey';
import { pixelForm, newPixelProperties } from './fields';
import { lookUpPixels, normalName } from './lookUp';

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
	const pixel = await createOnce(item, 'pixels', form, {
		find: async () => {
			const found = await lookUpPixels(item, name ?? '');
			const known = new Set(otherCase?.map(({ id }) => id));
			return [...found.matches, ...found.otherCase.filter(({ id }) => !known.has(id))];
		},
		carries: (found) => shows(found.type, type) && shows(found.value, value),
		keyWasFree: otherCase !== undefined,
		judge: async (created, isNew) =>
			await refuseMerged(item.client, 'pixels', created, isNew, otherCase ?? [], {
				field: 'name',
				label: 'Name',
			}),
		advice: `Before you create it again, check whether a pixel with the name ${quoted(name)} exists.`,
	});
	if (otherCase !== undefined) {
		hintOfOtherSpelling(item, pixel.name, name ?? '', {
			label: 'Name',
			noun: 'pixel',
			isSame: (one, other) => normalName(one) === normalName(other),
		});
	}
	return pixel;
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
