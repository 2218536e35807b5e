import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readMark, type MarkOptions } from '../../../nodes/ReferenceData/nsc/marks.js';
import { refusal } from '../refusal.mjs';

const asLevel: MarkOptions = { marksAs: 'level', levelScale: 7 };
const asPercentage: MarkOptions = { marksAs: 'percentage', levelScale: 7 };
const anyOptions: fc.Arbitrary<MarkOptions> = fc.record({
	marksAs: fc.constantFrom('level', 'percentage'),
	levelScale: fc.constantFrom(7, 8),
});

/** The bands as the policy prints them, written out so that the test shares nothing with the code. */
function band(percentage: number, levelScale: 7 | 8): number {
	if (percentage >= 90 && levelScale === 8) return 8;
	if (percentage >= 80) return 7;
	if (percentage >= 70) return 6;
	if (percentage >= 60) return 5;
	if (percentage >= 50) return 4;
	if (percentage >= 40) return 3;
	if (percentage >= 30) return 2;
	return 1;
}

describe('readMark', () => {
	it('gives every percentage its band, however it is written', () => {
		const blanks = fc.constantFrom('', ' ', '\u00a0', '\u202f', '\t');
		const writing = fc
			.tuple(
				blanks,
				blanks,
				blanks,
				fc.constantFrom('%', 'percent', 'per cent', 'Persent', '/100', ' / 100', ' uit 100'),
			)
			.map(
				([before, between, after, sign]) =>
					(amount: string) =>
						`${before}${amount}${between}${sign}${after}`,
			);
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 10_000 }),
				fc.constantFrom('.', ','),
				writing,
				anyOptions,
				(hundredths, decimalSign, write, options) => {
					const percentage = hundredths / 100;
					const written = String(percentage).replace('.', decimalSign);
					const level = band(percentage, options.levelScale);
					const plain = { ...options, marksAs: 'percentage' as const };
					expect(readMark(write(written), options)).toEqual({ level });
					if (percentage > 0 && percentage < 1) return;
					expect(readMark(written, plain).level).toBe(level);
					expect(readMark(percentage, plain).level).toBe(level);
				},
			),
			{ numRuns: 2000 },
		);
	});

	it.each([0, 29.99, 30, 39, 40, 49.5, 50, 59, 60, 69, 70, 79.5, 79.99, 80, 89, 90, 100])(
		'does not round %d',
		(percentage) => {
			expect(readMark(percentage, asPercentage).level).toBe(band(percentage, 7));
			expect(readMark(percentage, { ...asPercentage, levelScale: 8 }).level).toBe(
				band(percentage, 8),
			);
		},
	);

	it('reads every level, however it is written', () => {
		const writing = fc.constantFrom(
			(level: number) => level,
			(level: number) => ` ${level} `,
			(level: number) => `${level}.0`,
			(level: number) => `${level},0`,
			(level: number) => `Level ${level}`,
			(level: number) => `LEVEL: ${level}`,
			(level: number) => `level${level}`,
			(level: number) => `vlak ${level}`,
		);
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 8 }), writing, (level, write) => {
				expect(readMark(write(level), { ...asLevel, levelScale: 8 })).toEqual({ level });
			}),
		);
	});

	it('honours a written unit over the option', () => {
		expect(readMark('65%', asLevel)).toEqual({ level: 5 });
		expect(readMark('Level 6', asPercentage)).toEqual({ level: 6 });
		expect(readMark('7 %', asPercentage)).toEqual({ level: 1 });
	});

	it('says when a plain percentage looks like a level', () => {
		expect(readMark('7', asPercentage)).toEqual({ level: 1, looksLikeLevel: true });
		expect(readMark(1, asPercentage)).toEqual({ level: 1, looksLikeLevel: true });
		expect(readMark('6,5', asPercentage)).toEqual({ level: 1, looksLikeLevel: true });
		expect(readMark(8, asPercentage)).toEqual({ level: 1 });
		expect(readMark(8, { ...asPercentage, levelScale: 8 })).toEqual({
			level: 1,
			looksLikeLevel: true,
		});
		expect(readMark(0, asPercentage)).toEqual({ level: 1 });
	});

	it.each([
		[0, asLevel, 'The level 0 is not a whole number from 1 to 7'],
		[8, asLevel, 'The level 8 is not a whole number from 1 to 7'],
		[
			'9',
			{ ...asLevel, levelScale: 8 as const },
			'The level "9" is not a whole number from 1 to 8',
		],
		['6,5', asLevel, 'The level "6,5" is not a whole number from 1 to 7'],
		['Level 0', asPercentage, 'The level "Level 0" is not a whole number from 1 to 7'],
		[-1, asPercentage, 'The percentage -1 is not between 0 and 100'],
		['101%', asLevel, 'The percentage "101%" is not between 0 and 100'],
		[100.01, asPercentage, 'The percentage 100.01 is not between 0 and 100'],
		[0.65, asPercentage, '0.65 may be a fraction instead of a percentage'],
		['0,65', asPercentage, '"0,65" may be a fraction instead of a percentage'],
		['', asLevel, 'No mark was given'],
		['  ', asPercentage, 'No mark was given'],
		...['-', '–', 'n/a', 'N.A.', 'n.v.t.', 'none', 'null'].map(
			(nothing): [unknown, MarkOptions, string] => [nothing, asLevel, 'No mark was given'],
		),
		...['abs', 'x', '#N/A', 'nil'].map((text): [unknown, MarkOptions, string] => [
			text,
			asLevel,
			`"${text}" is not a mark`,
		]),
		[null, asLevel, 'No mark was given'],
		[undefined, asLevel, 'No mark was given'],
		['good', asLevel, '"good" is not a mark'],
		['Level 65%', asLevel, '"Level 65%" is not a mark'],
		['1e1', asPercentage, '"1e1" is not a mark'],
		['0x10', asPercentage, '"0x10" is not a mark'],
		['6/7', asPercentage, '"6/7" is not a mark'],
		[Number.NaN, asLevel, 'NaN is not a mark'],
		[Number.POSITIVE_INFINITY, asPercentage, 'Infinity is not a mark'],
		[true, asLevel, 'True is not a mark'],
		[[6], asLevel, 'A list is not a mark'],
		[{ level: 6 }, asLevel, 'An object is not a mark'],
	])('refuses %j', (value, options, message) => {
		expect(refusal(() => readMark(value, options)).message).toBe(message);
	});

	it('names the subject, and points at the parameter when levels look like percentages', () => {
		const error = refusal(() => readMark(65, asLevel, 'Mathematics'));
		expect(error.message).toBe(
			'Subject "Mathematics": the level 65 is not a whole number from 1 to 7',
		);
		expect(error.description).toContain('set "Mark Type" to Percentage');
		expect(refusal(() => readMark('Level 65', asLevel)).description).not.toContain('Mark Type');
	});

	it('gives a level in range or a UserError for anything at all', () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.anything(), fc.double(), fc.string()),
				anyOptions,
				(value, options) => {
					try {
						const { level } = readMark(value, options);
						expect(Number.isInteger(level)).toBe(true);
						expect(level).toBeGreaterThanOrEqual(1);
						expect(level).toBeLessThanOrEqual(options.levelScale);
					} catch (error) {
						expect(error).toBeInstanceOf(UserError);
					}
				},
			),
			{ numRuns: 2000 },
		);
	});
});
