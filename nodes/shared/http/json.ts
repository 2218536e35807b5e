/** Integers of 16 digits or more. */
const LONG_INTEGERS = /(?<![\d.eE+"-])-?\d{16,}(?![\d.eE])/g;

/** What begins or ends a string, and the same integers. */
const QUOTES_AND_LONG_INTEGERS = /\\.|"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs;

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
		return JSON.parse(quoteOutsideStrings(text));
	}
}

function quoteOutsideStrings(text: string): string {
	let isInString = false;
	return text.replace(QUOTES_AND_LONG_INTEGERS, (token) => {
		if (token === '"') isInString = !isInString;
		return isInString || /^["\\]/.test(token) ? token : quoteIfUnsafe(token);
	});
}

function quoteIfUnsafe(integer: string): string {
	return Number.isSafeInteger(Number(integer)) ? integer : `"${integer}"`;
}
