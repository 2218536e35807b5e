import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { lines, useSandbox } from '../engine/sandbox.mjs';
import { idsOf, told, triggerOn, useStillClock } from './watch.mjs';

const { link, put: putOne } = await useSandbox({ links: 10 });
const { trigger, watching, sample } = triggerOn('linkManagerTrigger', link);
useStillClock('2026-11-22T12:00:00Z');

type Link = { id: number | string } & Omit<IDataObject, 'id'>;

/** Creates or changes links; a new one is active and never expires. */
function put(...links: Link[]): void {
	for (const fields of links) putOne(fields.id, fields);
}

function range(from: number, to: number): Link[] {
	return Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index }));
}

beforeEach(() => link.links.clear());

/** The links at the first poll, what changes after it, and the events of the next poll. */
interface Row {
	title: string;
	parameters: IDataObject;
	before: Link[];
	change?: Link[];
	/** The time of the next poll. */
	at?: string;
	/** The other fields of each event, by the rest of its `event_id`. */
	expected: Record<string, IDataObject>;
}

test.each<Row>([
	{
		title: 'Link Expired: a link that has used up its clicks, with numbers as text',
		parameters: { event: 'linkExpired' },
		before: [{ id: 1, expiration_clicks: '10', clicks: '9' }],
		change: [{ id: 1, clicks: '10' }],
		expected: { '1:clicks 10': {} },
	},
	{
		title: 'Link Expired: a link that has used up its clicks is no new event when its date passes',
		parameters: { event: 'linkExpired' },
		before: [{ id: 1, expiration_clicks: 10, clicks: 10, ends_at: '2026-11-22T12:30:00Z' }],
		at: '2026-11-22T13:00:00Z',
		expected: {},
	},
	{
		title: 'Link Expired: a link past its date is no new event when it uses up its clicks',
		parameters: { event: 'linkExpired' },
		before: [{ id: 1, expiration_clicks: 10, clicks: 9, ends_at: '2026-11-22T11:30:00Z' }],
		change: [{ id: 1, clicks: 10 }],
		expected: {},
	},
	{
		title:
			'Link Expired: a link that passes its date and uses up its clicks between two polls is one event',
		parameters: { event: 'linkExpired' },
		before: [{ id: 1, expiration_clicks: 10, clicks: 9, ends_at: '2026-11-22T12:30:00Z' }],
		at: '2026-11-22T13:00:00Z',
		change: [{ id: 1, clicks: 10 }],
		expected: { '1:clicks 10': {} },
	},
	{
		title:
			'Link Expired: an expired link with another past date, which may have been extended meanwhile',
		parameters: { event: 'linkExpired' },
		before: [{ id: 1, ends_at: '2026-11-22T11:00:00Z' }],
		change: [{ id: 1, ends_at: '2026-11-22T12:30:00Z' }],
		at: '2026-11-22T13:00:00Z',
		expected: { '1:2026-11-22T12:30:00.000Z': {} },
	},
	{
		title: 'Link Expires Soon: a link that expires within seven days',
		parameters: { event: 'linkExpiresSoon' },
		before: [{ id: 1, ends_at: '2026-11-30T11:00:00Z' }],
		at: '2026-11-23T11:00:00Z',
		expected: { '1:2026-11-30T11:00:00.000Z': { days_left: 7 } },
	},
	{
		title: 'Link Expires Soon: an end without an offset counts in the earliest time zone',
		parameters: { event: 'linkExpiresSoon', days: 1 },
		before: [
			{ id: 1, ends_at: '2026-11-24 13:00:00' },
			{ id: 2, ends_at: '2026-11-25 03:00:00' },
		],
		change: [{ id: 3, ends_at: '2026-11-23 06:00:00' }],
		at: '2026-11-23T12:00:00Z',
		expected: {
			'3:2026-11-23T18:00:00.000Z': { days_left: 0 },
			'1:2026-11-25T01:00:00.000Z': { days_left: 0 },
		},
	},
	{
		title: 'Link Expires Soon: no event for a link that is disabled or has used up its clicks',
		parameters: { event: 'linkExpiresSoon', days: 2 },
		before: [
			{ id: 1, ends_at: '2026-11-25T11:00:00Z', disabled: 1 },
			{ id: 2, ends_at: '2026-11-25T11:00:00Z', expiration_clicks: 1, clicks: 1 },
		],
		at: '2026-11-24T11:00:00Z',
		expected: {},
	},
	{
		title: 'Clicks Reached: a link that passes two milestones is two events',
		parameters: { event: 'clicksReached', clickMilestones: '1000, 100' },
		before: [
			{ id: 1, clicks: 99 },
			{ id: 2, clicks: 500 },
		],
		change: [{ id: 1, clicks: '1500' }],
		expected: { '1:100': { milestone: 100 }, '1:1000': { milestone: 1000 } },
	},
])('$title', async ({ parameters, before, change = [], at, expected }) => {
	const { event } = parameters;
	link.quirk({ ignoreFilters: ['status'] });
	put(...before);
	const published = await watching(parameters);
	if (at) vi.setSystemTime(new Date(at));
	put(...change);
	expect(told(await published.poll()) ?? []).toEqual(
		Object.entries(expected).map(([id, more]) => ({ event, event_id: `${event}:${id}`, ...more })),
	);
	expect(await published.poll()).toBeNull();
});

