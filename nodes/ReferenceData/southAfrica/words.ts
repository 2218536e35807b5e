import { normalized } from '../../shared/text';

/** Apostrophes as keyboards, spreadsheets and phones write them. */
const APOSTROPHES = /['’‘ʼʹ`´′]/gu;

/** Words, including apostrophes. */
export const WRITTEN_WORDS = /[\p{L}\p{M}\p{N}'’‘ʼʹ`´′]+/gu;

/** Marks that NFKD separates from their letter: accents, and the apostrophe of "ŉ". */
const MARKS = /[\p{M}ʼ]/gu;

/** How many characters of a text are read. No name has as many, and one may become eighteen. */
const MAX_READ = 1000;

/**
 * The words of a name in lower case, without accents and punctuation. An apostrophe joins its
 * neighbors, so "St John's", "ST JOHNS" and "St. John’s" are the same words; "&" is "and".
 */
export function wordsOf(text: string): string[] {
	const start = withoutEntities(text.slice(0, MAX_READ)).replace(APOSTROPHES, '');
	const letters = normalized(start, 'NFKD').replace(MARKS, '');
	const words = letters.toLowerCase().replace(/&/g, ' and ');
	return words.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** HTML entities for characters in names. Forms store them as they are. */
const WRITTEN_MARKS: Readonly<Record<string, string>> = {
	amp: '&',
	apos: "'",
	quot: '"',
	nbsp: ' ',
};

/** A text with HTML entities ("St John&#039;s", "Eden &amp; Central Karoo") as their characters. */
export function withoutEntities(text: string): string {
	return text.replace(/&(?:#0*(\d{2,4})|(amp|apos|quot|nbsp));/g, (_, code?: string, name = '') =>
		code === undefined ? (WRITTEN_MARKS[String(name)] ?? '') : String.fromCharCode(Number(code)),
	);
}

const LONGEST_NAME = 200;
const MAX_NAME_WORDS = 30;

/**
 * Whether a text is too long to name a school, suburb, area or town. Names are compared in time that grows
 * faster than they do, and n8n has one thread for everybody. By its words, because "&" is one, and some
 * characters stand for several.
 */
export function isTooLongForName(text: string): boolean {
	if (text.length > LONGEST_NAME) return true;
	const words = wordsOf(text);
	return words.length > MAX_NAME_WORDS || words.join('').length > LONGEST_NAME;
}

/** The letters and digits of a name: the same for all spellings that differ in blanks and hyphens. */
export function fold(text: string): string {
	return wordsOf(text).join('');
}

/** The first word of each row, by each of its other words. */
export function firstByOther(rows: readonly string[]): Map<string, string> {
	const pairs = rows.flatMap((row) => {
		const [first = '', ...others] = row.split(' ');
		return others.map((other): [string, string] => [other, first]);
	});
	return new Map(pairs);
}

/** Each word, and each two neighboring words. */
export function runsOf<Word>(words: readonly Word[]): Word[][] {
	const pairs = words.slice(1).map((word, index) => words.slice(index, index + 1).concat(word));
	return [...words.map((word) => [word]), ...pairs];
}

/** A field of a record as text; "" when it is missing or empty. */
export function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** A field of a record that says where something is; "" when it is missing, empty or too long for a name. */
export function placeNameOf(value: unknown): string {
	const text = textOf(value);
	return isTooLongForName(text) ? '' : text;
}

/**
 * How many letters must be inserted, removed, replaced or swapped with their neighbor to turn one word
 * into the other (optimal string alignment).
 *
 * @param most beyond this the result is Infinity
 */
export function editDistance(one: string, other: string, most: number): number {
	if (Math.abs(one.length - other.length) > most) return Infinity;
	let beforeLast: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, column) => column);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const same = one[row - 1] === other[column - 1];
			const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			current[column] = Math.min(
				(last[column] ?? 0) + 1,
				(current[column - 1] ?? 0) + 1,
				(last[column - 1] ?? 0) + (same ? 0 : 1),
				swapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
			);
		}
		if (Math.min(...current) > most) return Infinity;
		[beforeLast, last] = [last, current];
	}
	const found = last[other.length] ?? Infinity;
	return found > most ? Infinity : found;
}
