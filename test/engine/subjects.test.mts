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
	const { error, texts } = await run(
		{ ...calculate, subjectsFrom: 'fields', ...parameters },
		{ items: [item] },
	);
	const [request] = service.requests;
	const body = request && (JSON.parse(request.body) as { subjects: IDataObject[] });
	return {
		sent: body?.subjects.map(({ name, level }) => [name, level]),
		message: error?.message,
		description: error?.description,
		hints: texts.join('\n'),
	};
}

describe('A subject is never silently dropped', () => {
	test.each(['abs', '#N/A', 'A', '6/7', 0.65, 101])(
		'a mark that is none ends the item and names the subject: %j',
		async (mark) => {
			const { sent, message } = await calculateFor({ ...LEARNER, Acc: mark });
			expect(message).toMatch(/^Subject "Accounting": /);
			expect(sent).toBeUndefined();
		},
	);

	test.each(['', '-', '–', 'n/a', 'n.v.t.'])(
		'a mark of %j means not taken, and a hint lists the subject',
		async (mark) => {
			const { sent, hints } = await calculateFor({ ...LEARNER, Acc: mark });
			expect(sent).toEqual(ALL);
			expect(hints).toContain('These subjects have no mark, so they count as not taken: "Acc".');
		},
	);

	test.each(['cat', 'it', 'Bus', 'Info', 'Tour', 'Bio', 'Phys', 'Robotics', 'Geografy'])(
		'a number in a field that is not read is in a hint: %s',
		async (field) => {
			const { sent, hints } = await calculateFor({ ...LEARNER, [field]: 3 });
			expect(sent).toEqual(ALL);
			expect(hints).toContain(`"${field}"`);
		},
	);

	test('a row with one subject and one mark is no learner, and the error says how to combine rows', async () => {
		const { sent, message, description } = await calculateFor({ Subject: 'Mathematics', Mark: 65 });
		expect(message).toMatch(/^No subjects were found in the fields of the input item/);
		expect(description).toContain('Aggregate');
		expect(sent).toBeUndefined();
	});
});

test.each([
	['CAT', 'Computer Applications Technology'],
	['IT', 'Information Technology'],
	['cat level', 'Computer Applications Technology'],
])(
	'a short name that is also a word counts in capitals or beside a unit: %s',
	async (field, name) => {
		expect((await calculateFor({ ...LEARNER, [field]: 3 })).sent).toEqual([...ALL, [name, 3]]);
	},
);

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
