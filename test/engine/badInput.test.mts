import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { readList } from '../list.mjs';
import { OPERATIONS, propertiesOf, requests } from './least.mjs';
import { linkOf, useScripted } from './scripted.mjs';

const { service, runLeast } = await useScripted();

// Invalid input is an error with its item and what to do, and nothing is sent.

const value = '={{ $json.value }}';
const byId = { __rl: true, mode: 'id', value };
const byAlias = { linkId: { ...byId, mode: 'alias' } };
const byEmis = { ...byId, mode: 'emis' };

/** Runs two items with the invalid value, which an expression in the parameters reads. */
async function expectRefused(operation: string, given: IDataObject, bad: unknown, start: string) {
	const items = [{ value: bad }, { value: bad }] as IDataObject[];
	const onError = 'continueRegularOutput';
	const { records } = await runLeast(operation, given, { items, onError });
	expect(records).toEqual(
		[0, 1].map((item) => ({
			error: expect.stringMatching(new RegExp(` \\[item ${item}\\]$`)) as string,
			message: expect.stringMatching(/^["A-Z].*\.$/s) as string,
			details: { outcome: 'notSent' },
		})),
	);
	expect(String(records[0]?.error).slice(0, start.length)).toBe(start);
	expect(service.requests).toEqual([]);
}

type Row = [label: string, operation: string, given: IDataObject];
/**
 * Every parameter whose value becomes part of a path, so a new operation needs no row here. A university's
 * ID doesn't.
 */
const onOneRecord = OPERATIONS.flatMap((operation) =>
	propertiesOf(operation)
		.filter(({ type, required }) => type === 'resourceLocator' && required)
		.filter(({ name }) => name !== 'universityId')
		.map(({ displayName, name }): Row => [displayName, operation, { [name]: value }]),
);

test.each<Row>([
	...onOneRecord,
	['Link', 'link delete', { linkId: byId }],
	['High School', 'highSchool get', { schoolId: byEmis }],
])('"%s" of %s is refused if it could change the path: %j', async (label, operation, given) => {
	const texts = [' ', '.', '..', '../pixels', '1?x=1', '%2e%2e', '1\n2', 'a'.repeat(256)];
	for (const bad of [...texts, null, 2 ** 53 + 2, 1.5, [1], true]) {
		await expectRefused(operation, given, bad, `"${label}" `);
	}
});

const columns = ['operation', 'given', 'bad', 'start'] as const;

test.each(readList(import.meta.dirname, 'refused.txt', columns))(
	'$operation refuses $given with $bad',
	async ({ operation, given, bad, start }) => {
		const parameters = JSON.parse(given.replaceAll('"$"', JSON.stringify(value))) as IDataObject;
		await expectRefused(operation, parameters, JSON.parse(bad), start);
	},
);

const ofNewLink = { additionalFields: { alias: value } };
const search = { filters: { search: '=promo-{{ $json.value }}' } };
const halfAlias = { linkId: { __rl: true, mode: 'alias', value: '=promo-{{ $json.value }}' } };

test.each<[string, IDataObject, unknown, string]>([
	['link delete', byAlias, 'a.'.repeat(150), '"Link" is too long: 300 characters'],
	['link delete', byAlias, '/'.repeat(300), '"Link" is too long: 300 characters'],
	['link create', ofNewLink, 'a'.repeat(256), '"Alias" is too long: 256 characters'],
	['link delete', byAlias, Number.NaN, '"Link" must be text'],
	['link cleanUp', search, '', '"Search" looks incomplete: "promo-"'],
	['link delete', halfAlias, '', '"Link" looks incomplete: "promo-"'],
	['link update', halfAlias, '', '"Link" looks incomplete: "promo-"'],
	['link get', halfAlias, '', '"Link" looks incomplete: "promo-"'],
])('%s refuses %j with %j', expectRefused);

// A missing, null, empty or blank value from an expression never widens a filter, empties a field or creates a record.

/** Every entry of every collection of every operation. */
const ENTRIES = OPERATIONS.flatMap((operation) =>
	propertiesOf(operation)
		.filter(({ type }) => type === 'collection')
		.flatMap(({ name: collection, options }) =>
			(options as INodeProperties[])
				// "length" isn't shown in the form, and two others only with a custom type or Input Fields.
				.filter(({ name }) => !['length', 'customType', 'readFieldsAs'].includes(name))
				// Every operation has it. A test below covers its settings.
				.filter(({ name }) => name !== 'requests')
				.map(({ name, displayName: label, type }) => ({
					operation,
					collection,
					name,
					label,
					type,
				})),
		),
);

test('the tests of entries cover more than 100', () => {
	expect(ENTRIES.length).toBeGreaterThan(100);
});

const NOTHINGS: IDataObject[] = [
	{},
	{ x: null },
	{ x: ' \n' },
	{ x: '\u00a0\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2800\u3164\ufeff' },
];

/** Empty lists, as expressions, spreadsheets and models write them. */
const NO_ENTRIES: IDataObject[] = [[], [null, ' '], '[]', '[null]', ' , ;'].map((x) => ({ x }));

/** A record that each operation can read, find or change. */
const record = linkOf(1, {
	alias: 'new',
	url: 'https://www.example.org/new',
	nat_emis: '700400001',
	name: 'New',
	province: 'Limpopo',
});

/** Runs the operation with its required parameters and these. Returns its requests, error and hints. */
async function run(operation: string, added: IDataObject, item: IDataObject) {
	service.requests.length = 0;
	service.answers(({ method, path }) => {
		if (path.endsWith('/aps-calculator')) return { body: { aps_score: 5, aps_minimum: 3 } };
		const [, id = record.id] = /\/(\d+|[\da-f-]{36})$/.exec(path) ?? [];
		const isOne = method !== 'GET' || id !== record.id;
		return {
			body: isOne
				? { data: { ...record, id } }
				: { data: [{ ...record, id: 'uct' }], meta: { total: 1 } },
		};
	});
	const onError = 'continueRegularOutput';
	const { texts, records } = await runLeast(operation, added, { items: [item], onError });
	const warnings = records.flatMap((one) => one.warnings ?? []);
	const sent = service.requests.map(({ method, path, query, body }) => [method, path, query, body]);
	return { sent, message: records[0]?.error, hints: [...texts, ...warnings].join('\n') };
}

test.each(ENTRIES)('$operation: an empty "$label" is left out or refused', async (entry) => {
	const { operation, collection, name, label, type } = entry;
	const value = '={{ $json.x }}';
	const expression = type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value;
	const isUpdate = collection === 'updateFields';
	const isLink = operation.startsWith('link ');
	const isRefused =
		operation === 'link cleanUp' && (collection === 'filters' || name === 'exceptSpaceId');
	const updated = isLink ? '/api/v1/links/1005' : '/api/v1/pixels/101';
	const expected = isUpdate ? [['GET', updated, {}, '']] : (await run(operation, {}, {})).sent;
	expect(expected.length > 0 || isRefused).toBe(true);
	for (const item of type === 'multiOptions' ? [...NOTHINGS, ...NO_ENTRIES] : NOTHINGS) {
		const added = { [collection]: { [name]: expression } };
		const { sent, message, hints } = await run(operation, added, item);
		if (isRefused) {
			expect([message, sent, hints]).toEqual([`"${label}" is empty [item 0]`, [], '']);
			continue;
		}
		expect(message).toBeUndefined();
		expect(sent).toEqual(expected);
		expect(hints).toContain(`"${label}" is empty, so `);
		expect(hints.includes('"Clear Fields"')).toBe(isUpdate && isLink);
	}
});

test.each([
	['Concurrency', 'concurrency'],
	['Max Retries', 'maxRetries'],
	['Max Wait (Seconds)', 'maxWait'],
	['Timeout (Seconds)', 'timeout'],
])('an empty "%s" means the default', async (label, name) => {
	const { sent } = await run('link get', {}, {});
	for (const item of NOTHINGS) {
		const options = requests({ [name]: '={{ $json.x }}' });
		const told = await run('link get', { options }, item);
		expect(told).toEqual({ sent, hints: `"${label}" is empty, so the default was used.` });
	}
});

/** Every collection of every operation. */
const COLLECTIONS = OPERATIONS.flatMap((operation) =>
	propertiesOf(operation)
		.filter(({ type }) => type === 'collection')
		.map(({ displayName, name }) => [operation, displayName, name] as const),
);

test.each(COLLECTIONS)(
	'%s: "%s" as a single expression is refused, whatever it returns',
	async (operation, label, name) => {
		for (const x of [{}, { search: 'x', alias: 'x', disabled: 1, includeKept: true }, null, '']) {
			const { sent, message } = await run(operation, { [name]: '={{ $json.x }}' }, { x });
			expect(message).toBe(`"${label}" can't be a single expression [item 0]`);
			expect(sent).toEqual([]);
		}
	},
);

test.each<[string, string, IDataObject, string]>([
	[
		'UTM Parameters',
		'link create',
		{ additionalFields: { utmParameters: '={{ $json.x }}' } },
		'"UTM Parameters" is empty, so it was left out.',
	],
	[
		'UTM',
		'link create',
		{ additionalFields: { utmParameters: { utm: '={{ $json.x }}' } } },
		'"UTM Parameters" is empty, so it was left out.',
	],
	[
		'Requests',
		'link get',
		{ options: { requests: '={{ $json.x }}' } },
		'"Requests" is empty, so the default was used.',
	],
	[
		'Read Fields As',
		'admissionPointScore calculate',
		{ subjectsFrom: 'fields', options: { readFieldsAs: '={{ $json.x }}' } },
		'"Read Fields As" is empty, so it was left out.',
	],
])(
	'"%s" as a single expression, which n8n empties, has a hint',
	async (_label, operation, given, said) => {
		const { hints } = await run(operation, given, { Mathematics: 6, x: { settings: {}, utm: {} } });
		expect(hints).toContain(said);
	},
);

test('the settings of "Requests" as a single expression are refused', async () => {
	const given = { options: { requests: { settings: '={{ $json.x }}' } } };
	const { sent, message } = await run('link get', given, { x: { timeout: 5 } });
	expect(message).toBe('"Requests" can\'t be a single expression [item 0]');
	expect(sent).toEqual([]);
});

test.each(['countryRules', 'platformRules', 'rotationRules'])(
	'n8n refuses %s as a single expression, because a rule is required',
	async (name) => {
		const targetType = { countryRules: 1, platformRules: 2, rotationRules: 4 }[name];
		const rules = { rule: [{ key: 'ZA', value: 'https://a.example/' }] };
		const given = { targetType, [name]: '={{ $json.x }}' };
		const creating = run('link create', given, { x: rules });
		await expect(creating).rejects.toThrow('At least 1 field is required');
	},
);
