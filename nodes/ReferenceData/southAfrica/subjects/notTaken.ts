import { isBlank, trimmed } from '../../../shared/values';
import { wordsOf } from '../words';

/** "-", "n/a", "n.v.t.", "none", "geen", each also beside another: "Geen / None". */
const NOTHING = /^(?:[-–—]+|n[./]?a\.?|n\.? ?v\.? ?t\.?|none|geen|nil)$/i;

const SAYS_NOT = /^(?:not|nie|don?t|doesn?t|didn?t|isn?t)$/;
const SAYS_TAKE = /^(?:take|takes|taken|taking|doing|neem|geneem|doen|applicable|toepassing)$/;

/** What only says whether a subject is taken. */
export const YES_OR_NO = /^\s*(?:(?<yes>yes|ja|true)|no|nee|false)\s*$/i;

/** A longer text is no mark and no answer, but a comment. */
export const LONGEST_ANSWER = 200;

/** Whether a value says that there is no mark: nothing, a dash, "n/a", "I don't take this subject". */
export function isNotTaken(value: unknown): boolean {
	if (typeof value !== 'string') return value === undefined || value === null;
	if (isBlank(value)) return true;
	if (value.length > LONGEST_ANSWER) return false;
	const parts = value.split(/[()[\]]| [/|] /).map(trimmed);
	const said = parts.filter((part) => part !== '');
	return said.every((part) => NOTHING.test(part)) || (!/\d/.test(value) && saysNotTaken(value));
}

/** Whether words say that a subject isn't taken, in English or Afrikaans: "not taken", "neem dit nie". */
export function saysNotTaken(text: string): boolean {
	const words = wordsOf(text);
	const not = words.findIndex((word) => SAYS_NOT.test(word));
	// "I do not know" says nothing about taking it, "I don't do it" does.
	const isDone = words.indexOf('do', not) > not;
	return not >= 0 && (isDone || words.some((word) => SAYS_TAKE.test(word)));
}
