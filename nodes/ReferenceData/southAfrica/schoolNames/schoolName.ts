import { canonicalPlaceWord, namesOfOneWord, withoutShortName } from '../towns';
import { fold, isTooLongForName, WRITTEN_WORDS } from '../words';
import {
	EMPTY_WORDS,
	GENERIC_WORDS,
	GLUED_TYPE,
	GLUED_TYPES,
	LIGHT_WORDS,
	NICKNAMES,
	SHORT_TYPES,
	STROKE_TYPES,
	SURNAMES,
	SYNONYMS,
	typeOf,
	typeThatBegins,
	type TypeWord,
} from './vocabulary';

/** A word of a name that helps to tell schools apart. */
export interface NameWord {
	/** Folded, in the one spelling that stands for all ("saint", "girls"), and a town by one of its names. */
	text: string;
	/** The same, with the name of the town that was written. */
	spelled: string;
	/** It stands before an English type, as the names of English schools do; a place may follow. */
	isBeforeType: boolean;
	/** As it was written. */
	written: string;
	/** It tells schools apart, but names none: "girls", "north", "saint". */
	generic: boolean;
	/** People leave it out: a title, initials. */
	light: boolean;
	initials: boolean;
}

export interface SchoolName {
	words: NameWord[];
	types: TypeWord[];
	/**
	 * All letters and digits, the same for names that differ only in case, accents and punctuation; with and
	 * without what is added to the name.
	 */
	folded: string[];
}

/** Grade, class and year, which forms and spreadsheets put beside the name of a school. */
const REMARKS = [
	/\b(?:(?:grade|graad|gr|class|klas)\.?\s*\d{0,2}|std\.?\s*\d{1,2})(?:\s*-\s*\d{1,2})?\s*[a-h]?\b/giu,
	// "Zone 10 H" is a high school.
	/\b(?:8|9|1[0-2])(?:\s?[a-g]|h)\b/giu,
	/\bmatric\b/giu,
	/\b(?:19|20)\d\d\b/gu,
];

/** The number of an exam center, which reports write beside its name. */
export const EXAM_NUMBER = /(?<!\d)\d{7}(?!\d)/;

/** What reports and addresses write behind a name: the number of an exam center, a postal code, the country. */
const BEHIND_NAMES = [
	/[-–\s]*\(\d{1,3}\)\s*$/gu,
	new RegExp(EXAM_NUMBER, 'g'),
	/\(?\bind(?:ep)?\.? cent(?:re|er)\b\)?/giu,
	/[,\s]+(?:south africa|suid-afrika|rsa)\W*$/giu,
	/[,\s]+\d{4}\W*$/gu,
];

/**
 * Reads a name as a person typed it: without grade, class and year. Letters at its end are no initials, but
 * say what kind of school it is (DSG, GHS).
 */
export function readTypedName(text: string): SchoolName {
	const name = readName(text, [...BEHIND_NAMES, ...REMARKS], apartFromType);
	const [word, ...others] = name.words;
	const nicknamed = others.length === 0 ? NICKNAMES.get(word?.text ?? '') : undefined;
	if (nicknamed !== undefined) return readName(nicknamed);
	return { ...name, words: behindName(name.words, ({ initials }) => initials) };
}

/** Reads a name as the service has it; what stands in brackets is seldom typed. */
export function readRecordedName(text: string): SchoolName {
	return { ...readName(text), folded: readName(text, [/\([^()]*\)/gu]).folded };
}

/** The letters and digits of a name, without what is said behind it. */
export function foldedName(text: string): string {
	return fold(BEHIND_NAMES.reduce((rest, behind) => rest.replace(behind, ' '), text));
}

function readName(
	given: string,
	remarks: readonly RegExp[] = [],
	rewrite = (text: string) => text,
): SchoolName {
	if (isTooLongForName(given)) return { words: [], types: [], folded: [] };
	const text = remarks.reduce((rest, remark) => rest.replace(remark, ' '), given);
	const written = STROKE_TYPES.reduce(
		(rest, [type, words]) => rest.replace(type, words),
		rewrite(text),
	);
	const tokens = tokensOf(written).flatMap(expand);
	const isLong = given.trim().length >= SHORTEST_CUT_OFF;
	const types = tokens.map(({ text: word }, index) => {
		if (isInitial(tokens, index)) return undefined;
		return typeOf(word) ?? (isLong ? typeCutOff(tokens, index) : undefined);
	});
	const firstType = types.findIndex((type) => type?.language === 'English');
	const words = tokens.flatMap((token, index) =>
		types[index] === undefined ? [nameWord(token, index < firstType)] : [],
	);
	return {
		words: behindName(words, ({ text: word }) => SURNAMES.has(word)),
		types: types.filter((type) => type !== undefined),
		folded: [given, text].map(fold).filter((folded) => folded !== ''),
	};
}

