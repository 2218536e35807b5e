import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { LEAST, namesOf, nodeOf, OPERATIONS, propertiesOf, requests } from './least.mjs';
import { lines, locator, useSandbox } from './sandbox.mjs';

// What all members of a family have in common. A new member fails here until it has a row.

const { link, data, holds, runLeast } = await useSandbox({ links: 60, schools: 120 });

/** The row of a member, or an error that says where to add it. */
function rowOf<T>(rows: Record<string, T>, member: string, table: string): T {
	const row = rows[member];
	if (row !== undefined) return row;
	throw new Error(`Add "${member}" to ${table} in test/engine/families.test.mts`);
}

/** Fields that only some records of a resource have, so that previews leave them out. */
const SOME_HAVE: Readonly<Record<string, readonly string[]>> = {
	postalCode: ['municipality'],
	university: ['faculties', 'note'],
};

interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

function previewFile(operation: string): string {
	const node = nodeOf(operation) === 'linkManager' ? 'LinkManager' : 'ReferenceData';
	return `nodes/${node}/__schema__/v1.0.0/${operation.replace(' ', '/')}.json`;
}

/** The output preview of an operation, or an error that says where to add it. */
function previewOf(operation: string): Schema {
	const name = previewFile(operation);
	const file = path.resolve(import.meta.dirname, '../..', name);
	if (!existsSync(file)) throw new Error(`Add the output preview ${name}`);
	return JSON.parse(readFileSync(file, 'utf8')) as Schema;
}

/** Checks that a record has each field of the preview, with the same type. */
function checkAgainst({ type, properties, items }: Schema, value: unknown, at: string): void {
	// A sample record may have null where others have a value.
	if (value === null) return;
	const found = Array.isArray(value) ? 'array' : typeof value;
	// The nodes return an integer beyond 2^53 as text.
	const isInteger = Number.isInteger(value) || /^\d{16,}$/.test(String(value));
	expect(isInteger && type === 'integer' ? type : found, at).toBe(type);
	for (const [name, inner] of Object.entries(properties ?? {})) {
		expect(name, 'As both services write names').toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
		expect(value, at).toHaveProperty(name);
		checkAgainst(inner, (value as IDataObject)[name], `${at}.${name}`);
	}
	if (!items) return;
	for (const entry of value as unknown[]) checkAgainst(items, entry, `${at}[]`);
}

test.each(OPERATIONS)(
	'%s returns an item per record, with the fields of its preview',
	async (operation) => {
		// The contract doesn't document the response to a deletion, so the preview has what the node adds.
		link.fault({ kind: 'empty', method: 'DELETE', status: 204, applied: true });
		// A change may return nothing either (HTTP 204): the node then reads the record.
		link.fault({ kind: 'empty', method: 'PUT', status: 204, applied: true });
		const [, count, ...fields] = LEAST[operation] ?? [];
		const { records, error } = await runLeast(operation);
		expect(error?.message).toBeUndefined();
		const shown = Object.keys(records[0] ?? {}).slice(0, fields.length);
		expect([records.length, ...shown]).toEqual([count, ...fields]);
		const preview = previewOf(operation);
		const [resource = ''] = operation.split(' ');
		const names = [...Object.keys(preview.properties ?? {}), ...(SOME_HAVE[resource] ?? [])];
		for (const record of records) {
			checkAgainst(preview, record, operation);
			expect(names, `Each field of the output is in ${previewFile(operation)}`).toEqual(
				expect.arrayContaining(Object.keys(record)),
			);
		}
	},
);

const hasOutput = (operation: string) =>
	propertiesOf(operation).some(({ name }) => name === 'outputFields');

test.each(OPERATIONS.filter(hasOutput))(
	'%s offers agents each field of the full record',
	async (operation) => {
		const { records } = await runLeast(operation, { simplify: false });
		const { school: record = records[0] } = records[0] ?? {};
		const missing = Object.keys(record as IDataObject).filter(
			(name) => !namesOf(operation, 'outputFields').includes(name),
		);
		expect(missing, 'Add each to the fields that "recordOutput" is given').toEqual([]);
	},
);

const hasLimit = (operation: string) =>
	propertiesOf(operation).some(({ name }) => name === 'limit');

test.each(OPERATIONS.filter(hasLimit))(
	'%s returns at most as many records as Limit allows',
	async (operation) => {
		const { records } = await runLeast(operation, { limit: 1 });
		expect(records).toHaveLength(1);
	},
);

