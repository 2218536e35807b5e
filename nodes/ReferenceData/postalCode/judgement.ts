import type { IDataObject } from 'n8n-workflow';

import { knownProvince } from '../provinces';

/** A record as the service returns it: suburb, area, province, street_code, box_code; any may be empty. */
export type PostalCodeRecord = IDataObject;

/** Where a code is said to be; an empty part says nothing. */
export interface Place {
	suburb?: string;
	area?: string;
	province?: string;
}

export interface PostalCodeJudgement {
	valid: boolean;
	/**
	 * `mismatch`: the code exists, not for that place; `ambiguous`: it is the code of several places
	 * and none was given to choose by.
	 */
	status: 'valid' | 'mismatch' | 'ambiguous' | 'not_found';
	postal_code: string;
	/** What the code is to the matches, taken together; null without any. */
	matched_on: 'street' | 'box' | 'both' | null;
	/** The records with that code: those at the place, or all of them if none is there. */
	matches: PostalCodeRecord[];
	/** Unless valid or ambiguous: records of the place with another code, the nearest code first. */
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
 * @param foundForPlace what the service gave for the place, to choose suggestions from
 */
export function judgePostalCode(
	code: string,
	found: readonly PostalCodeRecord[],
	place: Place,
	foundForPlace: readonly PostalCodeRecord[] = [],
): PostalCodeJudgement {
	const withCode = unique(found.filter((record) => codesOf(record).includes(code)));
	const atPlace = withCode.filter((record) => isAt(record, place));
	const status = statusOf(withCode, atPlace, place);
	const matches = status === 'mismatch' ? withCode : atPlace;
	return {
		valid: status === 'valid',
		status,
		postal_code: code,
		matched_on: matchedOn(code, matches),
		matches,
		suggestions:
			status === 'valid' || status === 'ambiguous' ? [] : suggest(code, place, foundForPlace),
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
	const street = matches.some((record) => codeText(record.street_code) === code);
	const box = matches.some((record) => codeText(record.box_code) === code);
	if (street && box) return 'both';
	if (street) return 'street';
	return box ? 'box' : null;
}

function suggest(
	code: string,
	place: Place,
	foundForPlace: readonly PostalCodeRecord[],
): PostalCodeRecord[] {
	if (!isGiven(place)) return [];
	return unique(foundForPlace)
		.filter((record) => isAt(record, place) && codesOf(record).length > 0)
		.filter((record) => !codesOf(record).includes(code))
		.map((record) => ({
			record,
			inexact: nameKey(record.suburb) === nameKey(place.suburb) ? 0 : 1,
			distance: Math.min(...codesOf(record).map((other) => Math.abs(Number(other) - Number(code)))),
		}))
		.sort((a, b) => a.inexact - b.inexact || a.distance - b.distance)
		.slice(0, mostSuggestions)
		.map(({ record }) => record);
}

function isGiven({ suburb, area, province }: Place): boolean {
	return [suburb, area, province].some((part) => nameKey(part) !== '');
}

function isAt(record: PostalCodeRecord, place: Place): boolean {
	const province = provinceKey(place.province);
	return (
		nameKey(record.suburb).includes(nameKey(place.suburb)) &&
		nameKey(record.area).includes(nameKey(place.area)) &&
		(province === '' || province === provinceKey(record.province))
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

/** Letters and digits of a name, "" for anything but a text. */
function nameKey(value: unknown): string {
	if (typeof value !== 'string') return '';
	return value
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\bst\b/g, 'saint')
		.replace(/[^\p{L}\p{N}]/gu, '');
}

function codesOf(record: PostalCodeRecord): string[] {
	return [codeText(record.street_code), codeText(record.box_code)].filter((code) => code !== '');
}

function codeText(value: unknown): string {
	const text = String(value ?? '').trim();
	return /^\d{1,4}$/.test(text) ? text.padStart(4, '0') : '';
}

/** The records without repetitions, which come when the order of the service's pages shifts. */
function unique(records: readonly PostalCodeRecord[]): PostalCodeRecord[] {
	return [...new Map(records.map((record) => [JSON.stringify(record), record])).values()];
}
