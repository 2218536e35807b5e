import { isTooDeep } from '../depth';

/** An integer of 16 digits or more. The engine skips ahead only to digits that are written out. */
const LONG = /(?<![\d.eE+"-])-?\d\d\d\d\d\d\d\d\d{8,}(?![\d.eE])/g;

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON without losing a digit: an integer beyond 2^53, such as a big school id, becomes text
 * (JSON.parse would round it to another school's id).
 *
 * @throws SyntaxError when the text is not JSON, RangeError when it is nested too deeply to be read
 */
export function parseJson(text: string): unknown {
	const value: unknown = JSON.parse(text);
	if (isTooDeep(value)) throw new RangeError('Nested too deeply');
	const kept = text.replace(LONG, quoteIfUnsafe);
	if (kept === text) return value;
	try {
		return JSON.parse(kept);
	} catch {
		// Quotes around digits within a text end it before them, so that this is no JSON.
		return JSON.parse(text.replace(TOKENS, quoteIfUnsafe));
	}
}

function quoteIfUnsafe(token: string): string {
	if (!/^-?\d{16,}$/.test(token)) return token;
	return Number.isSafeInteger(Number(token)) ? token : `"${token}"`;
}
