import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { LinkRecord } from '../../sandbox/services/start.mjs';
import { publish, type PublishedTrigger } from '../engine/harness.mjs';
import { credentialsOf, lines, locator, useSandbox } from '../engine/sandbox.mjs';

const { link } = await useSandbox({ links: 300 });
const DAY = 86_400_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

function trigger(parameters: IDataObject, mode: 'trigger' | 'manual' = 'trigger'): PublishedTrigger {
	const credentials = credentialsOf(link);
	return publish({ node: 'linkManagerTrigger', parameters, credentials }, { mode });
}

/** A published trigger after its first poll, which never gives anything. */
async function watching(parameters: IDataObject): Promise<PublishedTrigger> {
	const published = trigger(parameters);
	expect(await published.poll()).toBeNull();
	return published;
}

function change(id: number, changes: Partial<LinkRecord>): void {
	const record = link.links.get(String(id));
	if (!record) throw new Error(`No link ${id}`);
	link.links.set(String(id), { ...record, ...changes });
}

/** A link like the first one, newer than all. */
function create(id: number, changes: Partial<LinkRecord> = {}): void {
	const [first] = link.links.values();
	if (!first) throw new Error('No link');
	link.links.set(String(id), { ...first, id, disabled: 0, ends_at: null, clicks: 0, ...changes });
}

const at = (offset: number) => new Date(Date.now() + offset).toISOString();
const ids = (items: IDataObject[] | null) => items?.map(({ id }) => id) ?? null;
const newest = () => Math.max(...[...link.links.values()].map(({ id }) => id));
const active = () =>
	[...link.links.values()].filter(
		({ disabled, ends_at, expiration_clicks }) => !disabled && !ends_at && !expiration_clicks,
	);

test('linkCreated: one page at first, then what is newer, oldest first, over deletions and the cap', async () => {
	const top = newest();
	const published = await watching({ event: 'linkCreated', options: { maxEvents: 2 } });
	expect(lines(link)).toEqual(['GET /api/v1/links?sort_by=id&sort=desc&per_page=100']);
	for (let more = 1; more <= 5; more++) create(top + more);
	link.links.delete(String(top));
	link.links.delete(String(top + 4));
	expect(ids(await published.poll())).toEqual([top + 1, top + 2]);
	link.links.delete(String(top + 2));
	expect(ids(await published.poll())).toEqual([top + 3, top + 5]);
	expect(await published.poll()).toBeNull();
	create(top + 300);
	const [item] = (await published.poll()) ?? [];
	expect(item).toEqual({
		...link.links.get(String(top + 300)),
		trigger: {
			event: 'linkCreated',
			event_id: `linkCreated:${top + 300}`,
			detected_at: new Date().toISOString(),
		},
	});
});
