import { lazily } from '../../shared/values';
import { isNearMiss } from './similarity';

/** What sort of school a name says it is, as it is written in English, in Afrikaans and for short. */
const TYPES = {
	high: ['high hihg hgh higth', 'hoer hoerskool hoersk hoerskl hoogskool rskool', 'hs h'],
	secondary: ['secondary', 'sekonder sekondere', 'sec sek'],
	seniorSecondary: ['', '', 'sss'],
	juniorSecondary: ['', '', 'jss js'],
	/** Secondary or Senior Secondary: both are abbreviated so. */
	eitherSecondary: ['', '', 'ss s'],
	comprehensive: ['comprehensive', 'omvattende', 'comp compr'],
	combined: ['combined', 'gekombineerde gekombineerd', 'comb cs c'],
	intermediate: ['intermediate', 'intermediere', 'int inter'],
	primary: ['primary preprimary', 'laer laerskool', 'prim ps p ls'],
	college: ['college', 'kollege', 'coll col koll'],
	academy: ['academy', 'akademie', 'acad akad'],
	institute: ['institute', 'instituut', 'inst'],
	school: ['school schools scool shool', 'skool', 'sch schl skl'],
} as const;

export type SchoolType = keyof typeof TYPES;

/** A type, and the language in which it is written out; an abbreviation is of neither. */
export interface TypeWord {
	type: SchoolType;
	language?: 'English' | 'Afrikaans';
}

/** Words that are written in several ways, of both languages: the first stands for all. */
const SYNONYMS = [
	'girls girl meisies meisie meisieskool meisieshoerskool',
	'boys boy seuns seun seunskool seunshoerskool',
	'technical tech tec teg tegniese tegnies tegnologie technology',
	'agricultural agric agri agriculture landbou landbouskool',
	'commercial comm commerce handel handels handelskool',
	'north noord',
	'south suid',
	'east oos',
	'west wes',
	'saint st sint ste',
	'mount mt mnt',
	'fort ft',
	'gymnasium gimnasium gim gymn gimn',
	'2 ii',
	'3 iii',
	'4 iv',
	'6 vi',
	'7 vii',
	'8 viii',
	'9 ix',
] as const;

/** What an abbreviation stands for: places and names of types that are several words. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
	bfn: 'bloemfontein',
	bloem: 'bloemfontein',
	dbn: 'durban',
	hts: 'hs technical',
	jburg: 'johannesburg',
	jhb: 'johannesburg',
	joburg: 'johannesburg',
	kwt: 'king williams town',
	kzn: 'kwazulu natal',
	pmb: 'pietermaritzburg',
	potch: 'potchefstroom',
	pta: 'pretoria',
	ths: 'hs technical',
};

/** Two letters may also be the initials in front of a name, so these count behind one only. */
const ABBREVIATIONS_BEHIND: Readonly<Record<string, string>> = {
	ct: 'cape town',
	ec: 'eastern cape',
	el: 'east london',
	fs: 'free state',
	gp: 'gauteng',
	lp: 'limpopo',
	mp: 'mpumalanga',
	nc: 'northern cape',
	nw: 'north west',
	pe: 'port elizabeth',
	wc: 'western cape',
};

const list = (words: string) => new Set(words.split(' '));

/** Words that say nothing about which school is meant. */
export const EMPTY_WORDS = list(
	'the die of and en for vir at in te by no nr number nommer emis name naam learner public',
);

/** Titles and forms of ownership, which people leave out. */
export const LIGHT_WORDS = list(
	'dr prof rev mr mrs chief inkosi nkosi kgosi hosi gen general generaal president pres bishop archbishop father fr sir ds adv hon senior private independent pty ltd npc',
);

/** Words of the synonyms that tell schools apart, but name none. */
export const GENERIC_WORDS = list(
	'girls boys technical agricultural commercial north south east west saint mount fort gymnasium',
);

/** Words that many names share: places with many schools, and what they are often called after. */
export const COMMON_WORDS = list(
	'pretoria johannesburg durban bloemfontein pietermaritzburg potchefstroom soweto kimberley polokwane pietersburg port elizabeth cape town east london king williams kwazulu natal eastern western northern free state gauteng limpopo mpumalanga park hill hills view heights valley central christian islamic muslim international community new memorial city river kwa trust special education',
);

const typeWords = lazily(() => {
	const words = new Map<string, TypeWord>();
	const languages = ['English', 'Afrikaans', undefined] as const;
	for (const [type, spellings] of Object.entries(TYPES) as Array<[SchoolType, readonly string[]]>) {
		spellings.forEach((spelled, index) => {
			for (const word of list(spelled)) words.set(word, { type, language: languages[index] });
		});
	}
	return words;
});

/** The type that a folded word stands for, also when a long one is misspelled ("Secondry"). */
export function typeOf(word: string): TypeWord | undefined {
	const exact = typeWords().get(word);
	if (exact || word.length < SHORTEST_MISSPELLED) return exact;
	const meant = [...typeWords().keys()].find(
		(known) => known.length >= SHORTEST_MISSPELLED && isNearMiss(word, known),
	);
	return meant === undefined ? undefined : typeWords().get(meant);
}

const SHORTEST_MISSPELLED = 7;

const synonyms = lazily(
	() =>
		new Map(
			SYNONYMS.flatMap((spellings) => {
				const [first = '', ...others] = spellings.split(' ');
				return others.map((other): [string, string] => [other, first]);
			}),
		),
);

/** The spelling that stands for all spellings of a word, with ordinals as numbers. */
export function canonical(word: string): string {
	const [, ordinal] = /^(\d+)(?:st|nd|rd|th|de|ste)$/.exec(word) ?? [];
	return ordinal ?? synonyms().get(word) ?? word;
}

/** The words that an abbreviation stands for; those of two letters only `behind` another word. */
export function expanded(word: string, behind: boolean): string[] {
	const words = ABBREVIATIONS[word] ?? (behind ? ABBREVIATIONS_BEHIND[word] : undefined) ?? word;
	return words.split(' ');
}
