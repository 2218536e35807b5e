import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { type CleanUpRules, judge } from '../../../nodes/LinkManager/link/cleanUp/judge.js';
import { linkFilters } from '../../../nodes/LinkManager/link/filters.js';
import { showsDisabled, showsExpired } from '../../../nodes/LinkManager/linkState.js';

const now = Date.parse('2026-06-15T12:00:00Z');
const past = '2026-06-01T00:00:00Z';
const future = '2026-07-01T00:00:00Z';

// Ends, clicks and filters that are plainly met or not are cleaned up, or kept, in test/engine.

it.each<[string, object, string]>([
	['an end to come', { ends_at: future }, 'no'],
	['an end right now', { ends_at: '2026-06-15T12:00:00.000000Z' }, 'yes'],
	['an end with an offset', { ends_at: '2026-06-15T14:00:01+02:00' }, 'no'],
	['no offset, past everywhere', { ends_at: '2026-06-15 00:00:00' }, 'yes'],
	['no offset, past in some places', { ends_at: '2026-06-15 00:00:01' }, 'unreadable'],
	['no offset, to come everywhere', { ends_at: '2026-06-16 02:00:01' }, 'no'],
	['a day that is past everywhere', { ends_at: '2026-06-14' }, 'yes'],
	['a day that is not over everywhere', { ends_at: '2026-06-15' }, 'unreadable'],
	['an end in words', { ends_at: 'soon' }, 'unreadable'],
	['clicks left', { expiration_clicks: 10, clicks: 9 }, 'no'],
	['clicks as text', { expiration_clicks: '10', clicks: '11' }, 'yes'],
	['a limit of clicks in words', { ends_at: null, expiration_clicks: 'many' }, 'unreadable'],
	['a limit that is a list', { ends_at: null, expiration_clicks: [10] }, 'unreadable'],
	['a limit, but not the clicks', { ends_at: null, expiration_clicks: 10 }, 'absent'],
	['clicks used up before the end', { ends_at: future, expiration_clicks: 1, clicks: 1 }, 'yes'],
	['an end to come, not the limit', { ends_at: future, clicks: 1 }, 'no'],
	['null for both limits', { ends_at: null, expiration_clicks: null }, 'no'],
	['0 for both limits', { ends_at: 0, expiration_clicks: 0 }, 'no'],
	['0 as text for both limits', { ends_at: '0', expiration_clicks: '0' }, 'no'],
	['an empty text for both limits', { ends_at: '', expiration_clicks: '' }, 'no'],
	['null for one limit, not the other', { expiration_clicks: null }, 'absent'],
])('a record with %s', (_name, record, shows) => {
	expect(showsExpired(record as IDataObject, now)).toBe(shows);
});

it.each<[unknown, string]>([
	[1, 'yes'],
	['1', 'yes'],
	[true, 'yes'],
	['true', 'yes'],
	[0, 'no'],
	['0', 'no'],
	[false, 'no'],
	['false', 'no'],
	[null, 'no'],
	[2, 'unreadable'],
	['off', 'unreadable'],
	[{}, 'unreadable'],
])('a record whose "disabled" is %j', (disabled, shows) => {
	expect(showsDisabled({ disabled } as IDataObject)).toBe(shows);
});

it.each<[object, object, string]>([
	[{ search: 'SPRING' }, { title: 'In spring' }, 'yes'],
	[{ search: 'spring' }, { title: null }, 'no'],
	[{ search: 'spring' }, { alias: 'spring' }, 'absent'],
	[{ search: '20', searchBy: 'alias' }, { alias: 2026 }, 'yes'],
	[{ search: '20', searchBy: 'url' }, { url: ['2026'] }, 'unreadable'],
	[{ spaceId: '21' }, { space: { id: '21' } }, 'yes'],
	[{ spaceId: 'aB3' }, { space: { id: 'Ab3' } }, 'no'],
	[{ spaceId: '21' }, { space: null }, 'no'],
	[{ spaceId: '21' }, { space: { name: 'Spring' } }, 'absent'],
	[{ spaceId: '21' }, { space_id: 21 }, 'absent'],
	[{ spaceId: '21' }, { space: { id: null } }, 'no'],
	[{ spaceId: '21' }, { space: { id: [21] } }, 'unreadable'],
	[{ spaceId: '21' }, { space: 'Spring' }, 'unreadable'],
	[{ pixelId: '101' }, { pixels: [{ id: 100 }, { id: '101' }] }, 'yes'],
	[{ pixelId: '101' }, {}, 'absent'],
	[{ pixelId: '101' }, { pixels: [{ id: 101 }, 'Main'] }, 'unreadable'],
	[{ status: 0 }, {}, 'yes'],
	[{ status: 1 }, { disabled: 0, ends_at: '9999-12-31T00:00:00Z' }, 'yes'],
	[{ status: 1 }, { disabled: 0, ends_at: past }, 'no'],
	[{ status: 1 }, { ends_at: '9999-12-31T00:00:00Z' }, 'absent'],
	[{ status: 1 }, { disabled: 0, ends_at: 'soon' }, 'unreadable'],
])('whether the filters %j are met by the record %j', (filters, record, shows) => {
	const shown = linkFilters(filters).map((filter) => filter.shows(record as IDataObject));
	expect(shown).toEqual([shows]);
});

const RULES: CleanUpRules = {
	target: 'expired',
	action: 'delete',
	filters: [],
	keepWithExpirationUrl: true,
	graceDays: 0,
	trustFilter: false,
	maxLinks: 50,
	includeKept: false,
};

const disabled = { target: 'disabled' } as const;
const trusting = { trustFilter: true };

it.each<[object, Partial<CleanUpRules>, string, number | null]>([
	[{ ends_at: '2026-06-15T11:00:00Z' }, {}, 'Expired less than 1 day ago', 0],
	[{ ends_at: past }, {}, 'Expired 14 days ago', 14],
	[{ disabled: 1 }, disabled, 'Disabled', null],
	// Neither redirects visitors.
	[{ disabled: 1, expiration_url: 'https://a.example/' }, disabled, 'Disabled', null],
	[
		{ disabled: 1, expiration_url: 'https://a.example/', ends_at: past },
		{},
		'Expired 14 days ago',
		14,
	],
	[
		{ disabled: undefined },
		{ ...disabled, ...trusting },
		'Disabled according to the service',
		null,
	],
	[
		{ updated_at: '2026-06-14T00:00:00Z' },
		trusting,
		'Expired according to the service, last changed 1 day ago',
		1,
	],
	// A clock that is ahead.
	[{ disabled: 1, updated_at: future }, disabled, 'Disabled, last changed less than 1 day ago', 0],
])('a link with %j, by the rules %j, is due: %s', (fields, rules, reason, days) => {
	const record = { disabled: 0, expiration_url: null, ...fields } as IDataObject;
	expect(judge(record, { ...RULES, ...rules }, now)).toEqual({ verdict: 'due', reason, days });
});
