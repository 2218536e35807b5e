import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { Fault } from '../../sandbox/services/start.mjs';
import { hintTexts, lines, locator, onlyRequest, pairs, records, useSandbox } from './sandbox.mjs';

const { data, referenceData } = await useSandbox({ schools: 1, links: 1 });

const MARKS: Array<[string, number]> = [
	['English Home Language', 6],
	['Afrikaans First Additional Language', 5],
	['Mathematics', 7],
	['Physical Sciences', 6],
	['Life Sciences', 5],
	['Geography', 6],
	['Life Orientation', 7],
];
const SCORE = 6 + 5 + 7 + 6 + 5 + 6;
const rows = (marks: Array<[string, unknown]>) => ({
	subjects: { subject: marks.map(([name, mark]) => ({ name, mark })) as IDataObject[] },
});
const sent = MARKS.map(([name, level]) => ({ name, level }));

const calculate = {
	resource: 'admissionPointScore',
	operation: 'calculate',
	universityId: locator('uct'),
};
const compare = { resource: 'admissionPointScore', operation: 'compare' };

const posts = () => data.requests.filter(({ method }) => method === 'POST');

function levels(): unknown {
	const { subjects } = JSON.parse(onlyRequest(data).body) as { subjects: IDataObject[] };
	return subjects.map(({ level }) => level);
}

