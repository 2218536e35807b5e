// What the defences broke: numbers of design/trust.md. `test` marks what still has to be mended.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { linesOf, nodeOn, startScripted } from './scripted.mjs';

const service = await startScripted();
const run = nodeOn('referenceData', service);

/** Seven subjects as a spreadsheet has them, so that nothing but the added fields is worth a hint. */
const LEARNER: IDataObject = {
	'English Home Language': 6,
	'Afrikaans First Additional Language': 5,
	Mathematics: 7,
	'Physical Sciences': 6,
	'Life Sciences': 5,
	Geography: 6,
	'Life Orientation': 7,
};
const WITHOUT_MATHEMATICS = Object.fromEntries(
	Object.entries(LEARNER).filter(([name]) => name !== 'Mathematics'),
);

const calculate = {
	resource: 'admissionPointScore',
	operation: 'calculate',
	universityId: 'uct',
	subjectsFrom: 'fields',
};
const SCORE = { aps_score: 35, aps_minimum: 30, qualifies: true, university: 'UCT', breakdown: [] };

/** Runs Calculate for one item; gives the levels that were sent, by subject, and what was said. */
async function calculateFor(item: IDataObject, parameters: IDataObject = calculate) {
	service.answers(() => ({ body: SCORE }));
	const { error, texts } = await run(parameters, { items: [item] });
	const sent = service.requests.map(
		({ body }) =>
			(JSON.parse(body) as { subjects: Array<{ name: string; level: number }> }).subjects,
	);
	expect(sent.length).toBeLessThanOrEqual(1);
	const levels = sent[0]?.map(({ name, level }): [string, number] => [name, level]);
	return {
		message: error?.message ?? '',
		description: error?.description ?? '',
		levels,
		hints: texts.join('\n'),
	};
}

describe('A mark that is no mark', () => {
	// 14
	test('ends the item and names the subject behind a short name: Acc', async () => {
		const { message, levels } = await calculateFor({ ...LEARNER, Acc: 'abs' });
		expect(message).toMatch(/Accounting.*abs/);
		expect(levels).toBeUndefined();
	});

	// 14
	test.each<unknown>(['abs', '#N/A', 'A', '6/7', 0.65])(
		'ends the item and names Accounting: %j',
		async (value) => {
			const { message, levels } = await calculateFor({ ...LEARNER, Accounting: value as string });
			expect(message).toMatch(/Accounting/);
			expect(levels).toBeUndefined();
		},
	);

	const isSkipped = async (field: string) => {
		for (const value of ['', '-', '–', 'n/a', 'n.v.t.']) {
			service.requests.length = 0;
			const { message, levels, hints } = await calculateFor({ ...LEARNER, [field]: value });
			expect(message).toBe('');
			expect(levels).toEqual(Object.entries(LEARNER));
			expect(hints).toContain(`"${field}"`);
		}
	};

	// 14
	test('is skipped and listed in the hint if it means "not taken": Accounting', async () => {
		await isSkipped('Accounting');
	});

	// 14
	test('is skipped and listed in the hint if it means "not taken": Acc', async () => {
		await isSkipped('Acc');
	});
});

describe('A short name that is also a word', () => {
	// 14
	test.each([
		['cat', 3],
		['it', 5],
		['Bus', 5],
		['Info', 4],
		['Tour', 4],
		['Bio', 4],
		['Phys', 4],
	])('is no subject without capitals or a unit, and a hint names it: %s', async (field, value) => {
		const { message, levels, hints } = await calculateFor({ ...LEARNER, [field]: value });
		expect(message).toBe('');
		expect(levels).toEqual(Object.entries(LEARNER));
		expect(hints).toContain(`"${field}"`);
	});

	// 14
	test.each([
		['CAT', 'Computer Applications Technology'],
		['IT', 'Information Technology'],
		['cat level', 'Computer Applications Technology'],
	])('is a subject in capitals or beside a unit: %s', async (field, subject) => {
		const { levels } = await calculateFor({ ...LEARNER, [field]: 3 });
		expect(levels).toEqual([...Object.entries(LEARNER), [subject, 3]]);
	});
});

describe('An item with one subject and one mark', () => {
	// 14
	test('is no learner, and the error says how to combine rows', async () => {
		const { message, description, levels } = await calculateFor(
			{ Subject: 'Mathematics', Mark: 65 },
			{ ...calculate, marksAs: 'percentage' },
		);
		expect(message).toMatch(/no subjects/i);
		expect(description).toMatch(/Aggregate/);
		expect(levels).toBeUndefined();
	});
});

