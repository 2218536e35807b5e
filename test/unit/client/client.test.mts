import type { IHttpRequestOptions } from 'n8n-workflow';
import { NodeApiError, UserError } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';

import { parseJson } from '../../../nodes/shared/http/json.js';
import type { ServiceRequest } from '../../../nodes/shared/http/types.js';
import { UnknownOutcome } from '../../../nodes/shared/http/errors.js';
import { ExecutionCancelled } from '../../../nodes/shared/http/queue.js';
import {
	type Client,
	openConnection,
	type RequestFunctions,
} from '../../../nodes/shared/http/client.js';
import { apiKey, fakeClient, NetworkError, type Scripted, service } from './fakeService.mjs';
import { anyEncoder } from './spellings.mjs';
import { VirtualClock } from '../shared/virtualClock.mjs';

let clock: VirtualClock;
let sent: IHttpRequestOptions[];
let sentAt: number[];

beforeEach(() => {
	clock = new VirtualClock();
	vi.spyOn(Date, 'now').mockImplementation(() => clock.now());
	sent = [];
	sentAt = [];
});

afterEach(() => {
	vi.restoreAllMocks();
});

const read: ServiceRequest = { method: 'GET', path: ['links', '12'], subject: 'link 12' };
const remove: ServiceRequest = { ...read, method: 'DELETE' };
const update: ServiceRequest = {
	...read,
	method: 'PUT',
	form: new URLSearchParams({ url: 'https://x.example' }),
};
const create: ServiceRequest = {
	method: 'POST',
	path: ['links'],
	form: new URLSearchParams({ url: 'https://x.example' }),
	subject: 'the new link',
	creates: true,
};

const done: Scripted = { status: 200, body: { data: { id: 12 } } };

/** A client that gets these answers one after another; the last one again and again. */
function scripted(answers: Scripted[], patience = {}): Client {
	return fakeClient(
		(request) => {
			sent.push(request);
			sentAt.push(clock.now());
			return answers[Math.min(sent.length, answers.length) - 1] ?? done;
		},
		{ clock, patience },
	);
}

async function outcomeOf(client: Client, request: ServiceRequest): Promise<unknown> {
	return await clock.run(client.request(request).catch((error: unknown) => error));
}

async function errorOf(client: Client, request: ServiceRequest): Promise<NodeApiError> {
	const outcome = await outcomeOf(client, request);
	expect(outcome).toBeInstanceOf(NodeApiError);
	return outcome as NodeApiError;
}

const unsure: Array<[string, Scripted]> = [
	['408', { status: 408, body: '<html>Request Timeout</html>' }],
	['425', { status: 425 }],
	['502', { status: 502 }],
	['503', { status: 503, body: 'busy' }],
	['504', { status: 504, body: '<html>Gateway Timeout</html>' }],
	['a reset', new NetworkError('ECONNRESET')],
	['a broken pipe', new NetworkError('EPIPE')],
	['a time-out', new NetworkError('ECONNABORTED', 'timeout of 60000ms exceeded')],
	['a connection that timed out', new NetworkError('ETIMEDOUT')],
];
const refusals: Array<[string, Scripted]> = [
	['a refused connection', new NetworkError('ECONNREFUSED')],
	['a name server that is busy', new NetworkError('EAI_AGAIN')],
];

describe('what a client sends', () => {
	it('sets the same guards on every request', async () => {
		for (const request of [read, remove, update, create]) {
			await outcomeOf(scripted([done], { timeout: 7000 }), request);
			expect(sent.at(-1)).toEqual({
				url: `https://service.example/api/v1/${request.path.join('/')}`,
				method: request.method,
				headers: { Accept: 'application/json' },
				qs: undefined,
				body: request.form,
				encoding: 'text',
				timeout: 7000,
				disableFollowRedirect: true,
				ignoreHttpStatusErrors: true,
				returnFullResponse: true,
			});
		}
	});

	it('keeps every segment of the path a segment', async () => {
		const segment = fc.string({ unit: 'grapheme', minLength: 1 });
		await fc.assert(
			fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 4 }), async (path) => {
				fc.pre(!path.some((one) => /^\.\.?$/.test(one) || /\p{Cs}/u.test(one)));
				await outcomeOf(scripted([done]), { ...read, path });
				const url = new URL(sent.at(-1)?.url ?? '');
				expect(url.host).toBe('service.example');
				expect(url.search + url.hash).toBe('');
				expect(url.pathname.split('/').slice(3).map(decodeURIComponent)).toEqual(path);
			}),
			{ numRuns: 100 },
		);
	});
});

