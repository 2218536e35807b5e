import { normalized } from '../../../shared/text';
import { namesOfOneWord } from '../towns';
import type { NameWord, SchoolName } from './schoolName';

/** From this length on the service's search is full text; shorter words find too much. */
const SHORTEST = 3;

interface SearchWords {
	/**
	 * The words that distinguish schools, each with its other spellings, in the order of the name. Titles
	 * and towns come last.
	 */
	telling: Map<string, string[]>;
	/** What comes after them: other names of towns, words such as "Girls", how the first one begins. */
	further: string[];
}

/**
 * The texts to search for, the most specific first. The search finds a record if the text is a word of its
 * name, or the beginning of one.
 */
export function searchWords({ words }: SchoolName): SearchWords {
	const names = words.filter(({ text, generic }) => text.length >= SHORTEST && !generic);
	// The town is less specific than the name, and rarely misspelled.
	const isTown = ({ text }: NameWord) => namesOfOneWord(text).length > 0;
	const rank = (word: NameWord) => Number(word.light) + 2 * Number(isTown(word));
	const telling = names.sort((one, other) => rank(one) - rank(other));
	const further = [
		...telling.flatMap(({ text }) => namesOfOneWord(text)),
		...words.filter(({ generic }) => generic).flatMap(searchedSpellings),
		telling[0]?.text.slice(0, SHORTEST) ?? '',
	];
	const isSearched = (text: string) => text.length >= SHORTEST;
	const spellings = telling.map(searchedSpellings).filter(([word = '']) => isSearched(word));
	return {
		telling: new Map(spellings.map(([word = '', ...others]) => [word, others])),
		further: further.filter(isSearched),
	};
}

/** The beginning of a word that may be misspelled. */
export function beginningOf(word: string): string {
	return word.slice(0, Math.max(SHORTEST, Math.floor(word.length / 2)));
}

/**
 * How a word may be spelled in a record: without the s of "Johns", or the letter before an apostrophe, which
 * a service may take for a word; then as it is.
 */
function searchedSpellings({ written }: NameWord): string[] {
	const word = normalized(written, 'NFC').toLowerCase();
	const lettersOf = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
	const parts = word.split(/['’`]/).map(lettersOf);
	const longest = parts.reduce((one, other) => (other.length > one.length ? other : one));
	const stem = longest.length > 4 ? longest.replace(/s$/, '') : longest;
	return [...new Set([stem, lettersOf(word)])];
}
