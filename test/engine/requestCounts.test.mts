// How many requests the operations cost. `test` marks what costs more today.
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { type Answer, linesOf, listOf, nodeOn, type Received, startScripted } from './scripted.mjs';

const service = await startScripted();
const run = nodeOn('linkManager', service);

interface Link extends IDataObject {
	id: number;
	alias: string;
	url: string;
}

/** Links as the service shows them, from 1 on. */
function linksOf(count: number, fields: (number: number) => IDataObject = () => ({})): Link[] {
	return Array.from({ length: count }, (_, index) => linkOf(index + 1, fields(index + 1)));
}

function linkOf(id: number, fields: IDataObject): Link {
	return {
		id,
		alias: `link-${id}`,
		url: `https://shop.example/p/${id}`,
		title: `Link ${id}`,
		disabled: 0,
		clicks: 3,
		expiration_url: null,
		expiration_clicks: null,
		ends_at: null,
		created_at: new Date().toISOString(),
		updated_at: '2026-01-02T10:00:00Z',
		...fields,
	};
}

/** What a service answers that holds these links; it adds, changes and removes them. */
function answer(links: Link[], { method, path, query, body }: Received): Answer {
	const index = links.findIndex(({ id }) => path === `/api/v1/links/${id}`);
	const fields = Object.fromEntries(new URLSearchParams(body));
	if (path !== '/api/v1/links') {
		const known = links[index];
		if (known === undefined) return { status: 404, body: { message: 'Resource not found.' } };
		if (method === 'DELETE') links.splice(index, 1);
		if (method === 'PUT') Object.assign(known, fields);
		const deleted = { id: known.id, object: 'link', deleted: true };
		return { body: method === 'DELETE' ? deleted : { data: known } };
	}
	if (method === 'POST') {
		if (links.some(({ alias }) => alias === fields.alias))
			return { status: 422, body: { message: { alias: ['The alias has already been taken.'] } } };
		const made = linkOf(1000 + links.length, fields);
		links.push(made);
		return { status: 201, body: { data: made } };
	}
	const { search = '', search_by: field = 'title', page } = query;
	const found = links.filter((link) => String(link[field]).includes(search));
	return listOf(found, Number(page ?? 1));
}

const holds = (links: Link[]) => service.answers((request) => answer(links, request));

const upsert = {
	resource: 'link',
	operation: 'upsert',
	matchBy: 'alias',
	alias: '={{ $json.alias }}',
	url: '={{ $json.url }}',
	domainId: '',
};

const rows = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		alias: `new-${index + 1}`,
		url: `https://shop.example/new/${index + 1}`,
	}));

test('Create or Update of a new alias costs 2 requests', async () => {
	const links = linksOf(60);
	holds(links);
	const { records } = await run(upsert, { items: rows(1) });
	expect(records).toMatchObject([{ alias: 'new-1', upsertResult: 'created' }]);
	expect(linesOf(service)).toEqual(['GET /api/v1/links', 'POST /api/v1/links']);
	expect(links).toHaveLength(61);
});

test('Create or Update of ten new aliases costs at most 20 requests', async () => {
	const links = linksOf(60);
	holds(links);
	const { records } = await run(upsert, { items: rows(10) });
	expect(records.map(({ alias, upsertResult }) => [alias, upsertResult])).toEqual(
		rows(10).map(({ alias }) => [alias, 'created']),
	);
	expect(service.requests.length).toBeLessThanOrEqual(20);
	expect(links).toHaveLength(70);
});

const create = {
	resource: 'link',
	operation: 'create',
	url: '={{ $json.url }}',
	domainId: '',
	additionalFields: { alias: '={{ $json.alias }}' },
};

async function meetsOneFault(isSaved: boolean): Promise<void> {
	const links = linksOf(60);
	service.answers((request) => {
		if (service.requests.length > 1) return answer(links, request);
		if (isSaved) answer(links, request);
		return { status: 502 };
	});
	const { records } = await run(create, { items: rows(1) });
	expect(records).toMatchObject([{ alias: 'new-1' }]);
	expect(links).toHaveLength(61);
	expect(service.requests.length).toBeLessThanOrEqual(4);
}