describe('calculate', () => {
	test('sends the documented JSON and returns the documented result, unchanged', async () => {
		const result = await referenceData({ ...calculate, ...rows(MARKS) });
		const request = onlyRequest(data);
		expect([request.method, request.path, request.query]).toEqual([
			'POST',
			'/v1/aps-calculator',
			'',
		]);
		expect(request.headers['content-type']).toMatch(/^application\/json/);
		expect(request.body).toBe(JSON.stringify({ university_id: 'uct', subjects: sent }));
		expect(records(result)).toEqual([data.calculations[0]?.result]);
		expect(records(result)).toMatchObject([
			{ aps_score: SCORE, university: 'University of Cape Town' },
		]);
		expect(hintTexts(result)).toEqual([]);
	});

	test('a result inside data is read too', async () => {
		data.quirk({ envelope: 'data' });
		const result = await referenceData({ ...calculate, ...rows(MARKS) });
		expect(records(result)).toEqual([data.calculations[0]?.result]);
	});

	test.each<[string, unknown]>([
		['a list with levels, as text', JSON.stringify(sent)],
		['a list with levels', sent],
		['an object, as text', JSON.stringify(Object.fromEntries(MARKS))],
		['an object', Object.fromEntries(MARKS)],
	])('JSON may be %s', async (_name, json) => {
		await referenceData(
			{ ...calculate, subjectsFrom: 'json', subjectsJson: '={{ $json.given }}' },
			{ items: [{ given: json as string }] },
		);
		expect(JSON.parse(onlyRequest(data).body)).toEqual({ university_id: 'uct', subjects: sent });
	});

	test('JSON with percentages says so itself', async () => {
		await referenceData({
			...calculate,
			subjectsFrom: 'json',
			subjectsJson:
				'[{ "name": "Maths", "percentage": 79.5 }, { "name": "LO", "percentage": "80%" }]',
		});
		expect(JSON.parse(onlyRequest(data).body)).toEqual({
			university_id: 'uct',
			subjects: [
				{ name: 'Mathematics', level: 6 },
				{ name: 'Life Orientation', level: 7 },
			],
		});
	});

	test('fields: subjects by the names that people write, and numbered pairs; the rest is passed over', async () => {
		await referenceData(
			{ ...calculate, subjectsFrom: 'fields' },
			{
				items: [
					{
						Learner: 'Thandi',
						'Eng HL': 6,
						'Afr FAL': '5',
						'Maths Lit': 'Level 7',
						'Phys Sci': '',
						LO: 7,
						'Subject 1': 'Geography',
						'Level 1': 6,
						'Subject 2': '',
						'Level 2': '',
					},
				],
			},
		);
		expect(JSON.parse(onlyRequest(data).body)).toEqual({
			university_id: 'uct',
			subjects: [
				{ name: 'English Home Language', level: 6 },
				{ name: 'Afrikaans First Additional Language', level: 5 },
				{ name: 'Mathematical Literacy', level: 7 },
				{ name: 'Life Orientation', level: 7 },
				{ name: 'Geography', level: 6 },
			],
		});
	});

	test.each<[7 | 8, number[]]>([
		[7, [1, 1, 2, 3, 4, 5, 6, 7, 7, 7]],
		[8, [1, 1, 2, 3, 4, 5, 6, 7, 8, 8]],
	])('percentages become levels on the scale of %i', async (levelScale, expected) => {
		const percentages = [0, 29, 30, 40, 50, 60, 79.9, 80, 90, 100];
		await referenceData({
			...calculate,
			...rows(percentages.map((mark, index) => [`Subject ${index}`, String(mark)])),
			marksAs: 'percentage',
			options: { levelScale },
		});
		expect(levels()).toEqual(expected);
	});

	test.each([
		['65%', 'level', 5],
		['65 %', 'level', 5],
		['65,5', 'percentage', 5],
		[' 6 ', 'level', 6],
		['Level 6', 'percentage', 6],
	])('a mark written "%s" with %s chosen is level %i', async (mark, marksAs, level) => {
		await referenceData({ ...calculate, ...rows([['Mathematics', mark]]), marksAs });
		expect(levels()).toEqual([level]);
	});

	test('what is odd is sent, and told', async () => {
		const result = await referenceData({
			...calculate,
			...rows([
				['Maths', '7'],
				['Maths Lit', '65'],
				['Basket Weaving', '70'],
				['Mathematics', '80'],
			]),
			marksAs: 'percentage',
		});
		expect(data.calculations[0]?.subjects.map(({ name }) => name)).toEqual([
			'Mathematics',
			'Mathematical Literacy',
			'Basket Weaving',
			'Mathematics',
		]);
		const hints = hintTexts(result).join('\n');
		expect(hints).toContain('"Basket Weaving" isn\'t a known NSC subject');
		expect(hints).toContain(
			'1 subject mark was read as a percentage, but it looks like a level: Mathematics "7"',
		);
		expect(hints).toContain('a learner takes only one of them');
		expect(hints).toContain('"Mathematics" is listed 2 times');
		expect(hints).toContain('different subjects are listed, without Life Orientation');
	});

	test('no paid call for a class in which one mark is wrong, but for the others', async () => {
		const result = await referenceData(
			{ ...calculate, subjectsFrom: 'json', subjectsJson: '={{ $json.marks }}' },
			{
				items: [{ marks: { Maths: 6 } }, { marks: { Maths: 9 } }, { marks: { Maths: 5 } }],
				onError: 'continueRegularOutput',
			},
		);
		expect(posts()).toHaveLength(2);
		expect(records(result)).toMatchObject([
			{ aps_score: 6 },
			{ error: expect.stringMatching(/^Subject "Mathematics".*\[item 1\]$/) as string },
			{ aps_score: 5 },
		]);
	});

	test('a key without the plan is told scope and plan', async () => {
		const { error } = await referenceData(
			{ ...calculate, ...rows(MARKS) },
			{ credentials: { baseUrl: data.baseUrl, apiKey: 'sandbox-data-free-plan' } },
		);
		expect(error?.message).toContain('(HTTP 403)');
		expect(error?.description).toMatch(/aps_calculator:use.*Pro plan or above/);
	});
});

