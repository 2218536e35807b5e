import { namesOfOneWord } from '../towns';
import type { NameWord, SchoolName } from './schoolName';

/** From this length on the service's search is full text; shorter words find too much. */
const SHORTEST = 3;

/**
 * What to search the service for, the most telling first: in the order of the name, titles later and
 * words such as "Girls" last. The search finds a record if the word is a word of its name, or the
 * beginning of one.
 *
 * @returns words, and beginnings of words for a misspelled name
 */
export function searchWords({ words }: SchoolName): string[] {
	const names = words.filter(({ text, generic }) => text.length >= SHORTEST && !generic);
	const telling = names.sort((one, other) => Number(one.light) - Number(other.light));
	const generic = words.filter((word) => word.generic);
	const first = telling[0]?.text ?? '';
	const beginning = first.slice(0, Math.max(SHORTEST, Math.floor(first.length / 2)));
	const all = [
		...telling.flatMap((word) => [searchable(word), ...namesOfOneWord(word.text)]),
		beginning,
		...generic.map(searchable),
		first.slice(0, SHORTEST),
	];
	return [...new Set(all.filter((word) => word.length >= SHORTEST))];
}

/** Without apostrophes and the s of "Johns", which people and records write differently. */
function searchable({ written }: NameWord): string {
	const word = written
		.normalize('NFC')
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
	return word.length > 4 ? word.replace(/s$/, '') : word;
}