describe('what a client sends again', () => {
	it.each([...unsure, ...refusals])('reads, updates and deletes after %s', async (_, fault) => {
		for (const request of [read, remove, update]) {
			const before = sent.length;
			const client = fakeClient(
				(options) => {
					sent.push(options);
					return sent.length - before <= 4 ? fault : done;
				},
				{ clock },
			);
			expect(await outcomeOf(client, request)).toEqual({ status: 200, body: done.body });
			expect(sent.length - before).toBe(5);
		}
	});

	it.each([...unsure, ...refusals])(
		'no more often than "Max Retries" says after %s',
		async (_, fault) => {
			for (const maxRetries of [0, 1, 3]) {
				sent = [];
				const error = await errorOf(scripted([fault], { maxRetries }), read);
				expect(sent).toHaveLength(maxRetries + 1);
				if (maxRetries > 0) expect(error.message).toContain(`after ${maxRetries + 1} tries`);
				else expect(error.message).not.toContain('tries');
			}
		},
	);

	it.each([
		...unsure,
		['500', { status: 500, body: { message: 'Server Error' } }],
		['a web page', { status: 200, body: '<!DOCTYPE html><p>Welcome' }],
		['half an answer', { status: 201, body: '{"data":{"id":' }],
		['an empty answer', { status: 201 }],
		['an error that nobody knows', new NetworkError('EWHATEVER')],
	] satisfies Array<[string, Scripted]>)(
		'never a create whose outcome is unknown: %s',
		async (_, fault) => {
			const error = await errorOf(scripted([fault, done]), create);
			expect(error).toBeInstanceOf(UnknownOutcome);
			expect(sent).toHaveLength(1);
		},
	);

	it('a create that certainly did not happen', async () => {
		const tooMany: Scripted = { status: 429, headers: { 'retry-after': '2' } };
		const refused = new NetworkError('ECONNREFUSED');
		const outcome = await outcomeOf(scripted([refused, tooMany, tooMany, refused, done]), create);
		expect(outcome).toEqual({ status: 200, body: done.body });
		expect(sent).toHaveLength(5);
		for (const { body } of sent) expect(body).toBe(create.form);

		sent = [];
		const error = await errorOf(scripted([refused], { maxRetries: 2 }), create);
		expect(error).not.toBeInstanceOf(UnknownOutcome);
		expect(sent).toHaveLength(3);
	});

	it('a create after a refusal only until its outcome is unknown', async () => {
		const answers = [new NetworkError('ECONNREFUSED'), new NetworkError('ECONNRESET'), done];
		expect(await errorOf(scripted(answers), create)).toBeInstanceOf(UnknownOutcome);
		expect(sent).toHaveLength(2);
	});

	it.each([400, 401, 403, 404, 409, 422, 500, 501])('nothing after %d', async (status) => {
		await errorOf(scripted([{ status, body: { message: 'No' } }, done]), read);
		expect(sent).toHaveLength(1);
	});

	it('does not count waiting out a 429 as a retry', async () => {
		const tooMany: Scripted = { status: 429, headers: { 'retry-after': '1' } };
		const outcome = await outcomeOf(
			scripted([tooMany, tooMany, tooMany, done], { maxRetries: 0 }),
			read,
		);
		expect(outcome).toEqual({ status: 200, body: done.body });
	});

	it.each(['20', new Date(Date.UTC(2026, 0, 1, 0, 0, 20)).toUTCString()])(
		'waits as long as a 503 asks: Retry-After %s',
		async (value) => {
			const busy: Scripted = { status: 503, headers: { 'retry-after': value } };
			await outcomeOf(scripted([busy, done]), read);
			expect((sentAt[1] ?? 0) - (sentAt[0] ?? 0)).toBe(20_000);
		},
	);

	it.each([{}, { 'retry-after': '0' }, { 'retry-after': 'soon' }])(
		'waits longer each time after a 503 with the headers %j',
		async (headers) => {
			await errorOf(scripted([{ status: 503, headers }]), read);
			const waits = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
			for (const [index, wait] of waits.entries()) {
				expect(wait).toBeGreaterThanOrEqual(500 * 2 ** index);
				expect(wait).toBeLessThanOrEqual(1000 * 2 ** index);
			}
		},
	);

	it('waits no longer after 429s and 503s together than "Max Wait" allows, and then gives up', async () => {
		const asking = (status: number) => ({ status, headers: { 'retry-after': '12' } });
		const answers = [429, 503, 503, 503].map(asking);
		const error = await errorOf(scripted(answers, { maxWait: 30_000 }), read);
		expect(error.httpCode).toBe('503');
		expect(sentAt.map((at) => at - (sentAt[0] ?? 0))).toEqual([0, 12_000, 24_000, 30_000]);
	});
});

