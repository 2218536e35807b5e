import { editDistance, firstByOther } from '../words';

/** The types of schools as names show them in English, in Afrikaans and for short, also misspelled. */
const SCHOOL_TYPES = {
	high: ['high hihg hgh higth', 'hoer hoerskool hoersk hoerskl hoogskool rskool hskool', 'hs h'],
	secondary: ['secondary', 'sekonder sekondere', 'sec sek s ss sss'],
	comprehensive: ['comprehensive', 'omvattende', 'comp compr'],
	combined: ['combined', 'gekombineerde gekombineerd', 'comb cs c gek gekomb'],
	intermediate: ['intermediate', 'intermediere', 'inter interm'],
	middle: ['middle', 'middelbare'],
	international: ['international', 'internasionale'],
	// Intermediate or international.
	int: ['int'],
	junior: ['junior', 'junior', 'jnr jun jr'],
	primary: ['primary preprimary', 'laer laerskool', 'prim ps p ls sps hps lps pps'],
	college: ['college', 'kollege', 'coll col koll'],
	academy: ['academy', 'akademie', 'acad akad'],
	institute: ['institute', 'instituut', 'inst'],
	school: ['school schools scool shool', 'skool', 'sch schl skl'],
} as const;

export type SchoolType = keyof typeof SCHOOL_TYPES;

/** A type, and the language in which it is written out; an abbreviation is of neither. */
export interface TypeWord {
	type: SchoolType;
	language?: 'English' | 'Afrikaans';
}

/** Words with several spellings in both languages. The first one is used for comparing. */
export const SYNONYMS = firstByOther([
	'girls girl meisies meisie meisieskool meisieshoerskool',
	'boys boy seuns seun seunskool seunshoerskool jongens jongenskool',
	'technical tech tec teg tegniese tegnies tegnologie technology',
	'agricultural agric agri agriculture landbou landbouskool',
	'commercial comm commerce handel handels handelskool',
	'gymnasium gimnasium gim gym gymn gimn',
	'special spesiale lsen',
	'private independent',
	'senior sen snr',
	'dr doctor dokter',
	'prof professor',
	'rev reverend',
	'adv advocate advokaat',
	'capt captain kaptein',
	'hosi khosi',
	'2 ii',
	'3 iii',
	'4 iv',
	'6 vi',
	'7 vii',
	'8 viii',
	'9 ix',
]);

/**
 * Types that are written with a slash: the Free State's "CI/S" (combined, independent school), and the
 * Northern Cape's "H/SKOOL".
 */
export const STROKE_TYPES: ReadonlyArray<[RegExp, string]> = [
	[/\bh\/(?=\p{L}{3})/giu, 'hs '],
	[/\bs\/(?=s(?:kool|chool)\b)/giu, 'sec '],
	[/\bc[if]?\/s\b/giu, 'combined'],
	[/\bcs\/s\b/giu, 'comprehensive'],
	[/\bs[is]?\/s\b/giu, 'sec'],
	[/\bii?\/s\b/giu, 'intermediate'],
	[/\ba(?:s\/s|\/s)\b/giu, 'agricultural sec'],
	[/\bt\/s\b/giu, 'technical sec'],
];

const GLUED = 'senior|junior|secondary|high|combined|technical|tech|sss|school';

/** A name that a register writes in one word with its types: "DONDASHESENIORSECONDARYSCHOOL". */
export const GLUED_TYPES = new RegExp(`^\\s*(\\p{L}{3,}?)((?:${GLUED})+)\\s*$`, 'iu');

/** One of them. */
export const GLUED_TYPE = new RegExp(GLUED, 'giu');

/** Nicknames that the whole country uses, with the town, where other schools may have such a name. */
export const NICKNAMES = new Map([
	['affies', 'Afrikaanse Hoër Seunskool Pretoria'],
	['boishaai', 'Hoër Jongenskool Paarl'],
	['dhs', 'Durban High School'],
	['kes', 'King Edward VII School Johannesburg'],
	['monnas', 'Hoërskool Monument Krugersdorp'],
	['sacs', 'S.A. College High School Cape Town'],
]);