/** "Dondashe Senior Secondary School" of "DONDASHESENIORSECONDARYSCHOOL". */
function apartFromType(text: string): string {
	return text.replace(
		GLUED_TYPES,
		(_, name: string, types: string) => `${name} ${types.replace(GLUED_TYPE, '$& ')}`,
	);
}

/** In characters: columns of lists have thirty and more. */
const SHORTEST_CUT_OFF = 28;

/**
 * A type that a column of fixed width cut off: "SECONDA", and "SE"
 * after "SENIOR".
 */
function typeCutOff(tokens: readonly Token[], index: number): TypeWord | undefined {
	const { text = '' } = tokens[index] ?? {};
	const before = tokens[index - 1]?.text ?? '';
	const isBehindType = before === 'senior' || typeOf(before) !== undefined;
	const isCut = index === tokens.length - 1 && (isBehindType || (index > 0 && text.length >= 4));
	return isCut ? typeThatBegins(text) : undefined;
}

/** Lets titles and letters that follow the last word of a name count in full if they belong to it. */
function behindName(words: NameWord[], belongs: (word: NameWord) => boolean): NameWord[] {
	const last = words.map(({ light }) => light).lastIndexOf(false);
	return words.map((word, index) =>
		last >= 0 && index > last && belongs(word) ? { ...word, light: false, initials: false } : word,
	);
}

type Token = Pick<NameWord, 'text' | 'written' | 'initials'>;

/** The words that say something; "J G" and "S.S.S" as one word each, as they are also written. */
function tokensOf(text: string): Token[] {
	const tokens: Token[] = [];
	for (const written of text.match(WRITTEN_WORDS) ?? []) {
		const word = fold(written);
		const initials = /^\p{L}$/u.test(word);
		const last = tokens.at(-1);
		if (last?.initials && initials) {
			last.text += word;
			last.written += ` ${written}`;
		} else if (word !== '' && !EMPTY_WORDS.has(word)) {
			tokens.push({ text: word, written, initials });
		}
	}
	return tokens;
}

function expand(token: Token, index: number, tokens: readonly Token[]): Token[] {
	const following = tokens.slice(index + 1);
	// "PE Technical" is a place, "JS Skenjana High" are initials; "Lucwaba JS School" is a type.
	const isFirst = index === 0 && !following.every(isNoName);
	const isLast = index > 0 && following.slice(0, 1).every(isNoName);
	const isLong = token.text.length > 2;
	const types = isLong || isLast ? SHORT_TYPES.get(token.text) : undefined;
	const words = types ?? (isLong || !isFirst ? withoutShortName(token.text) : [token.text]);
	if (words.length === 1 && words[0] === token.text) return [token];
	return words.map((text) => ({ text, written: text, initials: false }));
}

function isNoName({ text }: Token): boolean {
	return GENERIC_WORDS.has(text) || typeOf(text) !== undefined;
}

/**
 * Whether letters that may be a type are initials: up to three at the beginning ("CS Bosman High"), but
 * HS, and one letter before a name ("Solomon P Mahlangu").
 */
function isInitial(tokens: readonly Token[], index: number): boolean {
	const { text = '' } = tokens[index] ?? {};
	if (index === 0) return text.length <= 3 && text !== 'hs';
	const next = tokens[index + 1];
	return text.length === 1 && next !== undefined && !typeOf(next.text);
}

function nameWord({ text, written, initials }: Token, isBeforeType: boolean): NameWord {
	const spelled = SYNONYMS.get(text) ?? canonicalPlaceWord(text);
	const word = namesOfOneWord(spelled)[0] ?? spelled;
	const title = LIGHT_WORDS.has(word);
	// "JG" are initials, too.
	const short = !title && (initials || /^[^\Waeiouy\d]{2,3}$/u.test(word));
	const light = short || title;
	const generic = GENERIC_WORDS.has(word);
	return { text: word, spelled, written, isBeforeType, generic, light, initials: short };
}