describe('a response that trickles', () => {
	it('ends when the time for the whole of it is over, and is of no interest after that', async () => {
		vi.restoreAllMocks();
		const ends: Array<() => void> = [];
		const client = fakeClient(
			async () => {
				await new Promise<void>((_, fail) => ends.push(() => fail(new Error('too late'))));
				return done;
			},
			{ patience: { timeout: 40, maxRetries: 0 } },
		);
		const [first, second] = await Promise.all(
			[read, create].map(async (one) => await client.request(one).catch((error: unknown) => error)),
		);
		expect(first).toMatchObject({ message: 'The test service did not answer within 1 second' });
		expect(second).toBeInstanceOf(UnknownOutcome);
		for (const end of ends) end();
	});
});

describe('what a client returns', () => {
	const password = 'Sesam öffne/dich';
	const asked: ServiceRequest = { ...update, secrets: [password, 'pin7'] };
	const of = { ...service, passwordFields: ['password'] };

	async function returned(body: unknown): Promise<unknown> {
		return (await fakeClient(() => ({ status: 200, body }), { of }).request(asked)).body;
	}

	it('holds no key and no password, wherever and however the service repeats them', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.jsonValue(),
				fc.constantFrom(apiKey, password),
				anyEncoder,
				fc.constantFrom('note', 'password', '__proto__'),
				async (filler, secret, { encode }, field) => {
					const echo = `it is ${encode(secret)}.`;
					const data = [
						{ id: 1, [echo]: parseJson(JSON.stringify(filler)), deep: [{ ['x']: [echo] }] },
					];
					Object.defineProperty(data[0], field, { value: echo, enumerable: true });
					const body = await returned({ data });
					const expected = JSON.stringify({ data })
						.replaceAll(JSON.stringify(echo).slice(1, -1), 'it is ***.')
						.replace('"password":"it is ***."', '"password":true');
					expect(JSON.stringify(body)).toBe(expected);
				},
			),
		);
	});

	it('says of passwords whether they are set, at any depth', async () => {
		const records = [{ password: 'other' }, { password: 4815 }, { a: { password: true } }];
		expect(await returned([...records, { password: '' }, { password: 0 }])).toEqual([
			{ password: true },
			{ password: true },
			{ a: { password: true } },
			{ password: false },
			{ password: false },
		]);
	});

	it('is left alone by a password that is part of an ordinary word', async () => {
		const body = { id: 7, url: 'https://x.example/pin7th', note: 'pin7' };
		expect(await returned(body)).toEqual({ ...body, note: '***' });
	});
});

describe('a delete', () => {
	const gone: Scripted = { status: 404, body: { message: 'Resource not found.' } };

	it.each(unsure)('is done when %s is followed by 404', async (_, fault) => {
		expect(await outcomeOf(scripted([fault, gone]), remove)).toEqual({ status: 404 });
		sent = [];
		const page: Scripted = { status: 404, body: '<html>Not Found</html>' };
		expect(await outcomeOf(scripted([fault, page]), remove)).toEqual({ status: 404, body: {} });
	});

	it.each([
		['at once', [gone]],
		['after a refused connection', [new NetworkError('ECONNREFUSED'), gone]],
		['after a 429', [{ status: 429, headers: { 'retry-after': '1' } }, gone]],
	] satisfies Array<[string, Scripted[]]>)('fails on a 404 %s', async (_, answers) => {
		const error = await errorOf(scripted(answers), remove);
		expect(error.message).toBe('Not found: link 12 (HTTP 404)');
	});

	it('takes an empty answer for a success, as an update does', async () => {
		for (const request of [remove, update]) {
			expect(await outcomeOf(scripted([{ status: 204 }]), request)).toEqual({
				status: 204,
				body: undefined,
			});
		}
	});

	it('only a delete is done after a 404', async () => {
		const answers: Scripted[] = [{ status: 503 }, gone];
		expect((await errorOf(scripted(answers), update)).httpCode).toBe('404');
	});
});

describe('an execution that is cancelled', () => {
	it('ends a request that n8n has taken back, and does not call a create unsure', async () => {
		const cancelled = new NetworkError('ERR_CANCELED', 'canceled');
		for (const request of [read, create]) {
			sent = [];
			expect(await outcomeOf(scripted([cancelled]), request)).toBeInstanceOf(ExecutionCancelled);
			expect(sent).toHaveLength(1);
		}
	});
});

describe('openConnection', () => {
	async function open(credential: object) {
		const functions = { getCredentials: async () => credential } as unknown as RequestFunctions;
		return await openConnection(functions, service);
	}

	it('reads the key and the address', async () => {
		const credential = { baseUrl: ' https://x.example/api/v1/ ', apiKey: ` ${apiKey}\n` };
		expect(await open(credential)).toMatchObject({ baseUrl: 'https://x.example', apiKey });
	});

	it.each([undefined, '', '  ', 12])('refuses %j as a key', async (key) => {
		const opening = open({ baseUrl: 'https://x.example', apiKey: key });
		await expect(opening).rejects.toBeInstanceOf(UserError);
		await expect(opening).rejects.toThrow('The credential has no API key');
	});
});
