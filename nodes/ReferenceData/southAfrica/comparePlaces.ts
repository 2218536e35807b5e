import { foldProvince, isSameProvince } from './provinces';
import { canName, placeWords, plainPlace } from './towns';
import { editDistance, placeNameOf, withoutEntities, wordsOf } from './words';

/** A record as the service returns it: suburb, area, province, street_code, box_code; any may be empty. */
export type PostalCodeRecord = Readonly<Record<string, unknown>>;

/** The parts of a place, also in records. */
export const PARTS_OF_PLACE = ['suburb', 'area', 'province'] as const;

/** The place that a code should belong to. */
export type Place = Partial<Record<(typeof PARTS_OF_PLACE)[number], string>>;

/**
 * How a record may match the suburb that was entered: by its own suburb, by that of any extension ("Hatfield
 * Ext 2" is then a part of "Hatfield"), or by its area or province, which people take for the suburb.
 */
export type SuburbAs = 'suburb' | 'anyExtension' | 'area';

/** Which parts of a place a record matches. A part that the place leaves open matches. */
export interface PartsHad {
	suburb: boolean;
	area: boolean;
	/** Whether its area or its suburb is the area that was written. */
	areaOrSuburb: boolean;
	province: boolean;
}

/** Returns which parts of this place a record matches. */
export function placeReader(place: Place) {
	const [suburbs, areas] = [namesIn(place.suburb), namesIn(place.area)];
	return function partsHad(record: PostalCodeRecord, suburbAs: SuburbAs = 'suburb'): PartsHad {
		const [suburb, area] = [readPlaceName(record.suburb), readPlaceName(record.area)];
		const province = readPlaceName(record.province);
		const anyExtension = suburbAs === 'anyExtension';
		const isProvince = (name: PlaceName) => name.asProvince === province.asProvince;
		const isSuburb = (name: PlaceName) =>
			suburbAs === 'area'
				? name.words === area.words || isProvince(name)
				: isNamed(suburb, name, anyExtension);
		// Checkout forms have a field for the state, in which people enter the area.
		const isArea = (name: PlaceName) => isNamed(area, name, anyExtension) || isProvince(name);
		const isAreaOrSuburb = (name: PlaceName) => isArea(name) || isNamed(suburb, name);
		const isAround = suburbAs === 'area' ? isArea : isAreaOrSuburb;
		const areaOrSuburb = areNamed(areas, isAreaOrSuburb, isAreaOrSuburb);
		return {
			suburb: areNamed(suburbs, isSuburb, isAround),
			area: place.suburb === undefined ? areaOrSuburb : areNamed(areas, isArea, isAround),
			areaOrSuburb,
			province: isInProvince(record, place),
		};
	};
}

/** The records that have every part of a place. */
export function recordsAt(
	records: readonly PostalCodeRecord[],
	place: Place,
	suburbAs?: SuburbAs,
): PostalCodeRecord[] {
	const partsHad = placeReader(place);
	return records.filter((record) => {
		const { suburb, area, province } = partsHad(record, suburbAs);
		return suburb && area && province;
	});
}

/** A place name in the forms used for comparing. */
interface PlaceName {
	/** Its words, each between spaces. */
	words: string;
	/** Its letters without its extension or block, and which one that is. */
	plain: string;
	part: string;
	/** Whether it is enough of a longer name, as "a", "North" and "Ext 2" are not. */
	canName: boolean;
	asProvince: string;
}

function readPlaceName(field: unknown): PlaceName {
	const text = placeNameOf(field);
	const words = placeWords(text);
	const plain = plainPlace(words);
	return {
		words: ` ${words.join(' ')} `,
		plain: plain.words.join(''),
		part: plain.part,
		canName: canName(words),
		asProvince: foldProvince(text),
	};
}

/** The end of South African addresses. A code may follow its town without a space. */
const COUNTRY = /(?:(?<!\d)\d{4}|\b(?:south\s+africa|rsa))\b/gi;

/** Whether a text names a place, as "-", "???" and "South Africa" do not. */
export function namesPlace(text: string): boolean {
	return /\p{L}/u.test(withoutEntities(text).replace(COUNTRY, ' '));
}

/** The names that a text may consist of: for each of its words those that begin there, the shortest first. */
function namesIn(text = ''): PlaceName[][] {
	const words = wordsOf(withoutEntities(text).replace(COUNTRY, ' '));
	return words.map((_, start) =>
		words
			.slice(start)
			.map((_, index) => readPlaceName(words.slice(start, start + index + 1).join(' '))),
	);
}

/** Whether a text begins with a name; the rest may say where that is ("Hatfield, Pretoria, GP"). */
function areNamed(
	names: readonly PlaceName[][],
	isFirst: (name: PlaceName) => boolean,
	isFurther: (name: PlaceName) => boolean,
): boolean {
	const endsFrom = (start: number, fits: (name: PlaceName) => boolean) =>
		(names[start] ?? []).flatMap((name, index) => (fits(name) ? [start + index + 1] : []));
	// Word by word, and each position once. The loop also visits positions added during it.
	const reached = new Set(endsFrom(0, isFirst));
	for (const start of reached) for (const end of endsFrom(start, isFurther)) reached.add(end);
	return names.length === 0 || reached.has(names.length);
}

/** Whether a place, and the same extension or block of it, has this name. Whole words of the name will do. */
function isNamed(known: PlaceName, given: PlaceName, anyExtension = false): boolean {
	if (given.canName && known.words.includes(given.words)) return true;
	const isSamePart = known.part === (anyExtension ? '' : given.part);
	return isSamePart && known.plain === given.plain;
}

/**
 * The records whose suburb and area are spelled similarly to those of a place, the most similar first. A
 * part that the place leaves open matches any. The province must be the same.
 */
export function nearPlaces(records: readonly PostalCodeRecord[], place: Place): PostalCodeRecord[] {
	const [suburb, area] = [readPlaceName(place.suburb).plain, readPlaceName(place.area).plain];
	return records
		.filter((record) => isInProvince(record, place))
		.map((record) => ({
			record,
			slips: slipsInPlace(record.suburb, suburb) + slipsInPlace(record.area, area),
		}))
		.filter(({ slips }) => slips < Infinity)
		.sort((one, other) => one.slips - other.slips)
		.map(({ record }) => record);
}

/** One slip in four letters, two in eight, three in twelve; Infinity for more. */
function slipsInPlace(found: unknown, name: string): number {
	const most = Math.min(3, Math.floor(name.length / 4));
	return name === '' ? 0 : editDistance(readPlaceName(found).plain, name, most);
}

function isInProvince(record: PostalCodeRecord, { province }: Place): boolean {
	return province === undefined || isSameProvince(placeNameOf(record.province), province);
}
