/** An integer of 16 digits or more, outside of longer numbers. */
const LONG = /(?<![\d.eE+"-])-?\d{16,}(?![\d.eE])/g;

const TEXTS_AND_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON without losing a digit: an integer beyond 2^53, such as a big school ID, becomes text.
 * JSON.parse would round it to the ID of another school.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
	const value: unknown = JSON.parse(text);
	const quoted = text.replace(LONG, quoteIfUnsafe);
	if (quoted === text) return value;
	try {
		return JSON.parse(quoted);
	} catch {
		// The digits stood within a text, which the quotation marks ended early.
		return JSON.parse(text.replace(TEXTS_AND_NUMBERS, quoteIfUnsafe));
	}
}

function quoteIfUnsafe(token: string): string {
	if (!/^-?\d{16,}$/.test(token)) return token;
	return Number.isSafeInteger(Number(token)) ? token : `"${token}"`;
}
