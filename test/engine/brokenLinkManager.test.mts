// What the defences broke: numbers of design/trust.md. `test` marks what still has to be mended.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { loadDropdown } from './harness.mjs';
import { linesOf, listOf, nodeOn, type Received, startScripted } from './scripted.mjs';

const service = await startScripted();
const run = nodeOn('linkManager', service);

const DAY = 24 * 60 * 60 * 1000;

const link = (fields: IDataObject = {}): IDataObject => ({
	id: 7,
	alias: 'spring',
	url: 'https://shop.example/p/1',
	short_url: 'https://go.example/spring',
	title: 'Spring',
	disabled: 0,
	clicks: 3,
	expiration_url: null,
	expiration_clicks: null,
	ends_at: null,
	space: null,
	domain: { id: 11, name: 'go.example' },
	pixels: [],
	updated_at: '2026-01-02T10:00:00Z',
	...fields,
});

/** Answers as a service that holds these links and finds a text in the field that is searched. */
function holds(...links: IDataObject[]): void {
	service.answers(({ method, path, query, body }) => {
		const known = links.find(({ id }) => path === `/api/v1/links/${String(id)}`);
		if (method === 'GET' && path === '/api/v1/links') {
			const { search = '', search_by: field = 'title', page } = query;
			return listOf(
				links.filter((one) => String(one[field]).includes(search)),
				Number(page ?? 1),
			);
		}
		if (method === 'DELETE') return { body: { id: known?.id, object: 'link', deleted: true } };
		if (method === 'POST') {
			const made = link({
				id: 100 + links.length,
				...Object.fromEntries(new URLSearchParams(body)),
			});
			links.push(made);
			return { status: 201, body: { data: made } };
		}
		return { body: { data: known } };
	});
}

const written = () => service.requests.filter(({ method }) => method !== 'GET');

describe('Create or Update by destination URL', () => {
	const upsert = {
		resource: 'link',
		operation: 'upsert',
		matchBy: 'url',
		alias: '',
		domainId: '',
		url: 'https://shop.example/p/1?utm_source=newsletter&utm_medium=email',
	};

	// 1
	test('searches for the whole URL', async () => {
		holds(link({ url: upsert.url }));
		const { records } = await run(upsert);
		expect(service.requests.map(({ query }) => query)[0]).toEqual({
			search: 'https://shop.example/p/1?utm_source=newsletter&utm_medium=email',
			search_by: 'url',
			per_page: '100',
		});
		expect(linesOf(service)).toEqual(['GET /api/v1/links', 'PUT /api/v1/links/7']);
		expect(records).toMatchObject([{ id: 7, upsertResult: 'updated' }]);
	});

	// 1
	test('searches for the normal form of the URL only if nothing has it as entered', async () => {
		holds(link({ url: 'https://shop.example/p/1' }));
		const { records } = await run({ ...upsert, url: 'https://Shop.example/p/1' });
		expect(service.requests.map(({ query }) => query.search)).toEqual([
			'https://Shop.example/p/1',
			'https://shop.example/p/1',
			undefined,
		]);
		expect(records).toMatchObject([{ id: 7, upsertResult: 'updated' }]);
	});
});

describe('Parts of a text', () => {
	const created = () =>
		service.answers(({ body }) => ({
			status: 201,
			body: { data: { id: 5, ...Object.fromEntries(new URLSearchParams(body)) } },
		}));
	const pixel = { resource: 'pixel', operation: 'create', type: 'social-a', value: '99' };

	// 2
	test.each([
		['is empty', ''],
		['is null', null],
		['is missing', undefined],
	])('A name is sent although its middle part %s', async (_what, middle) => {
		created();
		const { error } = await run(
			{ ...pixel, name: '={{ $json.first }} {{ $json.middle }} {{ $json.last }}' },
			{ items: [{ first: 'Thandi', middle, last: 'Nkosi' }] },
		);
		expect(error?.message).toBeUndefined();
		expect(service.requests.map(({ body }) => body)).toEqual([
			'name=Thandi++Nkosi&type=social-a&value=99',
		]);
	});

	// 2
	test('A destination is sent although one of its query parameters has no value', async () => {
		created();
		const { error } = await run(
			{
				resource: 'link',
				operation: 'create',
				url: '=https://a.example/?utm_term={{ $json.term }}',
			},
			{ items: [{}] },
		);
		expect(error?.message).toBeUndefined();
		expect(service.requests.map(({ body }) => body)).toEqual([
			'url=https%3A%2F%2Fa.example%2F%3Futm_term%3D',
		]);
	});

	// 11
	test.each(['Null', 'Undefined', 'NaN'])('%s by expression is a name', async (surname) => {
		created();
		const { error } = await run(
			{ ...pixel, name: '={{ $json.surname }}' },
			{ items: [{ surname }] },
		);
		expect(error?.message).toBeUndefined();
		expect(service.requests.map(({ body }) => body)).toEqual([
			`name=${surname}&type=social-a&value=99`,
		]);
	});
});

