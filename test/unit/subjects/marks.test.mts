import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { type MarkUnit, readMark } from '../../../nodes/ReferenceData/subjects/marks.js';
import { refusal } from '../refusal.mjs';

describe('readMark', () => {
	it.each([
		[0, 1, 1],
		[30, 2, 2],
		[40, 3, 3],
		[50, 4, 4],
		[60, 5, 5],
		[70, 6, 6],
		[79.99, 6, 6],
		[80, 7, 7],
		[89.9, 7, 7],
		[90, 7, 8],
		[100, 7, 8],
	])('reads %d%% as level %i of seven and %i of eight, without rounding', (mark, seven, eight) => {
		for (const written of [mark, String(mark), `${mark}`.replace('.', ','), `${mark} %`]) {
			expect(readMark(written, 'Music', 'percentage', 7)).toBe(seven);
			expect(readMark(written, 'Music', 'percentage', 8)).toBe(eight);
		}
	});

	it.each([6, ' 6 ', '6.0', '6,0', 'Level 6', 'LEVEL: 6', 'level6', 'vlak 6', 'lvl 6'])(
		'reads %j as level 6',
		(value) => {
			expect(readMark(value, 'Music', 'level', 7)).toBe(6);
		},
	);

	it('believes the unit in the value first', () => {
		expect(readMark('65%', 'Music', 'level', 7)).toBe(5);
		expect(readMark('65/100', 'Music', 'level', 7)).toBe(5);
		expect(readMark('Level 6', 'Music', 'percentage', 7)).toBe(6);
	});

	it.each<[unknown, MarkUnit, string]>([
		[0, 'level', 'the level 0 is not a whole number from 1 to 7'],
		[8, 'level', 'the level 8 is not a whole number from 1 to 7'],
		['Level 0', 'percentage', 'the level "Level 0" is not a whole number from 1 to 7'],
		[-1, 'percentage', 'the percentage -1 is not between 0 and 100'],
		['101%', 'level', 'the percentage "101%" is not between 0 and 100'],
		[0.65, 'percentage', '0.65 may be a fraction instead of a percentage'],
		['abs', 'level', '"abs" is not a mark'],
		['Level 65%', 'level', '"Level 65%" is not a mark'],
		['6 (70%)', 'level', '"6 (70%)" is not a mark'],
		[Number.NaN, 'level', 'NaN is not a mark'],
		[true, 'level', 'true is not a mark'],
		[[6], 'level', 'a list is not a mark'],
		[{ level: 6 }, 'level', 'an object is not a mark'],
	])('refuses %j as a %s, naming the subject', (value, unit, reason) => {
		expect(refusal(() => readMark(value, 'Music', unit, 7)).message).toBe(
			`Subject "Music": ${reason}`,
		);
	});

	it('gives a level in range or a UserError for anything at all', () => {
		const values = fc.oneof(fc.anything(), fc.double(), fc.string());
		const units = fc.constantFrom<MarkUnit>('level', 'percentage');
		fc.assert(
			fc.property(values, units, fc.constantFrom<7 | 8>(7, 8), (value, unit, scale) => {
				try {
					const level = readMark(value, 'Music', unit, scale);
					expect(Number.isInteger(level) && level >= 1 && level <= scale).toBe(true);
				} catch (error) {
					expect(error).toBeInstanceOf(UserError);
				}
			}),
		);
	});
});
