import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startServices, type LinkRecord, type LinkService } from '../../sandbox/services/start.mjs';
import { FORM, request, type Reply } from './client.mjs';

let link: LinkService;
let stop: () => Promise<void>;

beforeAll(async () => {
	const services = await startServices({ schools: 10 });
	({ link } = services);
	({ stop } = services);
});
beforeEach(() => link.reset());
afterAll(() => stop());

const accept = { accept: 'application/json' };

function call(method: string, target: string, body = '', headers = {}): Promise<Reply> {
	const authorization = `Bearer ${link.apiKey}`;
	const type = body === '' ? {} : FORM;
	return request(
		link.baseUrl,
		method,
		`/api/v1${target}`,
		{ ...accept, authorization, ...type, ...headers },
		body,
	);
}

function form(...pairs: Array<[string, string]>): string {
	return String(new URLSearchParams(pairs));
}

const NEW_LINK: Array<[string, string]> = [
	['url', 'https://www.example.org/new'],
	['domain_id', '11'],
	['domain', '11'],
];

async function createLink(...pairs: Array<[string, string]>): Promise<LinkRecord> {
	const reply = await call('POST', '/links', form(...NEW_LINK, ...pairs));
	expect(reply.status).toBe(201);
	return reply.json<{ data: LinkRecord }>().data;
}

function fieldErrors(reply: Reply): string[] {
	expect(reply.status).toBe(422);
	return Object.keys(reply.json<{ errors: object }>().errors);
}

interface List {
	data: LinkRecord[];
	links: { next: string | null };
	meta: { current_page: number; last_page: number; per_page: number; total: number };
}

async function list(query: string): Promise<List> {
	const reply = await call('GET', `/links?${query}`);
	expect(reply.status).toBe(200);
	return reply.json<List>();
}

describe('access', () => {
	it('refuses a missing or wrong key', async () => {
		for (const authorization of ['', 'Bearer wrong', link.apiKey]) {
			const reply = await request(link.baseUrl, 'GET', '/api/v1/links', {
				...accept,
				authorization,
			});
			expect([reply.status, reply.json()]).toEqual([401, { message: 'Unauthenticated.' }]);
		}
	});

	it('sends a client that does not accept JSON to a login page', async () => {
		const reply = await request(link.baseUrl, 'GET', '/api/v1/links');
		expect([reply.status, reply.headers.location]).toEqual([302, '/login']);
		const page = await request(link.baseUrl, 'GET', '/login');
		expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
	});

	it.each([
		['PATCH', '/links/1001', 'GET, PUT, DELETE'],
		['POST', '/links/1001', 'GET, PUT, DELETE'],
		['DELETE', '/links', 'GET, POST'],
		['DELETE', '/links/', 'GET, POST'],
		['HEAD', '/pixels', 'GET, POST'],
	])('answers 405 to %s %s', async (method, target, allow) => {
		const reply = await call(method, target);
		expect([reply.status, reply.headers.allow]).toEqual([405, allow]);
	});

	it.each(['/nothing', '/links/1001/clicks', '/links/%zz', '/links/..', '/links/9999999'])(
		'answers 404 to %s',
		async (target) => {
			const reply = await call('GET', target);
			expect([reply.status, reply.json()]).toEqual([404, { message: 'Resource not found.' }]);
		},
	);

	it.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain', 'nonsense'])(
		'answers 415 to a write as %s',
		async (type) => {
			const reply = await call('POST', '/links', form(...NEW_LINK), { 'content-type': type });
			expect(reply.status).toBe(415);
			expect(link.ledger).toEqual([]);
		},
	);

	it('takes a charset after the content type', async () => {
		const type = 'application/x-www-form-urlencoded; charset=utf-8';
		const reply = await call('POST', '/links', form(...NEW_LINK), { 'content-type': type });
		expect(reply.status).toBe(201);
	});
});

