/** Integers of 16 digits or more. */
const LONG_INTEGERS = /(?<![\d.eE+"-])-?\d{16,}(?![\d.eE])/g;

/** The same, and strings, which may contain digits. */
const STRINGS_AND_LONG_INTEGERS = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON without losing a digit: an integer beyond 2^53, such as a big school ID, becomes text.
 * JSON.parse would round it to the ID of another school.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text.replace(LONG_INTEGERS, quoteIfUnsafe));
	} catch {
		// The digits stood in a string, which the quotation marks ended. Skipping strings takes longer.
		return JSON.parse(text.replace(STRINGS_AND_LONG_INTEGERS, quoteIfUnsafe));
	}
}

function quoteIfUnsafe(token: string): string {
	const isSafe = token.startsWith('"') || Number.isSafeInteger(Number(token));
	return isSafe ? token : `"${token}"`;
}
