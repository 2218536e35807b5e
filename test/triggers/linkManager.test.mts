import { describe, expect, test, vi } from 'vitest';

import type { LinkRecord } from '../../sandbox/services/start.mjs';
import { lines, locator, queryOf, useSandbox } from '../engine/sandbox.mjs';
import { DAY, events, idsOf, pollAll, triggerOn, useStillClock } from './watch.mjs';

const { link } = await useSandbox({ links: 300 });
const { trigger, watching, sample } = triggerOn('linkManagerTrigger', link);
useStillClock();

const all = () => [...link.links.values()];
const at = (offset: number) => new Date(Date.now() + offset).toISOString();
const newest = () => Math.max(...all().map(({ id }) => id));

function change(id: number, changes: Partial<LinkRecord>): void {
	link.links.set(String(id), { ...record(id), ...changes });
}

function record(id: number): LinkRecord {
	const found = link.links.get(String(id));
	if (!found) throw new Error(`No link ${id}`);
	return found;
}

/** A new link that is active for ever. */
function create(id: number, changes: Partial<LinkRecord> = {}): void {
	const lasting = { disabled: 0, ends_at: null, expiration_clicks: null, clicks: 0 };
	link.links.set(String(id), { ...record(all()[0]?.id ?? 0), id, ...lasting, ...changes });
}

/** The oldest links that are active for ever, with fewer than 100 clicks. */
function lasting(count: number): number[] {
	const ids = all().map(({ id }) => id);
	for (const id of ids.slice(0, count)) create(id);
	return ids.slice(0, count);
}

describe('linkCreated', () => {
	const parameters = { event: 'linkCreated', options: { maxEvents: 2 } };

	test('one page at first, then what is newer, oldest first, over deletions and the cap', async () => {
		const top = newest();
		const published = await watching(parameters);
		expect(lines(link)).toEqual(['GET /api/v1/links?sort_by=id&sort=desc&per_page=100']);
		for (let more = 1; more <= 5; more++) create(top + more);
		link.links.delete(String(top));
		link.links.delete(String(top + 4));
		expect(idsOf(await published.poll())).toEqual([top + 1, top + 2]);
		link.links.delete(String(top + 2));
		expect(idsOf(await published.poll())).toEqual([top + 3, top + 5]);
		expect(await published.poll()).toBeNull();
		create(top + 300);
		expect(await published.poll()).toEqual([
			{
				...record(top + 300),
				trigger: {
					event: 'linkCreated',
					event_id: `linkCreated:${top + 300}`,
					detected_at: new Date().toISOString(),
				},
			},
		]);
	});

	test.each([
		['does not sort', { unsorted: true }],
		['gives smaller pages', { mostPerPage: 40 }],
	])('a service that %s', async (_, quirks) => {
		link.quirk(quirks);
		const top = newest();
		const published = await watching({ event: 'linkCreated' });
		expect(await published.poll()).toBeNull();
		for (let more = 1; more <= 120; more++) create(top + more);
		const created = (await pollAll(published)).flatMap((items) => idsOf(items));
		expect(created).toEqual(Array.from({ length: 120 }, (__, index) => top + 1 + index));
	});

	test.each([
		['sorts', {}],
		['does not sort', { unsorted: true }],
	])(
		'IDs that are no numbers, of a service that %s: new ones once, over deletions',
		async (_, quirks) => {
			link.quirk(quirks);
			const ids = Array.from({ length: 150 }, (__, index) => `x${String(index).padStart(3, '0')}`);
			const [template] = all();
			const put = (id: string) =>
				link.links.set(id, { ...template, id: id as unknown as number } as LinkRecord);
			link.links.clear();
			ids.forEach(put);
			const published = await watching({ event: 'linkCreated' });
			for (const id of ids.slice(-30)) link.links.delete(id);
			expect(await published.poll()).toBeNull();
			put('x900');
			expect(idsOf(await published.poll())).toEqual(['x900']);
			for (const id of ids) link.links.delete(id);
			put('x901');
			expect(idsOf(await published.poll())).toEqual(['x901']);
		},
	);

	test('Include Existing gives every link, oldest first, over several polls', async () => {
		const published = trigger({ event: 'linkCreated', options: { includeExisting: true } });
		const polls = await pollAll(published);
		expect(polls.map((items) => items.length)).toEqual([100, 100, 100]);
		const ids = all().map(({ id }) => id);
		expect(polls.flat().map(({ id }) => id)).toEqual(ids.sort((one, other) => one - other));
	});
});

