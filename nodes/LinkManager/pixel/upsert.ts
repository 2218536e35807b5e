import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import { optionsCollection } from '../../shared/node/options';
import type { Item, Operation } from '../../shared/node/operation';
import { updateRecord } from '../api';
import { createUnlessLately } from '../createUnlessLately';
import type { FormFields } from '../form';
import { lettersOf } from '../spelling';
import { type Key, lookUp } from '../findByKey';
import { requireSearch } from '../requireSearch';
import { createPixel, readNewPixel } from './create';
import { nameProperty, newPixelProperties } from './fields';
import { onlyPixel } from './onlyPixel';

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
			await item.serialize(
				`pixel named ${lettersOf(name)}`,
				async () => await createOrUpdate(item, name, form),
			),
		];
	},
};

async function createOrUpdate(item: Item, name: string, form: FormFields): Promise<IDataObject> {
	const key: Key = { field: 'name', text: name };
	const { matches, otherCase } = await lookUp(item, key);
	const existing = onlyPixel(matches, name);
	if (existing === undefined) await requireSearch(item, key);
	const { id, created } = existing
		? { id: existing.id, created: undefined }
		: await createUnlessLately(item, key, async () => await createPixel(item, form, otherCase));
	if (created) return { ...created, upsertResult: 'created' };
	const changes = { ...form };
	// The name that was matched is as it should be.
	delete changes.name;
	const record = await updateRecord(item, 'pixels', readIdentifier(id, 'Pixel'), changes);
	return { ...record, upsertResult: 'updated' };
}
