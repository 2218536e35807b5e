import { kindOf } from '../../../shared/text';
import { isBlank, trimmed } from '../../../shared/values';
import { wordsOf } from '../words';

/** "-", "n/a", "n.v.t.", "none", "geen", each also beside another: "Geen / None". */
const NOTHING = /^(?:[-–—]+|n(?:[./]| \/ )?a\.?|n\.? ?v\.? ?t\.?|none|geen|nil)$/i;

const SAYS_NOT = /^(?:not|nie|don?t|doesn?t|didn?t|isn?t)$/;
const SAYS_TAKE = /^(?:take|takes|taken|taking|doing|neem|geneem|doen|applicable|toepassing)$/;

/** Placeholders of dropdowns, "other", and texts that aren't a value. */
const PLACEHOLDER =
	/^(?:(?:please )?(?:select|choose)(?: (?:one|an option|a subject|subject))?|others?(?: subject)?|ander|none of the above|#n\/a|undefined|null)[\s.…]*$/i;

/** Whether a text is in the place of a subject but isn't one: "Select...", "Other". */
export function isPlaceholder(value: unknown): boolean {
	return (
		typeof value === 'string' &&
		PLACEHOLDER.test(
			value
				.slice(0, LONGEST_ANSWER)
				.trim()
				.replace(/^[-–—\s]+/, ''),
		)
	);
}

/** Whether a plain number is 0, which databases have for each subject that a learner doesn't take. */
export function isZero(value: unknown): boolean {
	return /^\s*0+(?:[.,]0+)?\s*$/.test(String(value));
}

/** Whether a value says that its subject is taken: it is neither empty nor a plain 0. */
export function isTaken(value: unknown): boolean {
	return !isNotTaken(value) && !isZero(value);
}

/**
 * Whether the value says in words that a subject isn't taken ("no", "not taken"). False for an empty field.
 */
export function deniesTaking(value: unknown): boolean {
	const text = String(value);
	const { groups } = YES_OR_NO.exec(text) ?? {};
	if (groups) return groups.yes === undefined;
	return typeof value === 'string' && isNotTaken(value) && saysNotTaken(value);
}

/** Answers that only say whether a subject is taken. */
export const YES_OR_NO = /^\s*(?:(?<yes>yes|ja|true)|no|nee|false)\s*$/i;

/** A longer text is a comment, not a mark or an answer. */
export const LONGEST_ANSWER = 200;

/** Whether a value says that there is no mark: nothing, a dash, "n/a", "I don't take this subject". */
export function isNotTaken(value: unknown): boolean {
	if (typeof value !== 'string') return value === undefined || value === null;
	if (isBlank(value)) return true;
	if (value.length > LONGEST_ANSWER) return false;
	const parts = value.split(/[()[\]]|(?<!\bn) [/|] /i).map(trimmed);
	const said = parts.filter((part) => part !== '');
	return said.every((part) => NOTHING.test(part)) || (!/\d/.test(value) && saysNotTaken(value));
}

/** Whether words say that a subject isn't taken, in English or Afrikaans: "not taken", "neem dit nie". */
export function saysNotTaken(text: string): boolean {
	const words = wordsOf(text);
	const not = words.findIndex((word) => SAYS_NOT.test(word));
	// "I don't do it" means not taken, but "I do not know" doesn't.
	const isDone = words.indexOf('do', not) > not;
	return not >= 0 && (isDone || words.some((word) => SAYS_TAKE.test(word)));
}

/** The unit of a mark. */
export type MarkUnit = 'level' | 'percentage';

/** The names of the NSC's levels, from 1 up. */
const LEVEL_NAMES = [
	'not achieved|nie behaal(?: nie)?',
	'elementary|elementêre?',
	'moderate|matige?',
	'adequate|voldoende',
	'substantial|beduidende?',
	'meritorious|verdienstelike?',
	'outstanding|uitmuntende?',
];

const ACHIEVEMENT = '(?: achievement| prestasie)?(?!\\p{L})';

/** The ways to say how good a mark is; a mark may say it in several: "Level 5 (60-69%)". */
const CLAIMS = [
	`(?<name>${LEVEL_NAMES.join('|')})${ACHIEVEMENT}`,
	String.raw`(?:level|lvl|lev|vlak|code|kode|l)\s*[:=-]?\s*(?<level>\d+)${ACHIEVEMENT}(?![\d%]|[.,]\d)`,
	String.raw`(?<low>[01]|\d{2,3})\s*%?\s*(?:-|to|tot)\s*(?<high>\d{1,3})(?!\d|[.,]\d)\s*%?(?!\s*-)`,
	String.raw`(?<above>\d{1,3})\s*%?\s*(?:\+|(?:and|or|en|of) (?:above|over|more|higher|up|meer|hoër|bo))`,
	String.raw`(?:above|over|more than|meer as|at least|[>≥]=?|bo|oor)\s*(?<from>\d{1,3})\s*%?`,
	String.raw`(?:below|under|less than|<|onder|minder as)\s*(?<below>\d{1,3})\s*%?`,
	String.raw`(?<amount>-?\d+(?:[.,]\d+)?)\s*(?<percent>%|(?:\/|out of|uit)\s*100(?!\d))?`,
];
/** Words between or after claims, such as the date of the mark. */
const BETWEEN_CLAIMS =
	/(?:\([a-g][+*-]?\)|[\s:;,=()[\]-]|(?<= )[|/](?= )|\.(?= |$)|(?:gr|grade|graad)\.?\s*1[0-2](?!\d)|(?:term|kwartaal)\s*[1-4](?!\d))*/u;

const CLAIM = new RegExp(`(?:${CLAIMS.join('|')})${BETWEEN_CLAIMS.source}`, 'gyu');

/** One claim of a mark: the lowest and highest value, and the unit if it has one. */
interface Claim {
	unit?: MarkUnit;
	/** Whether it is only the name of a level, which isn't enough by itself. */
	isName?: boolean;
	least: number;
	most: number;
}

/** Whether a value could be a mark: a number from 0 to 100, with or without a unit, or a range of them. */
export function isMark(value: unknown): boolean {
	const claims = claimsOf(value);
	return claims.length > 0 && claims.every(({ least, most }) => least >= 0 && most <= 100);
}

/** Whether a value is a symbol ("B"), or what sheets show in place of a number ("#N/A"). */
export function isSymbol(value: unknown): boolean {
	return typeof value === 'string' && /^\s*(?:[A-GU][*+-]?|#[A-Z]\S*|NaN)\s*$/.test(value);
}

/** A mark that is a number without a unit; NaN for any other. */
export function plainAmount(value: unknown): number {
	const [claim, ...others] = claimsOf(value);
	if (claim === undefined || others.length > 0 || claim.unit !== undefined) return NaN;
	return claim.least === claim.most ? claim.least : NaN;
}

/** Whether a value may name a subject, as short texts and questions do, and comments, "yes" and "no" do not. */
export function mayName(value: unknown): value is string {
	const isShort = typeof value === 'string' && value.length <= LONGEST_ANSWER;
	if (!isShort || isNotTaken(value) || isMark(value)) return false;
	return !YES_OR_NO.test(value) && !isPlaceholder(value);
}

/** A value as messages write it. */
export function describe(value: unknown): string {
	return typeof value === 'number' ? String(value) : kindOf(value);
}

/** All claims of a mark; none if any part of the text is something else. */
export function claimsOf(value: unknown): Claim[] {
	const isSaid = typeof value === 'string' || typeof value === 'number';
	if (!isSaid || String(value).length > LONGEST_ANSWER) return [];
	const text = trimmed(String(value))
		.toLowerCase()
		.replace(/[–—]/g, '-')
		.replace(/(?<=[a-z])_(?=\d)/g, ' ')
		.replace(/per ?cent|persent|pct/g, '%');
	const found = [...text.matchAll(CLAIM)];
	const claims = found.flatMap(
		({ 0: whole, groups = {} }) => claimOf(groups, whole.includes('%')) ?? [],
	);
	const isMore = found.map(([whole]) => whole).join('') !== text || claims.length < found.length;
	// "6 5" may be anything.
	const isUnclear = claims.filter(({ unit }) => unit === undefined).length > 1;
	return isMore || isUnclear || claims.every(({ isName }) => isName) ? [] : claims;
}

/** The narrowest range of percentages that forms offer. */
const NARROWEST = 4;

export const HIGHEST_LEVEL = 8;

function claimOf(
	groups: Record<string, string | undefined>,
	hasPercent: boolean,
): Claim | undefined {
	const { name, level, low, high, above, from = above, below, amount, percent } = groups;
	if (name !== undefined) {
		const named = 1 + LEVEL_NAMES.findIndex((names) => new RegExp(`^(?:${names})$`).test(name));
		return { unit: 'level', isName: true, least: named, most: named };
	}
	if (level !== undefined) return { unit: 'level', least: Number(level), most: Number(level) };
	if (amount !== undefined) {
		const number = Number(amount.replace(',', '.'));
		return { unit: percent ? 'percentage' : undefined, least: number, most: number };
	}
	const [least, most] = [Number(low ?? from ?? 0), Number(high ?? Number(below ?? 100.5) - 0.5)];
	const isWhole = least <= 1 && ['7', '8', '100'].includes(String(high));
	if (isWhole || most - least < NARROWEST) return undefined;
	return { unit: hasPercent || most > HIGHEST_LEVEL ? 'percentage' : undefined, least, most };
}