test('an item has the event in its first field, and the full record', async () => {
	put({ id: 1 });
	const published = await watching({ event: 'linkCreated' });
	put({ id: 2, alias: 'spring' });
	const [item = {}] = (await published.poll()) ?? [];
	const { trigger: event, ...record } = item;
	expect(Object.keys(item)[0]).toBe('trigger');
	expect(event).toEqual({
		event: 'linkCreated',
		event_id: 'linkCreated:2',
		detected_at: '2026-11-22T12:00:00.000Z',
	});
	expect(record).toEqual(link.links.get('2'));
});

describe('a change that is undone and happens again', () => {
	test('is a new event if a link gets a later end and that passes, too', async () => {
		put({ id: 1, ends_at: '2026-11-22T13:00:00Z' });
		const published = await watching({ event: 'linkExpired' });
		vi.setSystemTime(new Date('2026-11-22T13:00:00Z'));
		expect(idsOf(await published.poll())).toEqual([1]);
		put({ id: 1, ends_at: '2026-11-22T15:00:00Z' });
		expect(await published.poll()).toBeNull();
		vi.setSystemTime(new Date('2026-11-22T15:00:00Z'));
		expect(told(await published.poll())).toEqual([
			{ event: 'linkExpired', event_id: 'linkExpired:1:2026-11-22T15:00:00.000Z' },
		]);
	});

	test('is a new event if a link is enabled for two polls and disabled again', async () => {
		put({ id: 1, disabled: 1 });
		const published = await watching({ event: 'linkDisabled' });
		put({ id: 1, disabled: 0 });
		expect(await published.poll()).toBeNull();
		expect(await published.poll()).toBeNull();
		put({ id: 1, disabled: 1 });
		expect(idsOf(await published.poll())).toEqual([1]);
	});

	test('is no event if all links are missing from one list and then return', async () => {
		put({ id: 1, disabled: 1 }, { id: 2, disabled: 1 });
		const published = await watching({ event: 'linkDisabled' });
		const before = [...link.links];
		link.links.clear();
		expect(await published.poll()).toBeNull();
		for (const [id, record] of before) link.links.set(id, record);
		expect(await published.poll()).toBeNull();
	});
});

test('Link Expires Soon: a link beyond Max Events is not returned once it has expired', async () => {
	const options = { maxEvents: 2 };
	const published = await watching({ event: 'linkExpiresSoon', days: 1, options });
	put(...range(1, 3).map(({ id }) => ({ id, ends_at: '2026-11-24T11:00:00Z' })));
	vi.setSystemTime(new Date('2026-11-23T12:00:00Z'));
	expect(idsOf(await published.poll())).toEqual([1, 2]);
	vi.setSystemTime(new Date('2026-11-24T12:00:00Z'));
	expect(await published.poll()).toBeNull();
});

