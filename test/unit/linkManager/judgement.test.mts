import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { type CleanUpRules, judge } from '../../../nodes/LinkManager/actions/link/cleanUp/rules.js';
import { linkFilters } from '../../../nodes/LinkManager/actions/link/linkFilters.js';
import { showsDisabled, showsExpired } from '../../../nodes/LinkManager/records/linkState.js';
import { readList } from '../../list.mjs';

const now = Date.parse('2026-06-15T12:00:00Z');
const past = '2026-06-01T00:00:00Z';
const future = '2026-07-01T00:00:00Z';

// Records that clearly are or aren't due are tested in test/engine.

const listed = <Column extends string>(section: string, ...columns: Column[]) =>
	readList(import.meta.dirname, 'shown.txt', columns, section);
const recordOf = (json: string) => JSON.parse(json) as IDataObject;

it.each(listed('Expired', 'why', 'record', 'shows'))('a record with $why', ({ record, shows }) => {
	expect(showsExpired(recordOf(record), now)).toBe(shows);
});

it.each(listed('Disabled', 'value', 'shows'))(
	'a record whose "disabled" is $value',
	({ value, shows }) => {
		expect(showsDisabled(recordOf(`{"disabled":${value}}`))).toBe(shows);
	},
);

it.each(listed('Filters', 'filters', 'record', 'shows'))(
	'whether the filters $filters are met by the record $record',
	({ filters, record, shows }) => {
		const shown = linkFilters(recordOf(filters)).map((filter) => filter.shows(recordOf(record)));
		expect(shown).toEqual([shows]);
	},
);

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