describe('linkExpired', () => {
	const parameters = { event: 'linkExpired' };

	test('by its date and by its clicks, once each; prolonged and passed again, again', async () => {
		const [one = 0, two = 0, three = 0] = lasting(3);
		const published = await watching(parameters);
		expect(link.requests.map(queryOf)[0]).toEqual({
			status: '2',
			sort_by: 'id',
			sort: 'asc',
			per_page: '100',
		});
		const end = at(-60_000);
		const minute = `${end.slice(0, 16)}:00.000Z`;
		change(one, { ends_at: end });
		change(two, { expiration_clicks: 10, clicks: 12 });
		change(three, { ends_at: at(60_000) });
		expect(events(await published.poll())).toEqual([
			{ id: one, event: 'linkExpired', event_id: `linkExpired:${one}:${minute}` },
			{ id: two, event: 'linkExpired', event_id: `linkExpired:${two}:clicks 10` },
		]);
		change(two, { ends_at: at(-1000) });
		expect(await published.poll()).toBeNull();
		vi.setSystemTime(Date.now() + 120_000);
		change(one, { ends_at: at(DAY) });
		expect(idsOf(await published.poll())).toEqual([three]);
		vi.setSystemTime(Date.now() + 2 * DAY);
		expect(idsOf(await published.poll())).toContain(one);
	});

	test('5,000 that expire in one minute: all, once, oldest first, at most Max Events a poll', async () => {
		const top = newest();
		for (let more = 1; more <= 5000; more++) {
			create(top + more, { ends_at: at(60_000 + ((more * 7919) % 60) * 1000) });
		}
		const published = await watching({ ...parameters, options: { maxEvents: 1000 } });
		vi.setSystemTime(Date.now() + 180_000);
		const polls = await pollAll(published);
		expect(polls.map((items) => items.length)).toEqual([1000, 1000, 1000, 1000, 1000]);
		const ends = polls.flat().map(({ ends_at }) => String(ends_at));
		expect(ends).toEqual([...ends].sort());
		expect(new Set(polls.flat().map(({ id }) => id)).size).toBe(5000);
	});

	test('a status filter without effect, records that vanish and return: no event', async () => {
		link.quirk({ ignoreFilters: ['status'] });
		const [one = 0] = lasting(1);
		const published = await watching(parameters);
		const expired = all().filter(({ ends_at }) => ends_at !== null && ends_at < at(0));
		for (const { id } of expired) link.links.delete(String(id));
		expect(await published.poll()).toBeNull();
		for (const old of expired) link.links.set(String(old.id), old);
		expect(await published.poll()).toBeNull();
		change(one, { ends_at: at(-5000) });
		expect(idsOf(await published.poll())).toEqual([one]);
	});
});

describe('linkExpiresSoon', () => {
	test('days left, a moved end again; more days make no flood, but count from now on', async () => {
		const [one = 0, two = 0, three = 0] = lasting(3);
		change(three, { ends_at: at(9.5 * DAY) });
		const published = await watching({ event: 'linkExpiresSoon', days: 7 });
		change(one, { ends_at: at(6.5 * DAY) });
		const end = new Date(Date.now() + 6.5 * DAY).toISOString();
		expect(events(await published.poll())).toEqual([
			{
				id: one,
				event: 'linkExpiresSoon',
				event_id: `linkExpiresSoon:${one}:${end.slice(0, 16)}:00.000Z`,
				days_left: 6,
			},
		]);
		change(one, { ends_at: at(5 * DAY) });
		expect(idsOf(await published.poll())).toEqual([one]);

		change(two, { ends_at: at(3 * DAY) });
		const { staticData } = published;
		const wider = trigger({ event: 'linkExpiresSoon', days: 10 }, { staticData });
		expect(idsOf(await wider.poll())).toEqual([two]);
		change(two, { ends_at: at(9 * DAY) });
		expect(idsOf(await wider.poll())).toEqual([two]);
	});
});

