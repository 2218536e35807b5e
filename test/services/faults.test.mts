import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
	startServices,
	type Fault,
	type LinkService,
	type Quirks,
	type ReferenceService,
	type Service,
} from '../../sandbox/services/start.mjs';
import { FORM, JSON_BODY, request, type Reply } from './client.mjs';

let link: LinkService;
let data: ReferenceService;
let stop: () => Promise<void>;

beforeAll(async () => {
	const services = await startServices();
	({ link, data } = services);
	({ stop } = services);
});
beforeEach(() => {
	link.reset();
	data.reset();
});
afterAll(() => stop());

function keys(service: Service): Record<string, string> {
	return service === link
		? { accept: 'application/json', authorization: `Bearer ${link.apiKey}` }
		: { 'x-api-key': data.apiKey };
}

function readLinks(query = ''): Promise<Reply> {
	return request(link.baseUrl, 'GET', `/api/v1/links?${query}`, keys(link));
}

function createLink(alias: string): Promise<Reply> {
	const body = String(new URLSearchParams({ url: 'https://x.example.org', domain: '11', alias }));
	return request(link.baseUrl, 'POST', '/api/v1/links', { ...keys(link), ...FORM }, body);
}

function readSchools(query = ''): Promise<Reply> {
	return request(data.baseUrl, 'GET', `/v1/high-schools?${query}`, keys(data));
}

async function statuses(count: number, send: () => Promise<Reply>): Promise<number[]> {
	const found: number[] = [];
	for (let index = 0; index < count; index++) found.push((await send()).status);
	return found;
}

describe('which requests a fault hits', () => {
	it('hits as many as it says, after those it lets through', async () => {
		link.fault({ kind: 'status', status: 503, after: 1, times: 2 });
		expect(await statuses(5, readLinks)).toEqual([200, 503, 503, 200, 200]);
	});

	it('hits every one until it is cleared', async () => {
		link.fault({ kind: 'status', status: 500 });
		expect(await statuses(3, readLinks)).toEqual([500, 500, 500]);
		link.clearFaults();
		expect((await readLinks()).status).toBe(200);
	});

	it('hits only the method and the path it names', async () => {
		link.fault({ kind: 'status', status: 502, method: 'POST' });
		link.fault({ kind: 'status', status: 504, path: '/links/1\\d+$' });
		expect((await readLinks()).status).toBe(200);
		expect((await createLink('a')).status).toBe(502);
		expect((await request(link.baseUrl, 'GET', '/api/v1/links/1001', keys(link))).status).toBe(504);
	});

	it('hits a share of them by the same chance each time', async () => {
		const run = async () => {
			link.reset();
			link.fault({ kind: 'status', status: 500, probability: 0.3 });
			return statuses(100, () => readLinks('per_page=10'));
		};
		const first = await run();
		const hits = first.filter((status) => status === 500).length;
		expect(hits).toBeGreaterThan(15);
		expect(hits).toBeLessThan(45);
		expect(await run()).toEqual(first);
	});

	it('does nothing on the other service', async () => {
		link.fault({ kind: 'status' });
		expect((await readSchools()).status).toBe(200);
	});
});

