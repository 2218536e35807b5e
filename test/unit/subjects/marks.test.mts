import { describe, expect, it } from 'vitest';

import type { MarkUnit } from '../../../nodes/ReferenceData/southAfrica/subjects/answers.js';
import { readSubjects } from '../../../nodes/ReferenceData/southAfrica/subjects/readSubjects.js';

/** The level that a mark of Music is read as. */
function levelOf(Music: unknown, marksAs: MarkUnit, levelScale: 7 | 8 = 7): number | undefined {
	const read = readSubjects({ from: 'json', data: { Music } }, { marksAs, levelScale });
	return read.subjects[0]?.level;
}

describe('a mark', () => {
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
	])('of %d%% is level %i of seven and %i of eight, without rounding', (mark, seven, eight) => {
		for (const written of [mark, String(mark), `${mark}`.replace('.', ','), `${mark} %`]) {
			expect(levelOf(written, 'percentage', 7)).toBe(seven);
			expect(levelOf(written, 'percentage', 8)).toBe(eight);
		}
	});

	it.each<[unknown, MarkUnit, string]>([
		[0, 'level', 'the level 0 is not a whole number from 1 to 7'],
		[8, 'level', 'the level 8 is not a whole number from 1 to 7'],
		['Level 0', 'percentage', 'the level "Level 0" is not a whole number from 1 to 7'],
		[-1, 'percentage', 'the percentage -1 is not between 0 and 100'],
		['101%', 'level', 'the percentage "101%" is not between 0 and 100'],
		[0.65, 'percentage', '0.65 may be a fraction instead of a percentage'],
		['abs', 'level', '"abs" is not a mark'],
		['6 (61%)', 'level', '"6 (61%)" says more than one level'],
		['L'.repeat(300), 'level', `"${'L'.repeat(60)}…" is not a mark`],
		[Number.NaN, 'level', 'NaN is not a mark'],
		[true, 'level', 'true is not a mark'],
		[[6], 'level', 'a list is not a mark'],
		[{ level: 6 }, 'level', 'an object is not a mark'],
	])('%j as a %s is refused, naming the subject', (value, marksAs, reason) => {
		const message = `Subject "Music": ${reason}`;
		expect(() => levelOf(value, marksAs)).toThrow(expect.objectContaining({ message }));
	});

	it('with the name of its level is that level, also on the scale of eight', () => {
		expect(levelOf('8 – Outstanding achievement', 'percentage', 8)).toBe(8);
	});
});
