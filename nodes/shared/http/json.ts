/** What begins or ends a string, and integers of 16 digits or more. */
const QUOTES_AND_LONG_INTEGERS = /\\.|"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs;

/**
 * Parses JSON without losing a digit: an integer beyond 2^53, such as a big school ID, becomes text.
 * JSON.parse would round it to the ID of another school.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
	// Most bodies have none, and searching for strings takes longer than parsing.
	if (!/\d{16}/.test(text)) return JSON.parse(text);
	let isInString = false;
	const safe = text.replace(QUOTES_AND_LONG_INTEGERS, (token) => {
		if (token === '"') isInString = !isInString;
		const isInteger = !isInString && /^-?\d/.test(token);
		return isInteger && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
	});
	return JSON.parse(safe);
}
