import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import { optionsCollection } from '../../shared/node/options';
import type { Item, Operation } from '../../shared/node/operation';
import { updateRecord } from '../api';
import { findByKey, type Key, onlyOne } from '../findByKey';
import type { FormFields } from '../form';
import { createPixel, readNewPixel } from './create';
import { nameProperty, newPixelProperties, pixelLabels } from './fields';

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
		const key: Key = { field: 'name', text: String(form.name) };
		item.parameters.refuseHalf(key.text, 'name');
		const turn = `pixel named ${key.text}`;
		return [await item.run.serialize(turn, async () => await createOrUpdate(item, key, form))];
	},
};

async function createOrUpdate(item: Item, key: Key, form: FormFields): Promise<IDataObject> {
	const existing = onlyOne(await findByKey(item, key), key);
	if (!existing) {
		const created = await createPixel(item, form, key);
		item.count('created');
		return { upsertResult: 'created', ...created };
	}
	// The name that was matched is as it should be.
	const changes = { ...form };
	delete changes.name;
	const id = readIdentifier(existing.id, 'Pixel');
	const record = await updateRecord(item.client, 'pixels', id, changes, pixelLabels);
	item.count('updated');
	return { upsertResult: 'updated', ...record };
}