test('A create with an alias that is saved behind a 502 costs at most 4 requests', async () => {
	await meetsOneFault(true);
});

test('A create with an alias that is not saved behind a 502 costs at most 4 requests', async () => {
	await meetsOneFault(false);
});

test('A create with an alias is sent again after each 502, with a look-up between', async () => {
	const links = linksOf(60);
	service.answers((request) =>
		service.requests.length === 1 || service.requests.length === 3
			? { status: 502 }
			: answer(links, request),
	);
	const { records } = await run(create, { items: rows(1) });
	expect(records).toMatchObject([{ alias: 'new-1' }]);
	expect(linesOf(service)).toEqual([
		'POST /api/v1/links',
		'GET /api/v1/links',
		'POST /api/v1/links',
		'GET /api/v1/links',
		'POST /api/v1/links',
	]);
	expect(links).toHaveLength(61);
});

async function meetsManyFaults(areSaved: boolean): Promise<void> {
	const links = linksOf(60);
	service.answers((request) => {
		if (service.requests.length % 7 > 0) return answer(links, request);
		if (areSaved) answer(links, request);
		return { status: 502 };
	});
	const { error, records } = await run(create, { items: rows(120) });
	expect(error?.message).toBeUndefined();
	expect(records.map(({ alias }) => alias)).toEqual(rows(120).map(({ alias }) => alias));
	expect(links).toHaveLength(180);
	expect(new Set(links.map(({ alias }) => alias)).size).toBe(180);
	// Each request that meets a fault costs at most three more: n = 120 + 3 n / 7.
	expect(service.requests.length).toBeLessThanOrEqual(210);
}

test('120 creates are 120 links if every seventh request is carried out and answered 502', async () => {
	await meetsManyFaults(true);
});

test('120 creates are 120 links if every seventh request is only answered 502', async () => {
	await meetsManyFaults(false);
});

const campaign = '?utm_source=newsletter&utm_medium=email&utm_campaign=spring';

test.each([
	['of a known one', 'https://shop.example/p/7', 'updated', 260],
	['of a new one', 'https://shop.example/p/999', 'created', 261],
])(
	'Create or Update by URL among 260 links of a campaign costs at most 3 requests: %s',
	async (_what, page, upsertResult, count) => {
		const links = linksOf(260, (number) => ({
			url: `https://shop.example/p/${number}${campaign}`,
		}));
		holds(links);
		const url = `${page}${campaign}`;
		const { records } = await run({ ...upsert, matchBy: 'url', alias: '', url });
		expect(records).toMatchObject([{ url, upsertResult }]);
		expect(service.requests.length).toBeLessThanOrEqual(3);
		expect(links).toHaveLength(count);
	},
);

test.each([
	['delete', 'DELETE', 6],
	['disable', 'PUT', 12],
])(
	'Clean Up of 6 due links costs the list, 6 reads and 6 changes: %s',
	async (cleanUpAction, method, left) => {
		const ended = new Date(Date.now() - 5 * 24 * 60 * 60 * 1000).toISOString();
		const links = linksOf(12, (number) => ({ ends_at: number > 6 ? ended : null }));
		service.answers((request) => {
			const isExpired = request.query.status === '2';
			const listed = links.filter(({ ends_at: end }) => end !== null);
			return answer(isExpired ? listed : links, request);
		});
		const { records } = await run({ resource: 'link', operation: 'cleanUp', cleanUpAction });
		const due = [7, 8, 9, 10, 11, 12];
		expect(records.map(({ id }) => id)).toEqual(due);
		const of = (verb: string) => due.map((id) => `${verb} /api/v1/links/${id}`);
		expect(linesOf(service).sort()).toEqual(
			['GET /api/v1/links', ...of('GET'), ...of(method)].sort(),
		);
		expect(links).toHaveLength(left);
	},
);

test('Report Only of 6 due links costs the list', async () => {
	const links = linksOf(6, () => ({ ends_at: '2026-01-02T10:00:00Z' }));
	holds(links);
	const { records } = await run({ resource: 'link', operation: 'cleanUp' });
	expect(records).toHaveLength(6);
	expect(linesOf(service)).toEqual(['GET /api/v1/links']);
});
