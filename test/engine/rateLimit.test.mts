import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';

import { runNode } from './harness.mjs';

/*
 * What one execution sends at the same time, and what it learns from HTTP 429 for the others of its
 * account. The numbers behind it are tested in test/unit/http, on a clock that can be wound forward.
 */

interface Answer {
	status?: number;
	headers?: Record<string, string>;
	body?: object;
}

type Script = (url: URL) => Answer | undefined;

const stops: Array<() => void> = [];

afterEach(() => {
	for (const stop of stops.splice(0)) stop();
});

/** A service that answers after some time, or never where the script gives nothing. */
async function serve(script: Script, delay = 0) {
	const seen: Array<{ at: number; key: string }> = [];
	let inFlight = 0;
	let mostInFlight = 0;
	let tellFirst: () => void = () => undefined;
	const firstSeen = new Promise<void>((resolve) => (tellFirst = resolve));
	const answer = async (request: IncomingMessage) => {
		seen.push({ at: Date.now(), key: String(request.headers.authorization) });
		mostInFlight = Math.max(mostInFlight, ++inFlight);
		tellFirst();
		await wait(delay);
		inFlight -= 1;
		return script(new URL(request.url ?? '', 'http://service'));
	};
	const server = createServer((request, response) => {
		void answer(request).then((scripted) => {
			if (!scripted) return;
			const { status = 200, headers, body = {} } = scripted;
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(JSON.stringify(body));
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	stops.push(() => {
		server.closeAllConnections();
		server.close();
	});
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { baseUrl, seen, firstSeen, mostInFlight: () => mostInFlight };
}

const getLink = { resource: 'link', operation: 'get', linkId: '={{ $json.id }}' };
const link: Answer = { body: { data: { id: 12, url: 'https://a.example' } } };

function itemsOf(count: number) {
	return Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
}

test('a 429 with Retry-After holds all executions of its account, and no other account', async () => {
	const answers: Answer[] = [{ status: 429, headers: { 'retry-after': '2' } }];
	const service = await serve(() => answers.shift() ?? link);
	const get = async (apiKey: string) => {
		const credentials = { baseUrl: service.baseUrl, apiKey };
		const { error } = await runNode({
			node: 'linkManager',
			parameters: getLink,
			credentials,
			items: itemsOf(1),
		});
		expect(error).toBeUndefined();
	};
	const first = get('shared');
	await service.firstSeen;
	await wait(100);
	await Promise.all([first, get('shared'), get('shared'), get('another')]);

	const asked = service.seen[0]?.at ?? 0;
	const waits = (key: string) =>
		service.seen.filter((one) => one.key.endsWith(key)).map(({ at }) => at - asked);
	expect(waits('shared').slice(1)).toHaveLength(3);
	for (const waited of waits('shared').slice(1)) expect(waited).toBeGreaterThanOrEqual(1990);
	expect(waits('another')).toHaveLength(1);
	expect(waits('another')[0]).toBeLessThan(1990);
});

describe('Concurrency', () => {
	test.each([1, 3, 50])('%i is never exceeded, and is used', async (concurrency) => {
		const service = await serve(() => link, 100);
		const { error } = await runNode({
			node: 'linkManager',
			parameters: { ...getLink, options: { concurrency } },
			credentials: { baseUrl: service.baseUrl, apiKey: `key-${concurrency}` },
			items: itemsOf(4 * concurrency),
		});
		expect(error).toBeUndefined();
		expect(service.mostInFlight()).toBe(concurrency);
	});

	test('holds for items and their pages together', async () => {
		const service = await serve(({ searchParams }) => {
			const first = (Number(searchParams.get('page')) - 1) * 10 + 1;
			const count = Math.min(10, 26 - first);
			const data = Array.from({ length: count }, (_, index) => ({ id: first + index }));
			return { body: { data, meta: { total: 25 } } };
		}, 20);
		const { error, items } = await runNode({
			node: 'linkManager',
			parameters: {
				resource: 'link',
				operation: 'getAll',
				returnAll: true,
				filters: { search: '={{ $json.id }}' },
				options: { perPage: 10, concurrency: 4 },
			},
			credentials: { baseUrl: service.baseUrl, apiKey: 'key-of-pages' },
			items: itemsOf(12),
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(12 * 25);
		expect(service.mostInFlight()).toBe(4);
	});
});

describe('cancelling an execution ends it within a second', () => {
	test.each<[string, Script]>([
		['that waits out a 429', () => ({ status: 429, headers: { 'retry-after': '60' } })],
		['that waits for a response', () => undefined],
		['that waits to try again', () => ({ status: 503, headers: { 'retry-after': '60' } })],
	])('%s', async (name, script) => {
		const service = await serve(script);
		const controller = new AbortController();
		const running = runNode({
			node: 'linkManager',
			parameters: { ...getLink, options: { concurrency: 5 } },
			credentials: { baseUrl: service.baseUrl, apiKey: `key-${name}` },
			items: itemsOf(300),
			onError: 'continueRegularOutput',
			signal: controller.signal,
		});
		await service.firstSeen;
		await wait(50);
		const cancelled = Date.now();
		controller.abort();
		const { error } = await running;
		expect(Date.now() - cancelled).toBeLessThan(1000);
		expect(error?.message).toMatch(/execution was cancelled/);
		expect(service.seen.length).toBeLessThanOrEqual(5);
	});
});
