import { faker } from '@faker-js/faker/locale/en_ZA';
import { expect, test } from 'vitest';

import { makeSchools, type SchoolRecord } from '../../../sandbox/services/data/schools.mjs';
import { stallDuring } from '../../eventLoop.mjs';
import { type TypedName, useMatch } from './measure.mjs';

const NAMES = 1000;

/** As many as the nation has. Two parts make a name, so more than in life differ by one letter. */
const schools = makeSchools(9202, 7);
const { holds, measureRun, measureOneByOne } = await useMatch();
faker.seed(11);

const TYPES =
	/^(secondary|comprehensive|combined|technical|agricultural|commercial|hoërskool|christian|akademie|college|senior|tegniese)$/i;

function typedAs(school: SchoolRecord, name: string): TypedName {
	const { province, nat_emis: emis } = school;
	return { name, filters: { province }, emis, among: [] };
}

/** One letter left out, added, replaced or swapped with its neighbor; never the first. */
function slipIn(word: string): string {
	const at = faker.number.int({ min: 1, max: word.length - 1 });
	const [before, after] = [word.slice(0, at), word.slice(at + 2)];
	const [letter = '', next = ''] = word.slice(at);
	const other = faker.helpers.arrayElement([...'abcdefghijklmnopqrstuvwxyz']);
	const made = faker.helpers.arrayElement([
		`${before}${next}${after}`,
		`${before}${other}${letter}${next}${after}`,
		`${before}${other}${next}${after}`,
		`${before}${next}${letter}${after}`,
	]);
	return made.toLowerCase() === word.toLowerCase() ? slipIn(word) : made;
}

/** A name with a slip in one of its words of seven letters and more; undefined without one. */
function withSlip(school: SchoolRecord): TypedName | undefined {
	const words = school.name.split(/([^\p{L}]+)/u);
	const long = words.filter((word) => /^\p{L}{7,}$/u.test(word) && !TYPES.test(word));
	if (long.length === 0) return undefined;
	const chosen = faker.helpers.arrayElement(long);
	return typedAs(school, words.map((word) => (word === chosen ? slipIn(word) : word)).join(''));
}

test('with a province, the directory finds names with a slip in a long word, without a wrong match', async () => {
	holds(schools);
	const wanted = faker.helpers.arrayElements(schools, 2 * NAMES);
	const typed = wanted.flatMap((school) => withSlip(school) ?? []).slice(0, NAMES);
	const measured = await measureRun(typed);
	const count = (outcome: string) => measured.filter((one) => one.outcome === outcome).length;
	expect(measured.filter(({ outcome }) => outcome === 'false')).toEqual([]);
	expect(typed).toHaveLength(1000);
	// A name that several schools of the province share is left to a person in any spelling.
	expect(count('right')).toBeGreaterThanOrEqual(845);
});

test('one by one, three searches per name find names with a slip and a town', async () => {
	holds(schools);
	const typed = Array.from({ length: 150 }, () => {
		const school = faker.helpers.arrayElement(schools);
		const slipped = withSlip(school);
		return slipped ? [{ ...slipped, name: `${school.town} ${slipped.name}`, filters: {} }] : [];
	}).flat();
	const measured = await measureOneByOne(typed);
	const count = (outcome: string) => measured.filter((one) => one.outcome === outcome).length;
	expect(count('false')).toBe(0);
	expect(count('right')).toBeGreaterThanOrEqual(67);
});

// Other programs may take the processor for a moment, hence the retries.
test(
	'1,000 names take one request per page without blocking n8n, even if all names share a word',
	{ retry: 2 },
	async () => {
		const alike = schools.map((school) => ({ ...school, name: `${school.name} Nation` }));
		holds(alike);
		const typed = Array.from({ length: NAMES }, () => faker.helpers.arrayElement(alike)).map(
			(school) => ({ ...typedAs(school, school.name), filters: {} }),
		);
		const stall = await stallDuring(async () => {
			const [one] = await measureRun(typed);
			expect(one?.requests).toBe(93);
		});
		expect(stall).toBeLessThan(100);
	},
);
