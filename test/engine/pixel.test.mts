import { describe, expect, test } from 'vitest';

import { lines, useSandbox } from './sandbox.mjs';

const { link, linkManager } = await useSandbox({ links: 40 });

const newPixel = { resource: 'pixel', name: 'Löve & co', type: 'qa-network', value: 'a=1&b' };
const LOOK_UP = 'GET /api/v1/pixels?search=Löve & co&search_by=name&per_page=100';

describe('Create or Update', () => {
	const upsert = { ...newPixel, operation: 'upsert' };

	test('creates once, then sends what the record does not show, or nothing', async () => {
		const results: unknown[] = [];
		const rows = [{}, {}, { value: 'b=2' }, { value: 'c=3', ifExists: 'keep' }];
		for (const row of rows) results.push(...(await linkManager({ ...upsert, ...row })).records);
		const pixel = { id: 113, name: 'Löve & co', type: 'qa-network' };
		expect(results).toMatchObject([
			{ ...pixel, upsertResult: 'created', value: 'a=1&b' },
			{ ...pixel, upsertResult: 'unchanged', value: 'a=1&b' },
			{ ...pixel, upsertResult: 'updated', value: 'b=2' },
			{ ...pixel, upsertResult: 'kept', value: 'b=2' },
		]);
		expect(lines(link)).toEqual([
			...[LOOK_UP, 'POST /api/v1/pixels', LOOK_UP],
			...[LOOK_UP, 'PUT /api/v1/pixels/113', LOOK_UP],
		]);
	});

	test('finds a pixel by its name whose create lost its answer', async () => {
		link.fault({ kind: 'status', status: 502, method: 'POST', applied: true, times: 1 });
		const { records } = await linkManager(upsert);
		expect(records).toMatchObject([{ id: 113, upsertResult: 'created', value: 'a=1&b' }]);
		expect(lines(link)).toEqual([LOOK_UP, 'POST /api/v1/pixels', LOOK_UP]);
	});
});
