import type { NameWord, SchoolName } from './schoolName';

/** From this length on the service's search is full text; shorter words find too much. */
const SHORTEST = 3;

/** Words without a name of their own that few enough schools have. */
const SEARCHABLE = new Set(['girls', 'boys', 'technical', 'agricultural', 'commercial']);

/**
 * What to search the service for, the most telling first. The search finds a record if the word is a
 * word of its name, or the beginning of one. What people and records write differently is left out:
 * everything after an apostrophe, the s of "Johns", types, saints.
 *
 * @returns words, then beginnings of words for a misspelled name
 */
export function searchWords(name: SchoolName): string[] {
	const telling = tellingWords(name);
	const generic = name.words.filter(({ text }) => SEARCHABLE.has(text)).map(searchable);
	const [{ text: first } = { text: '' }] = telling;
	const beginning = first.slice(0, Math.max(SHORTEST, Math.floor(first.length / 2)));
	const words = [...telling.map(searchable), beginning, ...generic, first.slice(0, SHORTEST)];
	return [...new Set(words.filter((word) => word !== ''))];
}

/** The words that the service's search may find: long ones and those in front first, titles last. */
function tellingWords({ words }: SchoolName): NameWord[] {
	const weight = (word: NameWord) =>
		Math.min(word.text.length, 8) - (word.light ? 10 : 0) - words.indexOf(word) * 1.5;
	return words
		.filter(({ text, generic }) => text.length >= SHORTEST && !generic)
		.sort((one, other) => weight(other) - weight(one));
}

function searchable({ written }: NameWord): string {
	const [before = '', ...behind] = written.toLowerCase().split(/[^\p{L}\p{M}\p{N}]/u);
	const piece = before.length >= SHORTEST ? before : behind.join('');
	return piece.length > 4 ? piece.replace(/s$/, '') : piece;
}
