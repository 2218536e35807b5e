import { describe, expect, it } from 'vitest';

import { readTypedName } from '../../../nodes/ReferenceData/southAfrica/schoolNames/schoolName.js';
import { isSlip } from '../../../nodes/ReferenceData/southAfrica/schoolNames/vocabulary.js';
import { editDistance, fold, wordsOf } from '../../../nodes/ReferenceData/southAfrica/words.js';

describe('folding', () => {
	it('reads only the beginning of a long text, because one character may become eighteen', () => {
		expect(fold('\uFDFA'.repeat(400_000))).toHaveLength(15_000);
	});

	it('ignores case, accents, apostrophes and punctuation', () => {
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

it.each([
	['abc', 'xyz', 3],
	['kitten', 'sitting', 3],
	['waterkloof', 'watrekloof', 1],
	['', 'ab', 2],
	['ab', 'ab', 0],
	['waterkloof', 'vaterklofo', 2],
])('%s and %s differ in letters: %i', (one, other, letters) => {
	expect(editDistance(one, other, 3)).toBe(letters);
	expect(editDistance(other, one, letters)).toBe(letters);
	expect(editDistance(one, other, letters - 1)).toBe(Infinity);
});

describe('a typo', () => {
	it.each([
		['waterkloof', 'watrekloof', true],
		['waterkloof', 'waterklof', true],
		['waterkloof', 'waterkloof', false],
		// Two letters.
		['potchefstroom', 'pochefstrom', false],
		// The first letter.
		['waterkloof', 'baterkloof', false],
		// The vowel at the end.
		['khanyisa', 'khanyiso', false],
		// Six letters.
		['mzuvele', 'mzuvle', false],
		['section1', 'section2', false],
		[`${'ab'.repeat(18)}rcde`, `${'ab'.repeat(18)}xcde`, true],
		// 41 letters.
		[`${'ab'.repeat(18)}rcdef`, `${'ab'.repeat(18)}xcdef`, false],
	])('%s and %s: %s', (one, other, expected) => {
		expect(isSlip(one, other)).toBe(expected);
		expect(isSlip(other, one)).toBe(expected);
	});
});

describe('a name', () => {
	const read = (text: string) => {
		const { words, types } = readTypedName(text);
		return [words.map(({ text }) => text).join(' '), types.map(({ type }) => type).join(' ')];
	};

	it.each([
		['Solomon P Mahlangu Secondary School', 'solomon p mahlangu', 'secondary school'],
		['Solomon P M Mahlangu Secondary School', 'solomon pm mahlangu', 'secondary school'],
		['Mzuvele S School', 'mzuvele', 'secondary school'],
		['CS Bosman Hoërskool', 'cs bosman', 'high'],
		['PTA Boys High (Gr 11 A 2026)', 'pretoria boys', 'high'],
		// "ë" after an import with the wrong encoding.
		['Ho\uFFFDrskool Waterkloof', 'waterkloof', 'high'],
		['2nd Avenue High', '2 avenue', 'high'],
		// The reports of the Northern Cape, the Free State, a district of the Eastern Cape, and Gauteng.
		['H/SKOOL GARIES', 'garies', 'high school'],
		['ZENITH CI/S', 'zenith', 'combined'],
		['NAMPO AS/S', 'nampo agricultural', 'secondary'],
		['UPPERGWADUSENIORSECONDARYSCHOOL', 'uppergwadu senior', 'secondary school'],
		['WHITE HOUSE COLLEGE (INDEP CENTRE)', 'white house', 'college'],
		// Cut off by a column of a fixed width.
		['NTATAISE LOWVELD SENIOR SECONDA', 'ntataise lowveld senior', 'secondary'],
		['NTATAISE LOWVELD VILLE SENIOR SE', 'ntataise lowveld ville senior', 'secondary'],
		['Ntataise Seconda', 'ntataise seconda', ''],
		// The numbers of an exam center, and what addresses end in.
		['GARIES HIGH SCHOOL (20)', 'garies', 'high school'],
		['BALENI SECONDARY SCHOOL - 4241017', 'baleni', 'secondary school'],
		['Westerford High, Rondebosch, 7700', 'westerford rondebosch', 'high'],
		['Westerford High, South Africa', 'westerford', 'high'],
		['Affies', 'afrikaanse boys pretoria', 'high'],
		['Affies Park', 'affies park', ''],
	])('%s is split into words and type', (text, words, types) => {
		expect(read(text)).toEqual([words, types]);
	});
});
