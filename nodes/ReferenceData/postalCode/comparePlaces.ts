import { isSameProvince } from '../provinces';
import { placeWords, plainPlace } from '../towns';
import { editDistance, wordsOf } from '../words';
import type { Place, PostalCodeRecord } from './place';

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
		(province === undefined || isSameProvince(String(record.province ?? ''), province))
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
	const isBegun = (name: string) => isNamed(known, name) || isPart(known, name, anyExtension);
	return (
		words.length === 0 ||
		splitsOf(words).some(([name, rest]) => isBegun(name) && isAround(record, rest))
	);
}

/** Whether words name the surroundings of a place, one after another. */
function isAround(record: PostalCodeRecord, words: readonly string[]): boolean {
	const { suburb, area, province } = record;
	return (
		words.length === 0 ||
		splitsOf(words).some(
			([name, rest]) =>
				(isNamed(suburb, name) ||
					isNamed(area, name) ||
					isSameProvince(String(province ?? ''), name)) &&
				isAround(record, rest),
		)
	);
}

/** Words in two, after each of them; the first words as a text. */
function splitsOf(words: readonly string[]): Array<[string, string[]]> {
	return words.map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1)]);
}

/**
 * Whether a place has this name, in whole words: "Hatfield" is also "Hatfield Gardens", but "a" or "2"
 * is no name.
 */
function isNamed(known: unknown, given: string): boolean {
	const [words, wanted] = [placeWordsOf(known), placeWords(given)];
	const name = wanted.join('');
	if (name === words.join('')) return true;
	return /\p{L}{3}/u.test(name) && ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `);
}

/** Whether a name is that of a place and of the same extension or block of it. */
function isPart(known: unknown, given: string, anyExtension: boolean): boolean {
	const [one, other] = [plainPlace(placeWordsOf(known)), plainPlace(placeWords(given))];
	const isSamePart = one.part === (anyExtension ? '' : other.part);
	return isSamePart && one.words.join('') === other.words.join('');
}

function placeWordsOf(value: unknown): string[] {
	return typeof value === 'string' ? placeWords(value) : [];
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
	return editDistance(plainName(found), name, most);
}

/** A name without its extension or block, as letters alone. */
function plainName(value: unknown): string {
	return plainPlace(placeWordsOf(value)).words.join('');
}
