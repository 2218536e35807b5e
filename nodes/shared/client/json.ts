const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON without losing a digit: an integer beyond 2^53, such as a big school id, becomes text
 * (JSON.parse would round it to another school's id).
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): unknown {
	const value: unknown = JSON.parse(text);
	return /\d{16}/.test(text) ? JSON.parse(text.replace(TOKENS, quoteIfUnsafe)) : value;
}

function quoteIfUnsafe(token: string): string {
	if (!/^-?\d{16,}$/.test(token)) return token;
	return Number.isSafeInteger(Number(token)) ? token : `"${token}"`;
}
