import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { Fault } from '../../sandbox/services/start.mjs';
import { requests } from './least.mjs';
import { locator, useSandbox } from './sandbox.mjs';
import { useScripted } from './scripted.mjs';

const { data, referenceData } = await useSandbox({ schools: 1, links: 1 });
const { service: scripted, referenceData: onScripted } = await useScripted();

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

const calculate = {
	resource: 'admissionPointScore',
	operation: 'calculate',
	universityId: locator('uct'),
};
const closeGap = { ...calculate, operation: 'closeGap' };
const compare = { resource: 'admissionPointScore', operation: 'compare' };

const posts = () => data.requests.filter(({ method }) => method === 'POST');

test('each item has its warnings, and a hint shows how the first item was read', async () => {
	const row = { Maths: '60', 'Maths Lit': '65', LO: 70, Robotics: 71, Music: '-' };
	const fromFields = { subjectsFrom: 'fields', marksAs: 'percentage' };
	const selected = { universityScope: 'selected', universityIds: ['uct', 'hogwarts'] };
	const warnings = [
		'Only 2 subjects besides Life Orientation were found. Most scores count six.',
		'Mathematics and Mathematical Literacy are listed together, but a learner takes only one of them.',
		'These fields may be marks, but weren\'t read: "Robotics". Rename a field after its subject, or add it to "Read Fields As".',
		'These subjects have no mark, so they count as not taken: "Music".',
	];
	for (const [operation, count] of [
		[calculate, 2],
		[closeGap, 6],
		[{ ...compare, ...selected }, 4],
	] as const) {
		const { records, texts } = await referenceData(
			{ ...operation, ...fromFields },
			{ items: [row, row] },
		);
		expect(records.map((record) => record.warnings)).toEqual(Array(count).fill(warnings));
		expect(texts.join()).not.toContain('Robotics');
		expect(texts).toContain(
			'The subjects and levels of the first item: Mathematics 5, Mathematical Literacy 5, Life Orientation 6. (item 0)',
		);
	}
});

