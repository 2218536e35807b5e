/** Apostrophes as keyboards, sheets and phones write them. */
const APOSTROPHES = /['’‘ʼʹ`´′]/gu;

/** Words as they are written, an apostrophe within. */
export const WRITTEN_WORDS = /[\p{L}\p{M}\p{N}'’‘ʼʹ`´′]+/gu;

/** What NFKD takes apart: accents, and the apostrophe of "ŉ". */
const MARKS = /[\p{M}ʼ]/gu;

/**
 * The words of a name, in lower case, without accents and punctuation. An apostrophe joins what it
 * stands between, so that "St John's", "ST JOHNS" and "St. John’s" are the same words; "&" is "and".
 */
export function wordsOf(text: string): string[] {
	const letters = text.replace(APOSTROPHES, '').normalize('NFKD').replace(MARKS, '');
	const words = letters.toLowerCase().replace(/&/g, ' and ');
	return words.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** What two spellings of one name have in common, however they use blanks and hyphens: its letters and digits. */
export function fold(text: string): string {
	return wordsOf(text).join('');
}