describe('A subject that is given twice', () => {
	// 14
	test('with two levels ends the item and names both fields', async () => {
		const { message, description, levels } = await calculateFor({
			...WITHOUT_MATHEMATICS,
			Maths: 5,
			Mathematics: 6,
		});
		expect(`${message} ${description}`).toContain('"Maths"');
		expect(`${message} ${description}`).toContain('"Mathematics"');
		expect(levels).toBeUndefined();
	});

	// 14
	test('with one level is sent once', async () => {
		const { message, levels } = await calculateFor({ ...LEARNER, Maths: 7 });
		expect(message).toBe('');
		expect(levels).toEqual(Object.entries(LEARNER));
	});

	// 14
	test('with two levels ends the item in JSON too', async () => {
		const { message, levels } = await calculateFor(
			{},
			{
				...calculate,
				subjectsFrom: 'json',
				subjectsJson: JSON.stringify({ ...LEARNER, Maths: 5 }),
			},
		);
		expect(message).toMatch(/Mathematics/);
		expect(levels).toBeUndefined();
	});

	// 14
	test('with two levels ends the item in Define Below too', async () => {
		const rows = [...Object.entries(LEARNER), ['Maths', 5]];
		const { message, levels } = await calculateFor(
			{},
			{
				...calculate,
				subjectsFrom: 'define',
				subjects: { subject: rows.map(([name, mark]) => ({ name, mark })) },
			},
		);
		expect(message).toMatch(/Mathematics/);
		expect(levels).toBeUndefined();
	});
});

describe('A field with two units', () => {
	// 14: read as a level, or named as not read; never as 5 %, which is level 1.
	test('is not read as 5 %: "Maths % level"', async () => {
		const { message, description, levels, hints } = await calculateFor({
			...WITHOUT_MATHEMATICS,
			'Maths % level': 5,
		});
		const mathematics = levels?.find(([name]) => name === 'Mathematics');
		expect(mathematics).not.toEqual(['Mathematics', 1]);
		const isNamed = `${message} ${description} ${hints}`.includes('"Maths % level"');
		expect(isNamed || mathematics?.[1] === 5).toBe(true);
	});
});

describe('Match', () => {
	const match = { resource: 'highSchool', operation: 'match', schoolName: '={{ $json.typed }}' };
	const school = (name: string, emis = '700400001') => ({
		id: Number(emis.slice(-1)),
		nat_emis: emis,
		name,
		province: 'Gauteng',
		town: 'Pretoria',
	});
	/** Answers as a service that holds these schools and searches for words of their names. */
	const holds = (...schools: Array<ReturnType<typeof school>>) =>
		service.answers(({ path, query }) => {
			const [, id] = /^\/v1\/high-schools\/(\d+)$/.exec(path) ?? [];
			const one = schools.find(({ nat_emis: emis }) => emis === id);
			if (id !== undefined)
				return one ? { body: { data: one } } : { status: 404, body: { message: 'No' } };
			const words = (query.search ?? '').toLowerCase().split(' ');
			const data = schools.filter(({ name }) =>
				words.every((word) => name.toLowerCase().includes(word)),
			);
			return { body: { data, pagination: { page: 1, per_page: 100, total: data.length } } };
		});

	// 15
	test.each<[string, string[]]>([
		['Solomon P Mahlangu Secondary School', ['SOLOMON MAHLANGU SECONDARY SCHOOL']],
		['Solomon Mahlangu Secondary School', ['SOLOMON P MAHLANGU SECONDARY SCHOOL']],
		[
			'Solomon P Mahlangu Secondary School',
			['SOLOMON MAHLANGU SECONDARY SCHOOL', 'SOLOMON MAHLANGU PRIMARY SCHOOL'],
		],
		[
			'Solomon P Mahlangu',
			['SOLOMON P MAHLANGU SECONDARY SCHOOL', 'SOLOMON MAHLANGU PRIMARY SCHOOL'],
		],
	])(
		'takes the P before a name for an initial, not for Primary: %s among %j',
		async (typed, names) => {
			holds(...names.map((name, index) => school(name, `70040000${index + 1}`)));
			const { records } = await run(match, { items: [{ typed }] });
			expect(records).toMatchObject([{ status: 'matched', emis: '700400001' }]);
		},
	);

	// 15: a letter that stands for no type is taken for an initial today.
	test('takes the K before a name for an initial', async () => {
		holds(
			school('SOLOMON MAHLANGU SECONDARY SCHOOL', '700400001'),
			school('SOLOMON MAHLANGU PRIMARY SCHOOL', '700400002'),
		);
		const { records } = await run(match, {
			items: [{ typed: 'Solomon K Mahlangu Secondary School' }],
		});
		expect(records).toMatchObject([{ status: 'matched', emis: '700400001' }]);
	});

	// 15
	test.each(['EMIS 700 400 001 Waterkloof', 'EMIS: 700 400 001, Waterkloof'])(
		'recognizes an EMIS number in groups of three beside a name: %s',
		async (typed) => {
			holds(school('Hoërskool Waterkloof'), school('Waterkloof House', '700400002'));
			const { records } = await run(match, { items: [{ typed }] });
			expect(linesOf(service)).toEqual(['GET /v1/high-schools/700400001']);
			expect(records).toMatchObject([{ status: 'matched', emis: '700400001' }]);
		},
	);

	// 15
	test.each(['EMIS 700400001 Waterkloof', '700 400 001'])(
		'recognizes an EMIS number: %s',
		async (typed) => {
			holds(school('Hoërskool Waterkloof'));
			const { records } = await run(match, { items: [{ typed }] });
			expect(linesOf(service)).toEqual(['GET /v1/high-schools/700400001']);
			expect(records).toMatchObject([{ status: 'matched', emis: '700400001' }]);
		},
	);
});

