import { counted, quoted } from '../../shared/text';
import { postalCodeIn } from '../identifiers';
import { placeWords, plainPlace } from '../towns';
import { editDistance } from '../words';
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

const MOST_SUGGESTIONS = 10;

/**
 * Judges whether a postal code belongs to a place.
 *
 * @param code four digits
 * @param found what the service gave for the code; records with another code are passed over, since
 * a server may ignore the filter
 * @param place compared without regard to capitals, accents, hyphens and blanks, in whichever of its
 * names; of a suburb's or an area's name, whole words are enough
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
	const matches = status === 'mismatch' ? nearestFirst(withCode, place) : atPlace;
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

/** Records with most words of the place first, then those whose suburb is spelled most like it. */
function nearestFirst(records: PostalCodeRecord[], place: Place): PostalCodeRecord[] {
	const fields = Object.keys(LABELS) as PlaceField[];
	const wanted = new Set(fields.flatMap((field) => nameWords(place[field])));
	const ranked = records.map((record) => ({
		record,
		shared: fields.flatMap((field) => nameWords(record[field])).filter((word) => wanted.has(word))
			.length,
		slips: isGiven({ suburb: place.suburb })
			? editDistance(nameKey(record.suburb), nameKey(place.suburb))
			: 0,
	}));
	return ranked
		.sort((a, b) => b.shared - a.shared || a.slips - b.slips)
		.map(({ record }) => record);
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
	return [...ofPlace, ...near].slice(0, MOST_SUGGESTIONS);
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
	const meant = matches.find((record) => straysOf(place, record).length > 0);
	const first = (status === 'mismatch' && meant) || matches[0];
	const others = matches.length - 1;
	const name = placeName(first, nameKey(place.province) !== '');
	const places = `${name}${others > 0 ? ` and ${counted(others, 'other place')}` : ''}`;
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
			if (meant) return `${code} belongs to ${places}, ${whereToPut(straysOf(place, meant))}`;
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
		isIn(record, 'suburb', place.suburb ?? '') &&
		isIn(record, 'area', place.area ?? '') &&
		(province === '' || province === provinceKey(record.province))
	);
}

/** A form's field for the suburb may hold the town and the province too: "Hatfield, Pretoria". */
function isIn(record: PostalCodeRecord, field: 'suburb' | 'area', written: string): boolean {
	const [name = '', ...around] = partsOf(written);
	return (
		isCalled(record[field], written) ||
		(isCalled(record[field], name) &&
			around.every((part) => fieldOf(record, part) !== undefined)) ||
		(around.length === 0 &&
			splitsOf(name).some(
				([first, rest]) => isCalled(record[field], first) && fieldOf(record, rest) !== undefined,
			))
	);
}

/** "Hatfield Pretoria" in two, at each blank. */
function splitsOf(name: string): Array<[string, string]> {
	const words = name.split(/\s+/);
	return words
		.slice(1)
		.map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]);
}

interface Stray {
	part: string;
	field: PlaceField;
}

/** The parts of a place that a record has in other fields; none unless it has all parts somewhere. */
function straysOf(place: Place, record: PostalCodeRecord): Stray[] {
	const parts = (Object.keys(LABELS) as PlaceField[]).flatMap((as) =>
		partsOf(place[as] ?? '').map((part) => ({ part, as, field: fieldOf(record, part, as) })),
	);
	const strays = parts.flatMap(({ part, as, field }) =>
		field === undefined || field === as ? [] : [{ part, field }],
	);
	return parts.every(({ field }) => field !== undefined) ? strays : [];
}

/** What the parts that were entered in the wrong field are, and where to enter them. */
function whereToPut(strays: readonly Stray[]): string {
	const are = strays.map(({ part, field }) => `${part} is the ${field}`).join(' and ');
	const fields = strays.map(({ field }) => `"${LABELS[field]}"`).join(' and ');
	return `where ${are}. Enter ${strays.length === 1 ? 'it' : 'them'} in ${fields}.`;
}

const LABELS = { suburb: 'Suburb', area: 'Area', province: 'Province' } as const;

type PlaceField = keyof typeof LABELS;

/** The field of a record that holds a name, the one that was meant first. */
function fieldOf(
	record: PostalCodeRecord,
	name: string,
	meant: PlaceField = 'suburb',
): PlaceField | undefined {
	const fields: PlaceField[] = [meant, 'suburb', 'area', 'province'];
	return fields.find((field) =>
		field === 'province'
			? provinceKey(record.province) === provinceKey(name)
			: (field === meant ? isCalled : isNamed)(record[field], name),
	);
}

/** What stands between commas, brackets and dashes, without the country, the code and what says nothing. */
function partsOf(written: string): string[] {
	return written
		.split(/[,;()]|\s[-–]\s/)
		.map((part) => part.trim())
		.filter((part) => !['', 'southafrica', 'rsa'].includes(nameKey(part)) && !/^\d{4}$/.test(part));
}

/** Whether a place is called so, or is what "Hatfield Ext 2" or "Pretoria CBD" is a part of. */
function isCalled(known: unknown, given: string | undefined): boolean {
	if (isNamed(known, given)) return true;
	const [one, other] = [plainPlace(nameWords(known)), plainPlace(nameWords(given))];
	const mayBeOnePart = one.part === '' || other.part === '' || one.part === other.part;
	return mayBeOnePart && one.words.join('') === other.words.join('');
}

/**
 * Whether a place has this name, in whole words: "Hatfield" is also "Hatfield Gardens", but "a" or "2"
 * is no name. True where nothing was given.
 */
function isNamed(known: unknown, given: string | undefined): boolean {
	const [name, words] = [nameKey(given), nameWords(known)];
	if (name === '' || name === words.join('')) return true;
	const runs = words.flatMap((_, start) =>
		words.slice(start).map((_word, more) => words.slice(start, start + more + 1).join('')),
	);
	return /\p{L}{3}/u.test(name) && runs.includes(name);
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

/** The name in its one spelling; "" for anything but a text. */
function nameKey(value: unknown): string {
	return nameWords(value).join('');
}

function nameWords(value: unknown): string[] {
	return typeof value === 'string' ? placeWords(value) : [];
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
