import type { IHttpRequestOptions } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Client } from '../../../nodes/shared/http/client.js';
import { outcomeOf } from '../../../nodes/shared/http/errors.js';
import type { RetryPolicy, ServiceRequest } from '../../../nodes/shared/http/types.js';
import { VirtualClock } from '../shared/virtualClock.mjs';
import { fakeClient, NetworkError, type Scripted, whole } from './fakeService.mjs';

let clock: VirtualClock;
let sent: IHttpRequestOptions[];
let sentAt: number[];

beforeEach(() => {
	clock = new VirtualClock();
	sent = [];
	sentAt = [];
});

afterEach(() => {
	vi.restoreAllMocks();
});

const form = new URLSearchParams({ url: 'https://x.example' });
const read: ServiceRequest = { method: 'GET', path: ['links', '12'], subject: 'link 12' };
const remove: ServiceRequest = { ...read, method: 'DELETE' };
const update: ServiceRequest = { ...read, method: 'PUT', form };

const done: Scripted = { status: 200, body: { data: { id: 12 } } };

/** A client that gets these answers one after another; the last one again and again. */
function scripted(answers: Scripted[], policy: Partial<RetryPolicy> = {}): Client {
	return fakeClient(
		(request) => {
			sent.push(request);
			sentAt.push(clock.now());
			return answers[Math.min(sent.length, answers.length) - 1] ?? done;
		},
		{ policy },
	);
}

async function endOf(client: Client, request: ServiceRequest): Promise<unknown> {
	return await clock.run(client.request(request, whole).catch((error: unknown) => error));
}

async function errorOf(client: Client, request: ServiceRequest): Promise<NodeApiError> {
	const end = await endOf(client, request);
	expect(end).toBeInstanceOf(NodeApiError);
	return end as NodeApiError;
}

function waits(): number[] {
	return sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
}

it('guards what it sends, and keeps every segment of the path a segment', async () => {
	await endOf(scripted([done], { timeout: 7000 }), { ...update, path: ['links', 'a/b?c#d é%'] });
	expect(sent).toEqual([
		{
			url: 'https://service.example/api/v1/links/a%2Fb%3Fc%23d%20%C3%A9%25',
			method: 'PUT',
			headers: { Accept: 'application/json' },
			qs: undefined,
			body: form,
			encoding: 'text',
			timeout: 7000,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
		},
	]);
});

it('waits longer before each retry', async () => {
	await errorOf(scripted([{ status: 503 }]), read);
	for (const [index, wait] of waits().entries()) {
		expect(wait).toBeGreaterThanOrEqual(500 * 2 ** index);
		expect(wait).toBeLessThanOrEqual(1000 * 2 ** index);
	}
	expect(waits()).toHaveLength(4);
});

it.each<[string, Scripted]>([
	['a rejection', { status: 422 }],
	['a redirect', { status: 301 }],
	['a refused connection', new NetworkError('ECONNREFUSED')],
])('an update that was lost may have been made, also if %s follows', async (_, then) => {
	const error = await errorOf(scripted([{ status: 504 }, then]), update);
	expect(error.description).toMatch(/^The change to .+ may have gone through anyway, so check it/);
	expect(error.description).not.toContain('nothing was saved');
	expect(outcomeOf(error)).toBe('unknown');
});

it('an update that the service says it did not make was not made', async () => {
	const answers: Scripted[] = [{ status: 200, body: { success: false } }];
	expect((await errorOf(scripted(answers), update)).description).not.toContain('anyway');
});

it('a deletion that is answered "not found" fails if its connection was refused, not lost', async () => {
	const gone: Scripted = { status: 404, body: { message: 'Resource not found.' } };
	const error = await errorOf(scripted([new NetworkError('ECONNREFUSED'), gone]), remove);
	expect(error.message).toBe('Not found: link 12 (HTTP 404)');
});

it('waits for a 429 and a 503 within one "Max Wait"', async () => {
	const headers = { 'retry-after': '12' };
	const busy: Scripted = { status: 503, headers };
	const answers: Scripted[] = [{ status: 429, headers }, busy, busy, done];
	const error = await errorOf(scripted(answers, { maxWait: 24_000 }), read);
	expect(error.httpCode).toBe('503');
	expect(error.description).toContain('The service asked to wait 12 seconds.');
	expect(waits()).toEqual([12_000, 12_000]);
});
