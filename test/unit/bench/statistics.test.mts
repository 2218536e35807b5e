import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratios, spreadOf } from '../../bench/statistics.mjs';

describe('the spread of some numbers', () => {
	it('has the middle number, or the mean of the two in the middle', () => {
		expect(spreadOf([9, 1, 5])).toEqual({ median: 5, least: 1, most: 9 });
		expect(spreadOf([4, 1, 9, 2])).toEqual({ median: 3, least: 1, most: 9 });
	});

	it('lies between the least and the most, whatever the order', () => {
		const numbers = fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1 });
		fc.assert(
			fc.property(numbers, (values) => {
				const { median, least, most } = spreadOf(values);
				expect(least).toBeLessThanOrEqual(median);
				expect(median).toBeLessThanOrEqual(most);
				expect(spreadOf([...values].reverse())).toEqual({ median, least, most });
			}),
		);
	});

	it('does not exist without numbers', () => {
		expect(() => spreadOf([])).toThrow(RangeError);
	});
});

it('compares values of the same round only', () => {
	expect(ratios([10, 30, 50], [5, 10])).toEqual([2, 3]);
});