describe('list', () => {
	it.each([
		['per_pages=10', 'per_pages'],
		['per_page=20', 'per_page'],
		['per_page=', 'per_page'],
		['status=4', 'status'],
		['__proto__=1', '__proto__'],
		['constructor=1', 'constructor'],
		['search_by=name', 'search_by'],
		['sort_by=created_at', 'sort_by'],
		['sort=up', 'sort'],
		['page=0', 'page'],
		['domain_id=go.example.org', 'domain_id'],
		['status=1&status=2', 'status'],
	])('refuses %s', async (query, name) => {
		expect(fieldErrors(await call('GET', `/links?${query}`))).toEqual([name]);
	});

	it('pages through every link once, newest first, 100 at a time', async () => {
		const pages = [await list('page=1'), await list('page=2'), await list('page=3')];
		const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
		expect(ids).toEqual([...link.links.values()].map(({ id }) => id).reverse());
		expect(pages[2]?.meta).toEqual({ current_page: 3, last_page: 3, per_page: 100, total: 300 });
		expect(pages[2]?.links.next).toBeNull();
		expect((await list('page=4')).data).toEqual([]);
	});

	it('drops the status filter from links.next', async () => {
		const { links } = await list('status=2&search=sample&per_page=10');
		const next = new URL(links.next ?? '');
		expect([next.searchParams.get('status'), next.searchParams.get('search')]).toEqual([
			null,
			'sample',
		]);
		expect(next.searchParams.get('page')).toBe('2');
	});

	it('selects by status as the records say', async () => {
		const now = Date.now();
		const expired = (one: LinkRecord) =>
			(one.ends_at !== null && Date.parse(one.ends_at) < now) ||
			(one.expiration_clicks !== null && one.clicks >= one.expiration_clicks);
		const all = [...link.links.values()];
		const counts = {
			1: all.filter((one) => !expired(one) && one.disabled === 0).length,
			2: all.filter(expired).length,
			3: all.filter((one) => one.disabled === 1).length,
			0: all.length,
		};
		for (const [status, count] of Object.entries(counts)) {
			expect((await list(`status=${status}`)).meta.total).toBe(count);
			expect(count).toBeGreaterThan(20);
		}
	});

	it('searches a part of the title, alias or address, in any case', async () => {
		expect((await list('search=OPEN%20DAY')).meta.total).toBe(50);
		expect((await list('search=open%20day&search_by=alias')).meta.total).toBe(0);
		const byAlias = await list('search=SAMPLE-29&search_by=alias');
		expect(byAlias.data.every(({ alias }) => alias.includes('sample-29'))).toBe(true);
		expect(byAlias.meta.total).toBeGreaterThan(5);
		expect((await list('search=prospectus/2&search_by=url')).meta.total).toBeGreaterThan(5);
	});

	it('selects by space, domain and pixel, and sorts', async () => {
		expect((await list('space_id=21')).data.every(({ space }) => space?.id === 21)).toBe(true);
		expect((await list('domain_id=12')).meta.total).toBe(100);
		const { data } = await list('pixel_id=101&sort_by=clicks&sort=asc');
		expect(data.every(({ pixels }) => pixels.some(({ id }) => id === 101))).toBe(true);
		const clicks = data.map((one) => one.clicks);
		expect(clicks).toEqual([...clicks].sort((one, other) => one - other));
		expect(clicks.length).toBeGreaterThan(5);
	});

	it('shows on the next first page what changed meanwhile', async () => {
		const before = await list('per_page=10');
		await call('DELETE', `/links/${before.data[0]?.id}`);
		expect((await list('per_page=10&page=2')).data[0]?.id).toBe((before.data[9]?.id ?? 0) - 2);
		expect((await list('per_page=10')).meta.total).toBe(299);
	});
});

