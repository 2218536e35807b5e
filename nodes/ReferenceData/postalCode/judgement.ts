import { counted, quoted } from '../../shared/text';
import { postalCodeIn } from '../identifiers';
import { isSamePlace, isSamePlaceButForExtension, nearPlaces } from './comparePlaces';
import { isGiven, type Place, placeKey, placeName, type PostalCodeRecord } from './place';

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
 * @param withCode the records that the service lists for the code
 * @param place compared without regard to capitals, accents, hyphens and blanks, in whichever of its
 * names; of a suburb's or an area's name, whole words are enough
 */
export function judgePostalCode(
	code: string,
	withCode: readonly PostalCodeRecord[],
	place: Place,
): PostalCodeJudgement {
	const places = new Set(withCode.map(placeKey)).size;
	const atPlace = withCode.filter((record) => isSamePlace(record, place));
	// "Hatfield Ext 2" is in no list: the only place with the code, by its name, will do.
	const isUnchecked =
		atPlace.length === 0 &&
		places === 1 &&
		withCode.every((record) => isSamePlaceButForExtension(record, place));
	const found = isUnchecked ? withCode : atPlace;
	const isChosen = isGiven(place) || places === 1;
	const status =
		withCode.length === 0
			? 'not_found'
			: found.length === 0
				? 'mismatch'
				: isChosen
					? 'valid'
					: 'ambiguous';
	const matches = status === 'mismatch' ? nearestFirst(withCode, place) : [...found];
	const judgement: PostalCodeJudgement = {
		valid: status === 'valid',
		status,
		message: '',
		postal_code: code,
		matched_on: matchedOn(code, matches),
		matches,
		suggestions: [],
	};
	return { ...judgement, message: sentence(judgement, place, isUnchecked) };
}

/** A mismatch or a code that no place has, with what may have been meant. */
export function withSuggestions(
	judgement: PostalCodeJudgement,
	place: Place,
	candidates: readonly PostalCodeRecord[],
): PostalCodeJudgement {
	const suggestions = suggest(judgement.postal_code, place, candidates);
	const [closest] = suggestions;
	if (!closest) return judgement;
	const advice = `The closest match is ${placeName(closest)} (${codeNames(closest)}).`;
	return { ...judgement, message: `${judgement.message} ${advice}`, suggestions };
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

function nearestFirst(records: readonly PostalCodeRecord[], place: Place): PostalCodeRecord[] {
	return [...new Set([...nearPlaces(records, place), ...records])];
}

function matchedOn(code: string, matches: PostalCodeRecord[]): PostalCodeJudgement['matched_on'] {
	const street = matches.some((record) => postalCodeIn(record.street_code) === code);
	const box = matches.some((record) => postalCodeIn(record.box_code) === code);
	if (street && box) return 'both';
	if (street) return 'street';
	return box ? 'box' : null;
}

/** Records of the place by how near their codes are, then those of places that are spelled like it. */
function suggest(
	code: string,
	place: Place,
	candidates: readonly PostalCodeRecord[],
): PostalCodeRecord[] {
	const distanceOf = (record: PostalCodeRecord) =>
		Math.min(...codesOf(record).map((other) => Math.abs(Number(other) - Number(code))));
	const coded = candidates.filter((record) => codesOf(record).length > 0);
	const ofPlace = coded
		.filter((record) => isSamePlace(record, place) && !codesOf(record).includes(code))
		.sort((one, other) => distanceOf(one) - distanceOf(other));
	const near = nearPlaces(coded, place).filter((record) => !isSamePlace(record, place));
	return [...ofPlace, ...near].slice(0, MOST_SUGGESTIONS);
}

/** The judgement in words. */
function sentence(
	{ status, postal_code: code, matched_on: kind, matches }: PostalCodeJudgement,
	place: Place,
	isUnchecked: boolean,
): string {
	const [first] = matches;
	const name = placeName(first, place.province !== undefined);
	const others = matches.length - 1;
	const places = `${name}${others > 0 ? ` and ${counted(others, 'other place')}` : ''}`;
	switch (status) {
		case 'valid':
			return `${code} is the ${KINDS[kind ?? 'both']} of ${places}.${
				isUnchecked ? ' The service lists no extensions there, so that part was not checked.' : ''
			}`;
		case 'ambiguous':
			return `${code} belongs to ${places}. Add a suburb, an area or a province to choose one.`;
		case 'mismatch':
			return `${code} belongs to ${places}, not to ${placeName(place, true)}.`;
		default:
			return `No place has the postal code ${code}.`;
	}
}

const KINDS = {
	street: 'street code',
	box: 'PO box code',
	both: 'street code and PO box code',
} as const;

function codeNames({ street_code: street, box_code: box }: PostalCodeRecord): string {
	const names = [
		{ name: 'street code', code: postalCodeIn(street) },
		{ name: 'PO box code', code: postalCodeIn(box) },
	];
	return names
		.filter(({ code }) => code !== undefined)
		.map(({ name, code }) => `${name} ${code}`)
		.join(', ');
}

function codesOf(record: PostalCodeRecord): string[] {
	return [record.street_code, record.box_code]
		.map(postalCodeIn)
		.filter((code) => code !== undefined);
}
