import { isSameProvince } from './provinces';
import { placeWords, plainPlace } from './towns';
import { editDistance, textOf, wordsOf } from './words';

/** A record as the service returns it: suburb, area, province, street_code, box_code; any may be empty. */
export type PostalCodeRecord = Readonly<Record<string, unknown>>;

/** Where a code is said to be. */
export interface Place {
	suburb?: string;
	area?: string;
	province?: string;
}

/**
 * Whether a record is at a place, as far as the place says.
 *
 * @param anyExtension whether "Hatfield Ext 2" is also a part of "Hatfield"
 */
export function isSamePlace(
	record: PostalCodeRecord,
	{ suburb = '', area = '', province }: Place,
	anyExtension = false,
): boolean {
	return (
		isCalled(record, record.suburb, suburb, anyExtension) &&
		isCalled(record, record.area, area, anyExtension) &&
		(province === undefined || isSameProvince(textOf(record.province), province))
	);
}

/** What South African addresses end in. */
const COUNTRY = /\b(?:\d{4}|south africa|rsa)\b/gi;

/** Whether a text begins with a name; the rest may say where that is ("Hatfield, Pretoria, GP"). */
function isCalled(
	record: PostalCodeRecord,
	known: unknown,
	written: string,
	anyExtension: boolean,
): boolean {
	const words = wordsOf(written.replace(COUNTRY, ' '));
	return (
		words.length === 0 ||
		splitsOf(words).some(
			([name, rest]) => isNamed(known, name, anyExtension) && isAround(record, rest),
		)
	);
}

/** Whether words name the surroundings of a place, one after another. */
function isAround(record: PostalCodeRecord, words: readonly string[]): boolean {
	const { suburb, area, province } = record;
	return (
		words.length === 0 ||
		splitsOf(words).some(
			([name, rest]) =>
				(isNamed(suburb, name) || isNamed(area, name) || isSameProvince(textOf(province), name)) &&
				isAround(record, rest),
		)
	);
}

/** Words in two, after each of them; the first words as a text. */
function splitsOf(words: readonly string[]): Array<[string, string[]]> {
	return words.map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1)]);
}

/**
 * Whether a place, and the same extension or block of it, has this name. Whole words of the name will do:
 * "Hatfield" is also "Hatfield Gardens", but "a" or "2" is no name.
 */
function isNamed(known: unknown, given: string, anyExtension = false): boolean {
	const [words, wanted] = [placeWords(textOf(known)), placeWords(given)];
	const isWithin = ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `);
	if (isWithin && /\p{L}{3}/u.test(wanted.join(''))) return true;
	const [one, other] = [plainPlace(words), plainPlace(wanted)];
	const isSamePart = one.part === (anyExtension ? '' : other.part);
	return isSamePart && one.words.join('') === other.words.join('');
}

/**
 * The records whose suburb and area are spelled much like those of a place, the likest first. A part
 * that the place leaves open is like any; the province must be the same.
 */
export function nearPlaces(
	records: readonly PostalCodeRecord[],
	{ suburb, area, province }: Place,
): PostalCodeRecord[] {
	return records
		.filter((record) => isSamePlace(record, { province }))
		.map((record) => ({
			record,
			slips: slipsBetween(record.suburb, suburb) + slipsBetween(record.area, area),
		}))
		.filter(({ slips }) => slips < Infinity)
		.sort((one, other) => one.slips - other.slips)
		.map(({ record }) => record);
}

/** One slip in four letters, two in eight, three in twelve; Infinity for more. */
function slipsBetween(found: unknown, wanted = ''): number {
	const name = plainName(wanted);
	if (name === '') return 0;
	const most = Math.min(3, Math.floor(name.length / 4));
	return editDistance(plainName(textOf(found)), name, most);
}

/** A name without its extension or block, as letters alone. */
function plainName(text: string): string {
	return plainPlace(placeWords(text)).words.join('');
}
