import type { IDataObject } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import { wholeKey } from '../../shared/node/emptiness';
import { type Item, operation } from '../../shared/node/operation';
import { optionsField } from '../../shared/node/options';
import { updateRecord } from '../api';
import { hintOfRepeats, ifExistsField, showsForm, withResult } from '../createOrUpdate';
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
	fields: [matchedName, ifExistsField, ...newPixelFields, optionsField()],
	read: (form) => ({
		key: keyOf('name', form.name),
		pixel: pixelForm(form),
		// The name that was matched is as it should be.
		changes: pixelForm({ ...form, name: undefined }),
		ifExists: form.ifExists,
	}),
	async run(input, item) {
		const task = async () => [await createOrUpdatePixel(item, input)];
		return await item.run.serialize(`pixel named ${input.key.text}`, task);
	},
});

interface PixelWriting {
	/** What the pixel is found by. */
	key: Key;
	pixel: FormFields;
	/** What of the pixel an existing one is sent. */
	changes: FormFields;
	ifExists: 'keep' | 'update';
}

async function createOrUpdatePixel(
	item: Item<PixelWriting>,
	wanted: PixelWriting,
): Promise<IDataObject> {
	const { key, pixel, changes, ifExists } = wanted;
	await hintOfRepeats(item, wanted);
	const existing = onlyOne(await findByKey(item, key), key);
	if (!existing) return withResult(item, 'created', await createPixel(item, pixel, key, true));
	if (ifExists === 'keep') return withResult(item, 'kept', existing);
	if (showsForm(existing, changes)) return withResult(item, 'unchanged', existing);
	const id = readIdentifier(existing.id, 'Pixel');
	const record = await updateRecord(item.client, 'pixels', id, changes, { labels: pixelLabels });
	return withResult(item, 'updated', record);
}
