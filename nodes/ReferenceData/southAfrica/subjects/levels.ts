import { listed, quoted } from '../../../shared/text';
import { claimsOf, describe, type MarkUnit, plainAmount } from './answers';
import { type Mark, twoSubjects } from './marks';
import { SubjectError } from './subjectError';
import { languageLevels } from './subjectTable';

/** How to read marks. */
export interface MarkOptions {
	/** What a mark without a unit means. */
	marksAs: MarkUnit;
	/** 7 levels as in the NSC, or 8 if 90% and above is a level of its own. */
	levelScale: 7 | 8;
}

interface ReadMark extends Mark {
	level: number;
}

/** A subject as the calculator takes it. */
export interface SubjectLevel {
	name: string;
	level: number;
}

/** The percentages at which the levels from 2 up begin; the last one only on the scale of eight. */
const BOUNDS = [30, 40, 50, 60, 70, 80, 90] as const;

/**
 * The level of each subject, once.
 *
 * @throws SubjectError with all that is wrong: the marks' problems, what isn't a mark or out of range, two marks
 * of a subject that are different levels, a language with its level and without
 */
export function levelsOnce(
	marks: readonly Mark[],
	options: MarkOptions,
	moreAdvice: readonly string[] = [],
): SubjectLevel[] {
	const problems = marks.flatMap(({ problem }) => problem ?? []);
	const levels = new Map<string, ReadMark>();
	for (const mark of marks.filter(({ problem }) => problem === undefined)) {
		const level = readMark(mark, options);
		if (level instanceof SubjectError) problems.push(level);
		else {
			const first = levels.get(mark.subject) ?? { ...mark, level };
			if (first.level !== level) problems.push(twoLevels(first, { ...mark, level }));
			levels.set(mark.subject, first);
		}
	}
	for (const { label, subject } of levels.values()) {
		const atLevel = languageLevels.map((level) => levels.get(`${subject} ${level}`));
		const other = atLevel.find((one) => one !== undefined);
		if (other) problems.push(twoSubjects(other, label, subject));
	}
	if (problems.length > 0) {
		// A person who corrects a form needs all of them at once.
		const messages = problems.map(({ message }) => message);
		const advice = new Set(problems.map(({ description }) => description));
		throw new SubjectError(listed(messages, '; '), listed([...advice, ...moreAdvice], ' '));
	}
	return [...levels.values()].map(({ subject: name, level }) => ({ name, level }));
}

/**
 * Marks as a spreadsheet stores percent cells, 0.77 for 77%, in percent; undefined if any of them is something
 * else. A single one among percentages may be a slip.
 */
export function percentCells(
	taken: readonly Mark[],
	zeros: number,
	{ marksAs }: MarkOptions,
): Mark[] | undefined {
	const amounts = taken.map(({ value }) => plainAmount(value));
	const areCells =
		taken.every(({ unit = marksAs }) => unit === 'percentage') &&
		amounts.every((amount) => amount >= 0 && amount <= 1) &&
		amounts.some((amount) => amount > 0 && amount < 1);
	if (taken.length + zeros < 3 || !areCells) return undefined;
	const percent = (index: number) => Math.round((amounts[index] ?? 0) * 10_000) / 100;
	return taken.map((mark, index) => ({ ...mark, value: percent(index) }));
}

function twoLevels(one: ReadMark, other: ReadMark): SubjectError {
	const [first, second] = [one, other].map(
		({ label, value, level }) => `${label} is ${describe(value)} (level ${level})`,
	);
	return new SubjectError(
		`Subject ${quoted(one.subject)}: ${first}, but ${second}`,
		'A subject counts once. Keep one of the two marks, and clear or remove the other.',
	);
}

/**
 * The NSC level of a mark, or the error if it has none. A unit in the value goes before the names', and
 * that before the option. Percentages aren't rounded: 79.5% is level 6, because level 7 begins at 80%.
 */
function readMark(mark: Mark, { marksAs, levelScale }: MarkOptions): number | SubjectError {
	const { label, subject, value } = mark;
	const where = label === quoted(subject) ? '' : ` (${label})`;
	const refused = (reason: string, advice: string) =>
		new SubjectError(`Subject ${quoted(subject)}${where}: ${reason}`, advice);
	const written = describe(value);
	const claims = claimsOf(value);
	const levels = new Set<number>();
	for (const claim of claims) {
		const { isName, least, most } = claim;
		// On a scale of eight, 90% and above has no name.
		if (isName && least === 7 && levelScale === 8) continue;
		const isLevelBeside = claims.length > 1 && least <= levelScale;
		const { unit = isLevelBeside ? 'level' : (mark.unit ?? marksAs) } = claim;
		const isLevel = Number.isInteger(least) && least >= 1 && least <= levelScale;
		if (unit === 'level' && !isLevel) {
			return refused(
				`the level ${written} is not a whole number from 1 to ${levelScale}`,
				`The levels go from 1 to ${levelScale}. If your marks are percentages, set "Mark Type" to Percentage, or add their unit, as in 65%.`,
			);
		}
		if (least < 0 || most > 100) {
			return refused(
				`the percentage ${written} is not between 0 and 100`,
				'Enter a percentage from 0 to 100.',
			);
		}
		if (unit !== claim.unit && least > 0 && least < 1) {
			return refused(
				`${written} may be a fraction instead of a percentage`,
				'Spreadsheets store 65% as 0.65. Multiply the mark by 100, or add a percent sign if it really is less than 1%.',
			);
		}
		for (const end of [least, most]) levels.add(unit === 'level' ? end : levelOf(end, levelScale));
	}
	const [level] = levels;
	if (level !== undefined && levels.size === 1) return level;
	return refused(
		`${written} ${level === undefined ? 'is not a mark' : 'contains more than one level'}`,
		'Enter a mark with its unit, such as Level 6 or 65%. If there is no mark, clear the field, or remove the subject.',
	);
}

function levelOf(percentage: number, levelScale: 7 | 8): number {
	return 1 + BOUNDS.slice(0, levelScale - 1).filter((bound) => percentage >= bound).length;
}
