import type { IDataObject } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import { wholeKey } from '../../shared/node/emptiness';
import { type Item, operation } from '../../shared/node/operation';
import { optionsField } from '../../shared/node/options';
import { updateRecord } from '../api';
import { findByKey, type Key, keyOf, onlyOne } from '../findByKey';
import type { FormFields } from '../form';
import { createPixel } from './create';
import { nameField, newPixelFields, pixelForm, pixelLabels } from './fields';

const matchedName = nameField.map(wholeKey).with({
	description:
		'The display name of the pixel. If a pixel with exactly this name exists, it is updated instead of created again.',
});

export const upsert = operation({
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update pixel',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	fields: [matchedName, ...newPixelFields, optionsField()],
	read: (form) => ({ key: keyOf('name', form.name), pixel: pixelForm(form) }),
	async run({ key, pixel }, item) {
		const task = async () => [await createOrUpdate(item, key, pixel)];
		return await item.run.serialize(`pixel named ${key.text}`, task);
	},
});

async function createOrUpdate(item: Item, key: Key, pixel: FormFields): Promise<IDataObject> {
	const existing = onlyOne(await findByKey(item, key), key);
	if (!existing) {
		const created = await createPixel(item, pixel, key, true);
		item.count('created');
		return { upsertResult: 'created', ...created };
	}
	// The name that was matched is as it should be.
	const changes = { ...pixel };
	delete changes.name;
	const id = readIdentifier(existing.id, 'Pixel');
	const record = await updateRecord(item.client, 'pixels', id, changes, { labels: pixelLabels });
	item.count('updated');
	return { upsertResult: 'updated', ...record };
}
