import { fold, WRITTEN_WORDS } from '../words';
import {
	canonical,
	EMPTY_WORDS,
	expanded,
	GENERIC_WORDS,
	LIGHT_WORDS,
	typeOf,
	type TypeWord,
} from './vocabulary';

/** A word of a name that helps to tell schools apart. */
export interface NameWord {
	/** Folded, in the one spelling that stands for all ("saint", "girls"). */
	text: string;
	/** As it was written. */
	written: string;
	/** It tells schools apart, but names none: "girls", "north", "saint". */
	generic: boolean;
	/** People leave it out: a title or initials. */
	light: boolean;
	initials: boolean;
	/** It stands in brackets in the service's record, so nobody types it. */
	aside: boolean;
}

export interface SchoolName {
	words: NameWord[];
	types: TypeWord[];
	/** All letters and digits: the same for names that differ only in case, accents and punctuation. */
	folded: string;
}

/** Grade, class and year, which forms and spreadsheets put beside the name of a school. */
const REMARKS = [
	/\b(?:grade|graad|gr|class|klas)\b\.?\s*\d{0,2}\s*[a-h]?\b/giu,
	/\b(?:8|9|1[0-2])\s?[a-h]\b/giu,
	/\bmatric\b/giu,
	/\b(?:19|20)\d\d\b/gu,
];

const PARTS = /[,;:()[\]{}|"]|\s[-–—/]\s/u;

interface Token {
	text: string;
	written: string;
	/** Counted from 0 over the parts between commas, brackets and dashes. */
	part: number;
	initials: boolean;
}

/** Reads a name as a person typed it: without grade, class and year, and with places written out. */
export function readTypedName(text: string): SchoolName {
	const plain = REMARKS.reduce((rest, remark) => rest.replace(remark, ' '), text);
	return readName(plain, true);
}

/** Reads a name as the service has it; what stands in brackets is seldom typed. */
export function readRecordedName(text: string): SchoolName {
	const name = readName(text, false);
	const aside = /\(([^)]*)\)/u.exec(text)?.[1];
	if (aside === undefined) return name;
	const inBrackets = new Set(readName(aside, false).words.map((word) => word.text));
	return {
		...name,
		words: name.words.map((word) => ({ ...word, aside: inBrackets.has(word.text) })),
		folded: fold(text.replace(`(${aside})`, '')),
	};
}

function readName(text: string, typed: boolean): SchoolName {
	const tokens = joinInitials(text.split(PARTS).flatMap(tokensOf))
		.flatMap((token, index) => expand(token, typed && index > 0))
		.filter((token, index, all) => !(token.text === 'ho' && all[index + 1]?.text === 'rskool'));
	const types: TypeWord[] = [];
	const words = new Map<string, NameWord>();
	tokens.forEach((token, index) => {
		const type = isInitial(tokens, index) ? undefined : typeOf(token.text);
		if (type) types.push(type);
		if (type || EMPTY_WORDS.has(token.text)) return;
		const word = nameWord(token);
		if (!words.has(word.text)) words.set(word.text, word);
	});
	return { words: [...words.values()], types, folded: fold(text) };
}

function tokensOf(text: string, part: number): Token[] {
	return (text.match(WRITTEN_WORDS) ?? [])
		.map((word) => ({ text: fold(word), written: word, part, initials: false }))
		.filter(({ text: folded }) => folded !== '' && folded !== 'and' && folded !== 'en');
}

/** "J G" and "S.S.S" as one word each, as they are also written. */
function joinInitials(tokens: Token[]): Token[] {
	const joined: Token[] = [];
	for (const token of tokens) {
		const last = joined.at(-1);
		const letter = /^\p{L}$/u.test(token.text);
		if (last?.initials && letter && last.part === token.part) last.text += token.text;
		else joined.push({ ...token, initials: letter });
	}
	return joined;
}

function expand(token: Token, behind: boolean): Token[] {
	const words = expanded(token.text, behind);
	if (words.length === 1 && words[0] === token.text) return [token];
	return words.map((text) => ({ ...token, text, written: text, initials: false }));
}

/**
 * Whether letters that may be a type are initials: up to three at the beginning ("CS Bosman High"), but
 * HS, and one letter before a name ("Solomon P Mahlangu").
 */
function isInitial(tokens: readonly Token[], index: number): boolean {
	const { text = '', part } = tokens[index] ?? {};
	if (index === 0) return text.length <= 3 && text !== 'hs';
	const next = tokens[index + 1];
	return text.length === 1 && next !== undefined && next.part === part && !typeOf(next.text);
}

function nameWord({ text, written, initials }: Token): NameWord {
	const word = canonical(text);
	const title = LIGHT_WORDS.has(word);
	const short = !title && (initials || /^[^\Waeiouy\d]{2,3}$/u.test(word));
	return {
		text: word,
		written,
		generic: GENERIC_WORDS.has(word),
		light: short || title,
		initials: short,
		aside: false,
	};
}
