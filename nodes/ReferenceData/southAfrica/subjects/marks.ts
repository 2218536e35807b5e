import { kindOf, listed, quoted } from '../../../shared/text';
import { trimmed } from '../../../shared/values';
import { LONGEST_ANSWER } from './notTaken';
import { SubjectError } from './subjectError';
import { languageLevels } from './subjectTable';

/** What a mark is counted in. */
export type MarkUnit = 'level' | 'percentage';

/** How to read marks. */
export interface MarkOptions {
	/** What a mark without a unit means. */
	marksAs: MarkUnit;
	/** 7 levels as in the NSC, or 8 if 90% and above is a level of its own. */
	levelScale: 7 | 8;
}

/** A mark, and the subject that it is for. */
export interface Mark {
	/** Where it is, for messages: `"Maths"`, `row 2`. */
	label: string;
	/** The name of the subject as it was written. */
	name: string;
	/** The official name, or else the name as it was written. */
	subject: string;
	isKnown: boolean;
	/** The name is one letter off. */
	isSlip: boolean;
	/** What the names of subject and mark say. */
	unit?: MarkUnit;
	value: unknown;
	/** Why it can't be used, whatever its value is. */
	problem?: SubjectError;
}

/** A subject as the calculator takes it. */
export interface SubjectLevel {
	name: string;
	level: number;
}

/** The percentages at which the levels from 2 up begin; the last one only on the scale of eight. */
const BOUNDS = [30, 40, 50, 60, 70, 80, 90] as const;

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
	String.raw`(?<low>\d{1,3})\s*%?\s*(?:-|to|tot)\s*(?<high>\d{1,3})(?!\d|[.,]\d)\s*%?(?!\s*-)`,
	String.raw`(?<above>\d{1,3})\s*%?\s*(?:\+|(?:and|or|en|of) (?:above|over|more|higher|up|meer|hoër|bo))`,
	String.raw`(?:above|over|more than|meer as|at least|[>≥]=?|bo|oor)\s*(?<from>\d{1,3})\s*%?`,
	String.raw`(?:below|under|less than|<|onder|minder as)\s*(?<below>\d{1,3})\s*%?`,
	String.raw`(?<amount>-?\d+(?:[.,]\d+)?)\s*(?<percent>%|(?:\/|out of|uit)\s*100(?!\d))?`,
];
const CLAIM = new RegExp(CLAIMS.join('|'), 'yu');

/** What stands between claims or after them, such as when the mark was given. */
const BETWEEN_CLAIMS =
	/(?:[\s:;,=()[\]-]|\.$|(?:gr|grade|graad)\.?\s*1[0-2](?!\d)|(?:term|kwartaal)\s*[1-4](?!\d))*/uy;

/** What a mark says, in a unit or without one: from the least to the most. */
interface Claim {
	unit?: MarkUnit;
	/** Whether it is only the name of a level, which says nothing by itself. */
	isName?: boolean;
	least: number;
	most: number;
}

/** Whether a value could be a mark: a number from 0 to 100, with or without a unit, or a range of them. */
export function isMark(value: unknown): boolean {
	const claims = claimsOf(value);
	return claims.length > 0 && claims.every(({ least, most }) => least >= 0 && most <= 100);
}

/** A mark that is a number without a unit; NaN for any other. */
export function plainAmount(value: unknown): number {
	const [claim, ...others] = claimsOf(value);
	if (claim === undefined || others.length > 0 || claim.unit !== undefined) return NaN;
	return claim.least === claim.most ? claim.least : NaN;
}

/** A value as messages write it. */
export function describe(value: unknown): string {
	return typeof value === 'number' ? String(value) : kindOf(value);
}

/**
 * The level of each subject, once.
 *
 * @param known problems that were found before
 * @throws SubjectError with all that is wrong: what isn't a mark or out of range, two marks of a subject that
 * are different levels, a language with its level and without
 */
export function levelsOnce(
	taken: readonly Mark[],
	options: MarkOptions,
	known: readonly SubjectError[],
): SubjectLevel[] {
	const problems = [...known];
	const levels = new Map<string, { mark: Mark; level: number }>();
	for (const mark of taken) {
		const level = readMark(mark, options);
		if (level instanceof SubjectError) problems.push(level);
		else {
			const first = levels.get(mark.subject) ?? { mark, level };
			if (first.level !== level) problems.push(twoLevels(first, { mark, level }));
			levels.set(mark.subject, first);
		}
	}
	for (const { mark } of levels.values()) {
		const atLevel = languageLevels.map((level) => levels.get(`${mark.subject} ${level}`));
		const other = atLevel.find((one) => one !== undefined);
		if (other) problems.push(twoSubjects(other.mark, mark.label, mark.subject));
	}
	if (problems.length > 0) {
		// Who fills in a form again wants to know all.
		const messages = problems.map(({ message }) => message);
		const advice = new Set(problems.map(({ description }) => description));
		throw new SubjectError(listed(messages, '; '), listed([...advice], ' '));
	}
	return [...levels].map(([name, { level }]) => ({ name, level }));
}

/**
 * Marks as a spreadsheet stores percent cells, 0.77 for 77%, in percent; undefined if any of them is something
 * else. A single one among percentages may be a slip.
 */
