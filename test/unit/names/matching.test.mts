import { expect, test } from 'vitest';

import {
	labelledNames,
	labelledSchools,
	measure,
	serviceOf,
	type Measured,
	type Outcome,
} from './measure.mjs';

const schools = labelledSchools();
const names = labelledNames(schools);

async function measureAll(search: Parameters<typeof serviceOf>[1]): Promise<Measured[]> {
	const service = serviceOf([...schools.values()], search);
	return await Promise.all(names.map(async (name) => await measure(name, service)));
}

const count = (all: readonly Measured[], outcome: Outcome) =>
	all.filter((one) => one.outcome === outcome).length;

test('the labelled set is large enough, and a quarter of it must not be matched', () => {
	expect(names.length).toBeGreaterThan(400);
	expect(names.filter(({ emis }) => emis === undefined).length).toBeGreaterThan(100);
});

test.each(['beginnings', 'wholeWords'] as const)(
	'no name is matched with a wrong school, whether the search takes %s or not',
	async (search) => {
		const all = await measureAll(search);
		expect(all.filter(({ outcome }) => outcome === 'false')).toEqual([]);
		expect(Math.max(...all.map(({ requests }) => requests))).toBeLessThanOrEqual(3);
		const good = count(all, 'right') + count(all, 'rightly asked');
		expect(good / all.length).toBeGreaterThan(search === 'beginnings' ? 0.97 : 0.9);
	},
);
