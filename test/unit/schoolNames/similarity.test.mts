import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fold, wordsOf } from '../../../nodes/ReferenceData/names/fold.js';
import { distance, isNearMiss } from '../../../nodes/ReferenceData/names/similarity.js';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });

describe('folding', () => {
	it('finds the same words whatever case, accents, apostrophes and punctuation are', () => {
		for (const text of [
			"St John's Hoërskool",
			'ST. JOHN’S  HOERSKOOL',
			'(st john´s) Hoe\u0308rskool',
		]) {
			expect(wordsOf(text)).toEqual(['st', 'johns', 'hoerskool']);
		}
		expect(wordsOf('Arts & Science No.2')).toEqual(['arts', 'and', 'science', 'no', '2']);
		expect(fold('Graaff-Reinet')).toBe(fold('graaff reinet'));
	});
});

describe('distance of words', () => {
	it('is a distance: none to itself, the same both ways, no detour shorter than one letter a step', () => {
		fc.assert(
			fc.property(word, word, (one, other) => {
				expect(distance(one, one)).toBe(0);
				expect(distance(one, other)).toBe(distance(other, one));
				expect(distance(`${one}x`, other)).toBeLessThanOrEqual(distance(one, other) + 1);
				expect(distance(one, other) === 0).toBe(one === other);
			}),
		);
	});

	it('stops at the most that is asked for, and never changes what is below', () => {
		fc.assert(
			fc.property(word, word, fc.nat(8), (one, other, most) => {
				const whole = distance(one, other);
				expect(distance(one, other, most)).toBe(whole <= most ? whole : Infinity);
			}),
		);
	});

	it.each([
		['waterkloof', 'watrekloof', true],
		['mzuvele', 'mzuvela', true],
		['potchefstroom', 'pochefstrom', true],
		['waterkloof', 'waterkloof', false],
		['zola', 'zolo', false],
		['section1', 'section2', false],
		['mzuvele', 'mzuvala1', false],
	])('%s and %s are a near miss: %s', (one, other, expected) => {
		expect(isNearMiss(one, other)).toBe(expected);
	});
});
