import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { type MarkOptions, readMark } from '../../../nodes/ReferenceData/subjects/marks.js';
import { refusal } from '../refusal.mjs';

const asLevel: MarkOptions = { marksAs: 'level', levelScale: 7 };
const asPercentage: MarkOptions = { marksAs: 'percentage', levelScale: 7 };
const onEight: MarkOptions = { marksAs: 'percentage', levelScale: 8 };

describe('readMark', () => {
	it.each([
		[0, 1, 1],
		[29.99, 1, 1],
		[30, 2, 2],
		[39, 2, 2],
		[40, 3, 3],
		[49.5, 3, 3],
		[50, 4, 4],
		[60, 5, 5],
		[69.9, 5, 5],
		[70, 6, 6],
		[79.5, 6, 6],
		[79.99, 6, 6],
		[80, 7, 7],
		[89.9, 7, 7],
		[90, 7, 8],
		[100, 7, 8],
	])('reads %d%% as level %i of seven and %i of eight, without rounding', (mark, seven, eight) => {
		for (const written of [mark, String(mark), `${mark}`.replace('.', ','), `${mark} %`]) {
			expect(readMark(written, 'Music', asPercentage)).toBe(seven);
			expect(readMark(written, 'Music', onEight)).toBe(eight);
		}
	});

	it.each([6, ' 6 ', '6.0', '6,0', 'Level 6', 'LEVEL: 6', 'level6', 'vlak 6', 'lvl 6'])(
		'reads %j as level 6',
		(value) => {
			expect(readMark(value, 'Music', asLevel)).toBe(6);
		},
	);

	it('believes the unit of the value, then that of the field, then Mark Type', () => {
		expect(readMark('65%', 'Music', asLevel, 'level')).toBe(5);
		expect(readMark('65/100', 'Music', asLevel)).toBe(5);
		expect(readMark('Level 6', 'Music', asPercentage, 'percentage')).toBe(6);
		expect(readMark(65, 'Music', asLevel, 'percentage')).toBe(5);
		expect(readMark(6, 'Music', asPercentage, 'level')).toBe(6);
		expect(readMark(6, 'Music', asPercentage, 'mark')).toBe(1);
	});

	it.each<[unknown, MarkOptions, string]>([
		[0, asLevel, 'the level 0 is not a whole number from 1 to 7'],
		[8, asLevel, 'the level 8 is not a whole number from 1 to 7'],
		['9', { ...asLevel, levelScale: 8 }, 'the level "9" is not a whole number from 1 to 8'],
		['6,5', asLevel, 'the level "6,5" is not a whole number from 1 to 7'],
		['Level 0', asPercentage, 'the level "Level 0" is not a whole number from 1 to 7'],
		[-1, asPercentage, 'the percentage -1 is not between 0 and 100'],
		['101%', asLevel, 'the percentage "101%" is not between 0 and 100'],
		[0.65, asPercentage, '0.65 may be a fraction instead of a percentage'],
		['0,65', asPercentage, '"0,65" may be a fraction instead of a percentage'],
		['abs', asLevel, '"abs" is not a mark'],
		['none', asLevel, '"none" is not a mark'],
		['#N/A', asPercentage, '"#N/A" is not a mark'],
		['Level 65%', asLevel, '"Level 65%" is not a mark'],
		['6 (70%)', asLevel, '"6 (70%)" is not a mark'],
		['1e1', asPercentage, '"1e1" is not a mark'],
		['6/7', asPercentage, '"6/7" is not a mark'],
		['B+', asPercentage, '"B+" is not a mark'],
		[Number.NaN, asLevel, 'NaN is not a mark'],
		[true, asLevel, 'true is not a mark'],
		[[6], asLevel, 'a list is not a mark'],
		[{ level: 6 }, asLevel, 'an object is not a mark'],
		['', asLevel, 'no mark was given'],
	])('refuses %j, naming the subject', (value, options, reason) => {
		expect(refusal(() => readMark(value, 'Music', options)).message).toBe(
			`Subject "Music": ${reason}`,
		);
	});

	it('gives a level in range or a UserError for anything at all', () => {
		const options = fc.record<MarkOptions>({
			marksAs: fc.constantFrom('level', 'percentage'),
			levelScale: fc.constantFrom(7, 8),
		});
		fc.assert(
			fc.property(fc.oneof(fc.anything(), fc.double(), fc.string()), options, (value, option) => {
				try {
					const level = readMark(value, 'Music', option);
					expect(Number.isInteger(level) && level >= 1 && level <= option.levelScale).toBe(true);
				} catch (error) {
					expect(error).toBeInstanceOf(UserError);
				}
			}),
		);
	});
});
