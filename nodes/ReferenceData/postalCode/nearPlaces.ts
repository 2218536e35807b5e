import { editDistance, fold } from '../words';
import { namesOfTown, placeWords, plainPlace } from '../towns';
import { isSameProvince } from '../provinces';
import type { Place, PostalCodeRecord } from './place';

/** Shorter parts of a name find half the country. */
const SHORTEST_PART = 3;

/**
 * The records whose suburb and area are spelled much like those of a place, the likest first. A part
 * that the place leaves open is like any; the province must be the same.
 */
export function nearPlaces(
	records: readonly PostalCodeRecord[],
	{ suburb, area, province }: Place,
): PostalCodeRecord[] {
	const judged = records.map((record) => {
		const slips = slipsBetween(record.suburb, suburb) + slipsBetween(record.area, area);
		const isElsewhere =
			province !== undefined && !isSameProvince(String(record.province ?? province), province);
		return { record, slips: isElsewhere ? Infinity : slips };
	});
	return judged
		.filter(({ slips }) => slips < Infinity)
		.sort((one, other) => one.slips - other.slips)
		.map(({ record }) => record);
}

/** The place in other words: a suburb without its extension or block, the town's other names. */
export function otherNames({ suburb, area, ...rest }: Place): Place[] {
	const [suburbs, areas] = [suburb, area].map(otherSpellings) as [string[], string[]];
	const count = Math.max(suburbs.length, areas.length);
	return Array.from({ length: count }, (_, index) => ({
		...rest,
		...(suburb !== undefined && { suburb: suburbs[index] ?? suburbs.at(-1) ?? suburb }),
		...(area !== undefined && { area: areas[index] ?? areas.at(-1) ?? area }),
	}));
}

function otherSpellings(name = ''): string[] {
	const plain = plainPlace(placeWords(name)).words.join(' ');
	return namesOfTown(plain).filter((other) => fold(other) !== fold(name));
}

/**
 * The two halves of a name, to search for one that is misspelled: one slip leaves one of them as it
 * is.
 */
export function partsOfName(name: string): string[] {
	const middle = Math.ceil(name.length / 2);
	return [name.slice(0, middle), name.slice(middle)]
		.map((part) => part.trim())
		.filter((part) => part.length >= SHORTEST_PART);
}

/** One slip in four letters, two in eight, three in twelve; Infinity for more. */
function slipsBetween(found: unknown, wanted: string | undefined): number {
	const name = plainName(wanted ?? '');
	if (name === '') return 0;
	const most = Math.min(3, Math.floor(name.length / 4));
	return editDistance(plainName(String(found ?? '')), name, most);
}

function plainName(text: string): string {
	return fold(plainPlace(placeWords(text)).words.join(' '));
}
