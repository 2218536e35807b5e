import { UserError } from 'n8n-workflow';

import { kindOf, quoted } from '../../../shared/text';
import { trimmed } from '../../../shared/values';
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
	/** What the names of subject and mark say. */
	unit?: MarkUnit;
	value: unknown;
}

/** A subject as the calculator takes it. */
export interface SubjectLevel {
	name: string;
	level: number;
}

/** The percentages at which the levels from 2 up begin; the last one only on the scale of eight. */
const BOUNDS = [30, 40, 50, 60, 70, 80, 90] as const;

/** "65", "65,5", "65%", "65/100", "Level 6". */
const MARK =
	/^(?:(?<level>level|lvl|vlak)\s*[:=]?\s*)?(?<amount>-?\d+(?:[.,]\d+)?)\s*(?<percent>%|percent|persent|(?:\/|out of|uit)\s*100)?$/i;

/** How report cards and sheets say that a subject isn't taken. */
const NOT_TAKEN = /^(?:[-–—]|n[./]?a\.?|n\.? ?v\.? ?t\.?)?$/i;

/** Whether a value says that there is no mark: nothing, a dash, "n/a", "n.v.t.". */
export function isNotTaken(value: unknown): boolean {
	if (typeof value === 'string') return NOT_TAKEN.test(trimmed(value));
	return value === undefined || value === null;
}

/** Whether a value could be a mark: a number from 0 to 100, with or without a unit. */
export function isMark(value: unknown): boolean {
	const { amount } = parse(value);
	return amount !== undefined && amount >= 0 && amount <= 100;
}

/** A value as messages write it. */
export function describe(value: unknown): string {
	return typeof value === 'number' ? String(value) : kindOf(value);
}

/**
 * The level of each subject, once.
 *
 * @throws UserError naming subject and value for anything but a mark; for two marks of a subject that are
 * different levels; and for a language with its level and without
 */
export function levelsOnce(taken: readonly Mark[], options: MarkOptions): SubjectLevel[] {
	const read = taken.map((mark) => ({ ...mark, level: readMark(mark, options) }));
	for (const mark of read) {
		const { subject, label, value, level } = mark;
		const first = read.find((one) => one.subject === subject) ?? mark;
		if (first.level !== level) {
			throw refused(
				subject,
				`${first.label} is ${describe(first.value)} (level ${first.level}), but ${label} is ${describe(value)} (level ${level})`,
				'A subject counts once. Keep one of the two marks, and clear or remove the other.',
			);
		}
		const names = languageLevels.map((languageLevel) => `${subject} ${languageLevel}`);
		const atLevel = read.find((one) => names.includes(one.subject));
		if (atLevel !== undefined) throw twoSubjects(atLevel, label, subject);
	}
	const levels = new Map(read.map(({ subject, level }) => [subject, level]));
	return [...levels].map(([name, level]) => ({ name, level }));
}

/** The error for a mark of one subject where something names another one. */
export function twoSubjects(mark: Mark, otherLabel: string, other: string): UserError {
	return new UserError(
		`The subject of ${mark.label} is ${quoted(mark.subject)}, but that of ${otherLabel} is ${quoted(other)}`,
		{ description: 'Correct one of them, so that it is clear which subject the mark is for.' },
	);
}

/**
 * The NSC level that a mark stands for. A unit in the value goes before the names', and that before the
 * option. Percentages aren't rounded: 79.5% is level 6, because level 7 begins at 80%.
 *
 * @throws UserError for anything that isn't a mark or is out of range, and for a plain number between 0 and 1
 * as a percentage: spreadsheets store 65% as 0.65
 */
function readMark(
	{ value, subject, unit: unitOfName }: Mark,
	{ marksAs, levelScale }: MarkOptions,
): number {
	const { amount, unit } = parse(value);
	const written = describe(value);
	if (amount === undefined) {
		throw refused(
			subject,
			`${written} is not a mark`,
			`Enter a level from 1 to ${levelScale}, or a percentage from 0 to 100. If there is no mark, clear the field, or remove the subject.`,
		);
	}
	if ((unit ?? unitOfName ?? marksAs) === 'level') {
		if (Number.isInteger(amount) && amount >= 1 && amount <= levelScale) return amount;
		throw refused(
			subject,
			`the level ${written} is not a whole number from 1 to ${levelScale}`,
			`The levels go from 1 to ${levelScale}. If your marks are percentages, set "Mark Type" to Percentage.`,
		);
	}
	if (amount < 0 || amount > 100) {
		throw refused(
			subject,
			`the percentage ${written} is not between 0 and 100`,
			'Enter a percentage from 0 to 100.',
		);
	}
	if (unit === undefined && amount > 0 && amount < 1) {
		throw refused(
			subject,
			`${written} may be a fraction instead of a percentage`,
			'Spreadsheets store 65% as 0.65. Multiply the mark by 100, or add a percent sign if it really is less than 1%.',
		);
	}
	return 1 + BOUNDS.slice(0, levelScale - 1).filter((bound) => amount >= bound).length;
}

/** The error for a mark that can't be read. */
export function refused(subject: string, reason: string, description: string): UserError {
	return new UserError(`Subject ${quoted(subject)}: ${reason}`, { description });
}

function parse(value: unknown): { amount?: number; unit?: MarkUnit } {
	if (typeof value === 'number') return Number.isFinite(value) ? { amount: value } : {};
	const { level, amount, percent } =
		typeof value === 'string' ? (MARK.exec(trimmed(value))?.groups ?? {}) : {};
	if (amount === undefined || (level && percent)) return {};
	return {
		amount: Number(amount.replace(',', '.')),
		unit: level ? 'level' : percent ? 'percentage' : undefined,
	};
}
