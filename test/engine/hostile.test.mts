import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { stallDuring } from '../eventLoop.mjs';
import { lines, linkOf, listOf, useScripted } from './scripted.mjs';

// Texts from forms, spreadsheets, models and services must not block n8n, which has one thread for everybody.

const { service, runLeast } = await useScripted();

/**
 * How long the event loop may stand still, in milliseconds. On an idle machine nothing here takes 250; a
 * busy one may take several times as long, and what grows faster than its text takes many seconds.
 */
const LIMIT = 3_000;

const school = (name: string, index = 0): IDataObject => ({
	id: index + 1,
	nat_emis: String(700_400_000 + index),
	name,
	province: 'Gauteng',
	district: 'Tshwane South',
	town: 'Pretoria',
	sector: 'Public',
});
const place = {
	id: '36f17f3e-8c46-44e0-b785-be013a3f207a',
	suburb: 'Sea Point',
	area: 'Cape Town',
	province: 'Western Cape',
	street_code: '8005',
	box_code: '8060',
};
const university = { id: 'uct', name: 'University of Cape Town', province: 'Western Cape' };
const score = { aps_score: 30, aps_minimum: 20, qualifies: true, university: 'UCT', breakdown: [] };

/** Returns a usable response to every request, so that each text gets as far as possible. */
function answerAll(): void {
	service.answers(({ method, path }) => {
		if (path.endsWith('/aps-calculator')) return { body: score };
		if (path.endsWith('/high-schools')) {
			return { body: { data: [school('Grade School')], pagination: { total: 1 } } };
		}
		if (path.endsWith('/postal-codes')) return { body: { data: [place], meta: { total: 1 } } };
		if (path.endsWith('/universities')) return { body: { data: [university], meta: { total: 1 } } };
		if (method === 'GET' && /s$/.test(path)) return listOf([linkOf(1)]);
		return { body: { data: linkOf(1) } };
	});
}

/** Runs an operation on these items. n8n must not be blocked for long, and messages must be short. */
async function expectNoStall(operation: string, given: IDataObject, items: IDataObject[]) {
	const onError = 'continueRegularOutput';
	const stall = await stallDuring(async () => {
		const { texts, records } = await runLeast(operation, given, { items, onError });
		const said = [...texts, ...records.map(({ error, message }) => `${error} ${message}`)];
		expect(Math.max(0, ...said.map(({ length }) => length))).toBeLessThan(20_000);
	});
	expect(stall).toBeLessThan(LIMIT);
}

const times = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));
const many = <T,>(count: number, make: (index: number) => T) =>
	Array.from({ length: count }, (_, index) => make(index));

/** A host of different letters, which Punycode encodes by their distance from each other. */
const HOST = `https://${many(60_000, (index) => String.fromCodePoint(0x4e00 + (index % 20_000))).join('')}.example`;

/** Long repetitions of text that some parser handles, with an end that doesn't match. */
const TEXTS = [
	...[' ', '\n', '/', '.', '-', '(', "'", '"', '\\"', '[{', '7', 'a', 'é', '\u0301', '%', ':'],
	...['a.', 'S.', '1,', '01-', '2027-01-', '18:', 'https://', '?x=', '&amp;', '<a href=x>'],
	...['Sea Point, Cape Town, ', 'province of ', 'grade ', 'st ', 'hoër ', 'high school '],
	...['maths ', 'level ', '60-69% ', 'what is your mark for ', 'home language ', 'and '],
	// One character that stands for a word, and one that stands for four.
	...['&', '\uFDFA'],
	// Combining marks, which Unicode normalization has to sort.
	'\u0301\u0316',
]
	.flatMap((part) => [
		...[`${times(part, 50_000)}x`, `x${times(part, 50_000)}7`],
		// At the maximum length of a name, and of a question.
		...[`a${times(part, 198)}`, times(part, 490)].map((text) => text.slice(0, 490)),
	])
	.concat(HOST, `#N/A${times(' ', 60_000)}\nx`);

const x = '={{ $json.x }}';
const inMode = (mode: string) => ({ __rl: true, mode, value: x });
const fields = { subjectsFrom: 'fields', marksAs: 'percentage' };
const json = { subjectsFrom: 'json', subjectsJson: x };
const aDay = { expirationDate: '2031-01-01' };