describe('create', () => {
	it('answers 201 with the record under its read names', async () => {
		const record = await createLink(
			['alias', 'ünïcode & more'],
			['password', 'open-sesame'],
			['privacy', '2'],
			['privacy_password', 'stats-secret'],
			['space_id', '22'],
			['pixel_ids[]', '101'],
			['pixel_ids[]', '103'],
			['expiration_date', '2030-02-28'],
			['expiration_time', '23:59'],
			['expiration_clicks', '0'],
			['expiration_url', 'https://www.example.org/ended'],
			['target_type', '1'],
			['country[0][key]', 'ZA'],
			['country[0][value]', 'https://za.example.org/?a[b]=c'],
			['country[1][key]', 'NA'],
			['country[1][value]', 'https://na.example.org'],
			['platform[0][key]', 'Chrome OS'],
			['platform[0][value]', 'https://chrome.example.org'],
			['language[0][key]', 'af'],
			['language[0][value]', 'https://af.example.org'],
			['rotation[0][value]', 'https://a.example.org'],
		);
		expect(record).toMatchObject({
			id: 1301,
			alias: 'ünïcode & more',
			domain: { id: 11, name: 'go.example.org' },
			password: true,
			privacy: 2,
			privacy_password: true,
			space: { id: 22 },
			pixels: [{ id: 101 }, { id: 103 }],
			ends_at: '2030-02-28T23:59:00.000000Z',
			expiration_clicks: 0,
			expiration_url: 'https://www.example.org/ended',
			target_type: 1,
			country_target: [
				{ key: 'ZA', value: 'https://za.example.org/?a[b]=c' },
				{ key: 'NA', value: 'https://na.example.org' },
			],
			platform_target: [{ key: 'Chrome OS', value: 'https://chrome.example.org' }],
			language_target: [{ key: 'af', value: 'https://af.example.org' }],
			rotation_target: [{ value: 'https://a.example.org' }],
			disabled: 0,
		});
		expect(JSON.stringify(record)).not.toMatch(/open-sesame|stats-secret/);
		expect(link.links.get('1301')).toEqual(record);
	});

	it.each<[string, Array<[string, string]>, string[]]>([
		['no address', [['url', '']], ['url']],
		['an address that is none', [['url', 'example']], ['url']],
		['an unknown field', [['titel', 'x']], ['titel']],
		['a field named __proto__', [['__proto__[a]', 'x']], ['__proto__']],
		['a field named constructor', [['constructor', 'x']], ['constructor']],
		['disabled outside its values', [['disabled', 'true']], ['disabled']],
		['privacy outside its values', [['privacy', '3']], ['privacy']],
		['target_type outside its values', [['target_type', '3']], ['target_type']],
		['a date alone', [['expiration_date', '2030-01-01']], ['expiration_time']],
		['a time alone', [['expiration_time', '10:00']], ['expiration_date']],
		[
			'a day that does not exist',
			[
				['expiration_date', '2030-02-30'],
				['expiration_time', '10:00'],
			],
			['expiration_date'],
		],
		[
			'an ISO date-time',
			[
				['expiration_date', '2030-02-03T00:00:00'],
				['expiration_time', '10:00'],
			],
			['expiration_date'],
		],
		[
			'an hour that does not exist',
			[
				['expiration_date', '2030-01-01'],
				['expiration_time', '24:00'],
			],
			['expiration_time'],
		],
		['negative clicks', [['expiration_clicks', '-1']], ['expiration_clicks']],
		['an unknown pixel', [['pixel_ids[]', '999']], ['pixel_ids.0']],
		['an unknown space', [['space_id', '1']], ['space_id']],
		['two different domains', [['domain', '12']], ['domain']],
		[
			'an unknown operating system',
			[
				['platform[0][key]', 'ios'],
				['platform[0][value]', 'x'],
			],
			['platform.0.key'],
		],
		['a rule without a value', [['country[0][key]', 'ZA']], ['country.0.value']],
		[
			'a rotation with a key',
			[
				['rotation[0][key]', 'a'],
				['rotation[0][value]', 'x'],
			],
			['rotation.0.key'],
		],
		[
			'a list that counts from 1',
			[
				['country[1][key]', 'ZA'],
				['country[1][value]', 'x'],
			],
			['country'],
		],
		['an object for a row', [['country[0]', '[object Object]']], ['country.0']],
	])('refuses %s', async (_name, pairs, names) => {
		const fields = new URLSearchParams(NEW_LINK);
		for (const [name, value] of pairs) fields.set(name, value);
		expect(fieldErrors(await call('POST', '/links', String(fields)))).toEqual(names);
		expect(link.ledger).toEqual([]);
	});

	it.each(['pixel_ids', 'country'])('crashes on a %s that is no list', async (name) => {
		const reply = await call('POST', '/links', form(...NEW_LINK, [name, '101,102']));
		expect([reply.status, reply.json()]).toEqual([500, { message: 'Server Error' }]);
	});

	it('takes the domain under either name and needs one', async () => {
		for (const name of ['domain', 'domain_id']) {
			const reply = await call(
				'POST',
				'/links',
				form(['url', 'https://x.example.org'], [name, '13']),
			);
			expect(reply.json<{ data: LinkRecord }>().data.domain.id).toBe(13);
		}
		expect(
			fieldErrors(await call('POST', '/links', form(['url', 'https://x.example.org']))),
		).toEqual(['domain']);
	});

	it('refuses an alias that its domain has, and takes it on another', async () => {
		await createLink(['alias', 'mine']);
		expect(fieldErrors(await call('POST', '/links', form(...NEW_LINK, ['alias', 'mine'])))).toEqual(
			['alias'],
		);
		const other = form(['url', 'https://x.example.org'], ['domain', '12'], ['alias', 'mine']);
		expect((await call('POST', '/links', other)).status).toBe(201);
	});
});

