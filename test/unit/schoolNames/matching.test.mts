import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format } from 'prettier';
import { expect, test } from 'vitest';

import {
	labelledNames,
	labelledSchools,
	measure,
	serviceOf,
	type Measured,
	type Outcome,
} from './measure.mjs';

const PAGE = fileURLToPath(new URL('../../../docs/matching.md', import.meta.url));
const MEASURED = /(<!-- measured: begin -->).*(<!-- measured: end -->)/s;
const OUTCOMES: readonly Outcome[] = ['right', 'rightly asked', 'missed', 'false'];

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

/** `npx vitest run test/unit/names -u` writes the page. */
test('docs/matching.md shows what is measured', async () => {
	const all = await measureAll('beginnings');
	const kinds = [...new Set(names.map(({ kind }) => kind))];
	const row = (title: string, some: readonly Measured[]) =>
		`|${[title, some.length, ...OUTCOMES.map((outcome) => count(some, outcome))].join('|')}|`;
	const table = [
		`|how the name was typed|names|${OUTCOMES.join('|')}|`,
		'|---|--:|--:|--:|--:|--:|',
		...kinds.map((kind) =>
			row(
				kind,
				all.filter((one) => one.kind === kind),
			),
		),
		row('**All**', all),
	].join('\n');
	const requests = all.reduce((sum, one) => sum + one.requests, 0) / all.length;
	const part = `${table}\n\nOn average, a name took ${requests.toFixed(1)} requests.`;
	const page = readFileSync(PAGE, 'utf8').replace(MEASURED, `$1\n\n${part}\n\n$2`);
	await expect(await format(page, { parser: 'markdown' })).toMatchFileSnapshot(PAGE);
});
