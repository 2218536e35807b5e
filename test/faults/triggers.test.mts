import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { LinkRecord } from '../../sandbox/services/start.mjs';
import { useSandbox } from '../engine/sandbox.mjs';
import { triggerOn } from '../triggers/watch.mjs';

/** 20,000 links watched for an hour: a poll every five minutes, 50 links change between two polls. */
const LINKS = 20_000;
const POLLS = 12;
const CHANGES = 50;
const MINUTE = 60_000;

const { link } = await useSandbox({ links: LINKS });
const { watching } = triggerOn('linkManagerTrigger', link);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

const isLasting = ({ disabled, ends_at, expiration_clicks }: LinkRecord) =>
	!disabled && ends_at === null && expiration_clicks === null;
const soon = () => new Date(Date.now() + 86_400_000).toISOString();

const changes: Record<string, (record: LinkRecord) => Partial<LinkRecord>> = {
	clicksReached: () => ({ clicks: 1_000_000 }),
	linkCreated: ({ id }) => ({ id: id + 10 * LINKS }),
	linkDisabled: () => ({ disabled: 1 }),
	linkExpired: ({ id }) => ({ ends_at: new Date(Date.now() - id * 1000).toISOString() }),
	linkExpiresSoon: () => ({ ends_at: soon() }),
};

test.each(Object.keys(changes))('%s', async (event) => {
	const published = await watching({ event, clickMilestones: '500000' });
	const first = String(published.staticData.watched).length;
	const candidates = [...link.links.values()].filter(isLasting);
	const times: number[] = [];
	let requests = 0;
	for (let poll = 0; poll < POLLS; poll++) {
		vi.setSystemTime(Date.now() + 5 * MINUTE);
		const changed = candidates.slice(poll * CHANGES, (poll + 1) * CHANGES);
		for (const record of changed) {
			const after = { ...record, ...changes[event]?.(record) };
			link.links.set(String(after.id), after);
		}
		link.requests.length = 0;
		const started = performance.now();
		const found = await published.poll();
		times.push(performance.now() - started);
		requests = link.requests.length;
		expect(found).toHaveLength(CHANGES);
	}
	const size = String(published.staticData.watched).length;
	expect(size).toBeLessThan(1_000_000);
	const median = times.sort((one, other) => one - other)[POLLS / 2] ?? 0;
	console.log(
		`${event}: ${requests} requests and ${Math.round(median)} ms per poll; state ${first} characters at first, ${size} after an hour`,
	);
});