test.each<[operation: string, given: IDataObject, items?: IDataObject[]]>([
	// Every kind of parameter that takes a text.
	['postalCode validate', { postalCode: x }],
	['postalCode validate', { postalCode: '8005', filters: { suburb: x } }],
	['postalCode validate', { postalCode: '8005', filters: { area: x } }],
	['postalCode validate', { postalCode: '8005', filters: { suburb: x, area: x } }],
	['postalCode getAll', { filters: { postalCode: x } }],
	['highSchool match', { schoolName: x }],
	['highSchool match', { schoolName: 'Grade', filters: { town: x } }],
	['highSchool getAll', { filters: { province: x } }],
	['highSchool getAll', { filters: { search: x } }],
	['highSchool get', { schoolId: inMode('emis') }],
	['university get', { universityId: x }],
	['link upsert', { alias: x }],
	['link upsert', { matchBy: 'url', alias: '', url: x }],
	['link get', { linkId: inMode('alias') }],
	['link delete', { linkId: x }],
	['link create', { additionalFields: { expirationDate: x } }],
	['link create', { additionalFields: { ...aDay, expirationTime: x } }],
	['link create', { additionalFields: { pixelIds: x } }],
	[
		'link create',
		{ targetType: 1, countryRules: { rule: [{ key: x, value: 'https://a.example' }] } },
	],
	['link cleanUp', { filters: { search: x, searchBy: 'alias' } }],
	['pixel upsert', { name: x }],
	['admissionPointScore calculate', json],
	['admissionPointScore compare', { universityScope: 'selected', universityIds: x }],
	// A field with such a name, or with such a mark.
	['admissionPointScore calculate', fields, TEXTS.map((text) => ({ [text]: 60 }))],
	['admissionPointScore calculate', fields, TEXTS.map((text) => ({ Mathematics: text }))],
	['admissionPointScore calculate', fields, TEXTS.map((mark) => ({ Mathematics: 60, mark }))],
	// 490 fields with the longest names, 2,000 objects in one another.
	[
		'admissionPointScore calculate',
		fields,
		['\uFDFA', 'a/', '1/', 'it '].map((part) =>
			Object.fromEntries(many(490, (index) => [`${index} ${times(part, 490)}`.slice(0, 490), 60])),
		),
	],
	[
		'admissionPointScore calculate',
		fields,
		[{ x: JSON.parse(`${times('{"a":', 10_000)}1${times('}', 2_000)}`) as IDataObject }],
	],
	// A word of 17,000 letters among a hundred names.
	[
		'highSchool match',
		{ schoolName: x },
		many(100, (index) => ({ x: index === 0 ? times('a', 17_000) : `School ${index}` })),
	],
])(
	'%s does not block n8n, whatever the text, with %j (%#)',
	async (operation, given, items = TEXTS.map((text) => ({ x: text }))) => {
		answerAll();
		await expectNoStall(operation, given, items);
	},
);

const JSON_TYPE = { 'content-type': 'application/json' };

test.each<[string, { status?: number; body: unknown; headers?: Record<string, string> }]>([
	['150,000 escaped quotes', { body: times('\\"', 300_000), headers: JSON_TYPE }],
	['half a JSON text of quotes', { body: `{"data":"${times('\\"', 300_000)}`, headers: JSON_TYPE }],
	['200,000 digits', { body: `{"data":[{"id":${times('9', 200_000)}}]}`, headers: JSON_TYPE }],
	[
		'20,000 field errors',
		{
			status: 422,
			body: { message: Object.fromEntries(many(20_000, (index) => [`field ${index}`, ['No.']])) },
		},
	],
	['a long message', { status: 422, body: { message: times('No. ', 400_000) } }],
	[
		'a school with a name of 120,000 brackets',
		{ body: { data: [school(times('(', 120_000))], pagination: { total: 1 } } },
	],
	[
		'a school with a name of 50,000 words',
		{ body: { data: [school(times('grade ', 300_000))], pagination: { total: 1 } } },
	],
	...['short_url', 'url'].map((field): [string, { body: unknown }] => [
		`a link with a host of 60,000 letters in ${field}`,
		{ body: { data: [linkOf(1, { [field]: HOST })] } },
	]),
	...['district', 'university', 'title', 'province'].map((field): [string, { body: unknown }] => {
		const record = { ...school('Grade'), ...linkOf(1), [field]: times('\u0301\u0316', 100_000) };
		return [`a ${field} of 100,000 marks`, { body: { data: [record, school('Other', 1)] } }];
	}),
	...['town', 'district', 'circuit', 'street_address', 'suburb', 'area'].map(
		(field): [string, { body: unknown }] => [
			`a record with a ${field} of 200,000 words`,
			{ body: { data: [{ ...school('Grade'), ...place, [field]: times('\uFDFA ', 400_000) }] } },
		],
	),
])('a service that returns %s does not block n8n', async (_what, answer) => {
	for (const operation of [
		'highSchool match',
		'highSchool getAll',
		'highSchool getDistricts',
		'postalCode validate',
		'link create',
		'link getAll',
		'link get',
		'link upsert',
	]) {
		service.answers(() => answer);
		const filters = { town: 'Soweto', suburb: 'Orlando', area: 'Soweto', search: 'x' };
		const linkId = { __rl: true, mode: 'alias', value: 'https://go.example/link-1' };
		const given = { filters, linkId, matchBy: 'url', alias: '' };
		await expectNoStall(operation, given, [{}]);
	}
});

