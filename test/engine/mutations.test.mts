import type { IDataObject } from 'n8n-workflow';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { type NodeResult, type NodeRun, runNode } from './harness.mjs';

/*
 * The faults that cost a user most, each as what goes over the wire. Two stand elsewhere: a tie that is
 * matched (highSchoolMatch.test.mts) and a first poll that fires (test/triggers).
 */

/** A request as the service saw it. */
interface Seen {
	method: string;
	path: string;
	query: URLSearchParams;
	body: string;
	/** Milliseconds since 1970. */
	at: number;
}

/** What the service does with a request: an answer, or a connection that breaks without one. */
type Scripted = { status: number; body?: unknown; headers?: Record<string, string> } | 'lost';

/** A service that answers as a test says, and the requests that it saw. */
interface ScriptedService {
	baseUrl: string;
	seen: Seen[];
	stop(): Promise<void>;
}

const running: ScriptedService[] = [];

afterEach(async () => {
	vi.useRealTimers();
	for (const service of running.splice(0)) await service.stop();
});

async function serve(
	answer: (request: Seen) => Scripted | Promise<Scripted>,
): Promise<ScriptedService> {
	const seen: Seen[] = [];
	const server = createServer((request, response) => {
		const reply = async () => {
			const one = await readRequest(request);
			seen.push(one);
			const scripted = await answer(one);
			if (scripted === 'lost') {
				request.socket.destroy();
				return;
			}
			const { status, body, headers } = scripted;
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(body === undefined ? '' : JSON.stringify(body));
		};
		void reply();
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	const service = {
		baseUrl: `http://127.0.0.1:${port}`,
		seen,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((stopped) => server.close(stopped));
		},
	};
	running.push(service);
	return service;
}

async function readRequest(request: IncomingMessage): Promise<Seen> {
	const at = Date.now();
	let body = '';
	for await (const chunk of request) body += String(chunk);
	const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
	return { method: request.method ?? '', path: pathname, query: searchParams, body, at };
}

/** With signs that URLs and PHP's JSON write in another way. */
const KEY = 'key/of+the=owner';

async function run(
	node: 'linkManager' | 'referenceData',
	{ baseUrl }: ScriptedService,
	parameters: IDataObject,
	more: Pick<NodeRun, 'items'> = {},
): Promise<NodeResult> {
	return await runNode({ node, parameters, credentials: { baseUrl, apiKey: KEY }, ...more });
}

/** The requests that a service saw: `GET /api/v1/links`. */
function lines({ seen }: ScriptedService): string[] {
	return seen.map(({ method, path }) => `${method} ${path}`);
}

/** The same, several of one kind in a row as one: a look-up may take more than one. */
function steps(service: ScriptedService): string[] {
	return lines(service).filter((line, index, all) => line !== all[index - 1]);
}

function ids({ items }: NodeResult): unknown[] {
	return items.map(({ json }) => json.id);
}

const createLink = {
	resource: 'link',
	operation: 'create',
	url: 'https://www.example.org/spring',
	options: { maxRetries: 3 },
};
const createPixel = {
	resource: 'pixel',
	operation: 'create',
	name: 'Spring',
	type: 'pinboard',
	value: 'P-1',
	options: { maxRetries: 3 },
};
const badGateway: Scripted = { status: 502, body: { message: 'Bad Gateway' } };

describe('a create whose answer was lost', () => {
	test.each<[string, IDataObject, Scripted, string]>([
		['a link without an alias, connection broken', createLink, 'lost', 'POST /api/v1/links'],
		['a link without an alias, HTTP 502', createLink, badGateway, 'POST /api/v1/links'],
		['a pixel, connection broken', createPixel, 'lost', 'POST /api/v1/pixels'],
	])('is sent once where nothing can find it: %s', async (_what, parameters, answer, create) => {
		const service = await serve(({ method }) =>
			method === 'POST' ? answer : { status: 200, body: { data: [] } },
		);
		const { error } = await run('linkManager', service, parameters);
		expect(error?.message).toMatch(/^It is not known whether the (link|pixel) was created\./);
		expect(lines(service).filter((line) => line.startsWith('POST'))).toEqual([create]);
	});

	test.each<[string, Scripted]>([
		['connection broken', 'lost'],
		['HTTP 502', badGateway],
	])('is looked up by its alias before it is sent again: %s', async (_what, answer) => {
		const record = { id: 12, alias: 'spring', url: 'https://www.example.org/spring' };
		const answers: Scripted[] = [answer, { status: 201, body: { data: record } }];
		const service = await serve(({ method }) =>
			method === 'POST'
				? (answers.shift() ?? badGateway)
				: { status: 200, body: { data: [], meta: { total: 0 } } },
		);
		const parameters = { ...createLink, additionalFields: { alias: 'spring' } };
		const result = await run('linkManager', service, parameters);
		expect(result.error).toBeUndefined();
		expect(steps(service)).toEqual([
			'POST /api/v1/links',
			'GET /api/v1/links',
			'POST /api/v1/links',
		]);
		expect(service.seen[1]?.query.get('search')).toBe('spring');
		expect(ids(result)).toEqual([12]);
	});

	test('is the result, and not sent again, where its alias is found', async () => {
		const record = {
			id: 12,
			alias: 'spring',
			url: 'https://www.example.org/spring',
			disabled: 0,
			created_at: new Date().toISOString(),
		};
		const service = await serve(({ method }) =>
			method === 'POST' ? 'lost' : { status: 200, body: { data: [record], meta: { total: 1 } } },
		);
		const parameters = { ...createLink, additionalFields: { alias: 'spring' } };
		const result = await run('linkManager', service, parameters);
		expect(result.error).toBeUndefined();
		expect(steps(service)).toEqual(['POST /api/v1/links', 'GET /api/v1/links']);
		expect(ids(result)).toEqual([12]);
	});
});

test('Clean Up reads each link right before it deletes it, and keeps the one that was renewed', async () => {
	vi.useFakeTimers({ toFake: ['Date'] });
	const expired = { disabled: 0, ends_at: '2020-01-01T00:00:00Z', expiration_url: null };
	const links = [
		{ id: 12, ...expired },
		{ id: 13, ...expired },
	];
	const service = await serve(({ method, path }) => {
		if (method === 'DELETE') return { status: 200, body: { id: 13, deleted: true } };
		if (path === '/api/v1/links/13') return { status: 200, body: { data: links[1] } };
		if (path === '/api/v1/links/12') {
			return { status: 200, body: { data: { ...links[0], ends_at: '2099-01-01T00:00:00Z' } } };
		}
		vi.setSystemTime(Date.now() + 60_000);
		return { status: 200, body: { data: links, meta: { total: 2 } } };
	});
	await run('linkManager', service, {
		resource: 'link',
		operation: 'cleanUp',
		cleanUpAction: 'delete',
		options: { concurrency: 1 },
	});
	expect(lines(service)).toEqual([
		'GET /api/v1/links',
		'GET /api/v1/links/12',
		'GET /api/v1/links/13',
		'DELETE /api/v1/links/13',
	]);
});

describe('a list of 23 links in pages of 10', () => {
	const all = Array.from({ length: 23 }, (_, index) => ({ id: index + 1 }));
	const pageOf = (page: number, size = 10) => all.slice((page - 1) * size, page * size);
	const next = (page: number, last: number) => (page < last ? 'https://service/next' : null);

	test.each<[string, (page: number) => IDataObject]>([
		['a total', (page) => ({ data: pageOf(page), meta: { total: 23 } })],
		['a last page', (page) => ({ data: pageOf(page), meta: { last_page: 3 } })],
		['a link to the next page', (page) => ({ data: pageOf(page), links: { next: next(page, 3) } })],
		['nothing said', (page) => ({ data: pageOf(page) })],
	])('is read to its last page with %s', async (_what, bodyOf) => {
		const service = await serve(({ query }) => ({
			status: 200,
			body: bodyOf(Number(query.get('page') ?? 1)),
		}));
		const result = await run('linkManager', service, {
			resource: 'link',
			operation: 'getAll',
			returnAll: true,
			options: { perPage: 10 },
		});
		expect(ids(result)).toEqual(all.map(({ id }) => id));
		expect(service.seen.map(({ query }) => query.get('page') ?? '1')).toEqual(['1', '2', '3']);
	});

	test('is read to its last page where each is shorter than asked for and names the next', async () => {
		const service = await serve(({ query }) => {
			const page = Number(query.get('page') ?? 1);
			return { status: 200, body: { data: pageOf(page, 4), links: { next: next(page, 6) } } };
		});
		const result = await run('linkManager', service, {
			resource: 'link',
			operation: 'getAll',
			returnAll: true,
			options: { perPage: 10 },
		});
		expect(ids(result)).toEqual(all.map(({ id }) => id));
		expect(service.seen).toHaveLength(6);
	});
});

describe('Admission Point Score from Input Fields', () => {
	const calculate = {
		resource: 'admissionPointScore',
		operation: 'calculate',
		universityId: { __rl: true, mode: 'id', value: 'uct' },
		subjectsFrom: 'fields',
		marksAs: 'percentage',
	};
	const score: Scripted = { status: 200, body: { university_id: 'uct', aps_score: 12 } };

	test('sends no field that is no subject, and names the one that may be a mark', async () => {
		const service = await serve(() => score);
		const items = [{ Mathematics: 65, Robotics: 71, Age: 17, LO: 80 }];
		const { hints } = await run('referenceData', service, calculate, { items });
		expect(service.seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
			{
				university_id: 'uct',
				subjects: [
					{ name: 'Mathematics', level: 5 },
					{ name: 'Life Orientation', level: 7 },
				],
			},
		]);
		expect(hints.map(({ message }) => message).join()).toContain('"Robotics"');
	});

	test.each(['abs', 'A', '6/7', '#N/A', '101%'])(
		'sends nothing where the mark of a subject is %j',
		async (mark) => {
			const service = await serve(() => score);
			const items = [{ Mathematics: mark, LO: 80 }];
			const { error } = await run('referenceData', service, calculate, { items });
			expect(error?.message).toContain('Mathematics');
			expect(service.seen).toEqual([]);
		},
	);
});

