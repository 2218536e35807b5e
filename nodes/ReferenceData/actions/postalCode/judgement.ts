import { counted, joined, quoted } from '../../../shared/text';
import { postalCodeIn } from '../../records/emisAndPostalCode';
import {
	nearPlaces,
	PARTS_OF_PLACE,
	recordsAt,
	type Place,
	type PostalCodeRecord,
	type SuburbAs,
} from '../../southAfrica/comparePlaces';
import { fold, textOf } from '../../southAfrica/words';
import { isGiven, placeName } from './place';

export interface PostalCodeJudgement {
	valid: boolean;
	/**
	 * `mismatch`: the code exists, not for that place; `ambiguous`: it is the code of several places
	 * and none was given to choose by; `invalid`: it is no postal code at all, or the place is no place.
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
	/** What a person should know of the result, in sentences. */
	warnings: string[];
}

/** What is said of a suburb that the service has in another way than it was written. */
const WARNINGS: Readonly<Record<SuburbAs, string[]>> = {
	suburb: [],
	anyExtension: ["The service lists no extensions there, so the extension wasn't compared."],
	area: ['"Suburb" is the name of the area or the province, so no suburb was compared.'],
};

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
	if (withCode.length === 0) {
		return judgement('not_found', code, [], `No place has the postal code ${code}.`);
	}
	const differing = PARTS_OF_PLACE.filter(
		(part) => new Set(withCode.map((record) => fold(textOf(record[part])))).size > 1,
	);
	const isOnlyPlace = differing.length === 0;
	// "Hatfield Ext 2" is in no list: the only place with the code, by its name, will do.
	const ways: SuburbAs[] = isOnlyPlace ? ['suburb', 'anyExtension', 'area'] : ['suburb', 'area'];
	const suburbAs = ways.find((way) => recordsAt(withCode, place, way).length > 0);
	if (suburbAs === undefined) {
		const nearestFirst = [...new Set([...nearPlaces(withCode, place), ...withCode])];
		const message = `${code} belongs to ${placeAndOthers(nearestFirst, place)}, not to ${placeName(place, true)}.`;
		return judgement('mismatch', code, nearestFirst, message);
	}
	const records = recordsAt(withCode, place, suburbAs);
	const names = placeAndOthers(records, place);
	if (!isGiven(place) && !isOnlyPlace) {
		const message = `${code} exists, but belongs to ${names}. Add the ${joined(differing, 'or')} to choose one.`;
		return judgement('ambiguous', code, records, message);
	}
	const warnings = isGiven(place)
		? WARNINGS[suburbAs]
		: ['No place was compared. Add a suburb, an area or a province.'];
	const message = `${code} is the ${CODE_KINDS[codeKind(code, records)]} of ${names}.`;
	return judgement('valid', code, records, message, warnings);
}

/** The judgement of what is no postal code at all, or has no place to compare. */
export function invalidCode(given: string, message = sayInvalid(given)): PostalCodeJudgement {
	return judgement('invalid', given, [], message);
}

function sayInvalid(given: string): string {
	return given === ''
		? 'There is no postal code to check.'
		: `${quoted(given)} is not a postal code. A postal code has four digits.`;
}

function judgement(
	status: PostalCodeJudgement['status'],
	code: string,
	matches: readonly PostalCodeRecord[],
	message: string,
	warnings: readonly string[] = [],
): PostalCodeJudgement {
	return {
		valid: status === 'valid',
		status,
		message,
		postal_code: code,
		matched_on: matches.length === 0 ? null : codeKind(code, matches),
		matches: [...matches],
		suggestions: [],
		warnings: [...warnings],
	};
}

const CODE_KINDS = {
	street: 'street code',
	box: 'PO box code',
	both: 'street code and PO box code',
} as const;

/** What a code is to records that have it, taken together. */
function codeKind(code: string, records: readonly PostalCodeRecord[]): keyof typeof CODE_KINDS {
	const isStreet = records.some(({ street_code }) => postalCodeIn(street_code) === code);
	const isBox = records.some(({ box_code }) => postalCodeIn(box_code) === code);
	return isStreet && isBox ? 'both' : isStreet ? 'street' : 'box';
}

/** The first of some places, and how many there are beside it. */
function placeAndOthers(records: readonly PostalCodeRecord[], { province }: Place): string {
	const others = records.length - 1;
	const name = placeName(records[0], province !== undefined);
	return others === 0 ? name : `${name} and ${counted(others, 'other place')}`;
}

const MOST_SUGGESTIONS = 10;

/**
 * A mismatch or a code that no place has, with what may have been meant: records of the place, by how
 * near their codes are, then those of places that are spelled like it.
 */
export function withSuggestions(
	judged: PostalCodeJudgement,
	place: Place,
	candidates: readonly PostalCodeRecord[],
): PostalCodeJudgement {
	const code = judged.postal_code;
	const distanceOf = (record: PostalCodeRecord) =>
		Math.min(...codesOf(record).map((other) => Math.abs(Number(other) - Number(code))));
	const coded = candidates.filter((record) => codesOf(record).length > 0);
	const atPlace = recordsAt(coded, place);
	const ofPlace = atPlace
		.filter((record) => !codesOf(record).includes(code))
		.sort((one, other) => distanceOf(one) - distanceOf(other));
	const near = nearPlaces(coded, place).filter((record) => !atPlace.includes(record));
	const suggestions = [...ofPlace, ...near].slice(0, MOST_SUGGESTIONS);
	const [closest] = suggestions;
	if (closest === undefined) return judged;
	const advice = `The closest match is ${placeName(closest)} (${codeNames(closest)}).`;
	return { ...judged, message: `${judged.message} ${advice}`, suggestions };
}

function codeNames({ street_code: street, box_code: box }: PostalCodeRecord): string {
	const [streetCode, boxCode] = [postalCodeIn(street), postalCodeIn(box)];
	return [
		streetCode && `${CODE_KINDS.street} ${streetCode}`,
		boxCode && `${CODE_KINDS.box} ${boxCode}`,
	]
		.filter(Boolean)
		.join(', ');
}

function codesOf(record: PostalCodeRecord): string[] {
	return [record.street_code, record.box_code]
		.map(postalCodeIn)
		.filter((code) => code !== undefined);
}