describe('A text from an expression that begins or ends in a hyphen or underscore', () => {
	const aliasOf = async (alias: string) => {
		const { error } = await run(
			{
				resource: 'link',
				operation: 'upsert',
				matchBy: 'alias',
				alias,
				url: 'https://a.example/',
				domainId: '',
			},
			{ items: [{}] },
		);
		expect(error?.message).toContain('"Alias"');
		expect(service.requests).toEqual([]);
	};
	const searchFor = async (search: string) => {
		const { error } = await run(
			{ resource: 'link', operation: 'cleanUp', filters: { search } },
			{ items: [{}] },
		);
		expect(error?.message).toContain('"Search"');
		expect(service.requests).toEqual([]);
	};
	const half = '=promo-{{ $json.code }}';
	const inside = ['={{ "promo-" + ($json.code ?? "") }}', '={{ ($json.code ?? "") + "_promo" }}'];

	// 2, the exception: "promo-" would be one link for every row without a code.
	test('is refused as a key to match by, beside an expression', async () => await aliasOf(half));
	test.each(inside)('is refused as a key to match by, in an expression: %s', aliasOf);

	// 2, the exception
	test('is refused as a search of Clean Up, beside an expression', async () =>
		await searchFor(half));
	test.each(inside)('is refused as a search of Clean Up, in an expression: %s', searchFor);
});

describe('Clean Up', () => {
	const cleanUp = { resource: 'link', operation: 'cleanUp' };
	const expired = (extra: IDataObject) =>
		link({ ends_at: new Date(Date.now() - 5 * DAY).toISOString(), ...extra });

	// 3
	test.each<[string, IDataObject]>([
		['expiration_action', { expiration_action: 'redirect' }],
		['expired_visits', { expired_visits: 4 }],
		['days_left', { days_left: -3 }],
		['all three fields', { expiration_action: 'redirect', expired_visits: 4, days_left: -3 }],
	])('An expired link is due although its record has %s', async (_name, extra) => {
		holds(expired(extra));
		const { records } = await run(cleanUp);
		expect(records).toMatchObject([{ id: 7, cleanUp: { action: 'reported', days: 5 } }]);
	});

	// 3
	test('An expired link without further fields is due', async () => {
		holds(expired({}));
		const { records } = await run(cleanUp);
		expect(records).toMatchObject([{ id: 7, cleanUp: { action: 'reported', days: 5 } }]);
	});
});

describe('Create on a base URL that redirects', () => {
	const create = { resource: 'link', operation: 'create', url: 'https://a.example/', domainId: '' };
	const redirects = (status: number) =>
		service.answers(() => ({
			status,
			headers: { location: 'https://links.example/' },
			body: '<html>Moved</html>',
		}));

	// 4
	test.each([301, 302, 303])('HTTP %i says that the base URL redirects', async (status) => {
		redirects(status);
		const { error } = await run(create);
		expect(error?.message).toMatch(/redirect/i);
		expect(error?.message).not.toMatch(/not known|may (already )?exist/i);
		expect(error?.description).toMatch(/base URL/);
		expect(error?.description).not.toMatch(/may (already )?exist/i);
		expect(linesOf(service)).toEqual(['POST /api/v1/links']);
	});

	// 4
	test('HTTP 307 and 308 say that the base URL redirects', async () => {
		for (const status of [307, 308]) {
			redirects(status);
			const { error } = await run(create);
			expect(error?.message).toMatch(/redirect/i);
			expect(error?.description).toMatch(/base URL/);
		}
		expect(linesOf(service)).toEqual(['POST /api/v1/links', 'POST /api/v1/links']);
	});

	// 4
	test('A create with an alias is not looked up, because nothing was saved', async () => {
		redirects(301);
		const { error } = await run({ ...create, additionalFields: { alias: 'spring' } });
		expect(error?.message).toMatch(/redirect/i);
		expect(linesOf(service)).toEqual(['POST /api/v1/links']);
	});
});