describe('what a fault answers', () => {
	it.each<[Fault, number, string | undefined, string]>([
		[{ kind: 'rateLimit' }, 429, '1', '{"message":"Too Many Attempts."}'],
		[{ kind: 'rateLimit', retryAfter: 7 }, 429, '7', '{"message":"Too Many Attempts."}'],
		[{ kind: 'rateLimit', retryAfter: 'none' }, 429, undefined, '{"message":"Too Many Attempts."}'],
		[{ kind: 'status', status: 404 }, 404, undefined, '{"message":"Resource not found."}'],
		[{ kind: 'status', status: 503, retryAfter: 2 }, 503, '2', '{"message":"Service Unavailable"}'],
		[{ kind: 'empty' }, 200, undefined, ''],
		[{ kind: 'wrongEnvelope' }, 200, undefined, '{"result":{"items":[]}}'],
		[{ kind: 'errorIn200' }, 200, undefined, '{"status":500,"message":"Server Error"}'],
	])('link service: %o', async (fault, status, retryAfter, body) => {
		link.fault(fault);
		const reply = await readLinks();
		expect([reply.status, reply.headers['retry-after'], reply.text]).toEqual([
			status,
			retryAfter,
			body,
		]);
	});

	it.each<[Fault, number, string]>([
		[{ kind: 'rateLimit' }, 429, 'RATE_LIMITED'],
		[{ kind: 'status', status: 401 }, 401, 'UNAUTHORIZED'],
		[{ kind: 'status', status: 502 }, 502, 'BAD_GATEWAY'],
		[{ kind: 'errorIn200' }, 200, 'INTERNAL_ERROR'],
		[{ kind: 'validation' }, 422, 'VALIDATION_ERROR'],
	])('reference service: %o', async (fault, status, code) => {
		data.fault(fault);
		const reply = await readSchools();
		expect(reply.status).toBe(status);
		expect(reply.json()).toMatchObject({ error: { code } });
	});

	it('gives an HTTP date that lies ahead', async () => {
		link.fault({ kind: 'rateLimit', retryAfter: 'date', retryAfterSeconds: 5 });
		const before = Date.now();
		const { headers } = await readLinks();
		const moment = Date.parse(String(headers['retry-after']));
		expect(moment).toBeGreaterThanOrEqual(before + 5000);
		expect(moment).toBeLessThanOrEqual(Date.now() + 6000);
	});

	it('gives both shapes of a 422', async () => {
		link.fault({ kind: 'validation', times: 1 });
		const first = (await readLinks()).json<{ message: unknown }>();
		expect(first.message).toMatchObject({ alias: [expect.any(String), expect.any(String)] });
		link.fault({ kind: 'validation', shape: 'errors' });
		const second = (await readLinks()).json<{ message: unknown; errors: unknown }>();
		expect([typeof second.message, second.errors]).toEqual(['string', first.message]);
	});

	it('gives a web page, a redirect and JSON that breaks off', async () => {
		link.fault({ kind: 'html', times: 1 });
		const page = await readLinks();
		expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		link.fault({ kind: 'redirect', location: 'http://other.example/', times: 1 });
		const redirect = await readLinks();
		expect([redirect.status, redirect.headers.location]).toEqual([302, 'http://other.example/']);
		link.fault({ kind: 'invalidJson' });
		const broken = await readLinks();
		expect(broken.status).toBe(200);
		expect(() => broken.json()).toThrow(SyntaxError);
	});

	it('echoes the key and the body, encoded and decoded', async () => {
		link.fault({ kind: 'echo' });
		const { status, text } = await createLink('a b&c');
		expect(status).toBe(500);
		expect(text).toContain(link.apiKey);
		expect(text).toContain('alias=a+b%26c');
		expect(text).toContain('alias = a b&c');
	});

	it('resets the connection', async () => {
		link.fault({ kind: 'reset' });
		await expect(readLinks()).rejects.toMatchObject({ code: 'ECONNRESET' });
	});

	it('breaks off in the middle of the real answer', async () => {
		link.fault({ kind: 'truncated' });
		await expect(readLinks()).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(link.requests).toMatchObject([{ fault: 'truncated' }]);
	});

	it('never answers, and lets go when the service stops', async () => {
		const services = await startServices({ schools: 10 });
		services.link.fault({ kind: 'timeout' });
		const pending = request(services.link.baseUrl, 'GET', '/api/v1/links', keys(link));
		const failed = expect(pending).rejects.toMatchObject({ code: 'ECONNRESET' });
		await expect.poll(() => services.link.requests.length).toBe(1);
		await services.stop();
		await failed;
	});
});