const list = (words: string) => new Set(words.split(' '));

/**
 * Abbreviations of several words. Those of two letters count at the end of a name only ("Lucwaba JS
 * School"): elsewhere they are initials.
 */
export const SHORT_TYPES = new Map([
	['comtech', ['commercial', 'technical']],
	['hjs', ['hs', 'boys']],
	['hls', ['hs', 'agricultural']],
	['hms', ['hs', 'girls']],
	['hts', ['hs', 'technical']],
	['ths', ['hs', 'technical']],
	['jp', ['junior', 'primary']],
	['js', ['junior', 'secondary']],
	['jss', ['junior', 'secondary']],
]);

/** Words that don't identify a school. */
export const EMPTY_WORDS = list(
	'the die of and en for vir at in te by no nr number nommer emis name naam learner public ho',
);

/** Titles, forms of ownership and other words that people leave out. */
export const LIGHT_WORDS = list(
	'dr prof rev mr mrs chief inkosi nkosi kgosi hosi morena king prince princess gen general generaal capt president pres bishop archbishop father fr sister sir ds adv hon senior private independent pty ltd npc',
);

/** Titles that are also surnames, at the end of a name: "Themba Nkosi", "Martin Luther King". */
export const SURNAMES = list('nkosi king prince bishop');

/** Words that distinguish schools, but aren't a name by themselves. */
export const GENERIC_WORDS = list(
	'girls boys technical agricultural commercial north south east west saint mount fort gymnasium',
);

const TYPE_LANGUAGES = ['English', 'Afrikaans', undefined] as const;

const typeWords = new Map(
	(Object.entries(SCHOOL_TYPES) as Array<[SchoolType, readonly string[]]>).flatMap(
		([type, spellings]) =>
			spellings.flatMap((spelled, index) =>
				spelled
					.split(' ')
					.map((word): [string, TypeWord] => [word, { type, language: TYPE_LANGUAGES[index] }]),
			),
	),
);

/** The type that a folded word means, also with a typo ("Secondry"). */
export function typeOf(word: string): TypeWord | undefined {
	const exact = typeWords.get(word);
	if (exact || word.length < SHORTEST_WITH_SLIP) return exact;
	const meant = [...typeWords.keys()].find((known) => isSlip(word, known));
	return meant === undefined ? undefined : typeWords.get(meant);
}

/** The type that begins with these letters: "seconda". */
export function typeThatBegins(letters: string): TypeWord | undefined {
	const whole = [...typeWords.keys()].find((type) => type.length >= 4 && type.startsWith(letters));
	return whole === undefined ? undefined : typeWords.get(whole);
}

/** In letters. */
const SHORTEST_WITH_SLIP = 7;

/**
 * Whether two folded words may be the same word with a typo: one letter in a word of seven letters or more,
 * neither its first letter nor a vowel at its end. In African languages another last vowel makes
 * another name (Khanyisa, Khanyiso).
 */
export function isSlip(one: string, other: string): boolean {
	const isLong = Math.min(one.length, other.length) >= SHORTEST_WITH_SLIP;
	return (
		isLong && one[0] === other[0] && lastVowel(one) === lastVowel(other) && isClose(one, other)
	);
}

function lastVowel(word: string): string | undefined {
	return /[aeiouy]$/.exec(word)?.[0];
}

/** Whether a slip in a word can be found. */
export function isCompared(word: string): boolean {
	return word.length >= 5 && word.length <= 40 && !/\d/.test(word);
}

/** Whether one letter makes two words differ, so that a person should look: "Moris", "Morris". */
export function isClose(one: string, other: string): boolean {
	return isCompared(one) && isCompared(other) && editDistance(one, other, 1) === 1;
}
