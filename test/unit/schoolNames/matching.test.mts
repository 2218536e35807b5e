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

const all = [...schools.values()];
const directory = await measureRun(names, serviceOf(all));

const count = (measured: readonly Measured[], outcome: Outcome) =>
	measured.filter((one) => one.outcome === outcome).length;

test('the labelled set is large enough, and a quarter of it must not be matched', () => {
	expect(names.length).toBeGreaterThan(400);
	expect(names.filter(({ emis }) => emis === undefined).length).toBeGreaterThan(100);
});

test.each<[string, Measured[], number]>([
	['A search finds beginnings of words', await measureOneByOne(names, serviceOf(all)), 342],
	[
		'A search finds whole words only',
		await measureOneByOne(names, serviceOf(all, 'wholeWords')),
		338,
	],
	['The directory is read', directory.measured, 342],
])('%s: no name is matched with a wrong school', (_way, measured, right) => {
	expect(measured.filter(({ outcome }) => outcome === 'false')).toEqual([]);
	expect(count(measured, 'right')).toBeGreaterThanOrEqual(right);
	expect(Math.max(...measured.map((one) => one.requests))).toBeLessThanOrEqual(3);
});

test.each(['Kings School', 'Woodlands Secondary School', "N'wamitwa High School", 'Rhodes High'])(
	'"%s" is found by its whole word, not its namesake by a part of one',
	async (name) => {
		const place = { town: 'Durban', district: 'Umlazi', province: 'KwaZulu-Natal' };
		const recorded = [
			...["King's College", 'Kings School', 'Woodland College', 'Woodlands Secondary School'],
			...["N'wamitwa High School", 'Rhodes High'],
		];
		const listed = recorded.map((school, index) => {
			return { ...place, nat_emis: String(500_000_000 + index), name: school };
		});
		const emis = listed.find((school) => school.name === name)?.nat_emis;
		const typed = { name, filters: {}, emis, among: [] };
		const measured = await measureOneByOne([typed], serviceOf(listed, 'wholeWords'));
		expect(measured.map(({ outcome }) => outcome)).toEqual(['right']);
	},
);

test('a name with a slip is found by its beginning, though no school is called after its town', async () => {
	const emis = '500000000';
	const place = { town: 'Alexandra', district: 'Johannesburg East', province: 'Gauteng' };
	const school = { nat_emis: emis, name: 'Mpumelelo Secondary', ...place };
	const typed = { name: 'Mpumlelo Secondary, Alexandra', filters: {}, emis, among: [] };
	const [measured] = await measureOneByOne([typed], serviceOf([school]));
	expect(measured).toMatchObject({ outcome: 'right', requests: 3 });
});

test('few names meet a namesake if their own school is not listed', async () => {
	const measured = await withoutOwnSchool(names, schools);
	expect(measured.length).toBeGreaterThan(320);
	expect(count(measured, 'false')).toBeLessThanOrEqual(5);
});
