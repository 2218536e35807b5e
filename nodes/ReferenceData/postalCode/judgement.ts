import { counted, quoted } from '../../shared/wording';
import { postalCodeIn } from '../identifiers';
import { fold } from '../names/fold';
import { knownProvince } from '../provinces';
import { nearPlaces } from './nearPlaces';
import type { Place, PostalCodeRecord } from './place';

export interface PostalCodeJudgement {
	valid: boolean;
	/**
	 * `mismatch`: the code exists, not for that place; `ambiguous`: it is the code of several places
	 * and none was given to choose by; `invalid`: it is no postal code at all.
	 */
	status: 'valid' | 'mismatch' | 'ambiguous' | 'not_found' | 'invalid';
	/** The result in a sentence. */
	message: string;
	/** Four digits; what was given where it is no code. */
	postal_code: string;
	/** What the code is to the matches, taken together; null without any. */
	matched_on: 'street' | 'box' | 'both' | null;
	/** The records with that code: those at the place, or all of them if none is there. */
	matches: PostalCodeRecord[];
	/** Unless valid or ambiguous: what may have been meant, the likeliest first. */
	suggestions: PostalCodeRecord[];
}

const mostSuggestions = 10;

/**
 * Judges whether a postal code belongs to a place.
 *
 * @param code four digits
 * @param found what the service gave for the code; records with another code are passed over, since
 * a server may ignore the filter
 * @param place compared without regard to capitals, accents, hyphens and blanks, "St" as "Saint"; part
 * of a suburb's or an area's name is enough, as it is for the service's own filter
 * @param suggestible records of the place, or of places that are spelled like it, the likeliest first
 */
export function judgePostalCode(
	code: string,
	found: readonly PostalCodeRecord[],
	place: Place,
	suggestible: readonly PostalCodeRecord[] = [],
): PostalCodeJudgement {
	const withCode = unique(found.filter((record) => codesOf(record).includes(code)));
	const atPlace = withCode.filter((record) => isAt(record, place));
	const status = statusOf(withCode, atPlace, place);
	const matches = status === 'mismatch' ? withCode : atPlace;
	const isSettled = status === 'valid' || status === 'ambiguous';
	const suggestions = isSettled ? [] : suggest(code, place, suggestible);
	const matched = { postal_code: code, matched_on: matchedOn(code, matches), matches, suggestions };
	const message = sentence({ status, ...matched }, place);
	return { valid: status === 'valid', status, message, ...matched };
}

/** The judgement of what is no postal code at all. */
export function invalidCode(given: string): PostalCodeJudgement {
	return {
		valid: false,
		status: 'invalid',
		message:
			given === ''
				? 'There is no postal code to check.'
				: `${quoted(given)} is not a postal code. A postal code has four digits.`,
		postal_code: given,
		matched_on: null,
		matches: [],
		suggestions: [],
	};
}

function statusOf(
	withCode: PostalCodeRecord[],
	atPlace: PostalCodeRecord[],
	place: Place,
): PostalCodeJudgement['status'] {
	if (withCode.length === 0) return 'not_found';
	if (atPlace.length === 0) return 'mismatch';
	return isGiven(place) || new Set(atPlace.map(placeKey)).size === 1 ? 'valid' : 'ambiguous';
}

function matchedOn(code: string, matches: PostalCodeRecord[]): PostalCodeJudgement['matched_on'] {
	const street = matches.some((record) => postalCodeIn(record.street_code) === code);
	const box = matches.some((record) => postalCodeIn(record.box_code) === code);
	if (street && box) return 'both';
	if (street) return 'street';
	return box ? 'box' : null;
}

/** Records of the place by how near their codes are; those of similar places in the order given. */
function suggest(
	code: string,
	place: Place,
	suggestible: readonly PostalCodeRecord[],
): PostalCodeRecord[] {
	if (!isGiven(place)) return [];
	const records = unique(suggestible).filter((record) => codesOf(record).length > 0);
	const ofPlace = records
		.filter((record) => isAt(record, place) && !codesOf(record).includes(code))
		.map((record) => ({
			record,
			inexact: nameKey(record.suburb) === nameKey(place.suburb) ? 0 : 1,
			distance: Math.min(...codesOf(record).map((other) => Math.abs(Number(other) - Number(code)))),
		}))
		.sort((a, b) => a.inexact - b.inexact || a.distance - b.distance)
		.map(({ record }) => record);
	const near = nearPlaces(records, place).filter((record) => !isAt(record, place));
	return [...ofPlace, ...near].slice(0, mostSuggestions);
}

