import { expect, test } from 'vitest';

import { nodeOn, startScripted } from './scripted.mjs';

const service = await startScripted();
const referenceData = nodeOn('referenceData', service);

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