test.each(OPERATIONS.filter((operation) => nodeOf(operation) === 'linkManager'))(
	'%s creates nothing twice if responses are lost, even with Retry On Fail',
	async (operation) => {
		link.fault({ kind: 'status', method: 'POST', status: 502, applied: true });
		await runLeast(operation, {}, { tries: 2 });
		const created = link.ledger.filter(({ action }) => action === 'created');
		const creates = link.requests.filter(({ method }) => method === 'POST').slice(0, 1);
		expect(created).toHaveLength(creates.length);
	},
);

/** What an operation needs besides its required parameters to change something. */
const TO_CHANGE: Record<string, IDataObject> = { 'link cleanUp': { cleanUpAction: 'delete' } };

test.each(OPERATIONS.filter((operation) => nodeOf(operation) === 'linkManager'))(
	'%s changes nothing if a later item has an invalid parameter and On Error is Stop',
	async (operation) => {
		const given = { ...TO_CHANGE[operation], options: requests({ maxRetries: '={{ $json.n }}' }) };
		const items = [{ n: 1 }, { n: 'many' }];
		const { error } = await runLeast(operation, given, { items });
		expect(error?.message).toContain('"Max Retries" must be a whole number');
		const advice = 'Does the operation say that it "changes" something?';
		expect(link.ledger, advice).toEqual([]);
		// An operation that changes nothing may send its first item.
		await runLeast(operation, TO_CHANGE[operation]);
		const isChange = link.ledger.length > 0;
		expect(error?.description?.endsWith('No items were completed before it.')).toBe(isChange);
	},
);

const CHECK = 'Check that it exists and belongs to the account of the API key';
const TO_FIND =
	'Choose the university from the list, or copy its ID from the output of "Get Many".';

/** The message of each operation on a record that doesn't exist, and the beginning of its advice. */
const NOT_FOUND: Record<string, [message: string, advice: string]> = {
	'link delete': ['Not found: link 424242', CHECK],
	'link get': ['Not found: link 424242', CHECK],
	'link update': ['Not found: link 424242', CHECK],
	'pixel delete': ['Not found: pixel 424242', CHECK],
	'pixel get': ['Not found: pixel 424242', CHECK],
	'pixel update': ['Not found: pixel 424242', CHECK],
	'highSchool get': ['No school has the EMIS number or ID 424242', 'Check the number.'],
	'postalCode get': [
		'No postal code record has the ID 00000000-0000-4000-8000-000000424242',
		'Check the ID, or copy it from the output of "Get Many".',
	],
	'university get': ['No university has the ID "424242"', TO_FIND],
	'admissionPointScore calculate': ['No university has the ID "424242"', TO_FIND],
	'admissionPointScore closeGap': ['No university has the ID "424242"', TO_FIND],
};

const locatorOf = (operation: string) =>
	propertiesOf(operation).find(({ type, required }) => type === 'resourceLocator' && required);

test.each(OPERATIONS.filter(locatorOf))(
	'%s says which record was not found, and what to check',
	async (operation) => {
		const [message, advice] = rowOf(NOT_FOUND, operation, 'NOT_FOUND');
		const { name = '' } = locatorOf(operation) ?? {};
		const id = operation.startsWith('postalCode')
			? '00000000-0000-4000-8000-000000424242'
			: '424242';
		const { error } = await runLeast(operation, { [name]: id });
		expect(error?.message.replace(/( \(HTTP 404\))? \[item 0\]$/, '')).toBe(message);
		expect(error?.description?.slice(0, advice.length)).toBe(advice);
	},
);

const takesAlias = (operation: string) => locatorOf(operation)?.name === 'linkId';

test.each(OPERATIONS.filter(takesAlias))('%s finds its link by alias, too', async (operation) => {
	const { error } = await runLeast(operation, { linkId: locator('sample-5', 'alias') });
	expect(error?.message).toBeUndefined();
	const [first, ...then] = lines(link);
	expect(first).toBe('GET /api/v1/links?search=sample-5&search_by=alias&per_page=100');
	expect(then[0]).toContain('/api/v1/links/1005');
});

const EXPIRED = { ends_at: '2020-01-01T00:00:00Z' };

/**
 * The label of each filter of links, how it is set, and what a link shows that meets it, or only nearly. A link
 * that shows nothing of the latter leaves it open.
 */
const FILTERS: Record<
	string,
	[label: string, given: IDataObject, meets: IDataObject, fails: IDataObject]