describe('an end in another form is no event, a moved one is', () => {
	/** In one minute, as services write it: with and without an offset, in UTC and in South Africa. */
	function forms(minute: number): unknown[] {
		const [utc = '', local = ''] = [0, 2].map((hours) =>
			new Date(minute + (hours * DAY) / 24).toISOString().slice(0, 19),
		);
		const date = `${local.replace('T', ' ')}.000000`;
		return [
			`${utc}Z`,
			utc,
			`${local}+02:00`,
			local.slice(0, 16).replace('T', ' '),
			minute / 1000,
			{ date, timezone: 'Africa/Johannesburg' },
			String(minute),
		];
	}

	// Without an offset, an end may be twelve hours later: still to come, or more than seven days away.
	test.each([
		['linkExpiresSoon', 6.8 * DAY],
		['linkExpired', -0.1 * DAY],
	])('%s', async (event, offset) => {
		link.quirk({ ignoreFilters: ['status'] });
		const [one = 0] = lasting(1);
		const published = await watching({ event });
		const minute = Math.floor((Date.now() + offset) / 60_000) * 60_000;
		const put = (ends_at: unknown) => change(one, { ends_at: ends_at as string });
		put(forms(minute)[0]);
		expect(idsOf(await published.poll())).toEqual([one]);
		for (const form of forms(minute)) {
			put(form);
			for (let polls = 0; polls < 3; polls++) expect(await published.poll()).toBeNull();
		}
		put(forms(minute - 60_000)[0]);
		expect(idsOf(await published.poll())).toEqual([one]);
	});
});

describe('clicksReached', () => {
	const parameters = { event: 'clicksReached', clickMilestones: '1000,100' };

	test('once per link and milestone; a link that comes into sight with its clicks is none', async () => {
		const [one = 0, two = 0, away = 0] = lasting(3);
		const old = { ...record(away), clicks: 5000 };
		link.links.delete(String(away));
		const published = await watching(parameters);
		change(one, { clicks: 1500 });
		change(two, { clicks: 99 });
		link.links.set(String(away), old);
		create(newest() + 1, { clicks: 100 });
		const found = await published.poll();
		expect(events(found)).toEqual([
			{ id: one, event: 'clicksReached', event_id: `clicksReached:${one}:100`, milestone: 100 },
			{ id: one, event: 'clicksReached', event_id: `clicksReached:${one}:1000`, milestone: 1000 },
			expect.objectContaining({ id: newest(), milestone: 100 }),
		]);
		change(one, { clicks: 10 });
		expect(await published.poll()).toBeNull();
		expect(await published.poll()).toBeNull();
		const more = trigger(
			{ ...parameters, clickMilestones: '50, 100, 1000' },
			{ staticData: published.staticData },
		);
		change(two, { clicks: 100 });
		expect(events(await more.poll())).toEqual([
			expect.objectContaining({ id: two, milestone: 100 }),
		]);
	});

	test.each(['', '100;200', '1,000', '-5', '1e3', '100,', '99999999999999999999'])(
		'milestones %j are refused, and nothing is sent',
		async (clickMilestones) => {
			await expect(trigger({ ...parameters, clickMilestones }).poll()).rejects.toThrow(
				'"Click Milestones" is',
			);
			expect(link.requests).toEqual([]);
		},
	);
});

