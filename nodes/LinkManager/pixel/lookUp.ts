import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Item } from '../../shared/item/operation';
import { quoted } from '../../shared/wording';
import { listRecords } from '../api';
import { withoutEntities } from '../folded';

/**
 * A name in the one spelling that stands for all that a service may store: accents, blanks and entities
 * of HTML differ.
 */
export function normalName(name: unknown): string {
	return withoutEntities(String(name)).normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** The part of a name that is the same in all these spellings. */
function searchTextOf(name: string): string {
	const plain = withoutEntities(name);
	const parts =
		name === normalName(name)
			? plain.split(/[&<>"']+/).map((part) => part.trim())
			: plain.split(/\s+|[^ -~]+|[&<>"']+/u).map((part) => part.slice(0, -1) || part);
	return parts.reduce((best, part) => (part.length > best.length ? part : best), '') || name;
}

/**
 * The pixels with this name, also as services change it: blanks, accents and entities of HTML; and those
 * whose name differs in small and capital letters alone. The service's search finds parts of names too.
 *
 * @throws UserError when the list may be incomplete: a pixel could be missed, and created again
 */
export async function lookUpPixels(
	item: Pick<Item, 'client' | 'run'>,
	name: string,
): Promise<{ matches: IDataObject[]; otherCase: IDataObject[] }> {
	const query = { search: searchTextOf(name), search_by: 'name' };
	const { records, incomplete } = await listRecords(item, 'pixels', query, { limit: Infinity });
	if (incomplete !== undefined) {
		throw new UserError(`The node couldn't check all pixels for the name ${quoted(name)}`, {
			description: `${incomplete} Nothing was changed.`,
		});
	}
	const wanted = normalName(name);
	const near = records.filter(
		(record) => normalName(record.name).toLowerCase() === wanted.toLowerCase(),
	);
	const matches = near.filter((record) => normalName(record.name) === wanted);
	return { matches, otherCase: near.filter((record) => !matches.includes(record)) };
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
