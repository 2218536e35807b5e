import { expect, it } from 'vitest';

import { isExpired, makeLinks, makePixels } from '../../sandbox/services/data/links.mjs';
import { makePostalCodes } from '../../sandbox/services/data/postalCodes.mjs';
import { makeSchools } from '../../sandbox/services/data/schools.mjs';
import { makeUniversities } from '../../sandbox/services/data/universities.mjs';

const SEED = 2026;
const NOW = new Date('2026-05-01T10:00:00Z');
const schools = makeSchools(6400, SEED);
const postalCodes = makePostalCodes(SEED);
const universities = makeUniversities(NOW);
const links = makeLinks(300, SEED, NOW, makePixels(NOW));

it('is the same for the same seed', () => {
	expect(makeSchools(6400, SEED)).toEqual(schools);
	expect(makeSchools(6400, SEED + 1)).not.toEqual(schools);
	expect(makePostalCodes(SEED)).toEqual(postalCodes);
});

it('has no record twice', () => {
	const keys = [
		schools.map(({ id }) => id),
		schools.map(({ nat_emis }) => nat_emis),
		postalCodes.map(({ id }) => id),
		universities.map(({ id }) => id),
		links.map(({ alias, domain }) => `${domain.name}/${alias}`),
	];
	for (const some of keys) expect(new Set(some).size).toBe(some.length);
	expect(universities).toHaveLength(26);
});

it('says that it is made up', () => {
	for (const { name, email } of schools) {
		expect([name, email]).toEqual([
			expect.stringMatching(/\(sample\)$/),
			expect.stringMatching(/@example\.org$/),
		]);
	}
	for (const { municipality } of postalCodes) expect(municipality).toMatch(/\(sample record\)$/);
	for (const { note } of universities) expect(note).toMatch(/^Sample/);
	for (const { title, url } of links) {
		expect([title.startsWith('Sample'), new URL(url).host]).toEqual([true, 'www.example.org']);
	}
});

it.each<[string, number, number]>([
	['schools without a quintile', count(schools, ({ quintile }) => quintile === null), 100],
	['schools with an empty one', count(schools, ({ quintile }) => quintile === ''), 10],
	['schools without a place', count(schools, ({ latitude }) => latitude === null), 100],
	[
		'codes with a leading zero',
		count(postalCodes, (one) => !!one.street_code?.startsWith('0')),
		200,
	],
	['empty codes', count(postalCodes, ({ box_code }) => box_code === ''), 10],
	['codes that are null', count(postalCodes, ({ street_code }) => street_code === null), 10],
	['links out of clicks', count(links, (one) => isExpired(one, +NOW) && one.ends_at === null), 10],
	['disabled links', count(links, (one) => !isExpired(one, +NOW) && one.disabled === 1), 10],
	['expired, disabled ones', count(links, (one) => isExpired(one, +NOW) && one.disabled === 1), 10],
	['links with an end ahead', count(links, (one) => (one.ends_at ?? '') > NOW.toISOString()), 10],
])('has %s, as real records are', (_what, found, least) => {
	expect(found).toBeGreaterThan(least);
});

function count<T>(records: readonly T[], test: (record: T) => boolean): number {
	return records.filter(test).length;
}
