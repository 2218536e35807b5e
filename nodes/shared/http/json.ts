/** Strings, which may contain digits, and integers of 16 digits or more. */
const STRINGS_AND_LONG_INTEGERS = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON without losing a digit: an integer beyond 2^53, such as a big school ID, becomes text.
 * JSON.parse would round it to the ID of another school.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
	const mayLoseDigits = /\d{16}/.test(text);
	return JSON.parse(mayLoseDigits ? text.replace(STRINGS_AND_LONG_INTEGERS, quoteIfUnsafe) : text);
}

function quoteIfUnsafe(token: string): string {
	const isSafe = token.startsWith('"') || Number.isSafeInteger(Number(token));
	return isSafe ? token : `"${token}"`;
}
