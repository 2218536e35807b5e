import { beforeEach, describe, expect, test } from 'vitest';

import { accounts } from '../../nodes/shared/http/credential.js';
import type { Fault } from '../../sandbox/services/start.mjs';
import { credentialsOf, useSandbox } from '../engine/sandbox.mjs';
import { idsOf, triggerOn } from './watch.mjs';

const { link } = await useSandbox({ links: 300 });
const { trigger, watching, sample } = triggerOn('linkManagerTrigger', link);

const event = 'linkDisabled';
const impatient = { maxRetries: 0, maxWait: 0, timeout: 1 };

beforeEach(() => accounts.clear());

function disable(count: number): number[] {
	const active = [...link.links.values()].filter(({ disabled }) => disabled === 0);
	const changed = active.slice(0, count).map((record) => ({ ...record, disabled: 1 }));
	for (const record of changed) link.links.set(String(record.id), record);
	return changed.map(({ id }) => id);
}

const passing: Fault[] = [
	{ kind: 'rateLimit', retryAfter: 7200 },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 503 },
	{ kind: 'reset' },
];

describe('a service that is busy or down', () => {
	test.each(passing)(
		'$kind $status: published all the same, and nothing flooded later',
		async (fault) => {
			link.fault(fault);
			const published = await watching({ event, options: impatient });
			await expect(published.poll()).rejects.toThrow('The ');
			expect(published.staticData).toEqual({});
			link.clearFaults();
			accounts.clear();
			expect(await published.poll()).toBeNull();
			const ids = disable(2);
			expect(idsOf(await published.poll())).toEqual(ids);
		},
	);

	test('says how long the service asked n8n to wait', async () => {
		const published = await watching({ event, options: impatient });
		link.fault({ kind: 'rateLimit', retryAfter: 120 });
		await expect(published.poll()).rejects.toMatchObject({
			httpCode: '429',
			failure: { cause: 'rate-limited', retryAfterMs: expect.closeTo(120_000, -3) },
		});
	});

	test.each(passing)('$kind $status: advises what a poll does by itself', async (fault) => {
		const published = await watching({ event, options: impatient });
		link.fault(fault);
		const advice = async (polled: Promise<unknown>) =>
			(await polled.catch((error: unknown) => error)) as { description: string };
		const { description } = await advice(published.poll());
		expect(description).toContain('The next poll tries again.');
		accounts.clear();
		const test = await advice(sample({ event, options: impatient }));
		expect(test.description).toContain('Try again later.');
		expect(description + test.description).not.toMatch(/again later.*next poll|[Rr]un the/s);
	});

	test('a fault in the middle of what is known changes nothing, also at a restart', async () => {
		const { staticData } = await watching({ event });
		const before = { ...staticData };
		const ids = disable(2);
		link.fault({ kind: 'status', status: 500 });
		const restarted = trigger({ event, options: impatient }, { staticData });
		expect(await restarted.poll()).toBeNull();
		expect(restarted.staticData).toEqual(before);
		link.clearFaults();
		expect(idsOf(await restarted.poll())).toEqual(ids);
	});
});

describe('what the user must mend is refused at once', () => {
	test.each([
		['a wrong key', { apiKey: 'a wrong key' }, 'refused the API key', 'credential-invalid'],
		['no base URL', { baseUrl: '' }, 'has no base URL', 'configuration-invalid'],
		[
			'an unknown host',
			{ baseUrl: 'http://nowhere.invalid' },
			'host name was not found',
			undefined,
		],
	])('%s', async (_, wrong, message, cause) => {
		const credentials = { ...credentialsOf(link), ...wrong };
		const error = await trigger({ event }, { credentials })
			.poll()
			.catch((reason: unknown) => reason);
		expect(error).toMatchObject({ message: expect.stringContaining(message) });
		expect((error as { failure?: { cause: string } }).failure?.cause).toBe(cause);
		expect(JSON.stringify(error)).not.toContain('sandbox-link-key');
	});

	test('a missing scope, an unknown event', async () => {
		link.fault({ kind: 'status', status: 403 });
		await expect(trigger({ event }).poll()).rejects.toMatchObject({
			failure: { cause: 'configuration-invalid' },
		});
		await expect(trigger({ event: 'linkRenamed' }).poll()).rejects.toThrow(
			'This trigger has no event "linkRenamed"',
		);
	});
});