test('a base URL with 80,000 slashes does not block n8n', async () => {
	const credentials = { ...service, baseUrl: `${service.baseUrl}${times('/', 80_000)}a` };
	const stall = await stallDuring(async () => await runLeast('link get', {}, { credentials }));
	expect(stall).toBeLessThan(LIMIT);
});

test('a postal code with 20,000 places does not block n8n, and is not judged by only some of them', async () => {
	const data = many(20_000, (index) => ({ ...place, id: String(index) }));
	service.answers(() => ({ body: { data, meta: { total: data.length } } }));
	const stall = await stallDuring(async () => {
		const { error } = await runLeast('postalCode validate', { postalCode: '8005' });
		expect(error?.description).toContain('more than 1000 places');
	});
	expect(stall).toBeLessThan(LIMIT);
});

test('a place of 28 words does not block n8n, even with the most places that a code may have', async () => {
	const data = many(1_000, (index) => ({ ...place, id: String(index) }));
	service.answers(() => ({ body: { data, meta: { total: data.length } } }));
	const text = times('Sea Point, Cape Town, ', 150);
	const filters = { suburb: text, area: `${text} Durban` };
	await expectNoStall('postalCode validate', { postalCode: '8005', filters }, [{}]);
});

test.each(['link update', 'link upsert'])(
	'%s with 50,000 pixels does not block n8n',
	async (operation) => {
		const ids = many(50_000, (index) => String(index + 1));
		const pixels = ids.map((id) => ({ id })).reverse();
		service.answers(({ method, path }) => {
			const link = linkOf(1, { pixels, url: 'https://www.example.org/new' });
			return method === 'GET' && /s$/.test(path) ? listOf([link]) : { body: { data: link } };
		});
		const given = { pixelIds: x, ...(operation === 'link update' && { pixelMode: 'remove' }) };
		const fields = { updateFields: given, additionalFields: given, domainId: '' };
		const parameters = { ...fields, matchBy: 'url', alias: '' };
		await expectNoStall(operation, parameters, [{ x: ids.join() }]);
	},
);

const LEARNERS = many(200_000, (index) => ({ name: `Mathematics ${index}`, level: 5 }));
const BY_NAME = Object.fromEntries(LEARNERS.map(({ name, level }) => [name, level]));
const TOO_MUCH = '"Subjects (JSON)" contains more than one learner can have';

test.each<[string, IDataObject, string]>([
	['a list', { x: LEARNERS }, 'There are more than 100 subjects'],
	['the JSON of a list', { x: JSON.stringify(LEARNERS) }, TOO_MUCH],
	['an object', { x: BY_NAME }, TOO_MUCH],
	['the JSON of an object', { x: JSON.stringify(BY_NAME) }, TOO_MUCH],
])('200,000 subjects, as %s, are refused before they are read', async (_as, item, message) => {
	const reading = async () => {
		const { error } = await runLeast('admissionPointScore calculate', json, { items: [item] });
		expect(error?.message).toBe(`${message} [item 0]`);
		expect(error?.description).toContain('Each item is one learner.');
	};
	expect(await stallDuring(reading)).toBeLessThan(300);
	expect(service.requests).toEqual([]);
});