describe('Validate', () => {
	const place = (suburb: string, code: string) => ({
		id: `4b1f0c3e-0000-4000-8000-${code}${String(suburb.length).padStart(8, '0')}`,
		suburb,
		area: 'Pretoria',
		province: 'Gauteng',
		street_code: code,
		box_code: '0028',
	});
	const holds = (...places: Array<ReturnType<typeof place>>) =>
		service.answers(({ query }) => {
			const { suburb = '', area = '', postal_code: code } = query;
			const data = places.filter(
				(one) =>
					one.suburb.toLowerCase().includes(suburb.toLowerCase()) &&
					one.area.toLowerCase().includes(area.toLowerCase()) &&
					(code === undefined || [one.street_code, one.box_code].includes(code)),
			);
			return {
				body: { data, meta: { page: 1, per_page: 100, total: data.length, total_pages: 1 } },
			};
		});
	const validate = {
		resource: 'postalCode',
		operation: 'validate',
		postalCode: '0083',
		filters: { suburb: '={{ $json.suburb }}', area: 'Pretoria' },
	};

	// 15
	test('says mismatch for an extension that the service does not list, among other places', async () => {
		holds(place('Hatfield', '0083'), place('Arcadia', '0083'));
		const { records } = await run(validate, { items: [{ suburb: 'Hatfield Ext 2' }] });
		expect(records).toMatchObject([{ valid: false, status: 'mismatch', postal_code: '0083' }]);
	});

	// 15
	test('says that the extension was not checked if its suburb is the only place with the code', async () => {
		holds(place('Hatfield', '0083'), place('Brooklyn', '0181'));
		const { records } = await run(validate, { items: [{ suburb: 'Hatfield Ext 2' }] });
		expect(records).toMatchObject([
			{
				status: 'valid',
				message:
					'0083 is the street code of Hatfield, Pretoria. The service lists no extensions there, so that part was not checked.',
			},
		]);
	});

	// 15
	test('says valid for an extension that the service lists', async () => {
		holds(place('Hatfield', '0083'), place('Hatfield Ext 2', '0083'));
		const { records } = await run(validate, { items: [{ suburb: 'Hatfield Ext 2' }] });
		expect(records).toMatchObject([{ valid: true, status: 'valid', postal_code: '0083' }]);
	});
});

describe('Many rows', () => {
	const ROWS = 150;
	const FIELDS = [
		'Robotics club',
		'Chess club',
		'Debating society',
		'School choir',
		'Swimming team',
		'Hockey team',
		'Cricket team',
		'Netball team',
		'Rugby team',
	];

	/** Processor time in milliseconds. The rows hold no subject, so that each item ends before a request. */
	async function cost(value: (index: number) => unknown): Promise<number> {
		const items = Array.from({ length: ROWS }, () =>
			Object.fromEntries(FIELDS.map((field, index) => [field, value(index)])),
		);
		const before = process.cpuUsage();
		const { items: out } = await run(calculate, {
			items: items as IDataObject[],
			onError: 'continueRegularOutput',
		});
		const { user, system } = process.cpuUsage(before);
		expect(out).toHaveLength(ROWS);
		expect(service.requests).toEqual([]);
		return (user + system) / 1000;
	}

	// 16: 0.5 ms a row. Compared with rows that cost n8n as much, since the machines differ.
	test('with nine unread numeric fields cost less than twice what nine texts do', async () => {
		const ofNumbers: number[] = [];
		const ofTexts: number[] = [];
		await cost(() => 'yes, since last year');
		for (let round = 0; round < 2; round++) {
			ofTexts.push(await cost(() => 'yes, since last year'));
			ofNumbers.push(await cost((index) => 60 + index));
		}
		expect(Math.min(...ofNumbers) / Math.min(...ofTexts)).toBeLessThan(2);
	});
});
