// On Error: what a failing item means for the others if an operation changes something, and if it reads.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { requests } from './least.mjs';
import { type Answer, formOf, linkOf, listOf, type Received, useScripted } from './scripted.mjs';

const { service, linkManager: run } = await useScripted();

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ n: index + 1 }));
const create = { resource: 'link', operation: 'create', url: '=https://a.example/{{ $json.n }}' };
const deleteLink = { resource: 'link', operation: 'delete', linkId: '={{ $json.n }}' };
const get = { ...deleteLink, operation: 'get' };
const upsert = {
	resource: 'link',
	operation: 'upsert',
	alias: '={{ $json.alias }}',
	url: 'https://a.example/',
};
const refusal = { status: 422, body: { message: 'No.' } };
const notFound = { status: 404, body: { message: 'Resource not found.' } };
const onError = 'continueRegularOutput';

/** The number of the item that a create is for, from its destination URL. */
const itemOf = (request: Received) => Number(formOf(request).url?.split('/').at(-1));

/** Each create returns a link with the ID 1000 plus the number of the item, except these failures. */
function creates(failures: Record<number, Answer>): void {
	service.answers((request) => {
		const item = itemOf(request);
		return failures[item] ?? { status: 201, body: { data: linkOf(1000 + item) } };
	});
}

const paths = () => service.requests.map(({ method, path }) => `${method} ${path}`);

