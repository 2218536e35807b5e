import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Item } from '../../shared/item/operation';
import { quoted } from '../../shared/wording';
import { listRecords } from '../api';

/** A name in the one spelling that stands for all that a service may store: accents and blanks differ. */
export function normalName(name: unknown): string {
	return String(name).normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** The part of a name that is the same in all these spellings. */
function searchTextOf(name: string): string {
	if (name === normalName(name)) return name;
	const parts = name.split(/\s+|[^ -~]+/u).map((part) => part.slice(0, -1) || part);
	return parts.reduce((best, part) => (part.length > best.length ? part : best), '') || name;
}

/**
 * The pixels with this name, also as services change it: blanks and accents. The service's search finds
 * parts of names too.
 *
 * @throws UserError when the list may be incomplete: a pixel could be missed, and created again
 */
export async function lookUpPixels(
	item: Pick<Item, 'client' | 'run'>,
	name: string,
): Promise<IDataObject[]> {
	const query = { search: searchTextOf(name), search_by: 'name' };
	const { records, incomplete } = await listRecords(item, 'pixels', query, { limit: Infinity });
	if (incomplete !== undefined) {
		throw new UserError(`The node couldn't check all pixels for the name ${quoted(name)}`, {
			description: `${incomplete} Nothing was changed.`,
		});
	}
	const wanted = normalName(name);
	return records.filter((record) => normalName(record.name) === wanted);
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