test('polls that overlap tell each event once; one that was overtaken leaves it to the next', async () => {
	const published = await watching({ event, options: { maxEvents: 3 } });
	const ids = disable(8);
	link.fault({ kind: 'reset', times: 1 });
	const slow = published.poll();
	await expect.poll(() => link.requests.at(-1)?.fault).toBe('reset');
	const fast = await published.poll();
	const told = [fast, await slow, await published.poll(), await published.poll()];
	expect(told.map((items) => idsOf(items))).toEqual([
		ids.slice(0, 3),
		null,
		ids.slice(3, 6),
		ids.slice(6),
	]);
});

test('a restart goes on where the last saved poll was', async () => {
	const published = await watching({ event, options: { maxEvents: 2 } });
	const ids = disable(5);
	expect(idsOf(await published.poll())).toEqual(ids.slice(0, 2));
	const { staticData } = published;
	const restarted = trigger({ event, options: { maxEvents: 2 } }, { staticData });
	expect(idsOf(await restarted.poll())).toEqual(ids.slice(2, 4));
	expect(idsOf(await restarted.poll())).toEqual(ids.slice(4));
});

test('another event, filter or address starts anew; the same does not', async () => {
	const { staticData } = await watching({ event });
	const ids = disable(2);
	const anew = {
		event,
		filters: { search: 'a', searchBy: 'url' },
		options: { includeExisting: true },
	};
	expect(await trigger(anew, { staticData }).poll()).toBeNull();
	expect(await trigger({ event: 'linkExpired' }, { staticData }).poll()).toBeNull();
	const { apiKey, baseUrl } = credentialsOf(link);
	const elsewhere = { apiKey, baseUrl: baseUrl.replace('127.0.0.1', 'localhost') };
	expect(await trigger({ event }, { staticData, credentials: elsewhere }).poll()).toBeNull();
	expect(idsOf(await trigger({ event }, { staticData }).poll())).toEqual(ids);
});

test('the test step leaves what is remembered as it is', async () => {
	const published = await watching({ event });
	const before = { ...published.staticData };
	const ids = disable(1);
	expect(idsOf(await sample({ event }))).toHaveLength(3);
	expect(published.staticData).toEqual(before);
	expect(idsOf(await published.poll())).toEqual(ids);
});

test('a list that is not complete starts nothing, and says so once the workflow is published', async () => {
	link.quirk({ ignorePage: true });
	const published = await watching({ event: 'clicksReached' });
	await expect(published.poll()).rejects.toMatchObject({
		message: "The trigger can't tell yet what is new",
		description: expect.stringMatching(/may be incomplete\. The next poll tries again\.$/),
		failure: { cause: 'temporarily-unavailable' },
	});
	link.quirk({ ignorePage: false });
	expect(await published.poll()).toBeNull();
	expect(await published.poll()).toBeNull();
});

test('too much to remember is refused, and nothing is remembered', async () => {
	const [template] = link.links.values();
	for (let number = 0; number < 4000; number++) {
		const id = `${'x'.repeat(250)}${number}` as unknown as number;
		if (template) link.links.set(String(id), { ...template, id, disabled: 1 });
	}
	const published = trigger({ event });
	await expect(published.poll()).rejects.toMatchObject({
		message: 'There is too much to watch for one trigger',
		failure: { cause: 'configuration-invalid' },
	});
	expect(published.staticData).toEqual({});
});
