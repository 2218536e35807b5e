import { counted, joined, quoted } from '../../../shared/text';
import {
	nearPlaces,
	PARTS_OF_PLACE,
	type PartsHad,
	type Place,
	placeReader,
	type PostalCodeRecord,
	recordsAt,
	type SuburbAs,
} from '../../southAfrica/comparePlaces';
import { postalCodeIn } from '../../southAfrica/postalCode';
import { fold, placeNameOf, textOf } from '../../southAfrica/words';
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

/** A judgement by the records of the code alone, before records of other codes are looked at. */
export interface FirstJudgement {
	judgement: PostalCodeJudgement;
	/** A place to look for among other codes; undefined if finding it there changes nothing. */
	lookFor?: Place;
	/** The judgement if it is found there. Undefined: the first one stays, and a valid one gets a warning. */
	ifFound?: PostalCodeJudgement;
}

/**
 * Judges whether a postal code belongs to a place. Suburb and code decide: people write the metro, the
 * municipality or the town again for the area.
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
): FirstJudgement {
	if (withCode.length === 0) {
		const message = `No place has the postal code ${code}.`;
		return { judgement: judgement('not_found', code, [], message), lookFor: place };
	}
	const differing = PARTS_OF_PLACE.filter(
		(part) => new Set(withCode.map((record) => fold(textOf(record[part])))).size > 1,
	);
	const isOnlyPlace = differing.length === 0;
	if (!isGiven(place) && !isOnlyPlace) {
		const names = placeAndOthers(withCode, place);
		const message = `${code} exists, but belongs to ${names}. Add the ${joined(differing, 'or')} to choose one.`;
		return { judgement: judgement('ambiguous', code, withCode, message) };
	}
	// "Hatfield Ext 2" is in no list: the only place with the code, by its name, will do.
	const ways: SuburbAs[] = isOnlyPlace ? ['suburb', 'anyExtension', 'area'] : ['suburb', 'area'];
	for (const way of ways) {
		const records = recordsAt(withCode, place, way);
		const warnings = isGiven(place)
			? WARNINGS[way]
			: ['No place was compared. Add a suburb, an area or a province.'];
		if (records.length > 0) return { judgement: valid(code, records, place, warnings) };
	}
	const nearestFirst = [...new Set([...nearPlaces(withCode, place), ...withCode])];
	const message = `${code} belongs to ${placeAndOthers(nearestFirst, place)}, not to ${placeName(place, true)}.`;
	const mismatch = judgement('mismatch', code, nearestFirst, message);
	return judgeByPart(code, withCode, place, mismatch) ?? { judgement: mismatch, lookFor: place };
}

/**
 * Valid by the suburb alone, or else by the area alone, with warnings of what differs.
 *
 * @param mismatch the judgement if the list has the place with another code
 */
function judgeByPart(
	code: string,
	withCode: readonly PostalCodeRecord[],
	place: Place,
	mismatch: PostalCodeJudgement,
): FirstJudgement | undefined {
	const { suburb, area, province } = place;
	const partsHad = placeReader(place);
	const read = withCode.map((record) => ({ record, had: partsHad(record) }));
	const having = (isHad: (had: PartsHad) => boolean) =>
		read.filter(({ had }) => isHad(had)).map(({ record }) => record);
	const ofSuburb = suburb === undefined ? [] : having((had) => had.suburb);
	if (ofSuburb.length > 0) {
		const warnings = [sayListed(ofSuburb, place)];
		const found = valid(code, ofSuburb, place, warnings);
		return { judgement: found, lookFor: place, ifFound: mismatch };
	}
	const ofArea = area === undefined ? [] : having((had) => had.areaOrSuburb);
	if (area === undefined || ofArea.length === 0) return undefined;
	const notCompared =
		suburb === undefined
			? []
			: [`The service doesn't list ${suburb} with this code, so only the area was compared.`];
	const inProvince = having((had) => had.areaOrSuburb && had.province);
	if (inProvince.length === 0) {
		const found = valid(code, ofArea, place, [...notCompared, sayListed(ofArea, place)]);
		return { judgement: found, lookFor: { area, province }, ifFound: mismatch };
	}
	const found = valid(code, inProvince, place, notCompared);
	// People who live in a suburb have a box at the main post office of the town.
	const mainBoxes = recordsAt(inProvince, { suburb: area }).filter(
		({ box_code }) => postalCodeIn(box_code) === code,
	);
	return { judgement: found, lookFor: place, ...(mainBoxes.length === 0 && { ifFound: mismatch }) };
}

/** What the list has in place of the area or the province that was written. */
function sayListed([record = {}]: readonly PostalCodeRecord[], place: Place): string {
	const { suburb, area, province } = place;
	const partsHad = placeReader(place)(record);
	const wrong = [partsHad.area ? undefined : area, partsHad.province ? undefined : province];
	const listed = [partsHad.area ? '' : record.area, partsHad.province ? '' : record.province];
	const name = partsHad.suburb && suburb !== undefined ? suburb : area;
	return `The service lists ${name ?? ''} under ${listed.map(placeNameOf).filter(Boolean).join(', ')}, not ${wrong.filter(Boolean).join(', ')}.`;
}

function valid(
	code: string,
	records: readonly PostalCodeRecord[],
	place: Place,
	warnings: readonly string[],
): PostalCodeJudgement {
	const message = `${code} is the ${CODE_KINDS[codeKind(code, records)]} of ${placeAndOthers(records, place)}.`;
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

const MAX_SUGGESTIONS = 10;

/**
 * The final judgement: if the list has the place with another code, that one was meant. Suggests records of
 * the place, by how near their codes are, then those of its suburb, then those of places that are spelled
 * like it, then those of its area.
 *
 * @param listed records of any code
 */
export function judgeWith(
	listed: readonly PostalCodeRecord[],
	{ judgement: first, lookFor, ifFound }: FirstJudgement,
	place: Place,
): PostalCodeJudgement {
	if (lookFor === undefined) return first;
	const code = first.postal_code;
	const distanceOf = (record: PostalCodeRecord) =>
		Math.min(...codesOf(record).map((other) => Math.abs(Number(other) - Number(code))));
	const others = listed
		.filter((record) => codesOf(record).length > 0 && !codesOf(record).includes(code))
		.sort((one, other) => distanceOf(one) - distanceOf(other));
	const found = recordsAt(others, lookFor);
	const [nearest] = found;
	if (first.valid && nearest === undefined) return first;
	if (first.valid && nearest !== undefined && ifFound === undefined) {
		const warning = `The service lists ${placeName(nearest)} with another code (${codeNames(nearest)}).`;
		return { ...first, warnings: [...first.warnings, warning] };
	}
	const { suburb, area } = place;
	const ofSuburb = suburb === undefined ? [] : recordsAt(others, { suburb });
	const ofArea = area === undefined ? [] : recordsAt(others, { area });
	const likely = new Set([...found, ...ofSuburb, ...nearPlaces(others, place), ...ofArea]);
	return withSuggestions(ifFound ?? first, [...likely].slice(0, MAX_SUGGESTIONS));
}

function withSuggestions(
	judged: PostalCodeJudgement,
	suggestions: PostalCodeRecord[],
): PostalCodeJudgement {
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
