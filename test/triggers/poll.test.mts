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

/** Disables so many links, the first ones that are not. */
function disable(count: number): number[] {
	const enabled = ids.filter((id) => link.links.get(String(id))?.disabled === 0).slice(0, count);
	for (const id of enabled) put(id, { disabled: 1 });
	return enabled;
}

beforeEach(() => holds(Object.fromEntries(ids.map((id) => [id, { updated_at: null }]))));

test('the first poll tells nothing; with Include Existing it tells what is there', async () => {
	const existing = disable(3);
	const published = await watching({ event });
	expect(await published.poll()).toBeNull();
	const options = { includeExisting: true };
	expect(idsOf(await trigger({ event, options }).poll())).toEqual(existing);
});

test('polls that overlap tell each event once', async () => {
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
	['event', { event: 'linkExpired' }, {}],
	['filter', { filters: { search: 'link', searchBy: 'alias' } }, {}],
	['address', {}, { credentials: { ...link, baseUrl } }],
	['credential', {}, { credentialId: '2' }],
])('another %s marks anew, silently, also with Include Existing', async (_, changed, more) => {
	const { staticData } = await watching({ event });
	disable(2);
	put(ids[9], { ends_at: '2020-01-01T00:00:00Z' });
	const parameters = { event, options: { includeExisting: true }, ...changed };
	expect(await trigger(parameters, { staticData, ...more }).poll()).toBeNull();
});

test('the test step shows up to three real records, no more than Max Events, newest first, and changes no state', async () => {
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

const passing: Fault[] = [
	{ kind: 'rateLimit', retryAfter: 7200 },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 503 },
	{ kind: 'reset' },
];

describe.each(passing)('a service that is busy or down: $kind $status', (fault) => {
	beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined));

	test('lets the workflow be published, is heard at later polls, and marks once it answers', async () => {
		disable(2);
		link.fault(fault);
		const published = await watching({ event, options: impatient });
		expect(published.staticData).toEqual({ tried: expect.any(String) });
		await expect(published.poll()).rejects.toMatchObject({
			name: 'NodeApiError',
			description: expect.stringContaining('The next poll tries again.'),
		});
		// Another key, so that no hold of the first one is waited for.
		const credentials = { ...link, apiKey: `${link.apiKey}2` };
		const { staticData } = published;
		const again = trigger({ event, options: impatient }, { staticData, credentials });
		await expect(again.poll()).rejects.toMatchObject({ name: 'NodeApiError' });
		link.clearFaults();
		expect(await published.poll()).toBeNull();
		expect(Object.keys(staticData)).toEqual(['watched']);
		expect(idsOf((disable(1), await published.poll()))).toHaveLength(1);
	});
});

describe('an account of 12 pages at 6 requests per 7 seconds', () => {
	const waited = skipWaits();

	test('is read within the time that n8n gives a poll, or it fails', async () => {
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

	test('is not asked again for longer than that by retries of what fails', async () => {
		limited.answers(() => ({ status: 503 }));
		const options = requests({ maxRetries: 20 });
		const published = trigger({ event, options }, { credentials: limited, budget: 36_000 });
		await published.poll();
		const before = waited();
		await expect(published.poll()).rejects.toThrow('(HTTP 503), after ');
		expect(waited() - before).toBeLessThanOrEqual(36_000);
	});

	test('is marked by the poll after publishing, and starts the workflow', async () => {
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

test('a service that never answers fails the poll within the time that n8n gives it', async () => {
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
])('%s is refused at once', async (_, wrong, parameters, message, cause) => {
	const credentials = { ...link, ...wrong };
	await expect(trigger({ event, ...parameters }, { credentials }).poll()).rejects.toMatchObject({
		message: expect.stringContaining(message),
		failure: { cause },
	});
});

describe('a list that is not complete', () => {
	/** The service lists only these links, and says that there are more. */
	const listOnly = (...shown: Array<number | undefined>) => {
		const data = shown.map((id) => link.links.get(String(id)));
		const body = JSON.stringify({ data, meta: { total: data.length + 5 } });
		link.fault({ kind: 'body', path: '/links$', status: 200, body });
	};

	test('marks nothing at the first poll, and says so', async () => {
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

	test('ends nothing later, and still tells what it shows', async () => {
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

test('a test step that finds nothing says what it looked for', async () => {
	link.links.clear();
	await expect(sample({ event })).rejects.toMatchObject({
		message: 'The test step found no disabled links',
		description: expect.stringContaining('You can still publish the workflow') as string,
	});
});

test('a state that would be too large is refused, and nothing is stored', async () => {
	for (let index = 0; index < 2_000; index++) put(`${'a'.repeat(600)}${index}`, {});
	const published = trigger({ event: 'linkCreated' });
	await expect(published.poll()).rejects.toThrow('There is too much to watch for one trigger');
	expect(published.staticData).toEqual({});
});

test('the state is small: 8,000 links that expired at 8,000 times', async () => {
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
