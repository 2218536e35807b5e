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

/** A judgement, and what else of the service's list may change it. */
export interface Judged {
	judgement: PostalCodeJudgement;
	/** The place that was meant if the list has it with another code. Undefined for what nothing changes. */
	unless?: Place;
	/** What holds then; without it, the other code is only told, as a town's own code serves its suburbs too. */
	otherwise?: PostalCodeJudgement;
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
): Judged {
	if (withCode.length === 0) {
		const message = `No place has the postal code ${code}.`;
		return { judgement: judgement('not_found', code, [], message), unless: place };
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
	return judgeByName(code, withCode, place, mismatch) ?? { judgement: mismatch, unless: place };
}

/** By the suburb alone, or else by the town alone: what else was written is told. */
function judgeByName(
	code: string,
	withCode: readonly PostalCodeRecord[],
	place: Place,
	mismatch: PostalCodeJudgement,
): Judged | undefined {
	const { suburb, area } = place;
	const partsHad = placeReader(place);
	const read = withCode.map((record) => ({ record, had: partsHad(record) }));
	const having = (isHad: (had: PartsHad) => boolean) =>
		read.filter(({ had }) => isHad(had)).map(({ record }) => record);
	const ofSuburb = suburb === undefined ? [] : having((had) => had.suburb);
	if (ofSuburb.length > 0) {
		const warnings = [sayListed(ofSuburb, place)];
		const found = valid(code, ofSuburb, place, warnings);
		return { judgement: found, unless: place, otherwise: mismatch };
	}
	if (area === undefined) return undefined;
	const inProvince = having((had) => had.town && had.province);
	const records = inProvince.length > 0 ? inProvince : having((had) => had.town);
	if (records.length === 0) return undefined;
	const warnings = [
		...(suburb === undefined
			? []
			: [`The list doesn't have ${suburb} with this code, so only the area was compared.`]),
		...(inProvince.length > 0 ? [] : [sayListed(records, place)]),
	];
	const isTownsOwn = recordsAt(inProvince, { suburb: area }).length > 0;
	const unless = inProvince.length > 0 ? place : { area, province: place.province };
	const found = valid(code, records, place, warnings);
	return { judgement: found, unless, otherwise: isTownsOwn ? undefined : mismatch };
}

/** What the list has in place of the area or the province that was written. */
function sayListed([record = {}]: readonly PostalCodeRecord[], place: Place): string {
	const { suburb, area, province } = place;
	const partsHad = placeReader(place)(record);
	const wrong = [partsHad.area ? undefined : area, partsHad.province ? undefined : province];
	const listed = [partsHad.area ? '' : record.area, partsHad.province ? '' : record.province];
	const name = partsHad.suburb && suburb !== undefined ? suburb : area;
	return `The list has ${name ?? ''} under ${listed.map(placeNameOf).filter(Boolean).join(', ')}, not ${wrong.filter(Boolean).join(', ')}.`;
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

const MOST_SUGGESTIONS = 10;

/**
 * A judgement by what else the service lists: if it has the place with another code, that one was meant.
 * With what may have been meant: records of the place, by how near their codes are, then those of its
 * suburb, then those of places that are spelled like it, then those of its town.
 */
export function judgeWith(
	candidates: readonly PostalCodeRecord[],
	{ judgement: judged, unless, otherwise }: Judged,
	place: Place,
): PostalCodeJudgement {
	if (unless === undefined) return judged;
	const code = judged.postal_code;
	const distanceOf = (record: PostalCodeRecord) =>
		Math.min(...codesOf(record).map((other) => Math.abs(Number(other) - Number(code))));
	const others = candidates
		.filter((record) => codesOf(record).length > 0 && !codesOf(record).includes(code))
		.sort((one, other) => distanceOf(one) - distanceOf(other));
	const meant = recordsAt(others, unless);
	const [own] = meant;
	if (judged.valid && own === undefined) return judged;
	if (judged.valid && own !== undefined && otherwise === undefined) {
		const warning = `The list has ${placeName(own)} with another code (${codeNames(own)}).`;
		return { ...judged, warnings: [...judged.warnings, warning] };
	}
	const { suburb, area } = place;
	const ofSuburb = suburb === undefined ? [] : recordsAt(others, { suburb });
	const ofTown = area === undefined ? [] : recordsAt(others, { area });
	const likely = new Set([...meant, ...ofSuburb, ...nearPlaces(others, place), ...ofTown]);
	const suggestions = [...likely].slice(0, MOST_SUGGESTIONS);
	const told = otherwise ?? judged;
	const [closest] = suggestions;
	if (closest === undefined) return told;
	const advice = `The closest match is ${placeName(closest)} (${codeNames(closest)}).`;
	return { ...told, message: `${told.message} ${advice}`, suggestions };
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