/** The judgement in words. */
function sentence(
	{
		status,
		postal_code: code,
		matched_on: kind,
		matches,
		suggestions,
	}: Omit<PostalCodeJudgement, 'valid' | 'message'>,
	place: Place,
): string {
	const [first] = matches;
	const others = matches.length - 1;
	const places = `${placeName(first)}${others > 0 ? ` and ${counted(others, 'other place')}` : ''}`;
	const [suggested] = suggestions;
	const advice = suggested
		? ` The closest match is ${placeName(suggested)} (${codeNames(suggested)}).`
		: '';
	switch (status) {
		case 'valid':
			return `${code} is the ${KINDS[kind ?? 'both']} of ${places}.`;
		case 'ambiguous':
			return `${code} belongs to ${places}. Add a suburb, an area or a province to choose one.`;
		case 'mismatch':
			return `${code} belongs to ${places}, not to ${placeName(place, true)}.${advice}`;
		default:
			return `No place has the postal code ${code}.${advice}`;
	}
}

const KINDS = {
	street: 'street code',
	box: 'PO box code',
	both: 'street code and PO box code',
} as const;

/** A place as a reader knows it: the province only where it was asked for, or stands alone. */
function placeName(place: PostalCodeRecord | Place = {}, withProvince = false): string {
	const { suburb, area, province } = place;
	const names = [suburb, area, withProvince ? province : undefined].filter(
		(name) => nameKey(name) !== '',
	);
	return (names.length > 0 ? names : [province ?? 'a place without a name']).join(', ');
}

function codeNames({ street_code: street, box_code: box }: PostalCodeRecord): string {
	const codes = [
		{ name: 'street code', code: postalCodeIn(street) },
		{ name: 'PO box code', code: postalCodeIn(box) },
	];
	return codes
		.filter(({ code }) => code !== undefined)
		.map(({ name, code }) => `${name} ${code}`)
		.join(', ');
}

function isGiven({ suburb, area, province }: Place): boolean {
	return [suburb, area, province].some((part) => nameKey(part) !== '');
}

function isAt(record: PostalCodeRecord, place: Place): boolean {
	const province = provinceKey(place.province);
	return (
		isInSuburb(record, place.suburb ?? '') &&
		nameKey(record.area).includes(nameKey(place.area)) &&
		(province === '' || province === provinceKey(record.province))
	);
}

/** A form's field for the suburb may hold the town and the province too: "Hatfield, Pretoria". */
function isInSuburb(record: PostalCodeRecord, written: string): boolean {
	const suburb = nameKey(record.suburb);
	if (suburb.includes(nameKey(written))) return true;
	const [name, ...around] = written.split(',').filter((part) => nameKey(part) !== '');
	if (name === undefined || around.length === 0 || !suburb.includes(nameKey(name))) return false;
	return around.every(
		(part) =>
			[suburb, nameKey(record.area)].some((known) => known.includes(nameKey(part))) ||
			provinceKey(part) === provinceKey(record.province),
	);
}

function placeKey(record: PostalCodeRecord): string {
	return JSON.stringify([
		nameKey(record.suburb),
		nameKey(record.area),
		provinceKey(record.province),
	]);
}

function provinceKey(value: unknown): string {
	return nameKey(typeof value === 'string' ? (knownProvince(value) ?? value) : '');
}

/** The folded name, "St" as "Saint"; "" for anything but a text. */
function nameKey(value: unknown): string {
	return typeof value === 'string' ? fold(value.replace(/\bst\b/gi, 'saint')) : '';
}

function codesOf(record: PostalCodeRecord): string[] {
	return [record.street_code, record.box_code]
		.map(postalCodeIn)
		.filter((code) => code !== undefined);
}

/** The records without repetitions, which come when the order of the service's pages shifts. */
function unique(records: readonly PostalCodeRecord[]): PostalCodeRecord[] {
	return [...new Map(records.map((record) => [JSON.stringify(record), record])).values()];
}
