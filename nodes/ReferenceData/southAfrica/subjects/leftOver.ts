import { isMark, isNotTaken, isSymbol, isZero } from './answers';
import { speaksOfSubject } from './fieldName';
import type { ItemField } from './itemFields';
import { MOST_SUBJECTS } from './flatFields';

/** A mark out of something: "216/300". */
const SCORE = /^\s*\d{1,3}(?:[.,]\d+)?\s*\/\s*\d{1,3}\s*$/;

/** Ways to say a mark in a text, perhaps of several subjects; each with a text that needs it. */
export const MARKS_IN_TEXT: ReadonlyArray<[example: string, pattern: RegExp]> = [
	// Not one of a date, a time or a code.
	[
		'I got 61 for Maths, 60-69 for English',
		/(?<![\p{L}\d/_.]|\d[:-])\d{1,3}(?:[./-]\d{1,3})?(?![\p{L}\d/_]|[.:-]\d)/u,
	],
	['Maths65%', /\d%/],
	['Maths level6', /\b(?:l|lvl|level|vlak)\d\b/i],
	// Not in an address or the name of a file.
	[
		'Maths65, 70English',
		/(?<![\p{L}\d/_.])(?:\p{L}{2,30}\d\d|\d\d\p{L}{3,30})(?![\p{L}\d_@]|[.:-][\p{L}\d])/u,
	],
	// "a" may be a word, and "B." an initial.
	[
		'Maths B, maths b',
		/(?<=[\p{L}\d)][^\p{L}\d.!?'’]{1,4})(?:[A-G][*+-]?(?![\p{L}\d&.'’])|[A-Ga-g][*+-]?[.)]?\s*(?:$|[,;\n]))/u,
	],
];

/** What marks are counted in is none of them: "Levels 1 to 7", "0-100". */
const SCALE = /(?<![\d.,])[01]\s*%?\s*(?:-|–|to|tot)\s*(?:[78]|100)\s*%?(?![\d.,])/g;

/** Whether a field seems to be about a mark. */
export function isLikelyMark({ key, name }: ItemField): boolean {
	return (name.unit !== undefined && name.unit !== 'symbol') || speaksOfSubject(key);
}

/** Whether a field may hold a mark: a number, or one in its entries or words about a subject, "Geography 66". */
export function mayHoldMark(field: ItemField): boolean {
	const { value, name } = field;
	const isOther = name.why === 'other' || (name.why === 'whole' && name.asks === undefined);
	const entries: unknown[] = Array.isArray(value) ? value.slice(0, MOST_SUBJECTS) : [value];
	return entries.some((entry) => {
		if (isNotTaken(entry) || isZero(entry)) return false;
		const text = typeof entry === 'object' ? JSON.stringify(entry) : String(entry);
		if (isMark(entry) || SCORE.test(text)) return !isOther;
		if (saysMark(text) && (name.unit === 'symbol' || isLikelyMark(field))) return true;
		// "Choose the subjects for each level [Level 7]": "Music"
		const saysItsOwn = name.unit !== undefined && saysMark(field.key);
		return (saysMark(text) || saysItsOwn) && speaksOfSubject(text);
	});
}

function saysMark(text: string): boolean {
	const said = text.replace(SCALE, ' ');
	return isSymbol(text) || MARKS_IN_TEXT.some(([, pattern]) => pattern.test(said));
}
