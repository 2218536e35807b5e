import { beforeEach, describe, expect, test, vi } from 'vitest';

import { systemClock } from '../../nodes/shared/clock.js';
import type { Fault } from '../../sandbox/services/start.mjs';
import { requests } from '../engine/least.mjs';
import { useSandbox } from '../engine/sandbox.mjs';
import { linkOf, listOf, useScripted } from '../engine/scripted.mjs';
import { skipWaits } from '../engine/waits.mjs';
import { idsOf, told, triggerOn } from './watch.mjs';

const { link, put, holds } = await useSandbox({ links: 1, schools: 1 });
const { trigger, watching, sample } = triggerOn('linkManagerTrigger', link);
const { service: limited } = await useScripted();
const ids = Array.from({ length: 30 }, (_, index) => index + 1);

const event = 'linkDisabled';
const impatient = requests({ maxRetries: 0, maxWait: 2, timeout: 1 });

/** Disables the first links that are still enabled, as many as asked for. */
function disable(count: number): number[] {
	const enabled = ids.filter((id) => link.links.get(String(id))?.disabled === 0).slice(0, count);
	for (const id of enabled) put(id, { disabled: 1 });
	return enabled;
}

beforeEach(() => holds(Object.fromEntries(ids.map((id) => [id, { updated_at: null }]))));

test('the first poll starts nothing; with Include Existing, it returns the links that match already', async () => {
	const existing = disable(3);
	const published = await watching({ event });
	expect(await published.poll()).toBeNull();
	const options = { includeExisting: true };
	expect(idsOf(await trigger({ event, options }).poll())).toEqual(existing);
});

test('polls that overlap return each event once', async () => {
	const published = await watching({ event, options: { maxEvents: 3 } });
	const disabled = disable(8);
	link.fault({ kind: 'reset', times: 1 });
	const slow = published.poll();
	await expect.poll(() => link.requests.at(-1)?.fault).toBe('reset');
	const polls = [await published.poll(), await slow, await published.poll()];
	expect(polls.map((items) => idsOf(items))).toEqual([
		disabled.slice(0, 3),
		disabled.slice(3, 6),
		disabled.slice(6),
	]);
});

const baseUrl = link.baseUrl.replace('127.0.0.1', 'localhost');

test.each([
	['the event', { event: 'linkExpired' }, {}],
	['a filter', { filters: { search: 'link', searchBy: 'alias' } }, {}],
	['the base URL', {}, { credentials: { ...link, baseUrl } }],
	['the credential', {}, { credentialId: '2' }],
])(
	'a change of %s starts over without events, even with Include Existing',
	async (_, changed, more) => {
		const { staticData } = await watching({ event });
		disable(2);
		put(ids[9], { ends_at: '2020-01-01T00:00:00Z' });
		const parameters = { event, options: { includeExisting: true }, ...changed };
		expect(await trigger(parameters, { staticData, ...more }).poll()).toBeNull();
	},
);

test('the test step shows at most three records and at most Max Events, newest first, and stores nothing', async () => {
	const [one, two, three, four] = disable(4);
	put(one, { updated_at: '2026-11-05T00:00:00Z' });
	const { staticData } = await watching({ event });
	const before = { ...staticData };
	const shown = await sample({ event });
	expect(told(shown)).toEqual([
		{ event, event_id: `linkDisabled:${one}:2026-11-05T00:00:00Z`, sample: true },
		{ event, event_id: `linkDisabled:${four}`, sample: true },
		{ event, event_id: `linkDisabled:${three}`, sample: true },
	]);
	expect(shown?.[1]).toMatchObject({ ...link.links.get(String(four)) });
	expect(idsOf(shown)).not.toContain(two);
	expect(idsOf(await sample({ event, options: { maxEvents: 1 } }))).toEqual([one]);
	expect(staticData).toEqual(before);
});

const passing: Array<[what: string, fault: Fault]> = [
	['too many requests', { kind: 'rateLimit', retryAfter: 7200 }],
	['HTTP 500', { kind: 'status', status: 500 }],
	['HTTP 503', { kind: 'status', status: 503 }],
	['a lost connection', { kind: 'reset' }],
];

describe('a service that is busy or down', () => {
	beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined));

	test.each(passing)(
		'%s: the workflow is published, and later polls fail until the service is back',
		async (_, fault) => {
			disable(2);
			link.fault(fault);
			const published = await watching({ event, options: impatient });
			expect(published.staticData).toEqual({ tried: expect.any(String) });
			await expect(published.poll()).rejects.toMatchObject({
				name: 'NodeApiError',
				description: expect.stringContaining('The next poll tries again.'),
			});
			// A second key, because the rate limit of the first one would make the poll wait.
			const credentials = { ...link, apiKey: `${link.apiKey}2` };
			const { staticData } = published;
			const again = trigger({ event, options: impatient }, { staticData, credentials });
			await expect(again.poll()).rejects.toMatchObject({ name: 'NodeApiError' });
			link.clearFaults();
			expect(await published.poll()).toBeNull();
			expect(Object.keys(staticData)).toEqual(['watched']);
			expect(idsOf((disable(1), await published.poll()))).toHaveLength(1);
		},
	);
});

