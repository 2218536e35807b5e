import { expect, test } from 'vitest';

import { lines, locator, useSandbox } from './sandbox.mjs';

const { data, referenceData } = await useSandbox({ schools: 1, links: 1 });

const byId = (id: string) => data.universities.find((university) => university.id === id);

test('get finds a university in the list, read once for many items', async () => {
	const ids = ['uct', 'up', 'wits', 'uct', 'unisa', 'nwu', 'ufs'];
	const result = await referenceData(
		{ resource: 'university', operation: 'get', universityId: locator('={{ $json.id }}') },
		{ items: ids.map((id) => ({ id })) },
	);
	expect(lines(data)).toEqual(['GET /v1/universities?per_page=100&page=1']);
	expect(result.records).toEqual(ids.map(byId));
	// The nodes that follow may change one.
	expect(new Set(result.records).size).toBe(ids.length);
	expect(result.pairs).toEqual(ids.map((_, index) => index));
});

test('one that is not in the list is named, and harms no other item; capitals do not matter, and the name does as well', async () => {
	const result = await referenceData(
		{ resource: 'university', operation: 'get', universityId: '={{ $json.id }}' },
		{
			items: ['ucx', 'UCT', 'University of Cape Town'].map((id) => ({ id })),
			onError: 'continueRegularOutput',
		},
	);
	expect(result.records).toMatchObject([
		{ error: 'No university has the ID "ucx" [item 0]' },
		{ id: 'uct' },
		{ id: 'uct' },
	]);
});

test('one is not said to be unknown where the service does not show them all', async () => {
	const body = JSON.stringify({ data: [byId('uct')], pagination: { total: 26 } });
	data.fault({ kind: 'body', body, method: 'GET' });
	const { error } = await referenceData({
		resource: 'university',
		operation: 'get',
		universityId: 'up',
	});
	expect(error?.message).toBe(`The node couldn't check all universities for the ID "up" [item 0]`);
	expect(error?.description).toContain('may be incomplete');
});