describe('An update', () => {
	const update = { resource: 'link', operation: 'update', linkId: '7' };

	// 8
	test('gives no warning if the response shows the pixels from before it', async () => {
		service.answers(() => ({ body: { data: link({ pixels: [{ id: 101, name: 'Old' }] }) } }));
		const { error, texts } = await run({
			...update,
			updateFields: { pixelIds: [102] },
			pixelMode: 'replace',
		});
		expect(error?.message).toBeUndefined();
		expect(service.requests.map(({ method, body }) => [method, body])).toEqual([
			['PUT', 'pixel_ids%5B%5D=102'],
		]);
		expect(texts).toEqual([]);
	});

	// 9
	test('leaves a number alone that is written like the password', async () => {
		service.answers(() => ({ body: { data: link({ clicks: 12345678, password: true }) } }));
		const { records } = await run({ ...update, updateFields: { password: '12345678' } });
		expect(records).toMatchObject([{ id: 7, clicks: 12345678, password: true }]);
	});
});

describe('The list of pixels', () => {
	// 10
	test('has all pixels of an account with more than 100', async () => {
		const pixels = Array.from({ length: 250 }, (_, index) => ({
			id: index + 1,
			name: `Pixel ${index + 1}`,
			type: 'social-a',
		}));
		service.answers(({ query }) => listOf(pixels, Number(query.page ?? 1)));
		const { results } = await loadDropdown({
			node: 'linkManager',
			method: 'getPixels',
			credentials: { baseUrl: service.baseUrl, apiKey: service.apiKey },
		});
		expect(results.map(({ value }) => value)).toEqual(pixels.map(({ id }) => String(id)));
		expect(service.requests).toHaveLength(3);
	});
});

describe("An alias that is another link's ID", () => {
	// 12
	test('is found by the alias', async () => {
		holds(link({ id: '12', alias: 'spring' }), link({ id: '9', alias: '12' }));
		const { records } = await run({
			resource: 'link',
			operation: 'upsert',
			matchBy: 'alias',
			alias: '12',
			url: 'https://a.example/',
			domainId: '',
		});
		expect(linesOf(service)).toEqual(['GET /api/v1/links', 'PUT /api/v1/links/9']);
		expect(records).toMatchObject([{ id: '9', upsertResult: 'updated' }]);
	});

	// 12
	test('does not hide the link with that ID when the response to its create is lost', async () => {
		const links: IDataObject[] = [];
		service.answers(({ method, query, body }) => {
			if (method === 'GET') return listOf(links.filter(({ alias }) => alias === query.search));
			const { alias = '', url = '' } = Object.fromEntries(new URLSearchParams(body));
			const id = alias === '12' ? '9' : '12';
			const made = link({ id, alias, url, created_at: new Date().toISOString() });
			links.push(made);
			return alias === '12' ? { status: 201, body: { data: made } } : { status: 502 };
		});
		const { records } = await run(
			{
				resource: 'link',
				operation: 'create',
				url: 'https://a.example/',
				domainId: '',
				additionalFields: { alias: '={{ $json.alias }}' },
				options: { concurrency: 1 },
			},
			{ items: [{ alias: '12' }, { alias: 'spring' }] },
		);
		expect(records).toMatchObject([
			{ id: '9', alias: '12' },
			{ id: '12', alias: 'spring' },
		]);
		expect(written()).toHaveLength(2);
	});
});

describe('A create with an alias that meets one 502', () => {
	const create = {
		resource: 'link',
		operation: 'create',
		url: 'https://shop.example/p/1',
		domainId: '',
		additionalFields: { alias: 'spring' },
	};
	const isCreate = ({ method }: Received) => method === 'POST';

	// 13
	test('costs at most three more requests if nothing was saved', async () => {
		const links: IDataObject[] = [];
		service.answers((request) => {
			if (!isCreate(request))
				return listOf(links.filter(({ alias }) => alias === request.query.search));
			if (service.requests.filter(isCreate).length === 1) return { status: 502 };
			links.push(link());
			return { status: 201, body: { data: link() } };
		});
		const { records } = await run(create);
		expect(records).toMatchObject([{ id: 7, alias: 'spring' }]);
		expect(service.requests.filter(isCreate)).toHaveLength(2);
		expect(service.requests.length).toBeLessThanOrEqual(4);
	});

	// 13
	test('costs one more request if it was saved', async () => {
		const saved = link({ created_at: new Date().toISOString() });
		service.answers((request) => (isCreate(request) ? { status: 502 } : listOf([saved])));
		const { records } = await run(create);
		expect(records).toMatchObject([{ id: 7, alias: 'spring' }]);
		expect(linesOf(service)).toEqual(['POST /api/v1/links', 'GET /api/v1/links']);
	});

	// 13, and point 5: the same destination and status make it the result.
	test('costs one more request if it was saved and does not show when', async () => {
		service.answers((request) => (isCreate(request) ? { status: 502 } : listOf([link()])));
		const { records } = await run(create);
		expect(records).toMatchObject([{ id: 7, alias: 'spring' }]);
		expect(linesOf(service)).toEqual(['POST /api/v1/links', 'GET /api/v1/links']);
	});
});
