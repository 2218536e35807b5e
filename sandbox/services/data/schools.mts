import { faker } from '@faker-js/faker/locale/en_ZA';

import { provinces, type District, type Province, type Town } from './places.mjs';
import { seededRandom, type Random } from './random.mjs';
import { cycle } from './table.mjs';

/**
 * A high school as the service answers it. `id` is kept as text and written as a raw JSON integer,
 * since some ids have more digits than a JavaScript number holds.
 */
export interface SchoolRecord {
	readonly id: string;
	readonly nat_emis: string;
	readonly name: string;
	readonly phase: string;
	readonly sector: 'Public' | 'Private';
	readonly province: string;
	readonly district: string;
	readonly circuit: string;
	readonly town: string;
	readonly street_address: string;
	readonly postal_address: string;
	readonly email: string;
	readonly telephone: string;
	readonly latitude: number | null;
	readonly longitude: number | null;
	readonly quintile: string | null;
	readonly no_fee_school: boolean;
	readonly urban_rural: 'Urban' | 'Rural';
	readonly learner_count: number;
	readonly educator_count: number;
	readonly exam_number: string | null;
	readonly exam_centre: string | null;
	readonly created_at: string;
}

/** Every this many schools, one has an id beyond 2^53. */
const BIG_ID_EVERY = 500;
const FIRST_BIG_ID = 9_007_199_254_740_993n;

const KINDS = [
	'Secondary School',
	'High School',
	'Senior Secondary School',
	'Comprehensive High School',
	'Combined School',
	'Technical High School',
	'Commercial High School',
	'Agricultural High School',
	'Hoërskool',
	'College',
] as const;

const HONOURED = [
	'Albert Luthuli',
	'Charlotte Maxeke',
	'Dr Beyers Naudé',
	'Ellen Kuzwayo',
	'Enoch Sontonga',
	'Lilian Ngoyi',
	'Ngaka Modiri',
	'OR Tambo',
	'Sol Plaatje',
	'Steve Tshwete',
	"St Mary's",
	'Thabo Mbeki',
	'Walter Sisulu',
] as const;

interface Fillers {
	surnames: string[];
	streets: string[];
}

function makeFillers(seed: number): Fillers {
	faker.seed(seed);
	return {
		surnames: faker.helpers.uniqueArray(() => faker.person.lastName(), 300),
		streets: faker.helpers.uniqueArray(() => faker.location.street(), 400),
	};
}

function quintileFor(random: Random, sector: SchoolRecord['sector']): string | null {
	if (sector === 'Private') return null;
	if (random.chance(0.01)) return '';
	return `Q${random.pick([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5])}`;
}

function schoolName(random: Random, town: Town, fillers: Fillers): string {
	const stem = random.chance(0.4)
		? random.pick(fillers.surnames)
		: random.chance(0.5)
			? town.name
			: random.pick(HONOURED);
	const kind = random.pick(KINDS);
	const name = kind === 'Hoërskool' ? `${kind} ${stem}` : `${stem} ${kind}`;
	return `${name} (sample)`;
}

function school(
	random: Random,
	fillers: Fillers,
	index: number,
	province: Province,
	district: District,
): SchoolRecord {
	const town = random.pick(district.towns);
	const sector = random.chance(0.88) ? 'Public' : 'Private';
	const quintile = quintileFor(random, sector);
	const emis = province.emisDigit + String(index * 11 + 10_000_007).padStart(8, '0');
	const learners = random.between(120, 1900);
	const located = random.chance(0.97);
	const name = schoolName(random, town, fillers);
	const offset = () => (random.next() - 0.5) * 0.1;
	const writesExams = random.chance(0.8);
	return {
		id:
			index % BIG_ID_EVERY === 7
				? String(FIRST_BIG_ID + BigInt(index) * 1_000_002n)
				: String(index + 1),
		nat_emis: emis,
		name,
		phase: name.includes('Combined') ? 'Combined School' : 'Secondary School',
		sector,
		province: province.name,
		district: district.name,
		circuit: `${town.name} Circuit ${random.between(1, 4)}`,
		town: town.name,
		street_address: `${random.between(1, 299)} ${random.pick(fillers.streets)}, ${town.name}, ${town.streetCode}`,
		postal_address: random.chance(0.95)
			? `P O Box ${random.between(10, 9999)}, ${town.name}, ${town.boxCode}`
			: '',
		email: `school.${emis}@example.org`,
		telephone: `${province.areaCode} 555 ${String(random.between(0, 9999)).padStart(4, '0')}`,
		latitude: located ? Number((town.latitude + offset()).toFixed(5)) : null,
		longitude: located ? Number((town.longitude + offset()).toFixed(5)) : null,
		quintile,
		no_fee_school: quintile === 'Q1' || quintile === 'Q2' || quintile === 'Q3',
		urban_rural: random.chance(0.45) ? 'Urban' : 'Rural',
		learner_count: learners,
		educator_count: Math.max(6, Math.round(learners / random.between(24, 38))),
		exam_number: writesExams ? `${province.emisDigit}${emis.slice(-6)}` : null,
		exam_centre: writesExams && random.chance(0.9) ? name : null,
		created_at: new Date(
			Date.UTC(2024, 0, 1) + random.between(0, 600) * 86_400_000 + index * 1000,
		).toISOString(),
	};
}

/**
 * Sample high schools over the nine provinces, real districts and real towns. Names end in
 * "(sample)" and mail addresses are at example.org: no record is a real school.
 *
 * @param count how many; every district of the country is used from about 1,000 on
 */
export function makeSchools(count: number, seed: number): SchoolRecord[] {
	const random = seededRandom(seed);
	const fillers = makeFillers(seed);
	const schools: SchoolRecord[] = [];
	const wholeShare = provinces.reduce((sum, { share }) => sum + share, 0);
	let shareSoFar = 0;
	for (const province of provinces) {
		shareSoFar += province.share;
		const last = Math.round((count * shareSoFar) / wholeShare);
		for (let index = schools.length; index < last; index++) {
			const district = cycle(province.districts, index);
			schools.push(school(random, fillers, index, province, district));
		}
	}
	return schools;
}
