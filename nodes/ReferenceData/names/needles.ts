import type { NameWord, SchoolName } from './schoolName';
import { COMMON_WORDS } from './vocabulary';

/** From this length on the service's search is full text; shorter ones find too much. */
const SHORTEST = 3;

/** Words without a name of their own that few enough schools have. */
const SEARCHABLE = new Set(['girls', 'boys', 'technical', 'agricultural', 'commercial']);

/**
 * What to ask the service's search for, the most telling first. The search finds a record if each
 * word begins, or is, a word of the name; so what people and records write differently is left out:
 * everything behind an apostrophe or in front of an accent, the s of "Johns", types, saints.
 *
 * @returns words, then beginnings of words for a name that is misspelled
 */
export function needlesOf(name: SchoolName): string[] {
	const telling = tellingWords(name);
	const wholes = telling.map(stemOf);
	const rest = name.words.flatMap(({ text }) => /^kwa(.{4,})/.exec(text)?.[1] ?? []);
	const generic = name.words.filter(({ text }) => SEARCHABLE.has(text)).map(stemOf);
	const [[half = [], start = []] = []] = telling
		.slice(0, 1)
		.map(({ text }) => [
			text.slice(0, Math.max(SHORTEST, Math.floor(text.length / 2))),
			text.slice(0, SHORTEST),
		]);
	return [...new Set([...wholes, ...rest, half, ...generic, start].flat())];
}

/**
 * A second word to ask for together with the first, when that alone finds too many.
 *
 * @param unknown what the service found nothing for
 */
export function narrowerNeedle(
	name: SchoolName,
	needle: string,
	unknown: ReadonlySet<string>,
): string | undefined {
	const others = tellingWords(name).filter(({ text }) => !text.startsWith(needle));
	const other = others.map(stemOf).find((stem) => !unknown.has(stem));
	return other && `${needle} ${other}`;
}

/** The words that the service's search may find, those first that few names share. */
function tellingWords({ words }: SchoolName): NameWord[] {
	const weight = (word: NameWord) =>
		Math.min(word.text.length, 8) -
		(COMMON_WORDS.has(word.text) || word.light ? 10 : 0) -
		word.part * 4 -
		words.indexOf(word) * 1.5;
	return words
		.filter(({ text, generic }) => text.length >= SHORTEST && !generic)
		.sort((one, other) => weight(other) - weight(one));
}

function stemOf({ written }: NameWord): string {
	const [before = '', ...behind] = written.split(/[^\p{L}\p{M}\p{N}]/u);
	const piece = before.length >= SHORTEST ? before : behind.join('');
	const plain = /^\p{ASCII}{4,}/u.exec(piece)?.[0] ?? piece;
	return plain.length > 4 ? plain.replace(/s$/, '') : plain;
}
