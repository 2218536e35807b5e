import type { INode, INodeExecutionData } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { memoryOf } from '../../nodes/shared/node/quirks.js';
import { skipWaits } from './waits.mjs';
import { requests } from './least.mjs';
import { lines, locator, useSandbox } from './sandbox.mjs';

const { link, data, put, runLeast } = await useSandbox({ links: 60, schools: 50 });

skipWaits();

const methods = () => link.requests.map(({ method }) => method);

it('sends only the request that failed, and returns all items in order, with their hints', async () => {
	data.fault({ kind: 'status', status: 500, path: '/postal-codes', times: 1, after: 2 });
	const items = ['0181', '0083', '7700', '2000', '0001'].map((code) => ({ code }));
	const given = {
		limit: 1,
		filters: { postalCode: '={{ $json.code }}', suburb: '={{ $json.nothing }}' },
		options: requests({ maxRetries: 0, concurrency: 1 }),
	};
	const { error, pairs, texts } = await runLeast('postalCode getAll', given, { items, tries: 2 });
	expect(error).toBeUndefined();
	expect(data.requests.map(({ status }) => status)).toEqual([200, 200, 500, 200, 200, 200]);
	expect([...new Set(pairs)]).toEqual([0, 1, 2, 3, 4]);
	expect(texts).toContain('Empty, so it was left out: "Suburb" in 5 items.');
});

it.each([
	['link', 'linkId', '1001', 'id', link.links, 'Not found'],
	['link', 'linkId', '1055', 'alias', link.links, 'No link has the alias'],
	['pixel', 'pixelId', '101', 'id', link.pixels, 'Not found'],
] as const)(
	'counts a %s (%s %s by %s) as deleted if it is gone at the next try, but not one that never existed',
	async (resource, name, id, mode, all, notFound) => {
		link.fault({ kind: 'status', status: 500, method: 'DELETE', applied: true, times: 1 });
		const remove = async (key: unknown, tries: number) => {
			const given = { [name]: locator(key, mode), options: requests({ maxRetries: 0 }) };
			return await runLeast(`${resource} delete`, given, { tries });
		};
		const deleted = await remove(mode === 'alias' ? link.links.get(id)?.alias : id, 2);
		expect(deleted.records).toEqual([{ id, deleted: true }]);
		expect(all.has(id)).toBe(false);
		// A link that was found by its alias is read again.
		const [lookUp, read] = mode === 'alias' ? [['GET'], ['GET']] : [[], []];
		expect(methods()).toEqual([...lookUp, 'DELETE', ...read, 'DELETE']);

		const never = await remove('9999', 3);
		expect(never.error?.message).toContain(notFound);
	},
);

it('changes the same link again that the first item found by alias, and looks up the alias of the second item', async () => {
	link.fault({ kind: 'status', status: 500, method: 'PUT', applied: true, times: 1 });
	const given = {
		linkId: locator(link.links.get('1005')?.alias, 'alias'),
		updateFields: { alias: '={{ $json.alias }}' },
		options: requests({ maxRetries: 0, concurrency: 1 }),
	};
	const items = ['first', 'second'].map((name) => ({ alias: name }));
	const { error } = await runLeast('link update', given, { items, tries: 2 });
	expect(error?.message).toMatch(/^No link has the alias .*\[item 1\]$/);
	expect(methods()).toEqual(['GET', 'PUT', 'GET', 'PUT', 'GET']);
	expect(link.ledger.map(({ fields }) => fields.alias)).toEqual(['first', 'first']);
});

it.each([
	['renamed by somebody else', 'theirs', ['1005', '1070']],
	['renamed by its own first try', 'mine', ['1005', '1005']],
])('updates the right link if the one found by alias was %s', async (_what, alias, changed) => {
	link.fault({ kind: 'status', status: 500, method: 'PUT', times: 1 });
	const own = String(link.links.get('1005')?.alias);
	link.onRequest(({ method, path }) => {
		// At the next try.
		if (method !== 'GET' || path !== '/api/v1/links/1005') return;
		put(1005, { alias });
		put(1070, { alias: own });
	});
	const given = {
		linkId: locator(own, 'alias'),
		updateFields: { alias: 'mine' },
		options: requests({ maxRetries: 0 }),
	};
	const { error } = await runLeast('link update', given, { tries: 2 });
	expect(error).toBeUndefined();
	const puts = lines(link).filter((line) => line.startsWith('PUT'));
	expect(puts).toEqual(changed.map((id) => `PUT /api/v1/links/${id}`));
});

it.each(['id', 'alias'])(
	'changes a link in the order of the items (by %s), even if the first change fails',
	async (mode) => {
		link.fault({ kind: 'status', status: 500, method: 'PUT', times: 1 });
		const given = {
			linkId: locator(mode === 'alias' ? link.links.get('1005')?.alias : '1005', mode),
			updateFields: { url: '=https://www.example.org/{{ $json.name }}' },
			options: requests({ maxRetries: 0 }),
		};
		const items = ['first', 'last'].map((name) => ({ name }));
		const { error } = await runLeast('link update', given, { items, tries: 2 });
		expect(error).toBeUndefined();
		expect(link.links.get('1005')?.url).toBe('https://www.example.org/last');
		expect(methods().filter((method) => method === 'PUT')).toHaveLength(3);
	},
);

it('remembers results only between tries of the same run, and only with Retry On Fail', () => {
	const runAs = (retryOnFail: boolean, type = 'linkManager') => ({ retryOnFail, type }) as INode;
	const input: INodeExecutionData[] = [{ json: {} }];
	const memory = memoryOf(runAs(true), input);
	expect(memoryOf(runAs(true), input)).toBe(memory);
	// n8n creates new items for each run, for example in a loop.
	expect(memoryOf(runAs(true), [{ ...input[0], json: {} }])).not.toBe(memory);
	expect(memoryOf(runAs(false), input)).not.toBe(memoryOf(runAs(false), input));

	// The tries of a tool call share only its arguments.
	const given = { url: 'https://www.example.org' };
	const ofCall = memoryOf(runAs(true, 'linkManagerTool'), [{ json: given }]);
	expect(memoryOf(runAs(true, 'linkManagerTool'), [{ json: given }])).toBe(ofCall);
	expect(memoryOf(runAs(true, 'linkManagerTool'), [{ json: { ...given } }])).not.toBe(ofCall);
});
