import { UserError } from 'n8n-workflow';

import { kindOf, quoted } from '../../shared/text';
import { trimmed } from '../../shared/values';

/** What a mark is counted in. */
export type MarkUnit = 'level' | 'percentage';

/** 7 levels as in the NSC, or 8 if 90% and above is a level of its own. */
export type LevelScale = 7 | 8;

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

/** Whether a value is a plain number that could be a level. */
export function looksLikeLevel(value: unknown, levelScale: LevelScale): boolean {
	const { amount = 0, unit } = parse(value);
	return unit === undefined && isLevel(amount, levelScale);
}

/** A value as messages write it. */
export function describe(value: unknown): string {
	return typeof value === 'number' ? String(value) : kindOf(value);
}

/**
 * The NSC level that a mark stands for. A unit in the value goes before the other one. Percentages aren't rounded: 79.5% is level 6, because level 7 begins at 80%.
 *
 * @throws UserError naming the subject and the value for anything that isn't a mark or is out of range,
 * and for a plain number between 0 and 1 as a percentage: spreadsheets store 65% as 0.65
 */
export function readMark(
	value: unknown,
	subject: string,
	unitBeside: MarkUnit,
	levelScale: LevelScale,
): number {
	const { amount, unit } = parse(value);
	const written = describe(value);
	const refused = (reason: string, description: string) =>
		new UserError(`Subject ${quoted(subject)}: ${reason}`, { description });
	if (amount === undefined) {
		throw refused(
			`${written} is not a mark`,
			`Enter a level from 1 to ${levelScale}, or a percentage from 0 to 100. If there is no mark, clear the field, or remove the subject.`,
		);
	}
	if ((unit ?? unitBeside) === 'level') {
		if (isLevel(amount, levelScale)) return amount;
		const isPercentage = unit === undefined && amount > levelScale && amount <= 100;
		throw refused(
			`the level ${written} is not a whole number from 1 to ${levelScale}`,
			isPercentage
				? `The levels go from 1 to ${levelScale}. If your marks are percentages, set "Mark Type" to Percentage.`
				: `Enter a level from 1 to ${levelScale}. If there is no mark, clear the field, or remove the subject.`,
		);
	}
	if (amount < 0 || amount > 100) {
		throw refused(
			`the percentage ${written} is not between 0 and 100`,
			'Enter a percentage from 0 to 100.',
		);
	}
	if (unit === undefined && amount > 0 && amount < 1) {
		throw refused(
			`${written} may be a fraction instead of a percentage`,
			'Spreadsheets store 65% as 0.65. Multiply the mark by 100, or add a percent sign if it really is less than 1%.',
		);
	}
	return 1 + BOUNDS.slice(0, levelScale - 1).filter((bound) => amount >= bound).length;
}

function isLevel(amount: number, levelScale: number): boolean {
	return Number.isInteger(amount) && amount >= 1 && amount <= levelScale;
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