describe('Stop, if an operation changes something:', () => {
	test('if the first of 100 creates is rejected, one request is sent', async () => {
		creates({ 1: refusal });
		const { error } = await run(create, { items: numbered(100) });
		expect(paths()).toEqual(['POST /api/v1/links']);
		expect(error?.message).toContain('[item 0]');
		expect(error?.description).toMatch(/ No items were completed before it\.$/);
	});

	test('if the first of 100 deletions is not found, one request is sent', async () => {
		const { error } = await run(deleteLink, { items: numbered(100) });
		expect(paths()).toEqual(['DELETE /api/v1/links/1']);
		expect(error?.message).toBe('Not found: link 1 (HTTP 404) [item 0]');
	});

	test.each([0, 20, 39])(
		'if item %i of 40 has an invalid parameter, nothing is sent',
		async (bad) => {
			const items = numbered(40).map(({ n }) => ({ alias: n - 1 === bad ? ' ' : `a-${n}` }));
			const { error } = await run(upsert, { items });
			expect(error?.message).toBe(`"Alias" is empty [item ${bad}]`);
			expect(error?.context).toMatchObject({ itemIndex: bad, outcome: 'notSent' });
			expect(service.requests).toEqual([]);
		},
	);

	test('if the last item has an invalid option or a failing expression, nothing is sent', async () => {
		const items = numbered(3);
		const options = requests({ maxRetries: '={{ $json.n === 3 ? "many" : 1 }}' });
		const refused = await run({ ...deleteLink, options }, { items });
		expect(refused.error?.message).toBe(
			'"Max Retries" must be a whole number from 0 to 20, but is "many" [item 2]',
		);
		const failing = '={{ $json.n === 3 ? $("Nowhere").item.json.id : 1 }}';
		const failed = await run({ ...deleteLink, linkId: failing }, { items });
		expect(failed.error?.message).toMatch(/\[item 2\]$/);
		expect(failed.error?.context).toMatchObject({ outcome: 'notSent' });
		expect(service.requests).toEqual([]);
	});

	test('items run one after another, up to the first that fails', async () => {
		let inFlight = 0;
		service.answers(async () => {
			expect((inFlight += 1)).toBe(1);
			await new Promise((resolve) => setTimeout(resolve, 5));
			inFlight -= 1;
			return service.requests.length === 4 ? notFound : { status: 204 };
		});
		const { error } = await run(deleteLink, { items: numbered(9) });
		expect(paths()).toEqual([1, 2, 3, 4].map((id) => `DELETE /api/v1/links/${id}`));
		expect(error?.description).toMatch(/ Items completed before it: 3\.$/);
	});

	test('the error lists up to ten IDs of created records, and counts the rest', async () => {
		creates({ 3: refusal, 15: refusal });
		const few = await run(create, { items: numbered(4) });
		expect(few.error?.description).toMatch(
			/ Items completed before it: 2\. IDs of the records created: 1001, 1002\.$/,
		);
		const items = numbered(17).slice(3);
		const many = await run(create, { items });
		expect(many.error?.description).toMatch(
			/ Items completed before it: 11\. IDs of the records created: 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013 and 1 more\.$/,
		);
	});

	test('a Create or Update counts only what it created', async () => {
		service.answers(({ method, query }) => {
			if (method === 'POST') return { status: 201, body: { data: linkOf(9, { alias: 'new' }) } };
			if (query.search === 'bad') return refusal;
			return listOf(query.search === 'old' ? [linkOf(1, { alias: 'old', url: upsert.url })] : []);
		});
		const items = ['old', 'new', 'bad'].map((alias) => ({ alias }));
		const { error } = await run(upsert, { items });
		expect(error?.description).toMatch(
			/ Items completed before it: 2\. IDs of the records created: 9\.$/,
		);
	});

	test('the error of a single item does not mention other items', async () => {
		creates({ 1: refusal });
		const { error } = await run(create, { items: numbered(1) });
		expect(error?.message).toContain('[item 0]');
		expect(error?.description ?? '').not.toContain('carried out');
	});

	test('Retry On Fail continues with the failed item, and repeats no completed one', async () => {
		const answers = [refusal];
		service.answers((request) => {
			const failure = itemOf(request) === 3 ? answers.pop() : undefined;
			return failure ?? { status: 201, body: { data: linkOf(1000 + itemOf(request)) } };
		});
		const { error, records } = await run(create, { items: numbered(5), tries: 2 });
		expect(error).toBeUndefined();
		expect(records.map(({ id }) => id)).toEqual([1001, 1002, 1003, 1004, 1005]);
		expect(service.requests.map(itemOf)).toEqual([1, 2, 3, 3, 4, 5]);
	});

	test('the error of the last try counts the items that earlier tries completed', async () => {
		creates({ 3: refusal });
		const { error } = await run(create, { items: numbered(5), tries: 2 });
		expect(service.requests.map(itemOf)).toEqual([1, 2, 3, 3]);
		expect(error?.description).toMatch(
			/ Items completed before it: 2\. IDs of the records created: 1001, 1002\.$/,
		);
	});

	test('Clean Up runs item by item, and changes the links of an item at the same time', async () => {
		const ended = { ends_at: '2020-01-01T00:00:00Z' };
		let [inFlight, most] = [0, 0];
		service.answers(async ({ method, path, query }) => {
			const [, id] = /(\d+)$/.exec(path.replace('v1/links', '')) ?? [];
			if (id === undefined && query.search === 'b') return refusal;
			if (id === undefined) return listOf([1, 2, 3, 4].map((n) => linkOf(n, ended)));
			most = Math.max(most, (inFlight += 1));
			await new Promise((resolve) => setTimeout(resolve, 20));
			inFlight -= 1;
			return method === 'GET' ? { body: { data: linkOf(Number(id), ended) } } : { status: 204 };
		});
		const filters = { search: '={{ $json.search }}' };
		const cleanUp = { resource: 'link', operation: 'cleanUp', cleanUpAction: 'delete', filters };
		const items = ['l', 'b', 'l'].map((search) => ({ search }));
		const { error } = await run(cleanUp, { items });
		expect(error?.message).toContain('[item 1]');
		expect(paths().filter((path) => path === 'GET /api/v1/links')).toHaveLength(2);
		expect(paths().filter((path) => path.startsWith('DELETE'))).toHaveLength(4);
		expect(most).toBe(4);
	});
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'with %s, items run at the same time, and a failure does not stop the others',
	async (setting) => {
		let [inFlight, most] = [0, 0];
		service.answers(async (request) => {
			most = Math.max(most, (inFlight += 1));
			await new Promise((resolve) => setTimeout(resolve, 20));
			inFlight -= 1;
			const item = itemOf(request);
			return item === 1 ? refusal : { status: 201, body: { data: linkOf(1000 + item) } };
		});
		const result = await run(create, { items: numbered(20), onError: setting });
		const made = result.records.filter(({ error }) => error === undefined).map(({ id }) => id);
		expect(made).toEqual(
			numbered(20)
				.slice(1)
				.map(({ n }) => 1000 + n),
		);
		expect(most).toBe(10);
	},
);

describe('Stop, if an operation reads:', () => {
	test('items run at the same time, and waiting requests are dropped after the first failure', async () => {
		service.answers(async ({ path }) => {
			const id = Number(path.split('/').at(-1));
			await new Promise((resolve) => setTimeout(resolve, id === 1 ? 20 : 60));
			return id === 1 ? refusal : { body: { data: linkOf(id) } };
		});
		const { error } = await run(get, { items: numbered(40) });
		expect(error?.message).toContain('[item 0]');
		expect(error?.description ?? '').not.toContain('carried out');
		// Ten at first, and one that got its turn before the response was read.
		expect(service.requests).toHaveLength(11);
	});

	test('items that have begun send no further request or retry after the first failure', async () => {
		service.answers(({ query }) => {
			if (query.search === 'a-1') return { ...refusal, delay: 30 };
			if (query.search === 'a-2') return { status: 503 };
			return query.search
				? { ...listOf([linkOf(3, { alias: 'a-3' })]), delay: 80 }
				: { body: { data: linkOf(3) } };
		});
		const linkId = { __rl: true, mode: 'alias', value: '=a-{{ $json.n }}' };
		const { error } = await run({ ...get, linkId }, { items: numbered(3) });
		expect(error?.message).toContain('[item 0]');
		expect(service.requests).toHaveLength(3);
	});

	test('Clean Up with Report counts as a read', async () => {
		const filters = { search: '={{ $json.search }}' };
		const report = { resource: 'link', operation: 'cleanUp', filters };
		service.answers(({ query }) => (query.search === 'b' ? refusal : listOf([])));
		const failed = await run(report, { items: [{ search: 'a' }, { search: 'b' }] });
		expect(failed.error?.description ?? '').not.toContain('carried out');
	});
});

test.each<[string, IDataObject]>([
	['link', create],
	['pixel', { resource: 'pixel', operation: 'create', name: 'Main', type: 'pinboard', value: '1' }],
])(
	'the error of a %s that may have been created says that Retry On Fail skips it',
	async (_kind, parameters) => {
		service.answers(() => ({ status: 502, body: '<html>' }));
		const said = `"Retry On Fail" doesn't run this item again, because it may have created a record.`;
		const retried = await run(parameters, { items: numbered(2), onError, tries: 2 });
		expect(retried.records.map(({ message }) => String(message).endsWith(said))).toEqual([
			true,
			true,
		]);
		expect(service.requests).toHaveLength(2);
		const stopped = await run(parameters, { items: numbered(2), tries: 2 });
		expect(stopped.error?.description).toContain(said);
		expect(service.requests).toHaveLength(3);
		const plain = await run(parameters, { onError });
		expect(plain.records[0]?.message).not.toContain('Retry On Fail');
	},
);
