import { describe, expect, it } from 'vitest';

import {
	isExpired,
	makeLinks,
	makePixels,
	PIXEL_TYPES,
} from '../../sandbox/services/data/links.mjs';
import { provinces } from '../../sandbox/services/data/places.mjs';
import { makePostalCodes } from '../../sandbox/services/data/postalCodes.mjs';
import { makeSchools } from '../../sandbox/services/data/schools.mjs';
import { makeUniversities } from '../../sandbox/services/data/universities.mjs';

const SEED = 2026;
const NOW = new Date('2026-05-01T10:00:00Z');
const schools = makeSchools(6400, SEED);
const postalCodes = makePostalCodes(SEED);
const universities = makeUniversities(NOW);
const links = makeLinks(300, SEED, NOW, makePixels(NOW));

const provinceNames = provinces.map(({ name }) => name);

describe('schools', () => {
	it('are the same for the same seed', () => {
		expect(makeSchools(50, SEED)).toEqual(makeSchools(50, SEED));
		expect(makeSchools(50, SEED)).not.toEqual(makeSchools(50, SEED + 1));
	});

	it('have unique ids and EMIS numbers in the range of their province', () => {
		expect(new Set(schools.map(({ id }) => id)).size).toBe(schools.length);
		expect(new Set(schools.map(({ nat_emis }) => nat_emis)).size).toBe(schools.length);
		for (const school of schools) {
			const province = provinces.find(({ name }) => name === school.province);
			expect(school.nat_emis).toMatch(new RegExp(`^${province?.emisDigit}\\d{8}$`));
		}
	});

	it('lie in every district, near their town', () => {
		const districts = new Set(schools.map(({ province, district }) => `${province}/${district}`));
		const all = provinces.flatMap(({ name, districts: its }) =>
			its.map((one) => `${name}/${one.name}`),
		);
		expect([...districts].sort()).toEqual(all.sort());
		for (const { latitude, longitude } of schools) {
			if (latitude === null || longitude === null) continue;
			expect(latitude).toBeGreaterThan(-35);
			expect(latitude).toBeLessThan(-22);
			expect(longitude).toBeGreaterThan(16);
			expect(longitude).toBeLessThan(33);
		}
	});

	it('are labelled as samples and have gaps as real records do', () => {
		expect(
			schools.every(
				({ name, email }) => name.endsWith('(sample)') && email.endsWith('@example.org'),
			),
		).toBe(true);
		const some = (test: (school: (typeof schools)[number]) => boolean) =>
			schools.filter(test).length;
		expect(some(({ quintile }) => quintile === null)).toBeGreaterThan(100);
		expect(some(({ quintile }) => quintile === '')).toBeGreaterThan(10);
		expect(some(({ latitude }) => latitude === null)).toBeGreaterThan(100);
		expect(some(({ exam_centre }) => exam_centre === null)).toBeGreaterThan(100);
	});
});

describe('postal codes', () => {
	it('are at least 2,000 texts of four digits, some empty, in the nine provinces', () => {
		expect(postalCodes.length).toBeGreaterThanOrEqual(2000);
		for (const { id, street_code, box_code, province, municipality } of postalCodes) {
			expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
			for (const code of [street_code, box_code]) expect(code ?? '').toMatch(/^(\d{4})?$/);
			expect(provinceNames).toContain(province);
			expect(municipality).toMatch(/\(sample record\)$/);
		}
		expect(new Set(postalCodes.map(({ id }) => id)).size).toBe(postalCodes.length);
		expect(
			postalCodes.filter(({ street_code }) => street_code?.startsWith('0')).length,
		).toBeGreaterThan(200);
		expect(postalCodes.some(({ box_code }) => box_code === '')).toBe(true);
		expect(postalCodes.some(({ street_code }) => street_code === null)).toBe(true);
	});

	it('share codes between suburbs and names between provinces', () => {
		const suburbsOf0083 = postalCodes.filter(({ street_code }) => street_code === '0083');
		expect(suburbsOf0083.length).toBeGreaterThan(1);
		const berea = postalCodes
			.filter(({ suburb }) => suburb === 'Berea')
			.map(({ province }) => province);
		expect(berea).toEqual(['KwaZulu-Natal', 'Eastern Cape']);
	});
});

describe('universities', () => {
	it('are the 26 with applications open, closed, yet to open and unknown', () => {
		expect(universities).toHaveLength(26);
		expect(new Set(universities.map(({ id }) => id)).size).toBe(26);
		const today = NOW.toISOString().slice(0, 10);
		const states = universities.map(({ application_opens: opens, application_closes: closes }) => {
			if (opens === null || closes === null) return 'unknown';
			return opens > today ? 'notYet' : closes < today ? 'closed' : 'open';
		});
		expect(new Set(states)).toEqual(new Set(['open', 'closed', 'notYet', 'unknown']));
		for (const { province, website, aps_minimum, note } of universities) {
			expect(provinceNames).toContain(province);
			expect(website).toMatch(/^https:\/\/www\.[a-z]+\.ac\.za$/);
			expect(aps_minimum).toBeGreaterThan(19);
			expect(note).toMatch(/^Sample/);
		}
	});
});

describe('links and pixels', () => {
	it('come in every state', () => {
		const now = NOW.getTime();
		const some = (test: (link: (typeof links)[number]) => boolean) => links.filter(test).length;
		const expired = links.filter((link) => isExpired(link, now));
		expect(expired.filter(({ ends_at }) => ends_at === null).length).toBeGreaterThan(10);
		expect(expired.filter(({ disabled }) => disabled === 1).length).toBeGreaterThan(10);
		expect(expired.filter(({ expiration_url }) => expiration_url !== null).length).toBeGreaterThan(
			10,
		);
		expect(some((link) => link.disabled === 1 && !isExpired(link, now))).toBeGreaterThan(10);
		expect(some((link) => link.ends_at !== null && !isExpired(link, now))).toBeGreaterThan(10);
		expect(some(({ password }) => password)).toBeGreaterThan(10);
		expect(new Set(links.map(({ privacy }) => privacy))).toEqual(new Set([0, 1, 2]));
		expect(new Set(links.map(({ target_type }) => target_type))).toEqual(new Set([0, 1, 2, 4]));
		expect(
			links.every(
				({ title, url }) => title.startsWith('Sample') && new URL(url).host === 'www.example.org',
			),
		).toBe(true);
	});

	it('share aliases between domains, never within one', () => {
		const places = links.map(({ alias, domain }) => `${domain.name}/${alias}`);
		expect(new Set(places).size).toBe(links.length);
		expect(new Set(links.map(({ alias }) => alias)).size).toBe(270);
	});

	it('cover the ten pixel types with twelve pixels', () => {
		const pixels = makePixels(NOW);
		expect(pixels).toHaveLength(12);
		expect(new Set(pixels.map(({ type }) => type))).toEqual(new Set(PIXEL_TYPES));
	});
});