describe('a fault on a write', () => {
	it.each<Fault['kind']>(['status', 'reset', 'truncated', 'html', 'empty'])(
		'%s leaves everything as it was, unless it is applied',
		async (kind) => {
			link.fault({ kind, times: 1 });
			await createLink('one').catch(() => undefined);
			expect(link.ledger).toEqual([]);
			link.fault({ kind, applied: true, times: 1 });
			await createLink('two').catch(() => undefined);
			expect(link.ledger).toMatchObject([{ action: 'created', after: { alias: 'two' } }]);
		},
	);

	it('breaks off in an answer that has no body of its own', async () => {
		link.quirk({ deleteAnswer: 'empty' });
		link.fault({ kind: 'truncated', applied: true });
		const sent = request(link.baseUrl, 'DELETE', '/api/v1/links/1001', keys(link));
		await expect(sent).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(link.links.has('1001')).toBe(false);
	});

	it('makes a calculation that is applied', async () => {
		data.fault({ kind: 'status', status: 504, applied: true });
		const body = JSON.stringify({
			university_id: 'uct',
			subjects: [{ name: 'Mathematics', level: 6 }],
		});
		const target = '/v1/aps-calculator';
		const reply = await request(
			data.baseUrl,
			'POST',
			target,
			{ ...keys(data), ...JSON_BODY },
			body,
		);
		expect([reply.status, data.calculations.length]).toEqual([504, 1]);
	});
});

describe('quirks', () => {
	interface List {
		data: Array<{ id: number }>;
		meta: { total?: number; last_page?: number; current_page: number };
	}

	async function ids(page: number, perPage = 100): Promise<number[]> {
		const reply = await readLinks(`page=${page}&per_page=${perPage}`);
		return reply.json<List>().data.map(({ id }) => id);
	}

	const descending = (from: number, count: number) =>
		Array.from({ length: count }, (_, index) => from - index);

	it('answers lists in three envelopes', async () => {
		expect(Object.keys((await readLinks()).json<object>())).toEqual([
			'data',
			'links',
			'meta',
			'status',
		]);
		link.quirk({ envelope: 'data' });
		expect(Object.keys((await readLinks()).json<object>())).toEqual(['data']);
		link.quirk({ envelope: 'bare' });
		expect((await readLinks()).json()).toHaveLength(100);
	});

	it('answers single reference records bare, and the score in data', async () => {
		data.quirk({ envelope: 'bare' });
		const school = data.schools[0];
		const single = await request(data.baseUrl, 'GET', `/v1/high-schools/${school?.id}`, keys(data));
		expect(single.json()).toMatchObject({ nat_emis: school?.nat_emis });
		data.quirk({ envelope: 'data' });
		const body = JSON.stringify({
			university_id: 'uct',
			subjects: [{ name: 'Mathematics', level: 6 }],
		});
		const headers = { ...keys(data), ...JSON_BODY };
		const score = await request(data.baseUrl, 'POST', '/v1/aps-calculator', headers, body);
		expect(score.json()).toMatchObject({ data: { aps_score: 6 } });
	});

	it('ignores the page', async () => {
		link.quirk({ ignorePage: true });
		expect(await ids(2)).toEqual(await ids(1));
	});

	it.each<[Quirks['ignoreFilters'], number]>([
		[true, 300],
		[['status'], 100],
		[['domain_id'], 120],
	])('ignores the filters %o', async (ignoreFilters, total) => {
		link.quirk({ ignoreFilters });
		const { meta } = (await readLinks('status=2&domain_id=11')).json<List>();
		expect(meta.total).toBe(total);
	});

	it('repeats records on the next page', async () => {
		link.quirk({ overlap: 3 });
		expect(await ids(2)).toEqual(descending(1300 - 97, 100));
		expect(await ids(4)).toEqual(descending(1300 - 291, 9));
	});

	it('moves the order so that one is repeated and one lost', async () => {
		link.quirk({ shift: true });
		const seen = [...(await ids(1)), ...(await ids(2)), ...(await ids(3))];
		expect(seen).toHaveLength(300);
		expect(new Set(seen).size).toBe(299);
	});

	it('reports a wrong total', async () => {
		link.quirk({ wrongTotal: -120 });
		expect((await readLinks()).json<List>().meta).toMatchObject({ total: 180, last_page: 2 });
		data.quirk({ wrongTotal: 5 });
		const { pagination } = (await readSchools()).json<{ pagination: object }>();
		expect(pagination).toMatchObject({ total: data.schools.length + 5 });
	});

	it('never ends, with the records again or with fresh ones', async () => {
		link.quirk({ endless: true });
		expect(await ids(4)).toEqual(await ids(1));
		const { meta } = (await readLinks('page=9')).json<List>();
		expect(meta).toEqual({ current_page: 9, per_page: 100 });
		link.quirk({ endless: 'fresh' });
		const seen = [...(await ids(1)), ...(await ids(4)), ...(await ids(7))];
		expect(new Set(seen).size).toBe(300);
	});

	it('answers creates and deletes with nothing', async () => {
		link.quirk({ createAnswer: 'empty', deleteAnswer: 'empty' });
		const created = await createLink('x');
		expect([created.status, created.text]).toEqual([201, '']);
		const deleted = await request(link.baseUrl, 'DELETE', '/api/v1/links/1001', keys(link));
		expect([deleted.status, deleted.text]).toEqual([204, '']);
	});

	it('hides and empties fields', async () => {
		link.quirk({ hideFields: ['pixels', 'ends_at'], nullFields: ['domain'] });
		const { data: records } = (await readLinks('per_page=10')).json<{ data: object[] }>();
		for (const record of records) {
			expect(record).not.toHaveProperty('pixels');
			expect(record).toHaveProperty('domain', null);
		}
		data.quirk({ hideFields: ['latitude'], nullFields: ['quintile'] });
		const school = (await readSchools('per_page=1&page=8')).text;
		expect(school).toMatch(/"id":9007199\d{9},"nat_emis"/);
		expect(school).toContain('"quintile":null');
		expect(school).not.toContain('latitude');
	});
});

