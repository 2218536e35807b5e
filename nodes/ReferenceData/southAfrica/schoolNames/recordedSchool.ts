import { lazily } from '../../../shared/values';
import { namesOfTown, placeWords, plainPlace } from '../towns';
import { fold, placeNameOf, runsOf, textOf, wordsOf } from '../words';
import { foldedName, readRecordedName, type SchoolName } from './schoolName';

/** A school as the service returned it. */
export interface SchoolRecord {
	readonly [field: string]: string | number | boolean | object | null | undefined;
}

/** What is known of a school beside its name. */
export type KnownOfSchool = Partial<Record<'sector' | 'town' | 'district' | 'province', string>>;

/** A school with its name and place as they were read. */
export interface RecordedSchool {
	record: SchoolRecord;
	name: SchoolName;
	/** The name of its exam center, folded: that of the school, or another by which it is known. */
	examCenter: string;
	town: string;
	district: string;
	/** The words of all that says where the school is, also two as one and a town's other names. */
	wordsOfPlace: () => ReadonlySet<string>;
}

/** A difference between what was typed and what is recorded; a finding that speaks for a school costs nothing. */
export interface Finding {
	cost: number;
	clause?: string;
}

/** What it takes off the score if a school is in another town or district than was chosen. */
const OTHER_TOWN = 0.3;

/** Reads a school's record; the words of its place when they are first needed. */
export function readSchool(record: SchoolRecord): RecordedSchool {
	return {
		record,
		name: readRecordedName(textOf(record.name)),
		examCenter: foldedName(placeNameOf(record.exam_centre)),
		town: placeNameOf(record.town),
		district: placeNameOf(record.district),
		wordsOfPlace: lazily(() => wordsOfPlace(record)),
	};
}

/** A street, with what comes before it: it is named after somebody, as other schools are. */
const STREET =
	/^.*(?:\b(?:street|str|st(?=\.?\s*$)|road|rd|avenue|ave|drive|lane|crescent|boulevard|blvd|way)|straat|weg|laan)\b/i;

/** The cities that people write for schools in them, by the districts whose names don't have theirs. */
const METRO_OF_DISTRICT = new Map([
	...['umlazi', 'pinetown'].map((district) => [district, 'Durban'] as const),
	...['metronorth', 'metrosouth', 'metroeast', 'metrocentral'].map(
		(district) => [district, 'Cape Town'] as const,
	),
]);

function wordsOfPlace(record: SchoolRecord): Set<string> {
	const fields = ['town', 'district', 'province', 'circuit'];
	const addresses = ['street_address', 'postal_address'].flatMap((field) =>
		placeNameOf(record[field]).split(/[,;\n]/),
	);
	const names = [
		...fields.map((field) => placeNameOf(record[field])),
		...addresses.map((part) => part.replace(STREET, '')),
	];
	const wordsIn = (name: string) =>
		runsOf(wordsOf(name)).flatMap((run) => [run.join(''), placeWords(run.join(' ')).join('')]);
	const metro = METRO_OF_DISTRICT.get(fold(placeNameOf(record.district))) ?? '';
	return new Set([...names, ...namesOfTown(placeNameOf(record.town)), metro].flatMap(wordsIn));
}

/** Whether a school is in the town and the district chosen, which people write in many ways. */
export function comparePlaces(school: RecordedSchool, known: KnownOfSchool): Finding[] {
	return (['town', 'district'] as const).flatMap((key): Finding[] => {
		const name = known[key];
		if (name === undefined || school[key] === '') return [];
		return isIn(school, key, name)
			? [{ cost: 0, clause: `it is in ${school[key]}` }]
			: [{ cost: OTHER_TOWN, clause: `it is in ${school[key]}, not in ${name}` }];
	});
}

function isIn(school: RecordedSchool, key: 'town' | 'district', name: string): boolean {
	if (fold(name) === fold(school[key])) return true;
	if (key === 'district' && isSameDistrict(plainDistrict(name), plainDistrict(school.district))) {
		return true;
	}
	const words = placeWords(name);
	const isCentral = key === 'district' && words.includes('central');
	// "Johannesburg Central" is a district beside Johannesburg North.
	if (isCentral && !placeWords(school.district).includes('central')) return false;
	const recorded = school.wordsOfPlace();
	const has = (word: string) => recorded.has(word);
	return has(fold(name)) || plainPlace(words).words.every(has);
}

/** A district without what reports write beside it: "WATERBERG 2", "NELSON MANDELA METRO", "FRANCES BAARD (FB)". */
function plainDistrict(text: string): string {
	const words = wordsOf(text.replace(/\([^()]*\)/g, ' '));
	const plain = words.filter((word) => !/^(?:and|dr|district|metro|\d+)$/.test(word));
	return (plain.length > 0 ? plain : words).join(' ');
}

/** Whether two districts differ only in initials and in an end that was cut off: "DR R.S. MOMPATI", "EDEN AND CENTRAL KAR". */
function isSameDistrict(one: string, other: string): boolean {
	const [ones, others] = [wordsOf(one), wordsOf(other)];
	return (
		ones.length === others.length &&
		ones.every((word, index) => {
			const [short = '', long = ''] = [word, others[index] ?? ''].sort(
				(first, second) => first.length - second.length,
			);
			const isCut = index > 0 && index === ones.length - 1 && short.length >= 3;
			return short === long || ((short.length === 1 || isCut) && long.startsWith(short));
		})
	);
}

/** Whether a school's record contradicts what is known of it; what the record lacks is open. */
export function contradicts(school: RecordedSchool, known: KnownOfSchool): boolean {
	const isOther = (['province', 'sector'] as const).some((key) => {
		const recorded = textOf(school.record[key]);
		return recorded !== '' && fold(known[key] ?? recorded) !== fold(recorded);
	});
	return isOther || costOf(comparePlaces(school, known)) > 0;
}

export function costOf(findings: readonly Finding[]): number {
	return findings.reduce((sum, { cost }) => sum + cost, 0);
}
