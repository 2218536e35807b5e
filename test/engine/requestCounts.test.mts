import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { answerFor, linesOf, linkOf, listOf, nodeOn, startScripted } from './scripted.mjs';

const service = await startScripted();
const linkManager = nodeOn('linkManager', service);
const referenceData = nodeOn('referenceData', service);

const ENDED = { ends_at: '2026-01-02T10:00:00Z' };
const linksOf = (count: number, fields: IDataObject = {}) =>
	Array.from({ length: count }, (_, index) => linkOf(index + 1, fields));

test('Create or Update of ten new aliases costs one page of the list and ten writes', async () => {
	const links = linksOf(60);
	service.answers((request) => answerFor(links, request));
	const items = Array.from({ length: 10 }, (_, index) => ({ alias: `new-${index}` }));
	await linkManager(
		{
			...{ resource: 'link', operation: 'upsert', matchBy: 'alias', domainId: '' },
			...{ alias: '={{ $json.alias }}', url: 'https://a.example/' },
		},
		{ items },
	);
	expect(service.requests).toHaveLength(11);
	expect(links).toHaveLength(70);
});

test.each([
	['report', 1],
	['disable', 13],
	['delete', 13],
])(
	'Clean Up of 6 due links costs the list, and a read and a change each: %s',
	async (cleanUpAction, cost) => {
		const links = [...linksOf(6, ENDED), linkOf(7)];
		service.answers((request) => answerFor(links, request));
		await linkManager({ resource: 'link', operation: 'cleanUp', cleanUpAction });
		expect(service.requests).toHaveLength(cost);
	},
);

test('adding pixels to a link costs a read and an update, replacing them one update', async () => {
	service.answers(() => ({ body: { data: linkOf(7, { pixels: [{ id: 101 }] }) } }));
	const update = { resource: 'link', operation: 'update', linkId: '7' };
	await linkManager({ ...update, updateFields: { pixelIds: [102] }, pixelMode: 'add' });
	const replaced = { ...update, updateFields: { pixelIds: [102] }, pixelMode: 'replace' };
	// The answer may show the pixels from before, which is no reason for a warning.
	expect((await linkManager(replaced)).texts).toEqual([]);
	expect(linesOf(service)).toEqual([
		'GET /api/v1/links/7',
		'PUT /api/v1/links/7',
		'PUT /api/v1/links/7',
	]);
});

test('a list of 250 costs three requests, and its first 100 one', async () => {
	const links = linksOf(250);
	service.answers(({ query }) => listOf(links, Number(query.page ?? 1)));
	const list = { resource: 'link', operation: 'getAll' };
	expect((await linkManager({ ...list, returnAll: true })).records).toEqual(links);
	expect(service.requests).toHaveLength(3);
	expect((await linkManager({ ...list, limit: 100 })).records).toEqual(links.slice(0, 100));
	expect(service.requests).toHaveLength(4);
});

test('identical reads of a run are sent once, and their results are separate objects', async () => {
	const school = (id: string) => ({ id: Number(id), nat_emis: `70040000${id}`, name: `S ${id}` });
	service.answers(({ path }) => ({ body: { data: school(path.slice(-1)) } }));
	const items = Array.from({ length: 200 }, (_, index) => ({ emis: `70040000${index % 4}` }));
	const { records } = await referenceData(
		{
			...{ resource: 'highSchool', operation: 'get', simplify: false },
			schoolId: { __rl: true, mode: 'emis', value: '={{ $json.emis }}' },
		},
		{ items },
	);
	expect(records.map(({ nat_emis }) => nat_emis)).toEqual(items.map(({ emis }) => emis));
	expect(new Set(records).size).toBe(200);
	expect(service.requests).toHaveLength(4);
});

test('identical reads that fail are sent again for the items that come after', async () => {
	service.answersInTurn({ status: 501 }, { body: { data: [{ province: 'Limpopo' }] } });
	const { records } = await referenceData(
		{ resource: 'highSchool', operation: 'getProvinces', options: { concurrency: 10 } },
		{ items: Array.from({ length: 20 }, () => ({})), onError: 'continueRegularOutput' },
	);
	expect(records.filter((record) => 'error' in record)).toHaveLength(10);
	expect(records).toHaveLength(20);
	expect(service.requests).toHaveLength(2);
});

test('no items in, no requests and no items out', async () => {
	const { items } = await linkManager({ resource: 'link', operation: 'getAll' }, { items: [] });
	expect(items).toEqual([]);
	expect(service.requests).toEqual([]);
});