> = {
	domainId: ['Domain', { domainId: '11' }, { domain: { id: 11 } }, { domain: { id: 111 } }],
	pixelId: ['Pixel', { pixelId: '101' }, { pixels: [{ id: 101 }] }, { pixels: [{ id: 1011 }] }],
	search: ['Search', { search: 'page' }, { title: 'A page' }, { title: 'A pag' }],
	searchBy: [
		'Search',
		{ search: 'page', searchBy: 'alias' },
		{ alias: 'my-page' },
		{ alias: 'my-pag', title: 'A page' },
	],
	spaceId: ['Space', { spaceId: '21' }, { space: { id: 21 } }, { space: { id: 2 } }],
	status: ['Status', { status: 2 }, {}, { ends_at: null, expiration_clicks: null }],
};
const filters = namesOf('link getAll', 'filters');

test.each(filters)(
	'Clean Up changes only links that meet the filter %s, even if the service ignores it; Get Many says so',
	async (name) => {
		const [label, given, meets, fails] = rowOf(FILTERS, name, 'FILTERS');
		const open = Object.fromEntries(Object.keys(fails).map((field) => [field, undefined]));
		holds({
			7: { ...EXPIRED, ...meets },
			8: { ...EXPIRED, ...fails },
			9: { ...EXPIRED, ...open },
		});
		link.quirk({ ignoreFilters: true });
		const listed = await runLeast('link getAll', { filters: given });
		const strays = `1 of the 3 links returned doesn't match the filter "${label}"`;
		expect(listed.texts.join()).toContain(strays);
		const deletion = { cleanUpAction: 'delete', filters: given };
		const { texts } = await runLeast('link cleanUp', deletion);
		expect(link.ledger.map(({ id }) => id)).toEqual([7]);
		expect(texts[0]).toContain('The service also listed 1 link that the node left alone');
	},
);

/** Every choice in the filters of a list: operation, filter and value. */
const choices = OPERATIONS.filter(hasLimit).flatMap((operation) => {
	const { options = [] } = propertiesOf(operation).find(({ name }) => name === 'filters') ?? {};
	return (options as INodeProperties[])
		.filter(({ type }) => type === 'options')
		.flatMap(({ name, options: values = [] }) =>
			(values as INodePropertyOptions[]).map(({ value }) => [operation, name, value] as const),
		);
});

test.each(choices)('%s sends the filter %s with the value %s', async (operation, name, value) => {
	// What "Search By" and the custom type of a pixel need.
	await runLeast(operation, { filters: { search: 'a', customType: 'custom', [name]: value } });
	const service = nodeOf(operation) === 'linkManager' ? link : data;
	const asked = [...new URLSearchParams(service.requests[0]?.query).values()];
	expect(asked).toContain(String(value));
});

/** What each action of Clean Up does to a link: the requests after the list, the body, and "action" in the output. */
const ACTIONS: Record<string, [requests: string[], form: string, action: string]> = {
	report: [[], '', 'reported'],
	disable: [['GET /api/v1/links/7', 'PUT /api/v1/links/7'], 'disabled=1', 'disabled'],
	delete: [['GET /api/v1/links/7', 'DELETE /api/v1/links/7'], '', 'deleted'],
};
const actions = namesOf('link cleanUp', 'cleanUpAction');

test.each(actions)(
	'Clean Up with the action %s reads a due link again, changes it once, and leaves other links alone',
	async (cleanUpAction) => {
		const [requests, form, action] = rowOf(ACTIONS, cleanUpAction, 'ACTIONS');
		holds({ 7: EXPIRED, 8: EXPIRED, 9: {} });
		// Somebody extends link 8 after it was listed.
		const data = { ...link.links.get('8'), ends_at: '2099-01-01T00:00:00Z' };
		const body = JSON.stringify({ data });
		link.fault({ kind: 'body', method: 'GET', path: '/links/8$', body, status: 200 });
		const { records, texts } = await runLeast('link cleanUp', { cleanUpAction });
		const ofLink7 = lines(link).filter((line) => line.endsWith('/7'));
		expect(ofLink7).toEqual(requests);
		// In the next run, there is nothing left to change.
		await runLeast('link cleanUp', { cleanUpAction });
		const changes = link.requests.filter(({ method }) => method !== 'GET');
		expect(changes.map(({ path, body: sent }) => [path, sent])).toEqual(
			requests.length > 0 ? [['/api/v1/links/7', form]] : [],
		);
		const done = records.find(({ id }) => id === 7)?.clean_up as IDataObject;
		expect(done).toMatchObject({ action });
		const told = `1 ${action}, 1 kept or already gone when checked again.`;
		expect(texts[0]?.endsWith(told)).toBe(requests.length > 0);
	},
);