describe('Link Created', () => {
	test('reads the newest page, and older pages only back to a known link', async () => {
		put(...range(1, 300));
		const published = await watching({ event: 'linkCreated', options: { maxEvents: 1000 } });
		put({ id: 301 });
		expect(idsOf(await published.poll())).toEqual([301]);
		expect(lines(link)).toEqual([
			'GET /api/v1/links?sort_by=id&sort=desc&per_page=100',
			'GET /api/v1/links?sort_by=id&sort=desc&per_page=100',
		]);
		put(...range(302, 450));
		expect(idsOf(await published.poll())).toEqual(range(302, 450).map(({ id }) => id));
	});

	test('returns each new link once, despite Max Events, deletions and an account without links', async () => {
		const published = await watching({ event: 'linkCreated', options: { maxEvents: 2 } });
		put(...range(1, 5));
		expect(idsOf(await published.poll())).toEqual([1, 2]);
		link.links.delete('2');
		link.links.delete('4');
		expect(idsOf(await published.poll())).toEqual([3, 5]);
		link.links.clear();
		expect(await published.poll()).toBeNull();
		put(...range(5, 6));
		expect(idsOf(await published.poll())).toEqual([6]);
	});

	test('returns links that an incomplete list lacks once the list is complete', async () => {
		put(...range(1, 150));
		const published = await watching({ event: 'linkCreated', options: { maxEvents: 1000 } });
		put(...range(151, 300));
		link.quirk({ ignorePage: true });
		expect(idsOf(await published.poll())).toEqual(range(201, 300).map(({ id }) => id));
		expect(await published.poll()).toBeNull();
		link.quirk({ ignorePage: false });
		expect(idsOf(await published.poll())).toEqual(range(151, 200).map(({ id }) => id));
		expect(await published.poll()).toBeNull();
	});

	test('reads the whole list if IDs are not numbers', async () => {
		const ids = (from: number, to: number) => range(from, to).map(({ id }) => `a${id}`);
		put(...ids(1, 150).map((id) => ({ id })));
		const published = await watching({ event: 'linkCreated' });
		put(...ids(200, 201).map((id) => ({ id })));
		expect(idsOf(await published.poll())).toEqual(['a200', 'a201']);
		expect(await published.poll()).toBeNull();
	});
});

test.each([
	['linkExpired', ['ends_at', 'expiration_clicks'], 'ends_at or expiration_clicks'],
	['linkExpiresSoon', ['ends_at'], 'ends_at'],
	['clicksReached', ['clicks'], 'clicks'],
	['linkDisabled', ['disabled'], 'disabled'],
])(
	'%s fails if no link of the account shows the field that it needs',
	async (event, hideFields, what) => {
		put({ id: 1 });
		link.quirk({ hideFields });
		const message = `The service doesn't show ${what} of links`;
		await expect(trigger({ event }).poll()).rejects.toThrow(message);
		await expect(sample({ event })).rejects.toThrow(message);
	},
);

describe.each([
	['linkExpired', { ends_at: undefined, expiration_clicks: undefined }],
	['linkExpiresSoon', { ends_at: undefined }],
])('%s, if the service leaves out empty fields', (event, none) => {
	beforeEach(() => {
		put({ id: 1, ...none, ends_at: '2027-11-22T12:00:00Z' });
		put(...range(2, 99).map(({ id }) => ({ id, title: 'Autumn', ...none })));
		put({ id: 100, title: 'Spring', ...none });
	});

	test.each([
		['no filter, and one of the newest 100 links shows an end', {}],
		['a filter that finds no link', { search: 'winter' }],
		['a filter that finds a link without an end', { search: 'spring' }],
	])('is published: %s', async (_, filters) => {
		await watching({ event, filters });
		expect(link.requests.length).toBeLessThanOrEqual(2);
	});

	test('is published in an account without links', async () => {
		link.links.clear();
		await watching({ event });
	});
});

test.each(['linkExpired', 'linkExpiresSoon'])(
	'%s: a link that ends before 2000 never expires, because systems write "never" like that',
	async (event) => {
		const watch = await watching({ event });
		const never = ['0001-01-01T00:00:00Z', '1970-01-01', '1899-12-30 00:00:00', '1900-01-01'];
		put(...never.map((end, index) => ({ id: index + 1, ends_at: end })));
		expect(await watch.poll()).toBeNull();
	},
);

test('Link Expires Soon: a later list in which no link shows an end is fine', async () => {
	put({ id: 1, ends_at: '2026-11-22T12:30:00Z' });
	const watch = await watching({ event: 'linkExpiresSoon' });
	put({ id: 1, ends_at: undefined });
	expect(await watch.poll()).toBeNull();
});

test.each(['', '100;200', '1,000', '-5', '1e3', '100,', '99999999999999999999'])(
	'the milestones %j are refused before anything is sent',
	async (clickMilestones) => {
		await expect(trigger({ event: 'clicksReached', clickMilestones }).poll()).rejects.toThrow(
			'"Click Milestones" is',
		);
		expect(link.requests).toEqual([]);
	},
);

test.each([
	['with an empty expression', { search: '={{ "" }}' }, '"Search" is empty'],
	['without a text to search for', { searchBy: 'alias' }, '"Search By" needs "Search"'],
	['as a single expression', '={{ ({ search: "x" }) }}', '"Filters" can\'t be a single expression'],
])('a filter %s is refused before anything is sent', async (_, filters, message) => {
	await expect(trigger({ event: 'linkCreated', filters }).poll()).rejects.toThrow(message);
	expect(link.requests).toEqual([]);
});
