import { faker } from '@faker-js/faker/locale/en_ZA';

import { provinces, type District, type Province, type Town } from './places.mjs';
import { seededRandom, type Random } from './random.mjs';
import { cycle } from './table.mjs';

/**
 * A high school as the service answers it. `id` is kept as text and written as a raw JSON integer,
 * since some ids have more digits than a JavaScript number holds.
 */
export type SchoolRecord = ReturnType<typeof school>;

/** Every this many schools, one has an id beyond 2^53. */
const BIG_ID_EVERY = 500;
const FIRST_BIG_ID = 9_007_199_254_740_993n;

const words = (text: string) => text.trim().split(/\s*,\s*/);

/** Parts of names, combined at random: no name is taken from the register. */
const NGUNI = [
	words(`Siya, Thembe, Bongu, Sibo, Khula, Phumu, Zwelo, Nhlaka, Vuku, Mzu, Lindo, Sizo, Ntuthu, Velo,
		Zama, Khanyi, Thanda, Nkosi, Mandle, Gcina, Ubu, Isi, Dlangu, Mthi, Qhaku, Ngca, Hlanga, Umzi`),
	words(`zwe, lihle, mandla, muntu, sizwe, lwazi, thando, kosi, nga, vele, khona, khula, buso, phiwe,
		sa, so, ni, themba, kazi, langa, ndaba, hle, zimba, bambo, kuthula, fundo, thuko, qonda, mzi`),
];
const SOTHO = [
	words(`Ma, Le, Mo, Ba, Ra, Se, Tho, Re, Kgo, Mpho, Nale, Tshe, Boi, Phala, Dika, Tiro, Lesa, Mabo,
		Tlha, Kga, Ditho, Mafo, Sebo, Ntsha`),
	words(`tlhaku, phala, loro, dubi, teng, kone, riti, bana, tshego, thuto, kwena, rulane, bogo, shupe,
		tsile, nyane, pula, sedi, gotso, leng, mogale, thapo, dikgole, neng, letsatsi, roka`),
];
const MIDDLES = words(
	'ba, be, ka, ke, la, li, lo, ma, mo, na, nga, ntsi, phe, ra, si, tha, tlo, wa, zi',
);
const AFRIKAANS = [
	words(`Water, Rand, Wit, Swart, Groot, Klein, Vaal, Berg, Bosch, Harte, Soet, Riet, Kruis, Elands,
		Buffels, Nooit, Wilge, Doring, Rooi, Olifants, Voor, Ster`),
	words('kloof, fontein, spruit, burg, dal, vlei, hoogte, poort, land, berg, kop, rus, see, pan'),
];
const ENGLISH = [
	words(`Hill, Park, River, Lake, Green, Fair, West, East, Glen, Oak, Sea, Spring, Mount, Brook, High,
		Clare, North, Rose, Wood, Ash`),
	words(
		'view, dale, field, ridge, side, wood, ton, lands, ville, mont, stead, cliff, crest, brook',
	),
];
const HONOURED =
	words(`Albert Luthuli, Charlotte Maxeke, Dr Beyers Naudé, Ellen Kuzwayo, Enoch Sontonga,
	Lilian Ngoyi, Ngaka Modiri, O.R. Tambo, OR Tambo, Sol Plaatje, Steve Tshwete, St Mary's, St Marys,
	St. John's, Saint Anne's, Thabo Mbeki, Walter Sisulu, Holy Cross, King Edward VII, J.G. Zuma,
	Mount Carmel, Dr AB Xuma, Inkosi Bhambatha, Robert Sobukwe`);

/** Who writes names how: types as the provinces' registers abbreviate them, or leave them out. */
const TYPES: Readonly<Record<string, string[]>> = {
	'KwaZulu-Natal': words('# H, # S, # S S, # High, # Secondary, # High School, #, #, # S.S, # C'),
	'Western Cape': words('# HS., # HIGH., # SEC., #, # HTS., Hoërskool #, # High School, #'),
	Limpopo: words('# SECONDARY, # Secondary, # High, #, # Secondary School, Hoërskool #, #'),
	other: words(`# Secondary School, # High School, # SECONDARY SCHOOL, # Senior Secondary School, #,
		# S.S.S., # Combined School, # HIGH SCHOOL, # Comprehensive School, # SSS, # S/S, #`),
};
const SPECIAL =
	words(`# Technical High School, # Boys' High School, # High School for Girls, # College,
	Hoër Tegniese Skool #, # Agricultural High School, # North Secondary School, # No 2, # Akademie,
	# West High School, # Christian College, # Girls High, # Commercial High School`);

