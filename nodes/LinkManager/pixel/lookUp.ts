import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Item } from '../../shared/item/operation';
import { quoted } from '../../shared/wording';
import { listRecords } from '../api';

/**
 * The pixels with exactly this name, blanks around it aside; the service's search finds parts of names
 * too.
 *
 * @throws UserError when the list may be incomplete: a pixel could be missed, and created again
 */
export async function lookUpPixels(
	item: Pick<Item, 'client' | 'run'>,
	name: string,
): Promise<IDataObject[]> {
	const query = { search: name, search_by: 'name' };
	const { records, incomplete } = await listRecords(item, 'pixels', query, { limit: Infinity });
	if (incomplete !== undefined) {
		throw new UserError(`The node couldn't check all pixels for the name ${quoted(name)}`, {
			description: `${incomplete} Nothing was changed.`,
		});
	}
	return records.filter((record) => String(record.name).trim() === name);
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
