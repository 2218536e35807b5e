import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { quoted } from '../../shared/wording';
import { readIdentifier } from '../../shared/identifiers';
import type { Item } from '../../shared/item/operation';
import { listRecords } from '../api';

export const pixelIdProperty: INodeProperties = {
	displayName: 'Pixel',
	name: 'pixelId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The pixel to work on',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a pixel…',
			typeOptions: { searchListMethod: 'searchPixels', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 12',
			hint: 'The ID that the service gave the pixel',
		},
	],
};

/** @throws UserError when it is no ID */
export function readPixelId({ parameters }: Item): string {
	return readIdentifier(parameters.locator('pixelId').value, 'Pixel');
}

/** The pixels with exactly this name; the service's search finds parts of names too. */
export async function pixelsNamed(
	item: Pick<Item, 'client' | 'run'>,
	name: string,
): Promise<IDataObject[]> {
	const query = { search: name, search_by: 'name' };
	const { records } = await listRecords(item, 'pixels', query, { limit: Infinity });
	return records.filter((record) => record.name === name);
}

/**
 * The one of these pixels, if any.
 *
 * @throws UserError listing them when there are several
 */
export function onlyPixel(pixels: IDataObject[], name: string): IDataObject | undefined {
	if (pixels.length <= 1) return pixels[0];
	const list = pixels.map(({ id, type }) => `ID ${String(id)} (${String(type)})`).join(', ');
	throw new UserError(`${pixels.length} pixels have the name ${quoted(name)}: ${list}`, {
		description: 'Rename or delete all but one of them, or update the pixel by its ID.',
	});
}