describe('rate limit', () => {
	it('lets so many through in a window and says how long to wait', async () => {
		const rateLimit = { requests: 3, windowMs: 60_000 };
		const services = await startServices({ schools: 10, rateLimit });
		try {
			const read = () => request(services.link.baseUrl, 'GET', '/api/v1/links', keys(link));
			expect(await statuses(3, read)).toEqual([200, 200, 200]);
			const refused = await read();
			expect(refused.status).toBe(429);
			expect(Number(refused.headers['retry-after'])).toBeGreaterThan(55);
			expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
			services.link.reset();
			expect((await read()).status).toBe(200);
		} finally {
			await services.stop();
		}
	});

	it('opens a new window when the old one has passed', async () => {
		const rateLimit = { requests: 1, windowMs: 200, retryAfter: 'none' } as const;
		const services = await startServices({ schools: 10, rateLimit });
		try {
			const read = () => request(services.link.baseUrl, 'GET', '/api/v1/links', keys(link));
			expect(await statuses(2, read)).toEqual([200, 429]);
			expect((await read()).headers['retry-after']).toBeUndefined();
			await expect.poll(async () => (await read()).status).toBe(200);
		} finally {
			await services.stop();
		}
	});
});

describe('what is recorded', () => {
	it('keeps a request as it was sent', async () => {
		await createLink('a b');
		await request(link.baseUrl, 'GET', '/api/v1/links/%2e%2E?x=%20&y', keys(link));
		expect(link.requests).toMatchObject([
			{
				method: 'POST',
				path: '/api/v1/links',
				query: '',
				body: 'url=https%3A%2F%2Fx.example.org&domain=11&alias=a+b',
				headers: { authorization: `Bearer ${link.apiKey}`, accept: 'application/json' },
				status: 201,
			},
			{ method: 'GET', path: '/api/v1/links/%2e%2E', query: 'x=%20&y', body: '', status: 422 },
		]);
		expect(Math.abs((link.requests[0]?.at ?? 0) - Date.now())).toBeLessThan(10_000);
	});

	it('begins again after a reset', async () => {
		await createLink('a');
		link.quirk({ envelope: 'bare' });
		link.fault({ kind: 'reset' });
		const pristine = link.links.size - 1;
		link.reset();
		expect([link.requests, link.ledger, link.links.size]).toEqual([[], [], pristine]);
		expect((await readLinks()).json()).toHaveProperty('meta');
		data.schools.length = 0;
		data.reset();
		expect(data.schools.length).toBeGreaterThan(6000);
	});
});