describe('update', () => {
	it('changes only what was sent', async () => {
		const before = await createLink(
			['alias', 'kept'],
			['pixel_ids[]', '101'],
			['expiration_clicks', '5'],
		);
		const reply = await call('PUT', `/links/${before.id}`, form(['disabled', '1']));
		expect(reply.status).toBe(200);
		const { data } = reply.json<{ data: LinkRecord }>();
		expect({ ...data, updated_at: '' }).toEqual({ ...before, disabled: 1, updated_at: '' });
	});

	it('empties fields and lists, and replaces the whole set of pixels', async () => {
		const { id } = await createLink(
			['password', 'secret'],
			['space_id', '21'],
			['pixel_ids[]', '101'],
			['expiration_date', '2030-01-01'],
			['expiration_time', '00:00'],
			['expiration_clicks', '5'],
			['expiration_url', 'https://x.example.org'],
			['country[0][key]', 'ZA'],
			['country[0][value]', 'x'],
		);
		const replaced = await call('PUT', `/links/${id}`, form(['pixel_ids[]', '102']));
		expect(replaced.json<{ data: LinkRecord }>().data.pixels.map((one) => one.id)).toEqual([102]);
		const emptied = await call(
			'PUT',
			`/links/${id}`,
			form(
				['password', ''],
				['space_id', ''],
				['pixel_ids[]', ''],
				['expiration_date', ''],
				['expiration_time', ''],
				['expiration_clicks', ''],
				['expiration_url', ''],
				['country[]', ''],
			),
		);
		expect(emptied.json()).toMatchObject({
			data: {
				password: false,
				space: null,
				pixels: [],
				ends_at: null,
				expiration_clicks: null,
				expiration_url: null,
				country_target: [],
			},
		});
	});

	it('refuses the domain, an empty alias and a taken one, but not its own', async () => {
		const first = await createLink(['alias', 'first']);
		await createLink(['alias', 'second']);
		const put = (name: string, value: string) =>
			call('PUT', `/links/${first.id}`, form([name, value]));
		expect(fieldErrors(await put('domain_id', '12'))).toEqual(['domain_id']);
		expect(fieldErrors(await put('alias', ''))).toEqual(['alias']);
		expect(fieldErrors(await put('alias', 'second'))).toEqual(['alias']);
		expect((await put('alias', 'first')).status).toBe(200);
	});
});

