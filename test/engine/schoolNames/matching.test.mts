import { expect, test } from 'vitest';

import {
	labelledNames,
	labelledSchools,
	type Measured,
	type Outcome,
	type School,
	useMatch,
} from './measure.mjs';

const schools = labelledSchools();
const names = labelledNames(schools);

const all = [...schools.values()];
const { data, holds, measureRun, measureOneByOne } = await useMatch();

const count = (measured: readonly Measured[], outcome: Outcome) =>
	measured.filter((one) => one.outcome === outcome).length;

test('the labeled set is large enough, and a quarter of its names must not match', () => {
	expect(names.length).toBeGreaterThan(400);
	expect(names.filter(({ emis }) => emis === undefined).length).toBeGreaterThan(100);
});

test.each([
	['A search finds beginnings of words', measureOneByOne, false, 381, 3],
	['A search finds whole words only', measureOneByOne, true, 375, 3],
	['The directory is read', measureRun, false, 382, 10],
])('%s: no name is matched with a wrong school', async (...given) => {
	const [, measure, wholeWords, right, requests] = given;
	holds(all);
	data.quirk({ wholeWords });
	const measured = await measure(names);
	expect(measured.filter(({ outcome }) => outcome === 'false')).toEqual([]);
	expect(count(measured, 'right')).toBeGreaterThanOrEqual(right);
	expect(Math.max(...measured.map((one) => one.requests))).toBeLessThanOrEqual(requests);
});

test.each(['Kings School', 'Woodlands Secondary School', "N'wamitwa High School", 'Rhodes High'])(
	'"%s" is found by a whole word, and its namesake isn\'t found by part of a word',
	async (name) => {
		const place = { town: 'Durban', district: 'Umlazi', province: 'KwaZulu-Natal' };
		const recorded = [
			...["King's College", 'Kings School', 'Woodland College', 'Woodlands Secondary School'],
			...["N'wamitwa High School", 'Rhodes High'],
		];
		const listed = recorded.map((school, index) => {
			return { ...place, nat_emis: String(500_000_000 + index), name: school };
		});
		holds(listed);
		data.quirk({ wholeWords: true });
		const emis = listed.find((school) => school.name === name)?.nat_emis;
		const measured = await measureRun([{ name, filters: {}, emis, among: [] }]);
		expect(measured.map(({ outcome }) => outcome)).toEqual(['right']);
	},
);

test('a name with a slip is found by its first letters, even if no school is named after its town', async () => {
	const emis = '500000000';
	const place = { town: 'Alexandra', district: 'Johannesburg East', province: 'Gauteng' };
	const school = { nat_emis: emis, name: 'Mpumelelo Secondary', ...place };
	const name = 'Mpumlelo Secondary, Alexandra';
	holds([school]);
	const [measured] = await measureRun([{ name, filters: {}, emis, among: [] }]);
	expect(measured).toMatchObject({ outcome: 'right', requests: 3 });
});

const places = [
	{ town: 'Magogeni', district: 'Ehlanzeni', province: 'Mpumalanga' },
	{ town: 'Bushbuckridge', district: 'Bohlabela', province: 'Mpumalanga' },
] as const;

const twoSchools = (one: object, other: object) =>
	[one, other].map((school, index) => {
		return { name: '', ...places[index], nat_emis: `80000000${index}`, ...school };
	}) as School[];

test.each([
	['one by one', measureOneByOne],
	['in the directory', measureRun],
])(
	'a school of the right type competes with a school whose name has no slip: %s',
	async (...given) => {
		const [, measure] = given;
		holds(twoSchools({ name: 'SOSHANGANE SECONDARY SCHOOL' }, { name: 'SOSHANGANA HIGH SCHOOL' }));
		const among = ['800000000', '800000001'];
		const filters = { province: 'Mpumalanga' };
		const names = [{ name: 'Soshangane High School', filters, among }];
		const [measured] = await measure([...names, ...names, ...names]);
		expect(measured).toMatchObject({ outcome: 'rightly asked' });
	},
);

test("an exam number decides between schools with the same name, and other numbers don't", async () => {
	const name = 'LOYISO SENIOR SECONDARY SCHOOL';
	holds(twoSchools({ name, exam_number: '4241017' }, { name, exam_number: '4241018' }));
	const typed = [`${name} - 4241018`, `${name} - 4241019`, 'NYANGA HIGH SCHOOL - 4241018'];
	const measured = await measureRun(typed.map((one) => ({ name: one, filters: {}, among: [] })));
	expect(measured.map(({ result }) => [result.status, result.nat_emis, result.reason])).toEqual([
		[
			'matched',
			'800000001',
			'The text contains both the name and the exam number of this school (4241018)',
		],
		['ambiguous', null, '2 schools have this name. Add the town, district or province.'],
		['not_found', null, expect.stringMatching(/^No school has this name/)],
	]);
});

test('a school whose exam center has the name is also a candidate for the match, unless it is in another district', async () => {
	const name = 'SOPHAKAMA SENIOR SECONDARY SCHOOL';
	const exam_centre = `${name} - 4341076`;
	holds(twoSchools({ name }, { name: 'SOPHAKAMA HIGH SCHOOL', exam_centre }));
	const province = 'Mpumalanga';
	const districts = [undefined, 'Bohlabela', 'Ehlanzeni'];
	const typed = districts.map((district) => ({ name, filters: { province, district }, among: [] }));
	const measured = await measureRun(typed);
	expect(measured.map(({ result }) => [result.status, result.nat_emis])).toEqual([
		['ambiguous', null],
		['matched', '800000001'],
		['matched', '800000000'],
	]);
	expect(measured[0]?.result.candidates).toMatchObject([
		{ why: 'Its name is the same' },
		{
			why: 'Its name has the same words, its type is high, not secondary and its exam center has this name',
		},
	]);
});

test("few names match a namesake if their own school isn't listed", async () => {
	const named = names.filter(({ name, emis }) => emis && !name.includes(emis));
	const measured: Measured[] = [];
	for (const { emis, ...typed } of named) {
		holds(all.filter(({ nat_emis }) => nat_emis !== emis));
		measured.push(...(await measureRun([typed])));
	}
	expect(measured.length).toBeGreaterThan(320);
	expect(count(measured, 'false')).toBeLessThanOrEqual(3);
});
