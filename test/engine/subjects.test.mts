import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { nodeOn, startScripted } from './scripted.mjs';

const service = await startScripted();
const run = nodeOn('referenceData', service);

/** Seven subjects as a spreadsheet has them, so that nothing but what a test adds is worth a hint. */
const LEARNER: Record<string, number> = {
	'English Home Language': 6,
	'Afrikaans First Additional Language': 5,
	Mathematics: 7,
	'Physical Sciences': 6,
	'Life Sciences': 5,
	Geography: 6,
	'Life Orientation': 7,
};
const ALL = Object.entries(LEARNER);

/** Runs Calculate for one item: the subjects and levels that were sent, if any, and what was said. */
async function calculateFor(item: IDataObject, parameters: IDataObject = {}) {
	service.requests.length = 0;
	service.answers(() => ({ body: { aps_score: 35, aps_minimum: 30, qualifies: true } }));
	const calculate = {
		resource: 'admissionPointScore',
		operation: 'calculate',
		universityId: 'uct',
	};
	const { error, records } = await run(
		{ ...calculate, subjectsFrom: 'fields', ...parameters },
		{ items: [item] },
	);
	const [request] = service.requests;
	const body = request && (JSON.parse(request.body) as { subjects: IDataObject[] });
	return {
		sent: body?.subjects.map(({ name, level }) => [name, level]),
		message: error?.message,
		description: error?.description,
		warnings: (records[0]?.warnings ?? []) as string[],
	};
}

describe('A subject is never silently dropped', () => {
	test('a mark that is none ends the item and names the subject', async () => {
		const { sent, message } = await calculateFor({ ...LEARNER, Acc: 'abs' });
		expect(message).toBe('Subject "Accounting" ("Acc"): "abs" is not a mark [item 0]');
		expect(sent).toBeUndefined();
	});

	test('all that is no mark is named at once', async () => {
		const { message } = await calculateFor({ ...LEARNER, Acc: 'abs', Music: 8, Maths: 6 });
		expect(message).toBe(
			'Subject "Accounting" ("Acc"): "abs" is not a mark; Subject "Music": the level 8 is not a whole number from 1 to 7; Subject "Mathematics": "Mathematics" is 7 (level 7), but "Maths" is 6 (level 6) [item 0]',
		);
	});

	test('no mark means not taken, and a warning lists the subject', async () => {
		const { sent, warnings } = await calculateFor({ ...LEARNER, Acc: '-' });
		expect(sent).toEqual(ALL);
		expect(warnings).toEqual(['These subjects have no mark, so they count as not taken: "Acc".']);
	});

	test('a warning lists numbers in fields that are not read, such as short names that are words', async () => {
		const { sent, warnings } = await calculateFor({
			...LEARNER,
			cat: 3,
			it: 5,
			Bus: 5,
			Geografy: 4,
		});
		expect(sent).toEqual(ALL);
		expect(warnings).toEqual([
			'These fields may be marks, but weren\'t read: "cat" (Computer Applications Technology?), "it" (Information Technology?), "Bus" (Business Studies?), "Geografy" (Geography?).',
		]);
	});

	test('a row with one subject and one mark is no learner, and the error says how to combine rows', async () => {
		const { sent, message, description } = await calculateFor({ Subject: 'Mathematics', Mark: 65 });
		expect(message).toMatch(/^No subjects were found in the fields of the input item/);
		expect(description).toContain('combine the rows of a learner with the Aggregate node');
		expect(sent).toBeUndefined();
	});
});

test.each<[string, IDataObject, IDataObject, string]>([
	[
		'20,000 fields',
		Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`Maths ${n}`, 5])),
		{},
		'The input item has more than 500 fields',
	],
	[
		'a field name of 19 KB',
		{ ['Maths '.repeat(3200)]: 5 },
		{},
		'No subjects were found in the fields of the input item',
	],
	[
		'3,000 subjects',
		{},
		{
			subjectsFrom: 'json',
			subjectsJson: Array.from({ length: 3000 }, (_, n) => ({
				name: `Maths ${n}`,
				level: 5,
			})) as unknown as IDataObject,
		},
		'More than 100 subjects were given',
	],
	[
		'50 KB of escaped quotes',
		{},
		{ subjectsFrom: 'json', subjectsJson: JSON.stringify({ Maths: '"'.repeat(25_000) }) },
		'Subject "Mathematics" ("Maths"): ',
	],
	[
		'a subject with a name of 19 KB',
		{},
		{ subjectsFrom: 'json', subjectsJson: { ['Maths '.repeat(3200)]: 5 } },
		'No subject name was given for "Maths Maths',
	],
	['a mark of 50 KB', { Maths: '6 '.repeat(25_000) }, {}, 'Subject "Mathematics" ("Maths"): "6 6'],
])('%s are refused within a second', async (_what, item, parameters, start) => {
	const before = performance.now();
	const { sent, message } = await calculateFor(item, parameters);
	expect(performance.now() - before).toBeLessThan(1000);
	expect(sent).toBeUndefined();
	expect(message?.startsWith(start), message).toBe(true);
});

describe('A subject that is given twice', () => {
	test('with one level is sent once', async () => {
		expect((await calculateFor({ ...LEARNER, Maths: 7 })).sent).toEqual(ALL);
	});

	const rows = [...ALL, ['Maths', 5]].map(([name, mark]) => ({ name, mark })) as IDataObject[];
	test.each<[string, IDataObject, string]>([
		['in Input Fields', {}, '"Mathematics" is 7 (level 7), but "Maths" is 5 (level 5)'],
		[
			'in JSON',
			{ subjectsFrom: 'json', subjectsJson: { ...LEARNER, Maths: 5 } },
			'"Mathematics" is 7 (level 7), but "Maths" is 5 (level 5)',
		],
		[
			'in Define Below',
			{ subjectsFrom: 'define', subjects: { subject: rows } },
			'row 3 is 7 (level 7), but row 8 is 5 (level 5)',
		],
	])('with two levels ends the item and names both: %s', async (_where, parameters, both) => {
		const { sent, message } = await calculateFor({ ...LEARNER, Maths: 5 }, parameters);
		expect(message).toBe(`Subject "Mathematics": ${both} [item 0]`);
		expect(sent).toBeUndefined();
	});
});

test('Compare reads numbers as text, flags as 1, and puts open ones first among equals', async () => {
	const dates = (open: boolean) => ({
		application_opens: '2020-01-01',
		application_closes: open ? '2999-12-31' : '2020-12-31',
	});
	const universities = [
		{ id: 'a', name: 'A', ...dates(false) },
		{ id: 'b', name: 'B', ...dates(true) },
		{ id: 'c', name: 'C', ...dates(false) },
		{ id: 'd', name: 'D', ...dates(true) },
	];
	const minimums: Record<string, string> = { a: '20', b: '20', c: '19', d: '30' };
	service.answers(({ method, body }) => {
		if (method === 'GET') return { body: { data: universities, meta: { total: 4 } } };
		const minimum = minimums[(JSON.parse(body) as { university_id: string }).university_id];
		const qualifies = Number(minimum) <= 27 ? 1 : 0;
		return { body: { aps_score: '27', aps_minimum: minimum, qualifies } };
	});
	const compare = { resource: 'admissionPointScore', operation: 'compare', subjectsFrom: 'fields' };
	const { records } = await run(
		{ ...compare, options: { onlyQualifying: true } },
		{ items: [LEARNER] },
	);
	expect(records.map(({ university_id: id, gap }) => [id, gap])).toEqual([
		['c', 8],
		['b', 7],
		['a', 7],
	]);
});
