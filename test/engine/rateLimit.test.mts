import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';

import { requests } from './least.mjs';
import { type Answer, linkOf, listOf, useScripted } from './scripted.mjs';

/*
 * What one execution sends at the same time, and what it learns from HTTP 429 for the others of its
 * account. The numbers behind it are tested in test/unit/http, on a clock that can be wound forward.
 */

const { service, linkManager, referenceData } = await useScripted();

const getLink = { resource: 'link', operation: 'get', linkId: '={{ $json.id }}' };
const link: Answer = { body: { data: linkOf(12) } };
const itemsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

async function firstRequest(): Promise<void> {
	await vi.waitFor(() => expect(service.requests).not.toEqual([]), { interval: 1 });
}

test('a 429 with Retry-After holds all executions of its account, and no other account', async () => {
	service.answersInTurn({ status: 429, headers: { 'retry-after': '2' } }, link);
	const get = async (apiKey: string) => {
		const credentials = { baseUrl: service.baseUrl, apiKey };
		const { error } = await linkManager(getLink, { credentials, items: itemsOf(1) });
		expect(error).toBeUndefined();
	};
	const first = get('shared');
	await firstRequest();
	await wait(100);
	await Promise.all([first, get('shared'), get('shared'), get('another')]);

	const asked = service.requests[0]?.at ?? 0;
	const waits = (key: string) =>
		service.requests
			.filter(({ headers }) => headers.authorization === `Bearer ${key}`)
			.map(({ at }) => at - asked);
	expect(waits('shared').slice(1)).toHaveLength(3);
	for (const waited of waits('shared').slice(1)) expect(waited).toBeGreaterThanOrEqual(1990);
	expect(waits('another')).toHaveLength(1);
	expect(waits('another')[0]).toBeLessThan(1990);
});

test('a 429 and a 503 are waited for within one Max Wait', async () => {
	const asking = (seconds: string) => ({ headers: { 'retry-after': seconds } });
	service.answersInTurn({ status: 429, ...asking('1') }, { status: 503, ...asking('2') });
	const get = { ...getLink, linkId: '12', options: requests({ maxWait: 4 }) };
	const { error } = await linkManager(get);
	expect(error?.httpCode).toBe('503');
	expect(error?.description).toContain('The service asked to wait 2 seconds.');
	expect(service.requests).toHaveLength(3);
});

test('Concurrency is used, and never exceeded, by items and their pages together', async () => {
	const found = itemsOf(25);
	let inFlight = 0;
	let most = 0;
	// Answers a moment after four requests wait for it.
	service.answers(async ({ query }) => {
		most = Math.max(most, ++inFlight);
		for (let tries = 0; most < 4 && tries < 500; tries++) await wait(10);
		await wait(20);
		inFlight -= 1;
		const end = Number(query.page ?? 1) * 10;
		return { body: { data: found.slice(end - 10, end), meta: { total: 25 } } };
	});
	const parameters = {
		resource: 'link',
		operation: 'getAll',
		returnAll: true,
		filters: { search: '={{ $json.id }}' },
		options: { perPage: 10, ...requests({ concurrency: 4 }) },
	};
	const { error, items } = await linkManager(parameters, { items: itemsOf(12) });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(12 * 25);
	expect(most).toBe(4);
});

describe('cancelling an execution ends it within a second', () => {
	// Other programs may take the processor for a second, hence the retries.
	test.each<[string, Answer]>([
		['that waits out a 429', { status: 429, headers: { 'retry-after': '60' } }],
		['that waits for a response', { delay: Infinity }],
		['that waits to try again', { status: 503, headers: { 'retry-after': '60' } }],
	])('%s', { retry: 2 }, async (_what, answer) => {
		service.requests.length = 0;
		service.answers(() => answer);
		const controller = new AbortController();
		const running = linkManager(
			{ ...getLink, options: requests({ concurrency: 5 }) },
			{ items: itemsOf(300), onError: 'continueRegularOutput', signal: controller.signal },
		);
		await firstRequest();
		await wait(50);
		const cancelled = Date.now();
		controller.abort();
		const { error } = await running;
		expect(Date.now() - cancelled).toBeLessThan(1000);
		expect(error?.message).toMatch(/execution was cancelled/);
		expect(service.requests.length).toBeLessThanOrEqual(5);
	});

	test.each([
		[
			'that reads its items',
			'highSchool',
			'match',
			{ schoolName: '=School {{ $json.id }}' },
			20_000,
		],
		['that has nothing to send', 'postalCode', 'validate', { postalCode: 'none' }, 100_000],
	])('%s', { retry: 2 }, async (_what, resource, operation, parameters, count) => {
		const controller = new AbortController();
		setTimeout(() => controller.abort(), 200);
		const start = Date.now();
		const { error } = await referenceData(
			{ resource, operation, ...parameters },
			{ items: itemsOf(count), signal: controller.signal },
		);
		expect(Date.now() - start).toBeLessThan(1200);
		expect(error?.message).toMatch(/execution was cancelled/);
		expect(service.requests).toEqual([]);
	});

	const alias = { additionalFields: { alias: 'spring' } };
	const create = { operation: 'create', url: 'https://a.example/', domainId: '', ...alias };

	test.each([
		['a clean-up', { operation: 'cleanUp', cleanUpAction: 'delete' }],
		['the look-up after a lost create', create],
	])('in the middle of %s', { retry: 2 }, async (_what, parameters) => {
		const expired = linkOf(12, { ends_at: '2020-01-01T00:00:00Z' });
		service.requests.length = 0;
		service.answers(({ method, query }) => {
			if (method === 'POST') return { status: 502 };
			return query.status ? listOf([expired, { ...expired, id: 13 }]) : { delay: Infinity };
		});
		const controller = new AbortController();
		const signal = controller.signal;
		const running = linkManager({ resource: 'link', ...parameters }, { signal });
		await vi.waitFor(() => expect(service.requests.length).toBeGreaterThan(1), { timeout: 5000 });
		controller.abort();
		const { error, records } = await running;
		expect(error?.message).toMatch(/execution was cancelled/);
		expect(records).toEqual([]);
		expect(service.requests.filter(({ method }) => method !== 'GET').length).toBeLessThan(2);
	});
});
