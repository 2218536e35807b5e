import { expect, test } from 'vitest';

import { answerFor, lines, linkOf, nodeOn, startScripted } from './scripted.mjs';

const service = await startScripted();
const linkManager = nodeOn('linkManager', service);
const referenceData = nodeOn('referenceData', service);

test('Create or Update of ten new aliases costs one page of the list and ten writes', async () => {
	const links = Array.from({ length: 60 }, (_, index) => linkOf(index + 1));
	service.answers((request) => answerFor(links, request));
	const items = Array.from({ length: 10 }, (_, index) => ({ alias: `new-${index}` }));
	const keys = { alias: '={{ $json.alias }}', url: 'https://a.example/', domainId: '' };
	await linkManager({ resource: 'link', operation: 'upsert', ...keys }, { items });
	expect(service.requests).toHaveLength(11);
	expect(links).toHaveLength(70);
});

test('adding pixels to a link costs a read and an update, replacing them one update', async () => {
	service.answers(() => ({ body: { data: linkOf(7, { pixels: [{ id: 101 }] }) } }));
	const update = { resource: 'link', operation: 'update', linkId: '7' };
	const pixelIds = [102];
	await linkManager({ ...update, updateFields: { pixelIds, pixelMode: 'add' } });
	const replacing = { updateFields: { pixelIds, pixelMode: 'replace' } };
	const { texts } = await linkManager({ ...update, ...replacing });
	expect(lines(service)).toEqual([
		'GET /api/v1/links/7',
		'PUT /api/v1/links/7',
		'PUT /api/v1/links/7',
	]);
	// The answer may show the pixels from before, which is no reason for a warning.
	expect(texts).toEqual([]);
});

test('identical reads of a run are sent once, and their results are separate objects', async () => {
	service.answers(({ path }) => ({ body: { data: { nat_emis: path.slice(-9) } } }));
	const items = Array.from({ length: 200 }, (_, index) => ({ nat_emis: `70040000${index % 4}` }));
	const schoolId = { __rl: true, mode: 'emis', value: '={{ $json.nat_emis }}' };
	const get = { resource: 'highSchool', operation: 'get', simplify: false, schoolId };
	const { records } = await referenceData(get, { items });
	expect(records).toEqual(items);
	expect(new Set(records).size).toBe(200);
	expect(service.requests).toHaveLength(4);
});

test('identical reads that fail are sent again for the items that come after', async () => {
	service.answersInTurn({ status: 501 }, { body: { data: [{ province: 'Limpopo' }] } });
	const { records } = await referenceData(
		{ resource: 'highSchool', operation: 'getProvinces', options: { concurrency: 10 } },
		{ items: Array.from({ length: 20 }, () => ({})), onError: 'continueRegularOutput' },
	);
	expect(records).toHaveLength(20);
	expect(records.filter((record) => 'error' in record)).toHaveLength(10);
	expect(service.requests).toHaveLength(2);
});
