import { isMark, isSymbol, isTaken } from './answers';
import { speaksOfSubject } from './fieldName';
import { MAX_SUBJECTS } from './flatFields';
import type { ItemField } from './itemFields';
import { MARKS_IN_TEXT } from './questionTable';

/** A mark out of something: "216/300". */
const SCORE = /^\s*\d{1,3}(?:[.,]\d+)?\s*\/\s*\d{1,3}\s*$/;

/** The scale of marks isn't a mark: "Levels 1 to 7", "0-100". */
const SCALE = /(?<![\d.,])[01]\s*%?\s*(?:-|–|to|tot)\s*(?:[78]|100)\s*%?(?![\d.,])/g;

/** Whether a field seems to be about a mark. */
export function isLikelyMark({ key, name }: ItemField): boolean {
	return (name.unit !== undefined && name.unit !== 'symbol') || speaksOfSubject(key);
}

/** Whether a field may hold a mark: a number, or one in its entries or words about a subject, "Geography 66". */
export function mayHoldMark(field: ItemField): boolean {
	const { value, name } = field;
	const isOther = name.why === 'other' || (name.why === 'whole' && name.asks === undefined);
	const entries: unknown[] = Array.isArray(value) ? value.slice(0, MAX_SUBJECTS) : [value];
	return entries.some((entry) => {
		if (!isTaken(entry)) return false;
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