describe('linkDisabled', () => {
	test.each([
		...[403, 410, 500].map((status) => ({ kind: 'status' as const, status })),
		{ kind: 'body' as const, body: '{"result":{"items":[]}}' },
		{ kind: 'html' as const, status: 404 },
	])('what answers for one known link with $kind $status hides no other', async (fault) => {
		const published = await watching({ event: 'linkDisabled', options: { maxRetries: 0 } });
		const { id: lost = 0 } = all().find(({ disabled }) => disabled === 1) ?? {};
		const [one = 0] = all().flatMap(({ id, disabled }) => (disabled === 1 ? [] : [id]));
		change(lost, { disabled: 0 });
		change(one, { disabled: 1 });
		link.fault({ ...fault, path: `/links/${lost}$` });
		expect(idsOf(await published.poll())).toEqual([one]);
		expect(lines(link)).toContain(`GET /api/v1/links/${lost}`);
		change(lost, { disabled: 1 });
		expect(await published.poll()).toBeNull();
	});

	test.each([{ kind: 'status' as const, status: 401 }, { kind: 'reset' as const }])(
		'what concerns the whole account is an error: $kind $status',
		async (fault) => {
			const published = await watching({ event: 'linkDisabled', options: { maxRetries: 0 } });
			const { id: lost = 0 } = all().find(({ disabled }) => disabled === 1) ?? {};
			change(lost, { disabled: 0 });
			link.fault({ ...fault, path: `/links/${lost}$` });
			await expect(published.poll()).rejects.toThrow('link management service');
		},
	);

	test('once; enabled and disabled again, again; a list that loses it for a poll is no end', async () => {
		const [one = 0] = lasting(1);
		const published = await watching({ event: 'linkDisabled' });
		change(one, { disabled: 1, updated_at: '2027-01-02 03:04:05' });
		expect(events(await published.poll())).toEqual([
			{ id: one, event: 'linkDisabled', event_id: `linkDisabled:${one}:2027-01-02 03:04:05` },
		]);
		change(one, { disabled: 0 });
		expect(await published.poll()).toBeNull();
		change(one, { disabled: 1 });
		expect(idsOf(await published.poll())).toEqual([one]);
		const lost = all().filter(({ disabled }) => disabled === 1);
		for (const { id } of lost) link.links.delete(String(id));
		expect(await published.poll()).toBeNull();
	});
});

describe('all events of links', () => {
	test.each(['linkDisabled', 'linkCreated'])(
		'%s: filters are asked for and checked',
		async (event) => {
			const mine = { ...record(all()[0]?.id ?? 0), space: { id: 7, name: 'Mine' } };
			const filters = { search: mine.alias, searchBy: 'alias', spaceId: locator('7') };
			const published = await watching({ event, filters });
			expect(queryOf(link.requests[0] ?? expect.fail())).toMatchObject({
				search: mine.alias,
				search_by: 'alias',
				space_id: '7',
			});
			link.quirk({ ignoreFilters: ['search', 'space_id'] });
			const [one, other] = [newest() + 1, newest() + 2];
			link.links.set(String(one), { ...mine, id: one, disabled: 1 });
			link.links.set(String(other), {
				...mine,
				id: other,
				disabled: 1,
				space: { id: 8, name: 'Not' },
			});
			expect(idsOf(await published.poll())).toEqual([one]);
		},
	);

	test.each([
		['linkExpired', ['ends_at', 'expiration_clicks'], "doesn't show when links expire"],
		['linkExpiresSoon', ['ends_at'], "doesn't show when links expire"],
		['clicksReached', ['clicks'], "doesn't show how many clicks links have"],
		['linkDisabled', ['disabled'], "doesn't show whether links are disabled"],
	])('%s says so when no record shows what it needs', async (event, hideFields, message) => {
		link.quirk({ hideFields });
		await expect(trigger({ event }).poll()).rejects.toThrow(message);
		await expect(sample({ event })).rejects.toThrow(message);
	});

	test('a filter that an expression leaves empty is refused, and nothing is sent', async () => {
		const filters = { search: '={{ "" }}' };
		await expect(trigger({ event: 'linkCreated', filters }).poll()).rejects.toThrow(
			'"Search" is empty',
		);
		expect(link.requests).toEqual([]);
	});

	test('the test step shows the newest as the event would, or what it looked for', async () => {
		const found = await sample({ event: 'clicksReached', clickMilestones: '1' });
		expect(found).toHaveLength(3);
		for (const item of found ?? []) {
			expect(item.trigger).toMatchObject({ event: 'clicksReached', milestone: 1, sample: true });
			expect(item).toMatchObject({ ...link.links.get(String(item.id)) });
		}
		link.links.clear();
		await expect(sample({ event: 'linkExpired' })).rejects.toThrow(
			'The test step found no expired links',
		);
	});
});