describe('an account that takes longer to read than its rate limit allows at once', () => {
	const waited = skipWaits();

	test('a poll that waits too often for the rate limit fails within the time that n8n allows', async () => {
		const isHeld = new Set<string>();
		limited.answers(({ query: { page = '1' } }) => {
			const isFirst = !isHeld.has(page);
			isHeld.add(page);
			const data = [linkOf(Number(page))];
			return isFirst
				? { status: 429, headers: { 'retry-after': '20' } }
				: { body: { data, meta: { last_page: 6 } } };
		});
		const options = { includeExisting: true, ...requests({ concurrency: 1 }) };
		const published = trigger({ event, options }, { credentials: limited, budget: 36_000 });
		await published.poll();
		await expect(published.poll()).rejects.toThrow('too many requests');
		expect(waited()).toBeLessThanOrEqual(36_000 + 5_000);
	});

	test('retries end within the time that n8n allows for a poll', async () => {
		limited.answers(() => ({ status: 503 }));
		const options = requests({ maxRetries: 20 });
		const published = trigger({ event, options }, { credentials: limited, budget: 36_000 });
		await published.poll();
		const before = waited();
		await expect(published.poll()).rejects.toThrow('(HTTP 503), after ');
		expect(waited() - before).toBeLessThanOrEqual(36_000);
	});

	test('12 pages at 6 requests per 7 seconds are read, and a link disabled afterwards starts the workflow', async () => {
		const links = Array.from({ length: 1200 }, (_, index) => linkOf(index + 1));
		let [taken, since] = [0, -Infinity];
		limited.answers(({ query }) => {
			const now = systemClock.now();
			if (now - since >= 7000) [taken, since] = [0, now];
			if ((taken += 1) > 6) return { status: 429, headers: { 'retry-after': '7' } };
			return listOf(links, Number(query.page ?? 1));
		});
		const published = await watching({ event }, { credentials: limited });
		expect(await published.poll()).toBeNull();
		links[700] = linkOf(701, { disabled: 1 });
		expect(idsOf(await published.poll())).toEqual([701]);
	});
});

test('a poll fails within the time that n8n allows if the service never responds', async () => {
	const options = requests({ timeout: 60, maxRetries: 0 });
	limited.answers(() => listOf([linkOf(1)], 1));
	const { staticData } = await watching({ event, options }, { credentials: limited });
	limited.answers(() => ({ delay: Infinity }));
	const published = trigger({ event, options }, { credentials: limited, staticData, budget: 1000 });
	await expect(published.poll()).rejects.toThrow('did not respond within 1 second');
});

test.each([
	['a wrong key', { apiKey: 'not-this-one' }, {}, 'refused the API key', 'credential-invalid'],
	['no base URL', { baseUrl: '' }, {}, 'has no base URL', 'configuration-invalid'],
	['an unknown event', {}, { event: 'linkRenamed' }, 'has no event', 'configuration-invalid'],
])('%s fails the first poll with the reason', async (_, wrong, parameters, message, cause) => {
	const credentials = { ...link, ...wrong };
	await expect(trigger({ event, ...parameters }, { credentials }).poll()).rejects.toMatchObject({
		message: expect.stringContaining(message),
		failure: { cause },
	});
});

describe('a list that may be incomplete', () => {
	/** The service lists only these links, with a total that counts more. */
	const listOnly = (...shown: Array<number | undefined>) => {
		const data = shown.map((id) => link.links.get(String(id)));
		const body = JSON.stringify({ data, meta: { total: data.length + 5 } });
		link.fault({ kind: 'body', path: '/links$', status: 200, body });
	};

	test('fails the first poll with the reason, and nothing is stored', async () => {
		listOnly(ids[0]);
		const published = trigger({ event });
		await expect(published.poll()).rejects.toMatchObject({
			message: expect.stringMatching(
				/^The trigger can't tell yet what is new\. The service should have .* may be incomplete\.$/,
			),
			description: expect.stringContaining('Publish the workflow again later'),
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(published.staticData).toEqual({});
	});

	test('at the first poll, because someone deleted a link of a page that was already read, marks nothing', async () => {
		holds(Object.fromEntries(Array.from({ length: 150 }, (_, n) => [n + 1, { disabled: 1 }])));
		link.onRequest(({ query }) => void (query.includes('page=2') && link.links.delete('1')));
		const published = trigger({ event });
		await expect(published.poll()).rejects.toThrow("The trigger can't tell yet what is new.");
		expect(await published.poll()).toBeNull();
		expect(await published.poll()).toBeNull();
	});

	test('at a later poll, its events still start the workflow, and links it lacks count as unchanged', async () => {
		const [one] = disable(1);
		const published = await watching({ event });
		put(ids[9], { disabled: 1 });
		listOnly(ids[9]);
		expect(idsOf(await published.poll())).toEqual([ids[9]]);
		expect(await published.poll()).toBeNull();
		link.clearFaults();
		put(one, { disabled: 1 });
		expect(await published.poll()).toBeNull();
	});
});

test('a test step without results says what it looked for', async () => {
	link.links.clear();
	await expect(sample({ event })).rejects.toMatchObject({
		message: 'The test step found no disabled links',
		description: expect.stringContaining('You can still publish the workflow') as string,
	});
});

test('a trigger with too much to remember fails, and nothing is stored', async () => {
	for (let index = 0; index < 2_000; index++) put(`${'a'.repeat(600)}${index}`, {});
	const published = trigger({ event: 'linkCreated' });
	await expect(published.poll()).rejects.toThrow('There is too much to watch for one trigger');
	expect(published.staticData).toEqual({});
});

test('8,000 links that expired at different times take less than 160 kB of static data', async () => {
	const end = Date.parse('2020-01-01T00:00:00Z');
	for (let id = 10_001; id <= 26_000; id += 2) {
		const ends_at = new Date(end + (id - 10_000) * 3_600_000).toISOString();
		put(id, { ends_at });
	}
	const { staticData } = await watching({ event: 'linkExpired' });
	expect(String(staticData.watched).length).toBeLessThan(160_000);
	const created = await watching({ event: 'linkCreated' });
	expect(String(created.staticData.watched).length).toBeLessThan(500);
});