describe('Read Fields As', () => {
	const fromFields = { subjectsFrom: 'fields', marksAs: 'percentage' };
	const readFieldsAs = (said: Record<string, string>) => ({
		readFieldsAs: {
			field: Object.entries(said).map(([name, readAs]) => ({ name, readAs })),
		},
	});
	const form = {
		'How did it go in numbers?': 72,
		'marks ': { Rooms: '55%', 'Say "it"': 81 },
		'Points in sport': 65,
		Geography: 61,
		Mathematics: 'see report',
		'Maths points in class': '48',
	};
	const said = {
		'How did it go in numbers?': 'Mathematics',
		Rooms: 'History',
		'Say "it"': 'Life Orientation',
		'Points in sport': 'notAMark',
		Mathematics: 'notAMark',
		'Maths points in class': 'notAMark',
	};
	const subjects = [
		{ name: 'Mathematics', level: 6 },
		{ name: 'History', level: 4 },
		{ name: 'Life Orientation', level: 7 },
		{ name: 'Geography', level: 5 },
	];

	test.each([
		[calculate],
		[closeGap],
		[{ ...compare, universityScope: 'selected', universityIds: ['uct'] }],
	])('%j reads each field as the builder set it', async (operation) => {
		const { records } = await referenceData(
			{ ...operation, ...fromFields, options: readFieldsAs(said) },
			{ items: [form] },
		);
		const [sent] = posts().map(({ body }) => JSON.parse(body) as IDataObject);
		expect(sent).toEqual({ university_id: 'uct', subjects });
		expect(records[0]?.warnings).toEqual([
			'Only 3 subjects besides Life Orientation were found. Most scores count six.',
		]);
	});

	test('accepts field names exactly as warnings quote them', async () => {
		const item = { 'Say "it" twice': 81, 'a\tb': 55, x: { Sport: 61 }, y: { Sport: 62 } };
		const first = await referenceData(
			{ ...calculate, ...fromFields },
			{ items: [{ Geography: 61, ...item }] },
		);
		const quotes = `'Say "it" twice', "a\\tb", "x.Sport", "y.Sport"`;
		expect(first.records[0]?.warnings).toContain(
			`These fields may be marks, but weren't read: ${quotes}. Rename a field after its subject, or add it to "Read Fields As".`,
		);
		const names = {
			'Say "it" twice': 'History',
			'a\\tb': 'Music',
			'x.Sport': 'Tourism',
			'y.Sport': 'notAMark',
		};
		data.requests.length = 0;
		const { texts } = await referenceData(
			{ ...calculate, ...fromFields, options: readFieldsAs(names) },
			{ items: [item] },
		);
		expect(texts).toEqual([
			'The subjects and levels of the first item: History 7, Music 4, Tourism 5.',
		]);
	});

	test('has one hint on a field that no item has', async () => {
		const options = readFieldsAs({ Robotics: 'notAMark', Chess: 'Music' });
		const items = [{ Geography: 61, Robotics: 70 }, { Music: '' }, { Geography: 61 }];
		const { texts } = await referenceData(
			{ ...calculate, ...fromFields, options },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(texts.filter((text) => text.includes('Read Fields As'))).toEqual([
			'"Read Fields As" lists the field "Chess", but no item has it. Enter its name exactly as "warnings" shows it.',
		]);
	});

	test.each([
		['How did it go?', { 'How did it go?': 72 }],
		['form.numbers', { form: { numbers: 72 } }],
		["form['In numbers']", { form: { 'In numbers': 72 } }],
		["form.third['In numbers']['Last']", { form: { third: { 'In numbers': { Last: 72 } } } }],
		["['numbers']", { "['numbers']": 72 }],
	])(
		'takes %s, as n8n writes a field that is dragged there, for the field of %j',
		async (...given) => {
			const [dropped, field] = given;
			await referenceData(
				{ ...calculate, ...fromFields, options: readFieldsAs({ [dropped]: 'Mathematics' }) },
				{ items: [field] },
			);
			const [sent] = posts().map(({ body }) => JSON.parse(body) as IDataObject);
			expect(sent?.subjects).toEqual([{ name: 'Mathematics', level: 6 }]);
		},
	);

	test('is left out with a hint if its expression is empty', async () => {
		const options = { readFieldsAs: '={{ $json.x }}' };
		const { texts } = await referenceData(
			{ ...calculate, ...fromFields, options },
			{ items: [{ Geography: 61 }] },
		);
		expect(texts).toContain('"Read Fields As" is empty, so it was left out.');
	});

	test('is ignored unless subjects come from Input Fields', async () => {
		const options = readFieldsAs({ Chess: 'Music' });
		const { records, texts } = await referenceData({ ...calculate, ...rows(MARKS), options });
		expect(records).toHaveLength(1);
		expect(texts.join()).not.toContain('Chess');
	});

	test.each<[IDataObject[], string]>([
		[[{ name: 'Maths' }], '"Read Fields As", row 1 is incomplete'],
		[[{}, { readAs: 'Music' }], '"Read Fields As", row 2 is incomplete'],
		[
			[
				{ name: 'A', readAs: 'Music' },
				{ name: 'A ', readAs: 'History' },
			],
			'"Read Fields As" has "A" twice',
		],
		[[{ name: 'A', readAs: 'Sums' }], '"Read Fields As, row 1, Read As" can\'t be "Sums"'],
	])('refuses %j', async (field, message) => {
		const options = { readFieldsAs: { field } };
		const { error } = await referenceData(
			{ ...calculate, ...fromFields, options },
			{ items: [{ Geography: 61 }] },
		);
		expect(error?.message).toContain(message);
		expect(posts()).toEqual([]);
	});
});

test.each(['UJ', 'uj', 'University of Johannesburg'])(
	'%s is the university uj in every operation',
	async (university) => {
		const maths = rows([['Mathematics', 7]]);
		for (const operation of [calculate, closeGap]) {
			await referenceData({ ...operation, ...maths, universityId: university });
		}
		const selected = { universityScope: 'selected', universityIds: [university, ' '] };
		await referenceData({ ...compare, ...selected, ...maths });
		const sent = posts().map(({ body }) => (JSON.parse(body) as IDataObject).university_id);
		expect(sent).toEqual(['uj', 'uj', 'uj']);
		const get = { resource: 'university', operation: 'get', universityId: university };
		expect((await referenceData(get)).records).toMatchObject([{ id: 'uj' }]);
	},
);

test('the same score is requested once per run, and "qualifies" is true or false', async () => {
	scripted.answers(() => ({ body: { aps_score: '20', aps_minimum: 30, qualifies: '0' } }));
	const { records } = await onScripted(
		{ ...calculate, ...rows(MARKS), universityId: 'uct' },
		{ items: [{}, {}, {}] },
	);
	expect(scripted.requests).toHaveLength(1);
	const [first] = records;
	expect(first).toEqual({ aps_score: '20', aps_minimum: 30, qualifies: false, warnings: [] });
	expect(records).toEqual([first, first, first]);
});

test('an ID is sent in the same case as in the list of universities', async () => {
	scripted.answers(({ method }) => ({
		body: { data: method === 'GET' ? [{ id: 'UJ', name: 'Johannesburg' }] : { aps_score: 30 } },
	}));
	const typed = { ...calculate, ...rows(MARKS), universityId: 'Uj' };
	await onScripted(typed);
	expect(scripted.requests.map(({ body }) => body).join()).toContain('"university_id":"UJ"');
});

test.each([calculate, closeGap])(
	'a response without a score is an error: %j',
	async (operation) => {
		scripted.answers(() => ({ body: { data: { aps_minimum: 30 } } }));
		const { error } = await onScripted({ ...operation, ...rows(MARKS) });
		expect(error?.message).toContain('returned something unexpected');
	},
);

describe('Close the Gap', () => {
	test('sends one request for the score, and one per subject that can be raised', async () => {
		const items = [{ level: 6 }, { level: 6 }];
		const marks = rows([
			...MARKS.slice(0, 2),
			['Mathematics', '={{ $json.level }}'],
			['Geography', 7],
		]);
		const { records, texts } = await referenceData({ ...closeGap, ...marks }, { items });
		const levels = posts().map(({ body }) => {
			const { subjects } = JSON.parse(body) as { subjects: Array<{ level: number }> };
			return subjects.map(({ level }) => level).join('');
		});
		expect(levels.sort()).toEqual(['6567', '6577', '6667', '7567']);
		const english = { subject: 'English Home Language', level: 6, raised_to: 7 };
		const afrikaans = { subject: 'Afrikaans First Additional Language', level: 5, raised_to: 6 };
		const maths = { subject: 'Mathematics', level: 6, raised_to: 7 };
		const score = { aps_score: 25, gain: 1, aps_minimum: 38, gap: -13, qualifies: false };
		const warnings = [
			'Only 4 subjects besides Life Orientation were found. Most scores count six.',
			'Life Orientation is missing, although every NSC includes it.',
		];
		const learner = [english, afrikaans, maths].map((row) => ({ ...row, ...score, warnings }));
		expect(records).toEqual([...learner, ...learner]);
		expect(texts.slice(1)).toEqual([]);
	});

	test('returns subjects with which the learner qualifies first, then those with the largest gain', async () => {
		const levels = { Mathematics: 4, History: 5, Geography: 3, Music: 2 };
		const scores: Record<string, [score: number, qualifies: unknown]> = {
			'4532': [20, 0],
			'5532': [23, 0],
			'4632': [21, '1'],
			'4542': [24, 0],
			'4533': [22, true],
		};
		scripted.answers(({ body }) => {
			const { subjects } = JSON.parse(body) as { subjects: Array<{ level: number }> };
			const [aps_score, qualifies] = scores[subjects.map(({ level }) => level).join('')] ?? [];
			return { body: { aps_score, aps_minimum: 25, qualifies } };
		});
		const { records } = await onScripted(
			{ ...closeGap, subjectsFrom: 'fields' },
			{ items: [levels] },
		);
		const order = records.map(({ subject, gain, gap }) => [subject, gain, gap]);
		expect(order).toEqual([
			['Music', 2, -3],
			['History', 1, -4],
			['Geography', 4, -1],
			['Mathematics', 3, -2],
		]);
	});

	test('returns a subject that fails as the last row, and ends the item if all would fail', async () => {
		data.fault({ kind: 'status', status: 422, method: 'POST', after: 1, times: 1 });
		const options = requests({ concurrency: 1 });
		const { records } = await referenceData({ ...closeGap, ...rows(MARKS.slice(0, 2)), options });
		expect(records).toMatchObject([
			{ subject: 'Afrikaans First Additional Language', gain: 1 },
			{ subject: 'English Home Language', outcome: 'refused' },
		]);
		data.fault({ kind: 'status', status: 403, method: 'POST', after: 1 });
		const { error } = await referenceData({ ...closeGap, ...rows(MARKS), options });
		expect(error?.message).toContain('(HTTP 403)');
		const best = rows(MARKS.map(([name]) => [name, 7]));
		data.clearFaults();
		const top = await referenceData({ ...closeGap, ...best });
		expect(top.records).toEqual([]);
		expect(top.texts).toContain('Every subject is at the top of the scale.');
	});
});

test.each([calculate, closeGap, compare])(
	'$operation: n8n requires a subject before it runs the node',
	async (operation) => {
		await expect(referenceData(operation)).rejects.toThrow('At least 1 field is required');
		const asTool = { subjectsJson: '{ "Mathematics": 6 }' };
		expect((await referenceData({ ...operation, ...asTool }, { asTool: true })).error).toBe(
			undefined,
		);
	},
);

describe('Compare Universities', () => {
	test.each<[Fault, IDataObject, string, RegExp]>([
		[{ kind: 'status', status: 401 }, {}, 'refused', /\(HTTP 401\).*API key/s],
		[{ kind: 'status', status: 403 }, {}, 'refused', /\(HTTP 403\).*aps_calculator:use.*Pro/s],
		[{ kind: 'rateLimit', retryAfter: 60 }, { maxWait: 1 }, 'notSent', /60 seconds/],
		[{ kind: 'reset' }, { maxRetries: 0 }, 'unknown', /^The connection to .* was lost/],
	])(
		'ends the item if every university would fail: %j with %j',
		async (fault, more, outcome, says) => {
			data.fault({ ...fault, method: 'POST', after: 2 });
			const options = requests({ concurrency: 1, ...more });
			const { error, records } = await referenceData({ ...compare, ...rows(MARKS), options });
			expect(records).toEqual([]);
			expect(error).toMatchObject({ context: { outcome } });
			expect(`${error?.message} ${error?.description}`).toMatch(says);
			expect(posts()).toHaveLength(3);
		},
	);

	test('returns a row for each university that could not be checked, even if that is all of them', async () => {
		data.fault({ kind: 'status', status: 422, method: 'POST' });
		const result = await referenceData({ ...compare, ...rows(MARKS) });
		expect(result.error).toBeUndefined();
		expect(result.records).toHaveLength(26);
		for (const row of result.records) {
			const known = data.universities.find(({ id }) => id === row.university_id);
			expect(row).toMatchObject({
				university: known?.name,
				aps_minimum: known?.aps_minimum,
				application_closes: known?.application_closes,
				outcome: 'refused',
				error: expect.stringContaining('(HTTP 422)') as string,
			});
		}
		expect(result.texts).toEqual(['26 universities couldn\'t be checked. See the field "error".']);
	});

	test.each([true, false])(
		'returns the breakdown unless simplified: Simplify %s',
		async (simplify) => {
			const selected = { universityScope: 'selected', universityIds: ['uct'] };
			const { records } = await referenceData({
				...compare,
				...selected,
				...rows(MARKS),
				simplify,
			});
			expect(records.map((record) => 'breakdown' in record)).toEqual([!simplify]);
		},
	);

	test('has a hint if the list of universities may be incomplete', async () => {
		data.quirk({ wrongTotal: 2 });
		const { texts } = await referenceData({ ...compare, ...rows(MARKS) });
		expect(texts[0]).toContain(
			'should have returned 28 records, but returned 26 different records',
		);
	});

	test('with Open Only compares only universities that accept applications today', async () => {
		const all = await referenceData({ ...compare, ...rows(MARKS) });
		const open = all.records.filter((row) => row.applications_open === true);
		expect(open.length).toBeGreaterThan(0);
		expect(open.length).toBeLessThan(26);
		// The subjects come from the form, so no hint lists them.
		expect(all.texts).toEqual([]);
		data.requests.length = 0;
		const options = { openOnly: true };
		const result = await referenceData({ ...compare, ...rows(MARKS), options });
		expect(result.records).toEqual(open);
		expect(posts()).toHaveLength(open.length);
	});

	test('has a hint if the learner qualifies nowhere, or if there are no universities', async () => {
		const poor = rows(MARKS.map(([name]) => [name, 1]));
		const unmet = await referenceData({ ...compare, ...poor, options: { onlyQualifying: true } });
		expect(unmet.records).toEqual([]);
		expect(unmet.texts).toEqual([
			"The learner doesn't meet the minimum APS of any of these universities.",
		]);
		const parameters = { ...compare, ...poor, universityScope: 'province', province: 'KZN' };
		const all = data.universities.splice(0);
		const result = await referenceData(parameters);
		const open = { ...compare, ...poor, options: { openOnly: true } };
		const { texts } = await referenceData(open);
		data.universities.push(...all);
		expect(result.records).toEqual([]);
		expect([result.texts[0], texts[0]]).toEqual([
			"The service doesn't list any universities in KwaZulu-Natal.",
			"The service doesn't list any universities that accept applications today.",
		]);
	});

	test('compares all universities, and ignores the parameters of other choices', async () => {
		const unused = { province: '={{ $json.none }}', universityIds: ['..'] };
		const all = { ...compare, ...rows(MARKS), universityScope: '={{ "all" }}', ...unused };
		const { records, error } = await referenceData(all);
		expect(error).toBeUndefined();
		expect(records).toHaveLength(data.universities.length);
	});

	test('compares each selected university once, and returns unknown ones last with an error', async () => {
		const result = await referenceData({
			...compare,
			...rows(MARKS),
			universityScope: 'selected',
			universityIds: ['uct', 'hogwarts', 'unisa', 'uct', '..', ' '],
		});
		expect(posts()).toHaveLength(3);
		expect(result.records).toMatchObject([
			{ university_id: 'unisa', gap: SCORE - 20 },
			{ university_id: 'uct', gap: SCORE - 38 },
			{ university_id: '..', error: '"University" is not an ID: ".."' },
			{ university_id: 'hogwarts', error: expect.stringContaining('(HTTP 404)') as string },
		]);
	});
});

test('Compare Universities accepts numbers as text and flags as 1, and puts open universities first among equals', async () => {
	const dates = (open: boolean) => ({
		application_opens: '2020-01-01',
		application_closes: open ? '2999-12-31' : '2020-12-31',
	});
	const universities = [
		{ id: 'a', name: 'A', ...dates(false) },
		{ id: 'b', name: 'B', ...dates(true) },
		{ id: 'c', name: 'C', ...dates(false) },
		{ id: 'd', name: 'D', ...dates(true) },
		{ id: 'fails', name: 'E', ...dates(true) },
		{ id: 'no-minimum', name: 'F', ...dates(true) },
	];
	const minimums: Record<string, string> = { a: '20', b: '20', c: '19', d: '30' };
	scripted.answers(({ method, body }) => {
		if (method === 'GET') return { body: { data: universities, meta: { total: 6 } } };
		const { university_id: id } = JSON.parse(body) as { university_id: string };
		if (id === 'fails') return { status: 422, body: {} };
		const minimum = minimums[id] ?? null;
		const qualifies = Number(minimum ?? 99) <= 27 ? 1 : 0;
		return { body: { aps_score: '27', aps_minimum: minimum, qualifies } };
	});
	const idsAndGaps = async (onlyQualifying: boolean) => {
		const { records, texts } = await onScripted(
			{ ...compare, subjectsFrom: 'fields', options: { onlyQualifying } },
			{ items: [{ Mathematics: 7 }] },
		);
		expect(texts[0]).toBe('1 university couldn\'t be checked. See the field "error".');
		return records.map(({ university_id: id, gap }) => `${id} ${gap}`);
	};
	expect(await idsAndGaps(true)).toEqual(['c 8', 'b 7', 'a 7', 'fails undefined']);
	const all = ['c 8', 'b 7', 'a 7', 'd -3', 'no-minimum null', 'fails undefined'];
	expect(await idsAndGaps(false)).toEqual(all);
});
