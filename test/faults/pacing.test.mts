import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { afterEach, describe, expect, it } from 'vitest';

import { startServices } from '../../sandbox/services/start.mjs';
import type { RateLimit, RecordedRequest } from '../../sandbox/services/start.mjs';
import { records } from '../engine/sandbox.mjs';
import { runNode } from '../engine/harness.mjs';

const cleanUp: Array<() => Promise<unknown> | void> = [];
afterEach(async () => {
	for (const end of cleanUp.splice(0)) await end();
});

const items = Array.from({ length: 300 }, (_, index) => ({ id: 1001 + (index % 25) }));
const parameters = { resource: 'link', operation: 'get', linkId: '={{ $json.id }}' };

async function useServices(options: { rateLimit?: RateLimit; latencyMs?: number } = {}) {
	const { link, stop } = await startServices({ schools: 1, links: 25, ...options });
	cleanUp.push(stop);
	return link;
}

/** A proxy before a service that counts how many requests are under way at once. */
async function useCounter(target: string): Promise<{ baseUrl: string; most(): number }> {
	let underWay = 0;
	let most = 0;
	const server: Server = createServer((incoming, outgoing) => {
		most = Math.max(most, ++underWay);
		outgoing.on('close', () => underWay--);
		const { method, headers, url = '' } = incoming;
		const onwards = httpRequest(new URL(url, target), { method, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
			answer.pipe(outgoing);
		});
		incoming.pipe(onwards);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	cleanUp.push(
		() => server.closeAllConnections(),
		() => void server.close(),
	);
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		most: () => most,
	};
}

/** The refusals by the moment at which the window that refused them had opened. */
function refusalsByWindow(requests: RecordedRequest[], windowMs: number): number[] {
	const counts = new Map<number, number>();
	let opened = Number.NEGATIVE_INFINITY;
	for (const { at, status } of requests) {
		if (at - opened >= windowMs) opened = at;
		if (status === 429) counts.set(opened, (counts.get(opened) ?? 0) + 1);
	}
	return [...counts.values()];
}

describe('a service that takes 60 requests a window', () => {
	const rateLimit = { requests: 60, windowMs: 2000 };
	/** The waits that the limit imposes: before each full window but the first. */
	const imposed = (Math.ceil(items.length / rateLimit.requests) - 1) * rateLimit.windowMs;

	it.each(['seconds', 'date', 'none'] as const)(
		'gets 300 items at default settings, Retry-After as %s',
		async (retryAfter) => {
			const link = await useServices({ rateLimit: { ...rateLimit, retryAfter } });
			const started = Date.now();
			const result = await runNode({
				node: 'linkManager',
				parameters,
				credentials: { baseUrl: link.baseUrl, apiKey: link.apiKey },
				items,
			});
			const took = Date.now() - started;
			const bursts = refusalsByWindow(link.requests, rateLimit.windowMs);
			console.log(
				`Retry-After as ${retryAfter}: ${link.requests.length} requests, refused ${bursts.join(', ')}, ${took} ms, ${(took / imposed).toFixed(2)} of what the limit imposes`,
			);

			expect(result.error).toBeUndefined();
			expect(records(result).map(({ id }) => id)).toEqual(items.map(({ id }) => id));
			expect(link.requests.length).toBeLessThanOrEqual(330);
			// A burst is what was under way when the window was used up: never more than Concurrency.
			if (retryAfter !== 'none') expect(Math.max(...bursts)).toBeLessThanOrEqual(10);
			// Times depend on the machine and what else it does, and Retry-After has whole seconds, so
			// this only tells waiting from waiting much too long; the virtual clock of the unit tests
			// measures the factor itself.
			expect(took).toBeGreaterThanOrEqual(imposed);
			expect(took).toBeLessThan(imposed * 3);
		},
	);
});

describe('executions that share an account', () => {
	const rateLimit = { requests: 60, windowMs: 2000 };
	const subjects = ['English Home Language', 'Mathematics', 'Physical Sciences'];
	const compare = {
		resource: 'admissionPointScore',
		operation: 'compare',
		subjectsFrom: 'json',
		subjectsJson: JSON.stringify(subjects.map((name) => ({ name, level: 5 }))),
	};

	it('wait for its limit together: 20 forms at once, and one during an import', async () => {
		const { data, stop } = await startServices({ schools: 1000, rateLimit });
		cleanUp.push(stop);
		const credentials = { baseUrl: data.baseUrl, apiKey: data.apiKey };
		const compareOnce = async () => {
			const { error, items } = await runNode({
				node: 'referenceData',
				parameters: compare,
				credentials,
			});
			expect(error).toBeUndefined();
			expect(items).toHaveLength(26);
		};
		const rush = async () => await Promise.all(Array.from({ length: 20 }, compareOnce));
		// The first refusals hit what is in flight; from then on the limit is known.
		await rush();
		data.reset();
		const started = Date.now();
		await rush();
		const took = Date.now() - started;
		const refused = data.requests.filter(({ status }) => status === 429).length;
		console.log(`A rush: ${data.requests.length} requests, ${refused} refused, ${took} ms`);
		expect(refused).toBeLessThanOrEqual(data.requests.length * 0.05);
		expect(took).toBeLessThan(8 * rateLimit.windowMs * 2);

		const controller = new AbortController();
		const importing = runNode({
			node: 'referenceData',
			parameters: {
				resource: 'highSchool',
				operation: 'get',
				schoolId: { __rl: true, mode: 'emis', value: '={{ $json.emis }}' },
			},
			credentials,
			items: data.schools.map(({ nat_emis }) => ({ emis: nat_emis })),
			signal: controller.signal,
		});
		await wait(3 * rateLimit.windowMs);
		const asked = Date.now();
		await compareOnce();
		const alone = (27 / rateLimit.requests) * rateLimit.windowMs;
		console.log(`A form during an import: ${Date.now() - asked} ms`);
		expect(Date.now() - asked).toBeLessThan(2 * alone * 3);
		controller.abort();
		await importing;
	});
});

describe('the option Concurrency', () => {
	it.each([1, 3, 10, 50])('%i is never exceeded, and is used', async (concurrency) => {
		const link = await useServices({ latencyMs: 200 });
		const { baseUrl, most } = await useCounter(link.baseUrl);
		const { error } = await runNode({
			node: 'linkManager',
			parameters: { ...parameters, options: { concurrency } },
			credentials: { baseUrl, apiKey: link.apiKey },
			items: items.slice(0, 4 * concurrency),
		});
		expect(error).toBeUndefined();
		expect(most()).toBe(concurrency);
	});

	it('holds over items and their pages together', async () => {
		const link = await useServices({ latencyMs: 20 });
		const { baseUrl, most } = await useCounter(link.baseUrl);
		const { error, items: output } = await runNode({
			node: 'linkManager',
			parameters: {
				resource: 'link',
				operation: 'getAll',
				returnAll: true,
				options: { perPage: 10, concurrency: 4 },
			},
			credentials: { baseUrl, apiKey: link.apiKey },
			items: items.slice(0, 12),
		});
		expect(error).toBeUndefined();
		expect(output).toHaveLength(12 * 25);
		expect(most()).toBe(4);
	});
});

describe('cancelling', () => {
	/** A server that answers like this, and tells when the first request has come. */
	async function useServer(answer: 'hold' | 'nothing' | 'unavailable') {
		let tell: () => void = () => undefined;
		const asked = new Promise<void>((resolve) => (tell = resolve));
		let requests = 0;
		const server = createServer((_request, response) => {
			requests++;
			if (answer === 'nothing') return tell();
			const status = answer === 'hold' ? 429 : 503;
			response.writeHead(status, { 'retry-after': '60' }).end(tell);
		});
		await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
		cleanUp.push(
			() => server.closeAllConnections(),
			() => void server.close(),
		);
		const { port } = server.address() as AddressInfo;
		return { baseUrl: `http://127.0.0.1:${port}`, asked, count: () => requests };
	}

	it.each([
		['while it waits out a 429 of 60 seconds', 'hold'],
		['while it waits for an answer', 'nothing'],
		['while it waits to try again', 'unavailable'],
	] as const)('ends within a second %s', async (_name, answer) => {
		const { baseUrl, asked, count } = await useServer(answer);
		const controller = new AbortController();
		const running = runNode({
			node: 'linkManager',
			parameters: { ...parameters, options: { concurrency: 5 } },
			credentials: { baseUrl, apiKey: 'key' },
			items,
			onError: 'continueRegularOutput',
			signal: controller.signal,
		});
		await asked;
		const cancelled = Date.now();
		controller.abort();
		const { error } = await running;
		// The promise of the issue is a second, and nothing has to be computed meanwhile.
		expect(Date.now() - cancelled).toBeLessThan(1000);
		expect(error?.message).toMatch(/execution was cancelled/);
		expect(count()).toBeLessThanOrEqual(5);
	});
});
