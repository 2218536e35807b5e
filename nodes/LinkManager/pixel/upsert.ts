import type { IDataObject } from 'n8n-workflow';

import { readIdentifier } from '../../shared/identifiers';
import type { Item, Operation } from '../../shared/item/operation';
import { optionsCollection } from '../../shared/item/commonProperties';
import { updateRecord } from '../api';
import { createPixel, newPixelProperties, readNewPixel } from './create';
import { onlyPixel, pixelsNamed } from './locator';

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update pixel',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	properties: [...newPixelProperties, optionsCollection()],
	async execute(item) {
		const { name } = readNewPixel(item);
		return [
			await item.run.serially(`upsert pixel ${name}`, async () => await createOrUpdate(item, name)),
		];
	},
};

async function createOrUpdate(item: Item, name: string): Promise<IDataObject> {
	const existing = onlyPixel(await pixelsNamed(item, name), name);
	if (existing === undefined) return { ...(await createPixel(item)), upsertResult: 'created' };
	const id = readIdentifier(existing.id, 'Pixel');
	const { type, value } = readNewPixel(item);
	const record = await updateRecord(item.client, 'pixels', id, { name, type, value });
	return { ...record, upsertResult: 'updated' };
}
