import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { startServices, type Fault, type Quirks } from '../../sandbox/services/start.mjs';
import { ask, FORM, JSON_BODY, type Reply } from './client.mjs';

const services = await startServices({ schools: 100 });
const { link, data } = services;
beforeEach(() => {
	link.reset();
	data.reset();
});
afterAll(() => services.stop());

async function readLinks(query = ''): Promise<Reply> {
	return await ask(link, 'GET', `/api/v1/links?${query}`);
}

async function createLink(alias: string): Promise<Reply> {
	const body = String(new URLSearchParams({ url: 'https://x.example.org', domain: '11', alias }));
	return await ask(link, 'POST', '/api/v1/links', body, FORM);
}

async function statuses(count: number, send: () => Promise<Reply>): Promise<number[]> {
	const found: number[] = [];
	for (let index = 0; index < count; index++) found.push((await send()).status);
	return found;
}

describe('a fault', () => {
	it('hits as many requests as it says, after those it lets through', async () => {
		link.fault({ kind: 'status', status: 503, after: 1, times: 2 });
		expect(await statuses(5, readLinks)).toEqual([200, 503, 503, 200, 200]);
	});

	it('hits only the method and the path it names, until it is cleared', async () => {
		link.fault({ kind: 'status', status: 502, method: 'POST' });
		link.fault({ kind: 'status', status: 504, path: '/links/1\\d+$' });
		expect((await readLinks()).status).toBe(200);
		expect(await statuses(2, () => createLink('a'))).toEqual([502, 502]);
		expect((await ask(link, 'GET', '/api/v1/links/1001')).status).toBe(504);
		link.clearFaults();
		expect((await createLink('a')).status).toBe(201);
	});

	it('hits a share of them by the same chance each time', async () => {
		const run = async () => {
			link.reset();
			link.fault({ kind: 'status', status: 500, probability: 0.3 });
			return await statuses(100, () => readLinks('per_page=10'));
		};
		const first = await run();
		const hits = first.filter((status) => status === 500).length;
		expect(hits).toBeGreaterThan(15);
		expect(hits).toBeLessThan(45);
		expect(await run()).toEqual(first);
	});

	it.each<[Fault, number, string | undefined, string]>([
		[{ kind: 'rateLimit' }, 429, '1', '{"message":"Too Many Attempts."}'],
		[{ kind: 'rateLimit', retryAfter: 'none' }, 429, undefined, '{"message":"Too Many Attempts."}'],
		[{ kind: 'status', status: 503, retryAfter: 2 }, 503, '2', '{"message":"Service Unavailable"}'],
		[{ kind: 'empty' }, 200, undefined, ''],
		[{ kind: 'wrongEnvelope' }, 200, undefined, '{"result":{"items":[]}}'],
		[{ kind: 'errorIn200' }, 200, undefined, '{"status":500,"message":"Server Error"}'],
		[{ kind: 'redirect' }, 302, undefined, ''],
		[{ kind: 'invalidJson' }, 200, undefined, '{"data": [{"id": 1, "name": '],
	])('%o is answered as it says', async (fault, status, retryAfter, body) => {
		link.fault(fault);
		const reply = await readLinks();
		expect([reply.status, reply.headers['retry-after'], reply.text]).toEqual([
			status,
			retryAfter,
			body,
		]);
	});

	it('dates a Retry-After ahead', async () => {
		link.fault({ kind: 'rateLimit', retryAfter: 'date', retryAfterSeconds: 5 });
		const before = Date.now();
		const moment = Date.parse(String((await readLinks()).headers['retry-after']));
		expect(moment).toBeGreaterThanOrEqual(before + 5000);
		expect(moment).toBeLessThanOrEqual(Date.now() + 6000);
	});

	it('echoes the key and the body, encoded and decoded', async () => {
		link.fault({ kind: 'echo' });
		const { status, text } = await createLink('a b&c');
		expect(status).toBe(500);
		for (const part of [link.apiKey, 'alias=a+b%26c', 'alias = a b&c'])
			expect(text).toContain(part);
	});

	it.each(['reset', 'truncated'] as const)('%s breaks the connection', async (kind) => {
		link.fault({ kind });
		await expect(readLinks()).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(link.requests).toMatchObject([{ fault: kind }]);
	});

	it.each(['status', 'reset', 'truncated', 'html', 'empty'] as const)(
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
});

describe('a quirk', () => {
	/** The ids of three pages of 100, the newest of 300 first. */
	async function ids(...pages: number[]): Promise<number[]> {
		const found: number[] = [];
		for (const page of pages) {
			const { data: records } = (await readLinks(`page=${page}`)).json<{
				data: [{ id: number }];
			}>();
			found.push(...records.map(({ id }) => id));
		}
		return found;
	}

	it.each<[Quirks, number[], { all: number; different: number }]>([
		[{}, [1, 2, 3, 4], { all: 300, different: 300 }],
		[{ ignorePage: true }, [1, 2], { all: 200, different: 100 }],
		[{ overlap: 3 }, [1, 2, 3, 4], { all: 309, different: 300 }],
		[{ shift: true }, [1, 2, 3], { all: 300, different: 299 }],
		[{ endless: true }, [1, 4, 7], { all: 300, different: 100 }],
		[{ endless: 'fresh' }, [1, 4, 7], { all: 300, different: 300 }],
	])('%o pages as it says', async (quirk, pages, { all, different }) => {
		link.quirk(quirk);
		const seen = await ids(...pages);
		expect([seen.length, new Set(seen).size]).toEqual([all, different]);
	});

	it.each<[Quirks, number]>([
		[{}, 40],
		[{ ignoreFilters: true }, 300],
		[{ ignoreFilters: ['status'] }, 100],
		[{ ignoreFilters: ['domain_id'] }, 120],
		[{ wrongTotal: -12 }, 28],
	])('%o makes its total %d', async (quirk, total) => {
		link.quirk(quirk);
		expect((await readLinks('status=2&domain_id=11')).json()).toMatchObject({ meta: { total } });
	});

	it('hides and empties fields', async () => {
		data.quirk({ hideFields: ['latitude'], nullFields: ['quintile'] });
		const { text } = await ask(data, 'GET', '/v1/high-schools?per_page=1&page=8');
		expect(text).toMatch(/"id":9007199\d{9},"nat_emis"/);
		expect(text).toContain('"quintile":null');
		expect(text).not.toContain('latitude');
	});
});

it.each(['seconds', 'none'] as const)('a rate limit with Retry-After in %s', async (retryAfter) => {
	const limited = await startServices({
		schools: 10,
		rateLimit: { requests: 2, windowMs: 300, retryAfter },
	});
	try {
		const read = () => ask(limited.link, 'GET', '/api/v1/links');
		expect(await statuses(2, read)).toEqual([200, 200]);
		const { status, headers } = await read();
		expect([status, headers['retry-after']]).toEqual([
			429,
			retryAfter === 'none' ? undefined : '1',
		]);
		await expect.poll(async () => (await read()).status).toBe(200);
	} finally {
		await limited.stop();
	}
});

it.each([
	['faults', { kind: 'unknown' }],
	['faults', { kind: 'status', path: '(' }],
	['fault', { kind: 'reset' }],
])('the control %s refuses %o', async (name, body) => {
	const reply = await ask(link, 'POST', `/__sandbox/${name}`, JSON.stringify(body), JSON_BODY);
	expect([400, 404]).toContain(reply.status);
	expect((await readLinks()).status).toBe(200);
	expect(link.requests).toHaveLength(1);
});
