import { describe, expect, test } from 'vitest';

import { formOf, hintTexts, lines, locator, onlyRequest, records, useSandbox } from './sandbox.mjs';

const { link, linkManager } = await useSandbox({ links: 40 });

const thePixel = { resource: 'pixel', pixelId: locator('103') };
const newPixel = { resource: 'pixel', name: 'Löve & co', type: 'qa-network', value: 'a=1&b' };

describe('create', () => {
	test('sends the three fields and returns the record', async () => {
		const result = await linkManager({ ...newPixel, operation: 'create' });
		const request = onlyRequest(link);
		expect([request.method, request.path, request.body]).toEqual([
			'POST',
			'/api/v1/pixels',
			'name=L%C3%B6ve+%26+co&type=qa-network&value=a%3D1%26b',
		]);
		expect(records(result)).toEqual([link.pixels.get('113')]);
	});

	test('a custom type is sent as it is written', async () => {
		const { error } = await linkManager({
			...newPixel,
			operation: 'create',
			type: 'custom',
			customType: 'my-platform',
		});
		expect(formOf(onlyRequest(link)).type).toBe('my-platform');
		expect(error?.message).toMatch(/Type: The type field must be one of.*\(HTTP 422\) \[item 0\]$/);
	});
});

describe('update', () => {
	test.each([
		[{ name: 'New' }, 'name=New'],
		[{ type: 'pinboard' }, 'type=pinboard'],
		[{ value: '0' }, 'value=0'],
	])('sends only %j', async (updateFields, body) => {
		const result = await linkManager({ ...thePixel, operation: 'update', updateFields });
		const request = onlyRequest(link);
		expect([request.method, request.path, request.body]).toEqual([
			'PUT',
			'/api/v1/pixels/103',
			body,
		]);
		expect(records(result)).toMatchObject([{ id: 103, ...updateFields }]);
	});
});

describe('upsert', () => {
	const upsert = { ...newPixel, operation: 'upsert' };
	const lookup = 'GET /api/v1/pixels?search=Löve & co&search_by=name&per_page=100';

	test('creates once, then updates, which changes nothing', async () => {
		const first = await linkManager(upsert);
		const before = { ...link.pixels.get('113') };
		const second = await linkManager(upsert);
		expect(lines(link)).toEqual([lookup, 'POST /api/v1/pixels', lookup, 'PUT /api/v1/pixels/113']);
		expect(records(first)).toMatchObject([{ id: 113, upsertResult: 'created' }]);
		expect(records(second)).toMatchObject([{ id: 113, upsertResult: 'updated' }]);
		expect({ ...link.pixels.get('113'), updated_at: '' }).toEqual({ ...before, updated_at: '' });
		expect(link.pixels.size).toBe(13);
	});

	test('a name is matched without the blanks around it, as it is sent', async () => {
		await linkManager({ ...upsert, name: ' Main ' });
		const [created] = [...link.pixels.values()].slice(-1);
		expect(created?.name).toBe('Main');
		if (created) link.pixels.set(String(created.id), { ...created, name: ' Main' });
		const result = await linkManager({ ...upsert, name: 'Main  ' });
		expect(records(result)).toMatchObject([{ id: created?.id, upsertResult: 'updated' }]);
	});

	test('several pixels of that name are an error that lists them', async () => {
		await linkManager({ ...newPixel, operation: 'create' });
		await linkManager({ ...newPixel, operation: 'create', type: 'retarget' });
		link.requests.length = 0;
		const { error } = await linkManager(upsert);
		expect(error?.message).toBe(
			'2 pixels have the name "Löve & co": ID 114 (retarget), ID 113 (qa-network) [item 0]',
		);
		expect(lines(link)).toEqual([lookup]);
	});

	test('items with the same name do not race', async () => {
		const result = await linkManager(
			{ ...upsert, value: '={{ $json.value }}' },
			{ items: [{ value: 'A' }, { value: 'B' }, { value: 'C' }] },
		);
		expect(records(result).map(({ upsertResult, value }) => [upsertResult, value])).toEqual([
			['created', 'A'],
			['updated', 'B'],
			['updated', 'C'],
		]);
		expect(link.pixels.size).toBe(13);
	});
});

describe('getAll', () => {
	const getAll = { resource: 'pixel', operation: 'getAll' };

	test('asks for the smallest page that holds the limit', async () => {
		const result = await linkManager({ ...getAll, limit: '={{ 5 }}' });
		expect(lines(link)).toEqual(['GET /api/v1/pixels?per_page=10']);
		expect(records(result)).toHaveLength(5);
		expect(hintTexts(result)).toEqual([
			'There are more pixels than the 5 returned: 7 more. Turn on "Return All" or raise "Limit" to get them.',
		]);
	});

	test('a custom type can be filtered by', async () => {
		await linkManager({ ...getAll, filters: { type: 'custom', customType: 'mine' } });
		expect(lines(link)).toEqual(['GET /api/v1/pixels?type=mine&per_page=50']);
	});
});

describe('A text by expression', () => {
	const create = { ...newPixel, operation: 'create', value: '1' };

	test.each([
		['may have an empty part', { first: 'Thandi', last: 'Nkosi' }, 'Thandi  Nkosi'],
		['may be the surname Null', { first: 'J', middle: 'K', last: 'Null' }, 'J K Null'],
	])('%s', async (_what, item, name) => {
		const text = '={{ $json.first }} {{ $json.middle }} {{ $json.last }}';
		const { error } = await linkManager({ ...create, name: text }, { items: [item] });
		expect(error?.message).toBeUndefined();
		expect(formOf(onlyRequest(link)).name).toBe(name);
	});

	test('may be a URL whose parameter has no value', async () => {
		const url = '=https://a.example/?utm_term={{ $json.term }}';
		await linkManager({ resource: 'link', operation: 'create', url, domainId: locator('11') });
		expect(formOf(onlyRequest(link)).url).toBe('https://a.example/?utm_term=');
	});
});
