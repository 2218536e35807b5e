import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { lines, locator, pairs, records, useSandbox } from './sandbox.mjs';

const { link, linkManager } = await useSandbox({ links: 40 });

const count = 25;
const numbers = Array.from({ length: count }, (_, index) => index);

describe('25 items', () => {
	test('each is read with its own parameters, in order and linked to its item', async () => {
		const items = numbers.map((index) => ({ link: 1001 + ((index * 7) % 40) }));
		const result = await linkManager(
			{ resource: 'link', operation: 'get', linkId: locator('={{ $json.link }}') },
			{ items },
		);
		expect(records(result).map(({ id }) => id)).toEqual(items.map((item) => item.link));
		expect(pairs(result)).toEqual(numbers);
		expect(link.requests).toHaveLength(count);
	});

	test('each is written with its own fields, collections and rows included', async () => {
		const items = numbers.map((index) => ({
			link: 1001 + index,
			clicks: index,
			off: index % 2,
			country: ['ZA', 'NA', 'BW'][index % 3],
		}));
		const result = await linkManager(
			{
				resource: 'link',
				operation: 'update',
				linkId: '={{ $json.link }}',
				updateFields: {
					expirationClicks: '={{ $json.clicks }}',
					disabled: '={{ $json.off }}',
					countryRules: {
						rule: [
							{ key: '={{ $json.country }}', value: '=https://www.example.org/{{ $json.link }}' },
						],
					},
				},
			},
			{ items },
		);
		expect(
			records(result).map(({ id, expiration_clicks, disabled, country_target }) => ({
				link: id,
				clicks: expiration_clicks,
				off: disabled,
				country: (country_target as IDataObject[])[0]?.key,
				to: (country_target as IDataObject[])[0]?.value,
			})),
		).toEqual(items.map((item) => ({ ...item, to: `https://www.example.org/${item.link}` })));
		expect(pairs(result)).toEqual(numbers);
	});

	test('lists fan out: every record is linked to the item that asked for it', async () => {
		const limits = [3, 1, 0, 4];
		const result = await linkManager(
			{
				resource: 'link',
				operation: 'getAll',
				limit: '={{ $json.limit || 1 }}',
				filters: { search: "={{ $json.limit ? '' : 'no such link' }}" },
			},
			{ items: limits.map((limit) => ({ limit })) },
		);
		expect(pairs(result)).toEqual([0, 0, 0, 1, 3, 3, 3, 3]);
		expect(result.hints.map(({ message }) => message)).toContainEqual(
			expect.stringMatching(/^No links were found\..*\(item 2\)$/),
		);
	});
});

describe('when items fail', () => {
	const items = numbers.map((index) => ({
		number: index,
		link: index % 5 === 2 ? 900_000 + index : index % 5 === 4 ? '..' : 1001 + index,
	}));
	const failing = items.filter(({ number }) => number % 5 === 2 || number % 5 === 4);
	const parameters = {
		resource: 'link',
		operation: 'get',
		linkId: locator('={{ $json.link }}'),
	};
	const messageOf = ({ number, link: id }: (typeof items)[number]) =>
		id === '..'
			? `"Link" is not an ID: ".." [item ${number}]`
			: `Not found: link ${id} (HTTP 404) [item ${number}]`;

	test('continue: N items in are N items out, each failure at its place', async () => {
		const result = await linkManager(parameters, { items, onError: 'continueRegularOutput' });
		expect(result.error).toBeUndefined();
		expect(pairs(result)).toEqual(numbers);
		records(result).forEach((record, index) => {
			const item = items[index];
			if (!item || !failing.includes(item)) {
				expect(record).toMatchObject({ id: item?.link });
				return;
			}
			expect(record.error).toBe(messageOf(item));
			expect(record.message).toEqual(expect.any(String));
			expect(Object.keys(record)).toEqual(['error', 'message', 'details']);
		});
	});

	test('error output: failures leave there, with the fields of their item', async () => {
		const result = await linkManager(parameters, { items, onError: 'continueErrorOutput' });
		expect(result.error).toBeUndefined();
		expect(records(result).map(({ id }) => id)).toEqual(
			items.filter((item) => !failing.includes(item)).map((item) => item.link),
		);
		expect(pairs(result)).toEqual(
			items.filter((item) => !failing.includes(item)).map(({ number }) => number),
		);
		expect(result.errorItems.map(({ json }) => json)).toEqual(
			failing.map((item) => ({
				...item,
				error: messageOf(item),
				message: expect.any(String) as string,
				details: { outcome: expect.stringMatching(/^(notSent|refused)$/) as string },
			})),
		);
		expect(result.errorItems.map(({ pairedItem }) => pairedItem)).toEqual(
			failing.map(({ number }) => ({ item: number })),
		);
	});

	test('the error output works for lists and refusals of the service too', async () => {
		link.fault({ kind: 'status', status: 403, path: 'pixels', after: 1, times: 1 });
		const result = await linkManager(
			{ resource: 'pixel', operation: 'getAll', limit: 2, options: { concurrency: 1 } },
			{ items: [{ a: 1 }, { a: 2 }, { a: 3 }], onError: 'continueErrorOutput' },
		);
		expect(pairs(result)).toEqual([0, 0, 2, 2]);
		expect(result.errorItems).toMatchObject([
			{ json: { a: 2, error: expect.stringContaining('(HTTP 403) [item 1]') as string } },
		]);
	});

	test('an error names what people know the item by, unless its text does', async () => {
		link.fault({ kind: 'status', status: 422, method: 'POST', times: 1 });
		const created = await linkManager(
			{
				resource: 'pixel',
				operation: 'create',
				name: '={{ $json.name }}',
				type: 'retarget',
				value: '1',
				options: { concurrency: 1 },
			},
			{ items: [{ name: 'Spring' }, { name: 'Autumn' }], onError: 'continueRegularOutput' },
		);
		expect(created.items[0]?.json.error).toMatch(/\(HTTP 422\) \(Spring\) \[item 0\]$/);
	});

	test('stop: the run ends at the first failure, which names its item', async () => {
		const result = await linkManager({ ...parameters, options: { concurrency: 1 } }, { items });
		expect(result.status).toBe('error');
		expect(result.items).toEqual([]);
		expect(result.error?.message).toBe('Not found: link 900002 (HTTP 404) [item 2]');
		expect(result.error?.context).toMatchObject({ itemIndex: 2 });
		expect(lines(link)).toEqual([
			'GET /api/v1/links/1001',
			'GET /api/v1/links/1002',
			'GET /api/v1/links/900002',
		]);
	});
});

test('no items in, no requests and no items out', async () => {
	const result = await linkManager({ resource: 'link', operation: 'getAll' }, { items: [] });
	expect(result.items).toEqual([]);
	expect(link.requests).toEqual([]);
});
