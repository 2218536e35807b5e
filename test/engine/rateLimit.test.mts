import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';

import { loadDropdown } from './harness.mjs';
import { requests } from './least.mjs';
import { type Answer, linkOf, listOf, useScripted } from './scripted.mjs';

/*
 * What one execution sends at the same time, and what it learns from HTTP 429 for the others of its
 * account. The numbers behind it are tested in test/unit/http, with a virtual clock.
 */

const { service, linkManager, referenceData } = await useScripted();

const getLink = { resource: 'link', operation: 'get', linkId: '={{ $json.id }}' };
const link: Answer = { body: { data: linkOf(12) } };
const itemsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

async function firstRequest(): Promise<void> {
	await vi.waitFor(() => expect(service.requests).not.toEqual([]), { interval: 1 });
}

test('after a 429 with Retry-After, all executions of the account wait, but no other account', async () => {
	service.answersInTurn({ status: 429, headers: { 'retry-after': '2' } }, link);
	const get = async (apiKey: string) => {
		const credentials = { baseUrl: service.baseUrl, apiKey };
		const { error } = await linkManager(getLink, { credentials, items: [{ id: 12 }] });
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

test('the waits after a 429 and a 503 count together for Max Wait', async () => {
	const asking = (seconds: string) => ({ headers: { 'retry-after': seconds } });
	service.answersInTurn({ status: 429, ...asking('1') }, { status: 503, ...asking('2') });
	const get = { ...getLink, linkId: '12', options: requests({ maxWait: 4 }) };
	const { error } = await linkManager(get);
	expect(error?.httpCode).toBe('503');
	expect(error?.description).toContain('The service asked to wait 2 seconds.');
	expect(service.requests).toHaveLength(3);
});

test('items and their pages together use Concurrency and never exceed it', async () => {
	const found = itemsOf(25);
	let inFlight = 0;
	let most = 0;
	// Responds shortly after four requests are waiting.
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

describe('a response that trickles in', () => {
	const trickle: Answer = { trickles: true };
	const soon = { timeout: 1, maxRetries: 0 };

	test.each([
		['a read', { ...getLink, linkId: '12' }],
		[
			'a change',
			{
				resource: 'link',
				operation: 'update',
				linkId: '12',
				updateFields: { url: 'https://a.example/' },
			},
		],
	])('ends at Timeout: %s', async (_what, parameters) => {
		service.answers(() => trickle);
		const start = Date.now();
		const onError = 'continueRegularOutput';
		const { records } = await linkManager({ ...parameters, options: requests(soon) }, { onError });
		expect(Date.now() - start).toBeGreaterThanOrEqual(1000);
		expect(Date.now() - start).toBeLessThan(2000);
		expect(records).toMatchObject([
			{
				error: 'The link management service did not respond within 1 second [item 0]',
				details: { outcome: 'unknown' },
			},
		]);
		expect(service.requests).toHaveLength(1);
	});

	test('delays no other execution, dropdown or page', async () => {
		service.answers(({ path }) =>
			path.endsWith('/13') ? trickle : path.endsWith('/12') ? link : listOf([linkOf(12)]),
		);
		const options = requests({ ...soon, timeout: 2 });
		const slow = Array.from({ length: 10 }, async () => {
			const items = Array.from({ length: 2 }, () => ({ id: 13 }));
			return await linkManager(
				{ ...getLink, options },
				{ items, onError: 'continueRegularOutput' },
			);
		});
		await vi.waitFor(() => expect(service.requests.length).toBeGreaterThan(9), { interval: 1 });
		const start = Date.now();
		const { error } = await linkManager({ ...getLink, options }, { items: [{ id: 12 }] });
		const { results } = await loadDropdown({
			node: 'linkManager',
			method: 'searchLinks',
			credentials: service,
		});
		expect(Date.now() - start).toBeLessThan(1000);
		expect([error, results.length]).toEqual([undefined, 1]);
		// What timed out halved what the account sends at the same time, down to one.
		await Promise.race(slow);
		const second = Date.now();
		expect((await linkManager(getLink, { items: [{ id: 12 }] })).error).toBeUndefined();
		expect(Date.now() - second).toBeLessThan(500);
		await Promise.all(slow);
	});

	test('after a 429 delays others for a second, and for at most their Max Wait', async () => {
		const refusal = { status: 429, headers: { 'retry-after': '1' } };
		service.answers(({ path }) =>
			service.requests.length < 2 ? refusal : path.endsWith('/12') ? link : trickle,
		);
		await linkManager({ ...getLink, linkId: '12' });
		const get = async (id: number, options = {}) =>
			await linkManager({
				...getLink,
				linkId: String(id),
				options: requests({ timeout: 4, maxRetries: 0, ...options }),
			});
		const slow = [13, 14, 15].map(async (id) => await get(id));
		const start = Date.now();
		const [patient, other] = await Promise.all([get(12), get(12, { maxWait: 1 })]);
		expect(patient.error).toBeUndefined();
		expect(other.error?.message).toContain(
			"received too many requests, so the request for link 12 wasn't carried out (HTTP 429)",
		);
		expect(other.error?.description).toMatch(/^The request waited \d seconds? for its turn\. /);
		expect(Date.now() - start).toBeLessThan(4000);
		await Promise.all(slow);
	});
});

describe('after a 401', () => {
	const refused = 'The link management service refused the API key (HTTP 401)';

	test('nothing more is sent, and the other items fail with the same message', async () => {
		service.answers(() => ({ status: 401, delay: 20 }));
		const { records } = await linkManager(getLink, {
			items: itemsOf(2000),
			onError: 'continueRegularOutput',
		});
		expect(service.requests).toHaveLength(10);
		const outcomes = records.map(({ details }) => (details as { outcome: string }).outcome);
		expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(10);
		expect(outcomes.filter((outcome) => outcome === 'notSent')).toHaveLength(1990);
		for (const [index, { error, message }] of records.entries()) {
			expect(error).toBe(`${refused} [item ${index}]`);
			expect(message).toBe(records[0]?.message);
		}
	});

	test('no further page is fetched', async () => {
		service.answers(({ query }) => {
			const page = Number(query.page ?? 1);
			return page === 2 ? { status: 401 } : { ...listOf(itemsOf(100 * 100), page), delay: 50 };
		});
		const getAll = { resource: 'link', operation: 'getAll', returnAll: true };
		const { error } = await linkManager(getAll);
		expect(error?.message).toContain(refused);
		// The first, and ten that were in flight together.
		expect(service.requests.length).toBeLessThanOrEqual(11);
	});

	test.each([
		[
			'an update',
			{ operation: 'update', linkId: '={{ $json.id }}', updateFields: { disabled: 1 } },
		],
		[
			'a create',
			{
				operation: 'create',
				url: 'https://a.example/',
				domainId: '',
				additionalFields: { alias: '=spring-{{ $json.id }}' },
			},
		],
	])(
		'the outcome of %s whose response was lost before stays unknown',
		async (_what, parameters) => {
			service.answers(({ method, path, body }) => {
				if (method === 'GET') return { body: { data: linkOf(1) } };
				const isFirst = /1$/.test(path) || /spring-1/.test(body);
				return isFirst ? { status: 502 } : { status: 401, delay: 100 };
			});
			const { records } = await linkManager(
				{ resource: 'link', ...parameters },
				{ items: itemsOf(2), onError: 'continueRegularOutput' },
			);
			expect(records).toMatchObject([
				{ details: { outcome: 'unknown' } },
				{ details: { outcome: 'refused' } },
			]);
			expect(service.requests.filter(({ method }) => method !== 'GET')).toHaveLength(2);
		},
	);
});

describe('cancelling an execution ends it within a second', () => {
	// Retried, because other programs may keep the processor busy for a second.
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