test('a directory in which 1,500 schools share each of 28 words is compared in part, and the reason says so', async () => {
	const words = many(
		28,
		(index) => String.fromCodePoint(98 + (index % 24)).repeat(2) + 'wa' + 'nt'[index % 2],
	);
	const turned = (index: number) => [...words.slice(index % 28), ...words.slice(0, index % 28)];
	const schools = many(1_500, (index) => school(`${turned(index).join(' ')} ${index}`, index));
	service.answers(({ query: { page = '1' } }) => {
		const data = schools.slice((Number(page) - 1) * 100, Number(page) * 100);
		return { body: { data, pagination: { total: schools.length } } };
	});
	const items = many(100, (index) => ({
		x: `${turned(9 * index)
			.reverse()
			.join(' ')} x${index}`,
	}));
	const { user } = process.cpuUsage();
	const { records } = await runLeast('highSchool match', { schoolName: x }, { items });
	// One by one, 150,000 comparisons took 20 seconds.
	expect(process.cpuUsage().user - user).toBeLessThan(12_000_000);
	expect(records).toHaveLength(100);
	for (const { status, reason } of records) {
		expect(status).toBe('ambiguous');
		expect(reason).toMatch(
			/^Too many schools may have a name like this for the node to compare them all/,
		);
	}
});

const LONG = times('9', 200_000);
const byAlias = { linkId: { __rl: true, mode: 'alias', value: 'link-1' } };
const usedUp = { clicks: LONG, expiration_clicks: LONG };
const byName = { universityId: 'University of Cape Town' };
const pixelIds = { additionalFields: { pixelIds: '5' }, matchBy: 'url', alias: '' };
const found = { ...pixelIds, url: 'https://shop.example/p/1', domainId: '' };

test.each<[string, IDataObject, IDataObject, string]>([
	['link get', byAlias, { id: LONG, short_url: LONG }, 'ID 999'],
	['link upsert', found, { pixels: [{ id: LONG }] }, 'replaced other pixels of the link: 999'],
	[
		'link update',
		{ updateFields: { pixelIds: '5' } },
		{ id: LONG, pixels: 0 },
		'another record for link 1005',
	],
	['link cleanUp', {}, usedUp, 'Used up its clicks (999'],
	['link upsert', { alias: 'other', domainId: '' }, { id: LONG }, 'created link 999'],
	[
		'highSchool match',
		{ schoolName: '700400001 Ellen' },
		{ nat_emis: '700400001', name: LONG },
		'belongs to 999',
	],
	['admissionPointScore calculate', byName, { id: LONG, name: byName.universityId }, 'too long'],
])('%s with %j quotes at most 200 characters of a record', async (operation, given, own, said) => {
	const record = { ...school(''), ...linkOf(1), ...own };
	service.answers(({ method, path }) =>
		method === 'GET' && /s$/.test(path)
			? listOf([record, { ...record, id: 2 }].slice(0, /get$/.test(operation) ? 2 : 1))
			: { body: { data: record } },
	);
	const options = { onError: 'continueRegularOutput' } as const;
	const { texts, records } = await runLeast(operation, given, options);
	const told = records.map(({ error, message, reason, clean_up }) => [
		error,
		message,
		reason,
		clean_up,
	]);
	const shown = JSON.stringify([texts, told]);
	expect(shown).toContain(said);
	expect(shown.length).toBeLessThan(1_000);
});

test.each<[string, string]>([
	['link get', 'linkId'],
	['link update', 'linkId'],
	['pixel delete', 'pixelId'],
	['admissionPointScore calculate', 'universityId'],
])('%s quotes at most 200 characters of the ID', async (operation, name) => {
	const id = times('x', 255);
	service.answers(() => ({ status: 422, body: { message: 'No.' } }));
	const { error } = await runLeast(operation, { [name]: id });
	expect(lines(service)).toHaveLength(1);
	expect(error?.message).toContain(`${id.slice(0, 200)}…`);
	expect(error?.message).not.toContain(id);
});

test('the hint on the first learner and the warnings list ten subjects', async () => {
	answerAll();
	const subjectsJson = many(100, (index) => ({ name: `${index}${times('a', 150)}`, level: 5 }));
	const given = { ...json, subjectsJson };
	const { texts, records } = await runLeast('admissionPointScore calculate', given);
	expect(texts[0]).toMatch(/ and 90 more\.$/);
	const doubts = (records[0]?.warnings as string[]).filter((text) => text.startsWith('"'));
	expect(doubts).toHaveLength(10);
	expect(records[0]?.warnings).toContain('And 90 more subjects like these.');
});

test('half a character is read as it is sent, so that the record created with it is found', async () => {
	service.answers(() => listOf([{ id: 1, name: 'Sale \ufffd', type: 'pinboard', value: '1' }]));
	const { records } = await runLeast('pixel upsert', { name: 'Sale 🎉'.slice(0, -1) });
	expect(records).toMatchObject([{ upsert_result: 'unchanged', id: 1 }]);
	expect(lines(service)).toEqual([
		'GET /api/v1/pixels?search=Sale \ufffd&search_by=name&per_page=100',
	]);
});