/** Names that the first schools of a town have, for examples and tests: untidy as those of real schools. */
const FIRST_NAMES: Readonly<Record<string, string[]>> = {
	Flagstaff: words('Ellen Kuzwayo Senior Secondary School'),
	Pretoria: words(`Pretoria Boys' High School, PRETORIA HIGH SCHOOL FOR GIRLS, Hoërskool Waterkloof,
		Pretoria Technical High School, PRETORIA SECONDARY SCHOOL`),
	Durban: words("DURBAN GIRLS' H, Mzuvele S S, NALEDI S"),
	Bloemfontein: words('Naledi Secondary School, Grey Kollege Sekondêr'),
	Kimberley: words("KIMBERLEY GIRLS' HIGH SCHOOL, HTS Kimberley"),
};

interface Fillers {
	surnames: string[];
	streets: string[];
	/** By town; each name is given to one school. */
	firstNames: Map<string, string[]>;
}

function makeFillers(seed: number): Fillers {
	faker.seed(seed);
	return {
		surnames: faker.helpers.uniqueArray(() => faker.person.lastName(), 300),
		streets: faker.helpers.uniqueArray(() => faker.location.street(), 400),
		firstNames: new Map(Object.entries(FIRST_NAMES).map(([town, names]) => [town, [...names]])),
	};
}

function quintileFor(random: Random, sector: string): string | null {
	if (sector === 'Private') return null;
	if (random.chance(0.01)) return '';
	return `Q${random.pick([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5])}`;
}

/** Most names are made of two parts; some are those of towns, people and schools elsewhere. */
function stemOf(random: Random, province: string, town: Town, { surnames }: Fillers): string {
	const drawn = random.next();
	if (drawn < 0.04) return random.pick(HONOURED);
	if (drawn < 0.14) return town.name;
	if (drawn < 0.2) return random.pick(surnames);
	const south = ['Western Cape', 'Northern Cape'].includes(province);
	const inland = ['Limpopo', 'Free State', 'North West', 'Gauteng', 'Mpumalanga'].includes(
		province,
	);
	const european = random.chance(south ? 0.9 : 0.15);
	const parts = european ? random.pick([AFRIKAANS, ENGLISH]) : inland ? SOTHO : NGUNI;
	const [first = [], last = []] = parts;
	const middle = !european && random.chance(0.8) ? random.pick(MIDDLES) : '';
	const word = `${random.pick(first)}${middle}${random.pick(last)}`;
	if (!random.chance(0.35)) return word;
	return `${word}${random.pick([' ', '-', ' '])}${random.pick(random.chance(0.5) ? surnames : (ENGLISH[1] ?? []))}`;
}

function schoolName(random: Random, province: string, town: Town, fillers: Fillers): string {
	const first = fillers.firstNames.get(town.name)?.shift();
	if (first !== undefined) return `${first} (sample)`;
	const types = TYPES[province] ?? TYPES.other ?? [];
	const pattern = random.pick(random.chance(0.1) ? SPECIAL : types);
	const stem = stemOf(random, province, town, fillers);
	const name = pattern.replace('#', random.chance(0.4) ? stem.toUpperCase() : stem);
	return `${name} (sample)`;
}

function school(
	random: Random,
	fillers: Fillers,
	index: number,
	province: Province,
	district: District,
) {
	const town = random.pick(district.towns);
	const sector = random.chance(0.88) ? 'Public' : 'Private';
	const quintile = quintileFor(random, sector);
	const emis = province.emisDigit + String(index * 11 + 10_000_007).padStart(8, '0');
	const learners = random.between(120, 1900);
	const located = random.chance(0.97);
	const name = schoolName(random, province.name, town, fillers);
	const offset = () => random.next() - 0.5;
	const writesExams = random.chance(0.8);
	return {
		id:
			index % BIG_ID_EVERY === 7
				? String(FIRST_BIG_ID + BigInt(index) * 1_000_002n)
				: String(index + 1),
		nat_emis: emis,
		name,
		phase: /combined/i.test(name) ? 'Combined School' : 'Secondary School',
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
		latitude: located ? Number((district.latitude + offset()).toFixed(5)) : null,
		longitude: located ? Number((district.longitude + offset()).toFixed(5)) : null,
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
