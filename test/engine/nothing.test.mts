import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { LinkManager } from '../../nodes/LinkManager/LinkManager.node.js';
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';
import { linkOf, nodeOn, startScripted } from './scripted.mjs';

// What an expression leaves missing, null, empty or blank never widens, erases or creates.

const service = await startScripted();

const url = 'https://a.example/';
const pixel = { name: 'A', type: 'pinboard', value: '1' };
const subjects = { subjects: { subject: [{ name: 'Mathematics', mark: '6' }] } };

/** The least that an operation needs, where it needs anything. */
const LEAST: Record<string, IDataObject> = {
	'link get': { linkId: '1' },
	'link create': { url },
	'link update': { linkId: '1', updateFields: { disabled: 1 } },
	'link upsert': { url, alias: 'a', domainId: '' },
	'link delete': { linkId: '1' },
	'pixel get': { pixelId: '1' },
	'pixel create': pixel,
	'pixel update': { pixelId: '1', updateFields: { name: 'A' } },
	'pixel upsert': pixel,
	'pixel delete': { pixelId: '1' },
	'highSchool get': { schoolId: '1' },
	'highSchool match': { schoolName: 'Spring' },
	'postalCode get': { postalCodeId: '74959957-4ef9-4a94-a26f-38cab922aecf' },
	'postalCode validate': { postalCode: '0083' },
	'university get': { universityId: 'uct' },
	'admissionPointScore calculate': { universityId: 'uct', ...subjects },
	'admissionPointScore compare': subjects,
};

/** Fields of a link that always have a value, so that "Clear Fields" has none of them. */
const NEVER_CLEARED = ['alias', 'url', 'disabled', 'privacy', 'targetType'];

interface Entry {
	node: 'linkManager' | 'referenceData';
	place: string;
	collection: string;
	name: string;
	label: string;
	type: string;
}

/** Every entry of every collection of every operation. */
const ENTRIES = [new LinkManager(), new ReferenceData()].flatMap(({ description }) =>
	description.properties
		.filter(({ type }) => type === 'collection')
		.flatMap(({ name: collection, options, displayOptions: { show } = {} }) =>
			// "length" is no field of the form, and "customType" is one only beside a custom type.
			(options as INodeProperties[])
				.filter(({ name }) => !['length', 'customType'].includes(name))
				.map(({ name, displayName: label, type }): Entry => {
					const place = `${String(show?.resource?.[0])} ${String(show?.operation?.[0])}`;
					const node = description.name as Entry['node'];
					return { node, place, collection, name, label, type };
				}),
		),
);

test('there are entries to try, of every operation that has a collection', () => {
	expect(ENTRIES.length).toBeGreaterThan(150);
	expect(new Set(ENTRIES.map(({ place }) => place)).size).toBe(25);
});

const NOTHINGS: IDataObject[] = [
	{},
	{ x: null },
	{ x: ' \n' },
	{ x: '\u00a0\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2800\u3164\ufeff' },
];

/** Runs the operation; gives its requests, its error and its hints. */
async function run({ node, place }: Entry, parameters: IDataObject, items: IDataObject[]) {
	const [resource, operation] = place.split(' ');
	const record = linkOf(1, {
		alias: 'a',
		url,
		nat_emis: '700400001',
		name: 'A',
		province: 'Limpopo',
	});
	service.requests.length = 0;
	service.answers(({ method, path }) => {
		if (path.endsWith('/aps-calculator')) return { body: { aps_score: 5, aps_minimum: 3 } };
		const isOne = method !== 'GET' || /\/(\d+|[\da-f-]{36})$/.test(path);
		return {
			body: isOne ? { data: record } : { data: [{ ...record, id: 'uct' }], meta: { total: 1 } },
		};
	});
	const least = { resource, operation, ...LEAST[place], ...parameters };
	const { error, texts } = await nodeOn(node, service)(least, { items });
	const sent = service.requests.map(({ method, path, query, body }) => ({
		method,
		path,
		query,
		body,
	}));
	return { sent, message: error?.message, hints: texts.join('\n') };
}

test.each(ENTRIES)('$place: an empty "$label" is no value', async (entry) => {
	const { place, collection, name, label, type } = entry;
	const value = '={{ $json.x }}';
	const expression = type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value;
	const isUpdate = collection === 'updateFields';
	const isRefused =
		place === 'link cleanUp' && (collection === 'filters' || name === 'exceptSpaceId');
	const kind = place.startsWith('pixel') ? 'pixels' : 'links';
	const expected = isUpdate
		? [{ method: 'GET', path: `/api/v1/${kind}/1`, query: {}, body: '' }]
		: (await run(entry, {}, [{}])).sent;
	expect(expected.length > 0 || isRefused).toBe(true);
	for (const item of NOTHINGS) {
		const { sent, message, hints } = await run(entry, { [collection]: { [name]: expression } }, [
			item,
		]);
		if (isRefused) {
			expect([message, sent]).toEqual([`"${label}" is empty [item 0]`, []]);
			continue;
		}
		expect(message).toBeUndefined();
		expect(sent).toEqual(expected);
		expect(hints).toContain(`"${label}" is empty, so `);
		const canBeCleared = isUpdate && place === 'link update' && !NEVER_CLEARED.includes(name);
		expect(hints.includes('use "Clear Fields"')).toBe(canBeCleared);
	}
});

const COLLECTIONS = [...new Map(ENTRIES.map((one) => [one.place + one.collection, one])).values()];

test.each(COLLECTIONS)('$place: "$collection" as one expression is refused', async (entry) => {
	const items = [{ x: {} }, { x: { search: 'x' } }, { x: null }, { x: '' }];
	for (const item of items) {
		const { sent, message } = await run(entry, { [entry.collection]: '={{ $json.x }}' }, [item]);
		expect(message).toMatch(/ can't be a single expression \[item 0\]$/);
		expect(sent).toEqual([]);
	}
});