describe('Retry-After', () => {
	test.each<[string, number, () => string]>([
		['seconds', 429, () => '2'],
		['an HTTP date', 429, () => new Date(Date.now() + 3_000).toUTCString()],
		['seconds', 503, () => '2'],
	])('in %s is waited out after HTTP %i', async (_form, status, retryAfter) => {
		const answers: Scripted[] = [
			{ status, body: { message: 'Wait.' }, headers: { 'retry-after': retryAfter() } },
		];
		const service = await serve(
			() => answers.shift() ?? { status: 200, body: { data: { id: 12 } } },
		);
		const parameters = { resource: 'link', operation: 'get', linkId: '12' };
		const result = await run('linkManager', service, parameters);
		expect(ids(result)).toEqual([12]);
		const [first, second, ...more] = service.seen.map(({ at }) => at);
		expect(more).toEqual([]);
		// An HTTP date has no milliseconds: 3 s ahead may be 2 s and a little.
		expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(1_990);
	});
});

describe('the API key', () => {
	test.each([
		['as it is', 'key/of+the=owner'],
		['as an address has it', 'key%2Fof%2Bthe%3Downer'],
		['as JSON of PHP has it', 'key\\/of+the=owner'],
	])('is in no error where the service repeats it %s', async (_how, spelling) => {
		for (const status of [400, 401, 403, 404, 422]) {
			const service = await serve(() => ({ status, body: { message: `Bad key ${spelling}!` } }));
			const parameters = { resource: 'link', operation: 'get', linkId: '12' };
			const { error } = await run('linkManager', service, parameters);
			const text = `${error?.message} ${error?.description}`;
			expect(text).toContain('Bad key');
			expect(text).not.toContain('owner');
		}
	});
});