export function percentCells(taken: readonly Mark[], { marksAs }: MarkOptions): Mark[] | undefined {
	const amounts = taken.map(({ value }) => plainAmount(value));
	const areCells =
		taken.every(({ unit = marksAs }) => unit === 'percentage') &&
		amounts.every((amount) => amount >= 0 && amount <= 1) &&
		amounts.some((amount) => amount > 0 && amount < 1);
	if (taken.length < 3 || !areCells) return undefined;
	const percent = (index: number) => Math.round((amounts[index] ?? 0) * 10_000) / 100;
	return taken.map((mark, index) => ({ ...mark, value: percent(index) }));
}

/** The error for a mark of one subject where something names another one. */
export function twoSubjects(
	mark: Pick<Mark, 'label' | 'subject'>,
	otherLabel: string,
	other: string,
): SubjectError {
	return new SubjectError(
		`The subject of ${mark.label} is ${quoted(mark.subject)}, but that of ${otherLabel} is ${quoted(other)}`,
		'Correct one of them, so that it is clear which subject the mark is for.',
	);
}

function twoLevels(
	one: { mark: Mark; level: number },
	other: { mark: Mark; level: number },
): SubjectError {
	const [first, second] = [one, other].map(
		({ mark: { label, value }, level }) => `${label} is ${describe(value)} (level ${level})`,
	);
	return new SubjectError(
		`Subject ${quoted(one.mark.subject)}: ${first}, but ${second}`,
		'A subject counts once. Keep one of the two marks, and clear or remove the other.',
	);
}

/**
 * The NSC level that a mark stands for, or the error for what stands for none. A unit in the value goes before
 * the names', and that before the option. Percentages aren't rounded: 79.5% is level 6, because level 7 begins
 * at 80%.
 */
function readMark(mark: Mark, { marksAs, levelScale }: MarkOptions): number | SubjectError {
	const { value } = mark;
	const written = describe(value);
	const claims = claimsOf(value);
	const levels = new Set<number>();
	for (const claim of claims) {
		const { isName, least, most } = claim;
		// On a scale of eight, 90% and above has no name.
		if (isName && least === 7 && levelScale === 8) continue;
		const isLevelBeside = claims.length > 1 && least <= levelScale;
		const { unit = isLevelBeside ? 'level' : (mark.unit ?? marksAs) } = claim;
		if (unit === 'level' && !isLevel(least, levelScale)) {
			return refusedMark(
				mark,
				`the level ${written} is not a whole number from 1 to ${levelScale}`,
				`The levels go from 1 to ${levelScale}. If your marks are percentages, set "Mark Type" to Percentage.`,
			);
		}
		if (least < 0 || most > 100) {
			return refusedMark(
				mark,
				`the percentage ${written} is not between 0 and 100`,
				'Enter a percentage from 0 to 100.',
			);
		}
		if (unit !== claim.unit && least > 0 && least < 1) {
			return refusedMark(
				mark,
				`${written} may be a fraction instead of a percentage`,
				'Spreadsheets store 65% as 0.65. Multiply the mark by 100, or add a percent sign if it really is less than 1%.',
			);
		}
		for (const end of [least, most]) levels.add(unit === 'level' ? end : levelOf(end, levelScale));
	}
	const [level] = levels;
	if (level !== undefined && levels.size === 1) return level;
	return refusedMark(
		mark,
		`${written} ${level === undefined ? 'is not a mark' : 'says more than one level'}`,
		`Enter a level from 1 to ${levelScale}, or a percentage such as 65%. If there is no mark, clear the field, or remove the subject.`,
	);
}

/** Whether a number is one of the NSC's levels. */
export function isLevel(amount: number, levelScale: 7 | 8): boolean {
	return Number.isInteger(amount) && amount >= 1 && amount <= levelScale;
}

function levelOf(percentage: number, levelScale: 7 | 8): number {
	return 1 + BOUNDS.slice(0, levelScale - 1).filter((bound) => percentage >= bound).length;
}

/** The error for a mark that can't be read, with the field's own name. */
function refusedMark({ label, subject }: Mark, reason: string, advice: string): SubjectError {
	const where = label === quoted(subject) ? '' : ` (${label})`;
	return new SubjectError(`Subject ${quoted(subject)}${where}: ${reason}`, advice);
}

/** All that a mark says; nothing if any part of it is something else. */
function claimsOf(value: unknown): Claim[] {
	if (typeof value === 'number') {
		return Number.isFinite(value) ? [{ least: value, most: value }] : [];
	}
	if (typeof value !== 'string' || value.length > LONGEST_ANSWER) return [];
	const text = trimmed(value)
		.toLowerCase()
		.replace(/[–—]/g, '-')
		.replace(/per ?cent|persent|pct/g, '%');
	const claims: Claim[] = [];
	let at = 0;
	while (at < text.length) {
		CLAIM.lastIndex = at;
		const found = CLAIM.exec(text);
		const claim = found?.groups && claimOf(found.groups, found[0].includes('%'));
		if (!claim) return [];
		claims.push(claim);
		BETWEEN_CLAIMS.lastIndex = at + found[0].length;
		at = BETWEEN_CLAIMS.lastIndex + (BETWEEN_CLAIMS.exec(text)?.[0].length ?? 0);
	}
	// "6 5" may be anything.
	const isUnclear = claims.filter(({ unit }) => unit === undefined).length > 1;
	return isUnclear || claims.every(({ isName }) => isName) ? [] : claims;
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
	if (most - least < NARROWEST) return undefined;
	return { unit: hasPercent || most > HIGHEST_LEVEL ? 'percentage' : undefined, least, most };
}
