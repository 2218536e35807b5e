import { faker } from '@faker-js/faker/locale/en_ZA';
import { districts, type District, type Town } from './places.mjs';
import { cycle, readData, words } from './table.mjs';

/**
 * A high school as the service returns it. `id` is stored as text and sent as a JSON integer,
 * because some IDs have more digits than a JavaScript number can represent.
 */
export type SchoolRecord = ReturnType<typeof school>;

/** One of this many schools has an ID beyond 2^53. */
const BIG_ID_EVERY = 500;
const FIRST_BIG_ID = 9_007_199_254_740_993n;

/** The first schools, which the examples and tests know, each in the first town of its district. */
const KNOWN: ReadonlyArray<[name: string, district: string]> = [
	['Ellen Kuzwayo Senior Secondary School', 'Alfred Nzo East'],
	["Pretoria Boys' High School", 'Tshwane South'],
	['Hoërskool Waterkloof', 'Tshwane South'],
	['Naledi Secondary School', 'Motheo'],
	['NALEDI S', 'Umlazi'],
	['Mzuvele S S', 'Umlazi'],
];

/**
 * Parts of names, combined at random: no name is taken from the register. A line of nameParts.txt is a
 * language, the first and second African ones: how many of eight names it has, then its first parts, what
 * stands between, and its last parts.
 */
const LANGUAGES = readData('nameParts.txt')
	.split('\n')
	.flatMap((line) => {
		const [count, ...parts] = line.split('|');
		return Array<string[][]>(Number(count)).fill(parts.map(words));
	});

/** Types around a name, as the provinces' registers write, abbreviate or omit them. */
const PATTERNS =
	words(`# Secondary School, # High School, # SECONDARY SCHOOL, # Senior Secondary School, #, # H, # S,
	# S S, # High, # Secondary, # HS., # HIGH., # SEC., Hoërskool #, # S.S.S., # Combined School, # SSS,
	# HIGH SCHOOL, # Comprehensive School, # S/S, # Technical High School, # Boys' High School,
	# College, # Agricultural High School, # No 2, # Akademie, # West High School, # Girls High`);

/** Most names are made of parts; some are those of towns and people. */
function stemOf(town: Town): string {
	const made = faker.helpers
		.arrayElement(LANGUAGES)
		.map((parts) => faker.helpers.arrayElement(parts))
		.join('');
	const surname = faker.person.lastName();
	return faker.helpers.weightedArrayElement([
		{ weight: 12, value: made },
		{ weight: 5, value: `${made} ${surname}` },
		{ weight: 2, value: town.name },
		{ weight: 1, value: surname },
	]);
}

function nameOf(town: Town): string {
	const stem = stemOf(town);
	const written = faker.datatype.boolean(0.4) ? stem.toUpperCase() : stem;
	return faker.helpers.arrayElement(PATTERNS).replace('#', written);
}

function idOf(index: number): string {
	const isBig = index % BIG_ID_EVERY === 7;
	return String(isBig ? FIRST_BIG_ID + BigInt(index) * 1_000_002n : index + 1);
}

function school(index: number, district: District, town: Town, name: string) {
	const { province, latitude, longitude } = district;
	const between = (min: number, max: number) => faker.number.int({ min, max });
	const oftenOr = <T, Else>(often: T, other: Else) =>
		faker.datatype.boolean(0.95) ? often : other;
	const near = (degrees: number) =>
		faker.number.float({ min: degrees - 0.5, max: degrees + 0.5, fractionDigits: 5 });
	const emis = province.emisDigit + String(index * 11 + 10_000_007).padStart(8, '0');
	const isPublic = faker.datatype.boolean(0.88);
	const quintile = isPublic ? oftenOr(`Q${between(1, 5)}`, '') : null;
	const learners = between(120, 1900);
	return {
		id: idOf(index),
		nat_emis: emis,
		name,
		phase: /combined/i.test(name) ? 'Combined School' : 'Secondary School',
		sector: isPublic ? 'Public' : 'Private',
		province: province.name,
		district: district.name,
		circuit: `${town.name} Circuit ${between(1, 4)} (sample record)`,
		town: town.name,
		street_address: `${between(1, 299)} ${faker.location.street()}, ${town.name}, ${town.streetCode}`,
		postal_address: oftenOr(`P O Box ${between(1, 9999)}, ${town.name}, ${town.boxCode}`, ''),
		email: `school.${emis}@example.org`,
		telephone: `${province.areaCode} 555 ${faker.string.numeric(4)}`,
		latitude: oftenOr(near(latitude), null),
		longitude: oftenOr(near(longitude), null),
		quintile,
		no_fee_school: ['Q1', 'Q2', 'Q3'].includes(quintile ?? ''),
		urban_rural: faker.helpers.arrayElement(['Urban', 'Rural']),
		learner_count: learners,
		educator_count: Math.round(learners / between(24, 38)),
		exam_number: oftenOr(`${province.emisDigit}${emis.slice(-6)}`, null),
		exam_centre: oftenOr(name, null),
		created_at: faker.date.between({ from: '2024-01-01', to: '2025-08-31' }).toISOString(),
	};
}

/**
 * Sample high schools in real districts and towns. Circuits end in "(sample record)" and mail addresses are
 * at example.org: no record is a real school.
 */
export function makeSchools(count: number, seed: number): SchoolRecord[] {
	faker.seed(seed);
	return Array.from({ length: count }, (_, index) => {
		const [knownName, knownDistrict] = KNOWN[index] ?? [];
		const district =
			districts.find(({ name }) => name === knownDistrict) ?? cycle(districts, index);
		const town = knownName ? cycle(district.towns, 0) : faker.helpers.arrayElement(district.towns);
		return school(index, district, town, knownName ?? nameOf(town));
	});
}
