import { namesOfOneWord } from '../towns';
import type { NameWord, SchoolName } from './schoolName';

/** From this length on the service's search is full text; shorter words find too much. */
const SHORTEST = 3;

interface SearchWords {
	/** The words that tell schools apart, in the order of the name, titles and towns later. */
	telling: string[];
	/** What comes after them: the beginning of the first, other names of towns, words such as "Girls". */
	further: string[];
}

/**
 * What to search the service for, the most telling first. The search finds a record if the text is a word
 * of its name, or the beginning of one.
 */
export function searchWords({ words }: SchoolName): SearchWords {
	const names = words.filter(({ text, generic }) => text.length >= SHORTEST && !generic);
	// The town says less than the name, and is seldom misspelled.
	const isTown = ({ text }: NameWord) => namesOfOneWord(text).length > 0;
	const rank = (word: NameWord) => Number(word.light) + 2 * Number(isTown(word));
	const telling = names.sort((one, other) => rank(one) - rank(other));
	const first = telling[0]?.text ?? '';
	const further = [
		beginningOf(first),
		...telling.flatMap(({ text }) => namesOfOneWord(text)),
		...words.filter(({ generic }) => generic).map(searchable),
		first.slice(0, SHORTEST),
	];
	const isSearched = (text: string) => text.length >= SHORTEST;
	return {
		telling: telling.map(searchable).filter(isSearched),
		further: further.filter(isSearched),
	};
}

/** What a word begins with that may be misspelled. */
export function beginningOf(word: string): string {
	return word.slice(0, Math.max(SHORTEST, Math.floor(word.length / 2)));
}

/** Without apostrophes and the s of "Johns", which people and records write differently. */
function searchable({ written }: NameWord): string {
	const word = written
		.normalize('NFC')
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
	return word.length > 4 ? word.replace(/s$/, '') : word;
}
