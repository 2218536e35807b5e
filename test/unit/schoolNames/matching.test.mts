import { expect, test } from 'vitest';

import {
	labelledNames,
	labelledSchools,
	measureOneByOne,
	measureRun,
	serviceOf,
	withoutOwnSchool,
	type Measured,
	type Outcome,
} from './measure.mjs';

const schools = labelledSchools();
const names = labelledNames(schools);

/** The four ways in which the labelled names are measured. */
const measured = {
	'A search finds beginnings of words': await searchEach('beginnings'),
	'A search finds whole words only': await searchEach('wholeWords'),
	'The directory is read': (await measureRun(names, serviceOf([...schools.values()]))).measured,
	"A search finds beginnings of words, and the name's own school isn't listed":
		await withoutOwnSchool(names, schools),
};

async function searchEach(words: Parameters<typeof serviceOf>[1]): Promise<Measured[]> {
	return await measureOneByOne(names, serviceOf([...schools.values()], words));
}

const count = (all: readonly Measured[], outcome: Outcome) =>
	all.filter((one) => one.outcome === outcome).length;

test('the labelled set is large enough, and a quarter of it must not be matched', () => {
	expect(names.length).toBeGreaterThan(400);
	expect(names.filter(({ emis }) => emis === undefined).length).toBeGreaterThan(100);
});

test.each([
	['A search finds beginnings of words', 330, 3],
	['A search finds whole words only', 305, 3],
	// Without a province, town or district a slip is left to a person.
	['The directory is read', 310, 3],
] as const)('%s: no name is matched with a wrong school', (way, right, requests) => {
	const all = measured[way];
	expect(all.filter(({ outcome }) => outcome === 'false')).toEqual([]);
	expect(count(all, 'right')).toBeGreaterThanOrEqual(right);
	expect(Math.max(...all.map((one) => one.requests))).toBeLessThanOrEqual(requests);
});

test('few names meet a namesake if their own school is not listed', () => {
	const all =
		measured["A search finds beginnings of words, and the name's own school isn't listed"];
	expect(all.length).toBeGreaterThan(320);
	expect(count(all, 'false')).toBeLessThanOrEqual(5);
});

test('the directory costs one request per page, and as many as the EMIS numbers that were typed', async () => {
	const { requests } = await measureRun(names, serviceOf([...schools.values()]));
	const numbers = names.filter(({ kind }) => kind === 'EMIS number in the text').length;
	expect(requests).toBeLessThanOrEqual(Math.ceil(schools.size / 100) + numbers);
});
