import { type PlainPlace, placeWords, plainPlace } from '../towns';
import { editDistance } from '../words';
import { isSameProvince } from '../provinces';
import type { Place, PostalCodeRecord } from './place';

/**
 * Whether a record is at a place, as far as the place says. A form's field for the suburb may hold the
 * town and the province too: "Hatfield, Pretoria".
 */
export function isSamePlace(record: PostalCodeRecord, place: Place): boolean {
	return isAt(record, place, (known, given) => {
		const [one, other] = [plainPlace(wordsOf(known)), plainPlace(wordsOf(given))];
		return isNamed(known, given) || (isSameName(one, other) && one.part === other.part);
	});
}

/** As isSamePlace, but "Hatfield Ext 2" is also a part of "Hatfield". */
export function isSamePlaceButForExtension(record: PostalCodeRecord, place: Place): boolean {
	return isAt(record, place, (known, given) => {
		const [one, other] = [plainPlace(wordsOf(known)), plainPlace(wordsOf(given))];
		return isNamed(known, given) || (isSameName(one, other) && one.part === '');
	});
}

function isSameName(one: PlainPlace, other: PlainPlace): boolean {
	return one.words.join('') === other.words.join('');
}

/** Whether a record's name is the one that was given. True where nothing was given. */
type Compare = (known: unknown, given: string) => boolean;

function isAt(record: PostalCodeRecord, place: Place, isCalled: Compare): boolean {
	const { suburb = '', area = '', province } = place;
	return (
		isIn(record, record.suburb, suburb, isCalled) &&
		isIn(record, record.area, area, isCalled) &&
		(province === undefined || isSameProvince(String(record.province ?? ''), province))
	);
}

function isIn(
	record: PostalCodeRecord,
	known: unknown,
	written: string,
	isCalled: Compare,
): boolean {
	const isThis = ([name = '', ...around]: string[]) =>
		isCalled(known, name) && around.every((part) => isInRecord(record, part));
	const parts = partsOf(written);
	return (
		isThis([written]) || isThis(parts) || (parts.length === 1 && splitsOf(written).some(isThis))
	);
}

/** "Hatfield Pretoria" in two, at each blank. */
function splitsOf(written: string): string[][] {
	const words = written.split(/\s+/);
	return words
		.slice(1)
		.map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]);
}

/** The parts of a written place, between commas, brackets and dashes. */
function partsOf(written: string): string[] {
	return written
		.split(/[,;()]|\s[-–]\s/)
		.map((part) => part.trim())
		.filter((part) => /\p{L}/u.test(part) && !/^(?:south africa|rsa)$/i.test(part));
}

function isInRecord({ suburb, area, province }: PostalCodeRecord, part: string): boolean {
	return (
		isNamed(suburb, part) || isNamed(area, part) || isSameProvince(String(province ?? ''), part)
	);
}

/**
 * Whether a place has this name, in whole words: "Hatfield" is also "Hatfield Gardens", but "a" or "2"
 * is no name.
 */
function isNamed(known: unknown, given: string): boolean {
	const [words, wanted] = [wordsOf(known), wordsOf(given)];
	const name = wanted.join('');
	if (name === '' || name === words.join('')) return true;
	return /\p{L}{3}/u.test(name) && ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `);
}

function wordsOf(value: unknown): string[] {
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
		.filter(
			(record) =>
				province === undefined || isSameProvince(String(record.province ?? province), province),
		)
		.map((record) => ({
			record,
			slips: slipsBetween(record.suburb, suburb) + slipsBetween(record.area, area),
		}))
		.filter(({ slips }) => slips < Infinity)
		.sort((one, other) => one.slips - other.slips)
		.map(({ record }) => record);
}

/** One slip in four letters, two in eight, three in twelve; Infinity for more. */
function slipsBetween(found: unknown, wanted: string | undefined): number {
	const name = plainName(wanted);
	if (name === '') return 0;
	const most = Math.min(3, Math.floor(name.length / 4));
	return editDistance(plainName(found), name, most);
}

/** A name without its extension or block, as letters alone. */
function plainName(value: unknown): string {
	return plainPlace(wordsOf(value)).words.join('');
}
