/**
 * What two spellings of one name have in common: its letters and digits, without capitals, accents,
 * blanks and punctuation.
 */
export function fold(text: string): string {
	return text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}