describe('items, when the first of them is answered last', () => {
	test('come out in the order of the input', async () => {
		const service = await serve(async ({ path }) => {
			const id = Number(path.split('/').pop());
			if (id === 1) await sleep(200);
			return { status: 200, body: { data: { id } } };
		});
		const items = [1, 2, 3].map((id) => ({ id }));
		const parameters = { resource: 'link', operation: 'get', linkId: '={{ $json.id }}' };
		const result = await run('linkManager', service, parameters, { items });
		expect(ids(result)).toEqual([1, 2, 3]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
	});

	test('change one link in the order of the input, one after the other', async () => {
		const service = await serve(async ({ body }) => {
			if (body.includes('first')) await sleep(200);
			return { status: 200, body: { data: { id: 12 } } };
		});
		const items = ['first', 'second', 'third'].map((path) => ({ path }));
		const updateFields = { url: '=https://a.example/{{ $json.path }}' };
		const parameters = { resource: 'link', operation: 'update', linkId: '12', updateFields };
		await run('linkManager', service, parameters, { items });
		expect(service.seen.map(({ body }) => body)).toEqual([
			'url=https%3A%2F%2Fa.example%2Ffirst',
			'url=https%3A%2F%2Fa.example%2Fsecond',
			'url=https%3A%2F%2Fa.example%2Fthird',
		]);
		const [one, two] = service.seen.map(({ at }) => at);
		expect(Number(two) - Number(one)).toBeGreaterThanOrEqual(190);
	});

	test('change one link in the order of the input, also where the first finds it last', async () => {
		let lookUps = 0;
		const service = await serve(async ({ method }) => {
			const link = { id: 12, alias: 'spring' };
			if (method === 'PUT') return { status: 200, body: { data: link } };
			lookUps += 1;
			if (lookUps === 1) await sleep(200);
			return { status: 200, body: { data: [link], meta: { total: 1 } } };
		});
		const items = ['first', 'second'].map((page) => ({ page }));
		const linkId = { __rl: true, mode: 'alias', value: 'spring' };
		const updateFields = { url: '=https://a.example/{{ $json.page }}' };
		const parameters = { resource: 'link', operation: 'update', linkId, updateFields };
		await run('linkManager', service, parameters, { items });
		const changes = service.seen.filter(({ method }) => method === 'PUT');
		expect(changes.map(({ path, body }) => [path, body])).toEqual([
			['/api/v1/links/12', 'url=https%3A%2F%2Fa.example%2Ffirst'],
			['/api/v1/links/12', 'url=https%3A%2F%2Fa.example%2Fsecond'],
		]);
	});
});

describe('a redirect', () => {
	test.each([301, 302, 303, 307, 308])(
		'%i is an error: it is not followed, and its body is no record',
		async (status) => {
			const elsewhere = await serve(() => ({ status: 200, body: { data: { id: 12 } } }));
			const headers = { location: `${elsewhere.baseUrl}/api/v1/links/12` };
			const service = await serve(() => ({ status, body: { data: { id: 12 } }, headers }));
			const parameters = { resource: 'link', operation: 'get', linkId: '12' };
			const { error, items } = await run('linkManager', service, parameters);
			expect(items).toEqual([]);
			expect(error?.message).toContain(`redirected the request for link 12 (HTTP ${status})`);
			expect(lines(service)).toEqual(['GET /api/v1/links/12']);
			expect(lines(elsewhere)).toEqual([]);
		},
	);
});