describe('compare', () => {
	test('all universities, best first, with gap and dates; the list is read once for 5 learners', async () => {
		const items = [7, 6, 5, 4, 3].map((level) => ({ level }));
		const result = await referenceData(
			{ ...compare, ...rows(MARKS.map(([name]) => [name, '={{ $json.level }}'])) },
			{ items },
		);
		expect(lines(data).filter((text) => text.startsWith('GET'))).toEqual([
			'GET /v1/universities?per_page=100&page=1',
		]);
		expect(posts()).toHaveLength(5 * 26);
		expect(pairs(result)).toEqual(items.flatMap((_, index) => Array<number>(26).fill(index)));
		items.forEach(({ level }, index) => {
			const learner = records(result).slice(index * 26, (index + 1) * 26);
			expect(new Set(learner.map(({ university_id }) => university_id)).size).toBe(26);
			const gaps = learner.map(({ gap }) => Number(gap));
			expect(gaps).toEqual([...gaps].sort((a, b) => b - a));
			for (const row of learner) {
				const university = data.universities.find(({ id }) => id === row.university_id);
				expect(row).toMatchObject({
					aps_score: 6 * level,
					aps_minimum: university?.aps_minimum,
					qualifies: 6 * level >= Number(university?.aps_minimum),
					university: university?.name,
					gap: 6 * level - Number(university?.aps_minimum),
					application_opens: university?.application_opens,
					application_closes: university?.application_closes,
				});
				expect(row).not.toHaveProperty('breakdown');
			}
		});
	});

	test('the dates of a university say whether it takes applications', async () => {
		const result = await referenceData({ ...compare, ...rows(MARKS) });
		const windows = records(result).map((row) => [row.applications_open, row.days_until_close]);
		expect(windows.filter(([open]) => open === true).length).toBeGreaterThan(3);
		expect(windows.filter(([open]) => open === false).length).toBeGreaterThan(3);
		expect(records(result).find(({ university_id }) => university_id === 'spu')).toMatchObject({
			application_opens: null,
			application_closes: null,
			applications_open: null,
			days_until_close: null,
		});
		for (const [open, days] of windows) {
			if (open === true) expect(days).toBeGreaterThanOrEqual(0);
		}
	});

	test('the breakdown and the input fields come if asked for, the breakdown last of the result', async () => {
		const result = await referenceData(
			{
				...compare,
				...rows(MARKS),
				universityScope: 'selected',
				universityIds: ['uct'],
				simplify: false,
				options: { includeInputFields: true },
			},
			{ items: [{ learner: 'Thandi' }] },
		);
		const [row = {}] = records(result);
		expect(Object.keys(row).slice(-2)).toEqual(['breakdown', 'input']);
		expect(row.breakdown).toHaveLength(MARKS.length);
		expect(row.input).toEqual({ learner: 'Thandi' });
	});

	test('a university without a minimum is neither met nor missed, and comes last', async () => {
		const [first] = data.universities;
		if (!first) throw new Error('There are no universities');
		const { aps_minimum } = first;
		Object.assign(first, { aps_minimum: null });
		const result = await referenceData({ ...compare, ...rows(MARKS) });
		Object.assign(first, { aps_minimum });
		expect(records(result).at(-1)).toMatchObject({
			university_id: first.id,
			qualifies: null,
			gap: null,
		});
		expect(hintTexts(result)).toEqual([
			'1 university has no minimum APS, so the fields "qualifies" and "gap" are empty there.',
		]);
	});

	test('a key without the calculator ends the item in that error, with scope and plan', async () => {
		const credentials = { baseUrl: data.baseUrl, apiKey: 'sandbox-data-free-plan' };
		const parameters = { ...compare, ...rows(MARKS), options: { concurrency: 2 } };
		const { error } = await referenceData(parameters, { credentials });
		expect(error?.message).toContain('(HTTP 403)');
		expect(error?.description).toMatch(/aps_calculator:use.*Pro plan or above/);
		expect(posts().length).toBeLessThanOrEqual(2);
	});

	const noneOf = (count: number) =>
		new RegExp(`^None of the ${count} universities could be checked`);
	test.each<[Fault, number, RegExp]>([
		[{ kind: 'status', status: 500 }, 26, /couldn't process the request for .+ \(HTTP 500\)/],
		[{ kind: 'status', status: 422 }, 26, /did not accept the APS for .+ \(HTTP 422\)/],
		[{ kind: 'status', status: 400 }, 26, /did not accept the APS for .+ \(HTTP 400\)/],
		[{ kind: 'reset' }, 26, /The connection .+ was lost/],
		[{ kind: 'timeout' }, 26, /did not answer within 1 second/],
		[{ kind: 'status', status: 500 }, 1, /couldn't process the request for .+ \(HTTP 500\)/],
	])(
		'%j at each of its calls, for %s: the item ends in that error',
		async (fault, count, reason) => {
			data.fault({ ...fault, method: 'POST' });
			const parameters = {
				...compare,
				...rows(MARKS),
				...(count === 1 && { universityScope: 'selected', universityIds: ['uct'] }),
				options: { maxRetries: 0, timeout: 1, concurrency: 26 },
			};
			const { error } = await referenceData(parameters);
			expect(error?.message).toMatch(reason);
			expect(noneOf(count).test(String(error?.message))).toBe(count > 1);
			expect(error?.description).toBeTruthy();
			const { items, errorItems } = await referenceData(parameters, {
				onError: 'continueErrorOutput',
			});
			expect(items).toEqual([]);
			expect(errorItems.map(({ json }) => json.error)).toEqual([expect.stringMatching(reason)]);
			expect(posts()).toHaveLength(2 * count);
		},
	);

	test('of several reasons, the one that a person can do something about', async () => {
		data.fault({ kind: 'status', status: 501, method: 'POST', times: 2 });
		const { error } = await referenceData({
			...compare,
			...rows(MARKS),
			universityScope: 'selected',
			universityIds: ['uct', 'ukzn', 'hogwarts'],
			options: { concurrency: 1 },
		});
		expect(error?.message).toMatch(noneOf(3));
		expect(error?.message).toContain('No university has the ID "hogwarts" (HTTP 404)');
	});

	test('the next try checks again what could not be checked, and nothing else', async () => {
		data.fault({ kind: 'status', status: 501, method: 'POST', times: 26 });
		const { error, items } = await referenceData(
			{ ...compare, ...rows(MARKS), options: { concurrency: 1 } },
			{ items: [{}, {}], tries: 2 },
		);
		expect([error, items.length]).toEqual([undefined, 52]);
		expect(posts()).toHaveLength(3 * 26);
	});

	test('one answer that denies is a row like any other failure', async () => {
		data.fault({ kind: 'status', status: 403, method: 'POST', times: 1 });
		const result = await referenceData({ ...compare, ...rows(MARKS) });
		expect(records(result)).toHaveLength(26);
		expect(records(result).filter((row) => 'error' in row)).toHaveLength(1);
	});

	test('the hints say that no university is met, or that there is none', async () => {
		const poor = rows(MARKS.map(([name]) => [name, 1]));
		expect(
			hintTexts(await referenceData({ ...compare, ...poor, options: { onlyQualifying: true } })),
		).toEqual(["The learner doesn't meet the minimum APS of any of these universities."]);
		const parameters = { ...compare, ...poor, universityScope: 'province', province: 'KZN' };
		const all = data.universities.splice(0);
		const result = await referenceData(parameters);
		data.universities.push(...all);
		expect(records(result)).toEqual([]);
		expect(hintTexts(result)).toEqual([
			"The service doesn't list any universities in KwaZulu-Natal.",
		]);
	});

	test('those of one province', async () => {
		const result = await referenceData({
			...compare,
			...rows(MARKS),
			universityScope: 'province',
			province: 'Western Cape',
		});
		expect(posts()).toHaveLength(4);
		expect(
			records(result)
				.map(({ university_id }) => university_id)
				.sort(),
		).toEqual(['cput', 'su', 'uct', 'uwc']);
	});

	test('the selected ones, each once; one that does not exist is a row with an error', async () => {
		const result = await referenceData({
			...compare,
			...rows(MARKS),
			universityScope: 'selected',
			universityIds: ['uct', 'hogwarts', 'unisa', 'uct'],
		});
		expect(posts()).toHaveLength(3);
		expect(records(result)).toMatchObject([
			{ university_id: 'unisa', gap: SCORE - 20 },
			{ university_id: 'uct', gap: SCORE - 38 },
			{ university_id: 'hogwarts', error: expect.stringContaining('(HTTP 404)') as string },
		]);
	});

	test('one that fails is a row and a hint, last in the order, and stops nothing', async () => {
		data.fault({ kind: 'status', status: 501, method: 'POST', after: 3, times: 1 });
		const result = await referenceData({ ...compare, ...rows(MARKS) });
		expect(result.error).toBeUndefined();
		expect(records(result)).toHaveLength(26);
		const failed = records(result).filter((row) => 'error' in row);
		expect(failed).toEqual([records(result)[25]]);
		expect(failed[0]).toMatchObject({
			university: expect.any(String) as string,
			university_id: expect.any(String) as string,
			error: expect.stringContaining('(HTTP 501)') as string,
		});
		expect(result.hints).toContainEqual(
			expect.objectContaining({
				message: expect.stringMatching(/^1 university couldn't/) as string,
				type: 'warning',
			}),
		);
	});

	test('only those for which the learner qualifies, if asked', async () => {
		const result = await referenceData({
			...compare,
			...rows(MARKS.map(([name]) => [name, 4])),
			options: { onlyQualifying: true },
		});
		const expected = data.universities.filter(({ aps_minimum }) => aps_minimum <= 24);
		expect(expected.length).toBeGreaterThan(0);
		expect(
			records(result)
				.map(({ university_id }) => university_id)
				.sort(),
		).toEqual(expected.map(({ id }) => id).sort());
		expect(records(result).every(({ qualifies }) => qualifies === true)).toBe(true);
	});

	test.each([
		[{ qualifies: 'true' }, true, []],
		[{ qualifies: 1 }, true, []],
		[{ qualifies: 'yes' }, true, []],
		[{ qualifies: 'likely' }, null, [/^The service didn't show clearly.*at 1 university,/]],
		[{ qualifies: undefined }, null, [/didn't show clearly/]],
		[{ aps_minimum: '30-34', qualifies: true }, true, []],
		[{ aps_score: null, qualifies: false }, null, [/didn't show clearly/]],
		[{ aps_score: 'n/a', aps_minimum: null, qualifies: null }, null, [/didn't show clearly/]],
	])('an answer with %j is not left out', async (answer, qualifies, hints) => {
		const body = { aps_score: 35, aps_minimum: 30, ...answer };
		const server = createServer((request, response) => {
			response.setHeader('content-type', 'application/json');
			const listed = { data: [{ id: 'uct' }], meta: { total: 1 } };
			response.end(JSON.stringify(request.method === 'GET' ? listed : { data: body }));
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		const result = await referenceData(
			{ ...compare, ...rows(MARKS), options: { onlyQualifying: true } },
			{ credentials: { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key-of-a-learner' } },
		);
		server.close();
		expect(records(result)).toMatchObject([{ university_id: 'uct', qualifies }]);
		expect(hintTexts(result)).toEqual(hints.map((hint) => expect.stringMatching(hint) as string));
	});

	test('fields and JSON work here as well', async () => {
		for (const more of [
			{ subjectsFrom: 'fields' },
			{ subjectsFrom: 'json', subjectsJson: '={{ $json }}' },
		]) {
			data.reset();
			await referenceData(
				{ ...compare, ...more, universityScope: 'selected', universityIds: ['uct'] },
				{ items: [Object.fromEntries(MARKS)] },
			);
			expect(data.calculations[0]?.subjects).toEqual(sent);
		}
	});

	test('a list that cannot be read is an error', async () => {
		data.fault({ kind: 'status', status: 500, method: 'GET' });
		const { error } = await referenceData({ ...compare, ...rows(MARKS) });
		expect(error?.message).toContain('the list of universities');
		expect(posts()).toEqual([]);
	});
});
