import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import { optionsCollection } from '../../shared/item/commonProperties';
import type { Item, Operation } from '../../shared/item/operation';
import { updateRecord } from '../api';
import type { FormFields } from '../form';
import { createPixel, readNewPixel } from './create';
import { nameProperty, newPixelProperties } from './fields';
import { lookUpPixels, normalName, onlyPixel } from './lookUp';

const matchedNameProperty: INodeProperties = {
	...nameProperty,
	description:
		'The display name of the pixel. If a pixel with exactly this name exists, it is updated instead of created again.',
};

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update pixel',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	properties: [
		...newPixelProperties.map((property) =>
			property === nameProperty ? matchedNameProperty : property,
		),
		optionsCollection(),
	],
	async execute(item) {
		const form = readNewPixel(item.parameters);
		const name = String(form.name);
		return [
			await item.inOrder(
				`pixel named ${normalName(name)}`,
				async () => await createOrUpdate(item, name, form),
			),
		];
	},
};

async function createOrUpdate(item: Item, name: string, form: FormFields): Promise<IDataObject> {
	const existing = onlyPixel(await lookUpPixels(item, name), name);
	if (existing === undefined) {
		return { ...(await createPixel(item, form, true)), upsertResult: 'created' };
	}
	const id = readIdentifier(existing.id, 'Pixel');
	const record = await updateRecord(item.client, 'pixels', id, form);
	return { ...record, upsertResult: 'updated' };
}
