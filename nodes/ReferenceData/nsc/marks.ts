import { UserError } from 'n8n-workflow';

import { isFailed, isNoText, trimmed } from '../../shared/values';
import { kindOf, quoted } from '../../shared/text';
import { isUnit, type MarkUnit, wordsOfField } from './decorations';

/** How many levels there are: 7 as the NSC has them, or 8 if 90% and above is a level of its own. */
export type LevelScale = 7 | 8;

/** How to read a mark. */
export interface MarkOptions {
	/** What a mark without a unit of its own means. */
	marksAs: 'level' | 'percentage';
	levelScale: LevelScale;
}

export interface MarkReading {
	level: number;
	/** Read as a percentage, but plain and within the levels: perhaps a level after all. */
	looksLikeLevel?: true;
}

interface ParsedMark {
	amount: number;
	unit?: 'level' | 'percentage';
}

/** Lower bounds in percent of the levels from 2 up; the last one only on the scale of eight. */
const BOUNDS = [30, 40, 50, 60, 70, 80, 90] as const;

const MARK_TEXT =
	/^(?:(level|lvl|vlak)\s*[:=]?\s*)?(-?\d+(?:[.,]\d+)?)\s*(%|percent|per cent|persent|(?:\/|out of|uit)\s*100)?$/i;

/**
 * The NSC level of a percentage from 0 to 100. The mark counts as it is, without rounding: 79.5 % is
 * level 6, since the band of level 7 begins at 80 %.
 */
function levelOfPercentage(percentage: number, levelScale: LevelScale): number {
	return 1 + BOUNDS.slice(0, levelScale - 1).filter((bound) => percentage >= bound).length;
}

/**
 * The level that a mark stands for: "65%", "65/100", "65,5", "Level 6", " 6 ", 6. A unit written with the mark
 * counts; `marksAs` decides for a plain number.
 *
 * @param subject the subject's name, for the message
 * @throws UserError naming the value when it is no mark or out of range (levels from 1 to
 * `levelScale`, percentages from 0 to 100), or a percentage without its sign below 1: what a
 * spreadsheet's percent cell holds
 */
export function readMark(value: unknown, options: MarkOptions, subject?: string): MarkReading {
	const mark = parseMark(value);
	if (mark === undefined) {
		throw refused(
			isBlank(value)
				? 'no mark was given'
				: `${typeof value === 'number' ? value : kindOf(value)} is not a mark`,
			`Enter a level from 1 to ${options.levelScale}, or a percentage from 0 to 100. If there is no mark, clear the field, or remove the subject.`,
			subject,
		);
	}
	const unit = mark.unit ?? options.marksAs;
	return unit === 'level'
		? readLevel(value, mark, options.levelScale, subject)
		: readPercentage(value, mark, options.levelScale, subject);
}

/** Whether a value could be a mark at all: a level, or a number from 0 to 100, also as text. */
export function mayBeMark(value: unknown, unit?: MarkUnit): boolean {
	const mark = parseMark(value);
	return mark !== undefined && mark.amount >= 0 && mark.amount <= (unit === 'level' ? 8 : 100);
}

/**
 * Whether a text looks like a mark in a form that is not read: a symbol ("B+"), or words and numbers
 * that may be marks ("Level 6 (75%)", "6 - Meritorious", "70-79").
 */
export function resemblesMark(value: unknown): boolean {
	if (typeof value !== 'string') return false;
	const text = trimmed(value);
	if (SYMBOL.test(text)) return true;
	const numbers = text.match(/\d+/g) ?? [];
	return (
		text.length <= 30 && numbers.length > 0 && numbers.every((number) => Number(number) <= 100)
	);
}

const SYMBOL = /^[A-H](?:\+|-){0,2}$/i;

/** Words beside a mark: how the NSC describes its levels, and what joins numbers. */
const BESIDE_MARKS =
	/^(?:\d+|out|uit|to|tot|outstanding|meritorious|substantial|adequate|moderate|elementary|not|achieve(?:d|ment)|uitstekend|verdienstelik|beduidend|voldoende|matig|elementer|nie)$/;

/** Whether a value is a mark and nothing else, in whatever form: 65, "65%", "Level 6 (75%)", "B+". */
export function isMark(value: unknown): boolean {
	if (mayBeMark(value)) return true;
	if (!resemblesMark(value)) return false;
	const text = trimmed(String(value));
	return (
		SYMBOL.test(text) || wordsOfField(text).every((word) => BESIDE_MARKS.test(word) || isUnit(word))
	);
}

/** What sheets and report cards write where there is nothing: a dash, "n/a", "n.v.t.". */
const NOTHING = /^(?:[-–—_.]+|n[./ ]?a\.?|n\.? ?v\.? ?t\.?|none|geen)$/i;

/** Nothing, a text of blanks only, or one that stands for nothing; a formula that failed may be a mark. */
export function isBlank(value: unknown): boolean {
	if (isFailed(value)) return false;
	if (typeof value === 'string') return isNoText(value) || NOTHING.test(trimmed(value));
	return value === undefined || value === null;
}

function parseMark(value: unknown): ParsedMark | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? { amount: value } : undefined;
	if (typeof value !== 'string') return undefined;
	const [, level, digits, percent] = MARK_TEXT.exec(trimmed(value)) ?? [];
	if (digits === undefined || (level !== undefined && percent !== undefined)) return undefined;
	const amount = Number(digits.replace(',', '.'));
	if (level !== undefined) return { amount, unit: 'level' };
	return percent === undefined ? { amount } : { amount, unit: 'percentage' };
}

function readLevel(
	value: unknown,
	{ amount, unit }: ParsedMark,
	levelScale: LevelScale,
	subject?: string,
): MarkReading {
	if (Number.isInteger(amount) && amount >= 1 && amount <= levelScale) return { level: amount };
	const advice =
		unit === undefined && amount > levelScale && amount <= 100
			? ' If your marks are percentages, set "Mark Type" to Percentage.'
			: '';
	throw refused(
		`the level ${asWritten(value)} is not a whole number from 1 to ${levelScale}`,
		`The levels go from 1 to ${levelScale}.${advice}`,
		subject,
	);
}

function readPercentage(
	value: unknown,
	{ amount, unit }: ParsedMark,
	levelScale: LevelScale,
	subject?: string,
): MarkReading {
	if (amount < 0 || amount > 100) {
		throw refused(
			`the percentage ${asWritten(value)} is not between 0 and 100`,
			'Enter a percentage from 0 to 100.',
			subject,
		);
	}
	if (unit === undefined && amount > 0 && amount < 1) {
		throw refused(
			`${asWritten(value)} may be a fraction instead of a percentage`,
			`Spreadsheets store 65% as 0.65. Multiply the mark by 100, or add a percent sign if it really is less than 1%.`,
			subject,
		);
	}
	const level = levelOfPercentage(amount, levelScale);
	const isLevel = amount >= 1 && amount <= levelScale;
	return unit === undefined && isLevel ? { level, looksLikeLevel: true } : { level };
}

function asWritten(value: unknown): string {
	return typeof value === 'number' ? String(value) : quoted(trimmed(String(value)));
}

function refused(reason: string, description: string, subject?: string): UserError {
	const message =
		subject === undefined
			? reason.charAt(0).toUpperCase() + reason.slice(1)
			: `Subject ${quoted(subject)}: ${reason}`;
	return new UserError(message, { description });
}