describe('controls over HTTP', () => {
	function control(method: string, target: string, body?: object): Promise<Reply> {
		const headers: Record<string, string> = body ? JSON_BODY : {};
		return request(
			link.baseUrl,
			method,
			`/__sandbox${target}`,
			headers,
			body ? JSON.stringify(body) : '',
		);
	}

	it('switches faults and quirks on and off', async () => {
		await control('POST', '/faults', { kind: 'status', status: 503, times: 5 });
		expect((await readLinks()).status).toBe(503);
		await control('DELETE', '/faults');
		await control('POST', '/quirks', { envelope: 'bare' });
		expect((await readLinks()).json()).toHaveLength(100);
		expect((await control('POST', '/reset')).status).toBe(200);
		expect((await readLinks()).json()).toHaveProperty('meta');
	});

	it('shows requests, records and the ledger, without a trace of its own', async () => {
		await createLink('seen');
		const requests = (await control('GET', '/requests')).json<Array<{ method: string }>>();
		expect(requests.map(({ method }) => method)).toEqual(['POST']);
		const records = (await control('GET', '/records')).json<{
			links: object[];
			pixels: object[];
		}>();
		expect([records.links.length, records.pixels.length]).toEqual([301, 12]);
		expect((await control('GET', '/ledger')).json()).toMatchObject([
			{ action: 'created', id: 1301 },
		]);
	});

	it.each([
		['/faults', { kind: 'unknown' }],
		['/faults', { kind: 'status', tims: 1 }],
		['/faults', { kind: 'status', path: '(' }],
		['/quirks', { ignorepage: true }],
		['/quirks', { overlap: '3' }],
	])('refuses %s %o', async (target, body) => {
		expect((await control('POST', target, body)).status).toBe(400);
		expect((await readLinks()).status).toBe(200);
	});

	it('refuses a control that does not exist', async () => {
		expect((await control('POST', '/fault', { kind: 'reset' })).status).toBe(404);
		expect(link.requests).toEqual([]);
	});
});

describe('options', () => {
	it('takes keys, numbers of records and the present moment', async () => {
		const services = await startServices({
			schools: 30,
			links: 20,
			linkApiKey: 'my-link-key',
			dataApiKey: 'my-data-key',
			now: new Date('2031-07-01T00:00:00Z'),
			latencyMs: 40,
		});
		try {
			expect([services.link.links.size, services.data.schools.length]).toEqual([20, 30]);
			const started = performance.now();
			const reply = await request(services.link.baseUrl, 'GET', '/api/v1/links?status=2', {
				accept: 'application/json',
				authorization: 'Bearer my-link-key',
			});
			expect(performance.now() - started).toBeGreaterThanOrEqual(35);
			expect(reply.json()).toMatchObject({ meta: { total: 8 } });
			expect(services.link.requests[0]?.at).toBeGreaterThan(Date.parse('2031-07-01'));
			const opens = services.data.universities.map(({ application_opens }) => application_opens);
			expect(opens).toContain('2031-07-31');
		} finally {
			await services.stop();
		}
	});

	it('says that a port is taken, and leaves nothing open', async () => {
		const taken = Number(new URL(link.baseUrl).port);
		await expect(startServices({ schools: 10, dataPort: taken })).rejects.toMatchObject({
			code: 'EADDRINUSE',
		});
	});
});