describe('delete', () => {
	it('answers what it deleted, once', async () => {
		const reply = await call('DELETE', '/links/1005');
		expect([reply.status, reply.json()]).toEqual([
			200,
			{ id: 1005, object: 'link', deleted: true },
		]);
		expect((await call('DELETE', '/links/1005')).status).toBe(404);
		expect((await call('GET', '/links/1005')).status).toBe(404);
	});

	it('refuses a body', async () => {
		expect(fieldErrors(await call('DELETE', '/links/1005', 'id=1005'))).toEqual(['body']);
		expect(link.links.has('1005')).toBe(true);
	});
});

describe('pixels', () => {
	it('creates, reads, updates and deletes', async () => {
		const made = await call(
			'POST',
			'/pixels',
			form(['name', 'Mine'], ['type', 'pinboard'], ['value', 'P-1']),
		);
		expect([made.status, made.json()]).toMatchObject([201, { data: { id: 113, name: 'Mine' } }]);
		await call('PUT', '/pixels/113', form(['value', 'P-2']));
		expect((await call('GET', '/pixels/113')).json()).toMatchObject({
			data: { name: 'Mine', type: 'pinboard', value: 'P-2' },
		});
		expect((await call('DELETE', '/pixels/113')).json()).toEqual({
			id: 113,
			object: 'pixel',
			deleted: true,
		});
	});

	it('renames and leaves the links it is attached to', async () => {
		const { id } = await createLink(['pixel_ids[]', '101'], ['pixel_ids[]', '102']);
		await call('PUT', '/pixels/101', form(['name', 'Renamed']));
		await call('DELETE', '/pixels/102');
		expect(link.links.get(String(id))?.pixels).toEqual([
			{ id: 101, name: 'Renamed', type: 'retarget' },
		]);
	});

	it('needs all three fields and one of the ten types', async () => {
		expect(fieldErrors(await call('POST', '/pixels', form(['name', 'x'])))).toEqual([
			'type',
			'value',
		]);
		const reply = await call(
			'POST',
			'/pixels',
			form(['name', 'x'], ['type', 'Pinboard'], ['value', '1']),
		);
		expect(fieldErrors(reply)).toEqual(['type']);
	});

	it('lists by type and name', async () => {
		const reply = await call(
			'GET',
			'/pixels?type=retarget&search=SAMPLE&search_by=name&sort_by=name&sort=asc&per_page=25',
		);
		const names = reply.json<{ data: Array<{ name: string }> }>().data.map(({ name }) => name);
		expect(names).toEqual(['Sample retarget', 'Sample retarget (second)']);
		expect(fieldErrors(await call('GET', '/pixels?type=other'))).toEqual(['type']);
		expect(fieldErrors(await call('GET', '/pixels?status=1'))).toEqual(['status']);
	});
});

describe('ledger', () => {
	it('tells every change in order, with the body as it came', async () => {
		const { id } = await createLink(['alias', 'a+b'], ['password', 'secret']);
		await call('PUT', `/links/${id}`, 'disabled=1');
		await call('DELETE', `/links/${id}`);
		expect(
			link.ledger.map(({ action, resource, id: changed }) => [action, resource, changed]),
		).toEqual([
			['created', 'link', id],
			['updated', 'link', id],
			['deleted', 'link', id],
		]);
		expect(link.ledger[0]?.body).toBe(form(...NEW_LINK, ['alias', 'a+b'], ['password', 'secret']));
		expect(link.ledger[0]?.fields.password).toBe('secret');
		expect(link.ledger[1]).toMatchObject({ before: { disabled: 0 }, after: { disabled: 1 } });
		expect(link.ledger[2]).toMatchObject({ before: { id }, after: undefined });
	});
});
