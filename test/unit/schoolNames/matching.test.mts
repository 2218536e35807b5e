import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format } from 'prettier';
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

const PAGE = fileURLToPath(new URL('../../../docs/matching.md', import.meta.url));
const MEASURED = /(<!-- measured: begin -->).*(<!-- measured: end -->)/s;
const OUTCOMES: readonly Outcome[] = ['right', 'rightly asked', 'missed', 'false'];

const schools = labelledSchools();
const names = labelledNames(schools);

/** The four ways in which the labelled names are measured, in the words of the page. */
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

/** `npx vitest run test/unit/schoolNames -u` writes the page. */
test('docs/matching.md shows what is measured', async () => {
	const row = (title: string, some: readonly Measured[]) =>
		`|${[title, some.length, ...OUTCOMES.map((outcome) => count(some, outcome))].join('|')}|`;
	const head = (title: string) => [
		`|${title}|names|${OUTCOMES.join('|')}|`,
		'|---|--:|--:|--:|--:|--:|',
	];
	const all = measured['A search finds beginnings of words'];
	const kinds = [...new Set(names.map(({ kind }) => kind))];
	const byKind = kinds.map((kind) =>
		row(
			kind,
			all.filter((one) => one.kind === kind),
		),
	);
	const requests = all.reduce((sum, one) => sum + one.requests, 0) / all.length;
	const part = [
		...[...head('how the name was typed'), ...byKind, row('**All**', all)],
		`\nOn average, a name took ${requests.toFixed(1)} requests.\n`,
		...head('how the schools were found'),
		...Object.entries(measured).map(([way, some]) => row(way, some)),
	].join('\n');
	const page = readFileSync(PAGE, 'utf8').replace(MEASURED, `$1\n\n${part}\n\n$2`);
	await expect(await format(page, { parser: 'markdown' })).toMatchFileSnapshot(PAGE);
});
