import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';

import {
	inStateSince,
	showsDisabled,
	showsExpired,
} from '../../../nodes/LinkManager/link/judgement.js';

const HOUR = 3_600_000;
const now = Date.UTC(2026, 5, 15, 12);
const past = '2026-06-01T00:00:00Z';
const future = '2026-07-01T00:00:00Z';

describe('showsExpired', () => {
	it.each([
		[{ ends_at: past }, 'yes'],
		[{ ends_at: future }, 'no'],
		[{ ends_at: '2026-06-15T12:00:00Z' }, 'yes'],
		[{ ends_at: '2026-06-15T12:00:01Z' }, 'no'],
		[{ ends_at: '2026-06-15T14:00:00+02:00' }, 'yes'],
		[{ ends_at: '2026-06-15T14:00:01+0200' }, 'no'],
		[{ expiration_clicks: 10, clicks: 10 }, 'yes'],
		[{ expiration_clicks: '10', clicks: '11' }, 'yes'],
		[{ expiration_clicks: 10, clicks: 9 }, 'no'],
		[{ expiration_clicks: 0, clicks: 9 }, 'no'],
		[{ ends_at: future, expiration_clicks: 1, clicks: 1 }, 'yes'],
		[{ ends_at: past, expiration_clicks: 10, clicks: 1 }, 'yes'],
		[{ ends_at: null, expiration_clicks: null }, 'no'],
		[{ ends_at: null, expiration_clicks: 0 }, 'no'],
		[{}, 'unknown'],
		[{ ends_at: null }, 'unknown'],
		[{ clicks: 5 }, 'unknown'],
		[{ ends_at: '' }, 'unknown'],
	])('says of %j: %s', (record, evidence) => {
		expect(showsExpired(record, now)).toBe(evidence);
	});

	it('never says yes of a time that may still be to come, however it is written', () => {
		const formats = [
			"yyyy-MM-dd'T'HH:mm:ssZZ",
			"yyyy-MM-dd'T'HH:mm:ss.SSS'000'ZZ",
			'yyyy-MM-dd HH:mm:ssZZZ',
			'yyyy-MM-dd HH:mm:ss ZZZ',
			"yyyy-MM-dd HH:mm:ss 'UTC'",
			'yyyy-MM-dd HH:mm:ss',
			"yyyy-MM-dd'T'HH:mm",
			'yyyy-MM-dd',
			'dd/MM/yyyy HH:mm',
			'MM/dd/yyyy HH:mm',
			'dd-MM-yyyy',
			'MM-dd-yyyy HH:mm:ss',
			'd MMMM yyyy HH:mm',
			'EEE, dd MMM yyyy HH:mm:ss',
			'yyyy',
			'yyyyMMdd',
			'HH:mm',
			"yyyy-MM-dd'T'HH:mm:ss'-'12:00",
		];
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 400 * 24 }),
				fc.constantFrom('Pacific/Kiritimati', 'Etc/GMT+12', 'UTC', 'America/New_York'),
				fc.constantFrom(...formats),
				(hours, zone, format) => {
					const end = DateTime.fromMillis(now + hours * HOUR, { zone });
					const written = (format.endsWith("'UTC'") ? end.toUTC() : end).toFormat(format);
					expect(showsExpired({ ends_at: written, expiration_clicks: 0 }, now)).not.toBe('yes');
				},
			),
			{ numRuns: 2000 },
		);
	});

	it('says yes of any time that is past anywhere on earth', () => {
		const formats = ['yyyy-MM-dd HH:mm:ss', "yyyy-MM-dd'T'HH:mm:ss.SSS", 'yyyy-MM-dd'];
		fc.assert(
			fc.property(
				fc.integer({ min: 51, max: 9000 }),
				fc.constantFrom(...formats),
				(hours, format) => {
					const written = DateTime.fromMillis(now - hours * HOUR, { zone: 'utc' }).toFormat(format);
					expect(showsExpired({ ends_at: written }, now)).toBe('yes');
				},
			),
		);
	});

	it.each([
		'0000-00-00 00:00:00',
		'never',
		1_600_000_000,
		true,
		{},
		[past],
		Number.NaN,
		'01/02/2026',
		'2020',
	])('does not take %j for a time', (endsAt) => {
		expect(showsExpired({ ends_at: endsAt } as never, now)).toBe('unknown');
	});
});

describe('showsDisabled', () => {
	it.each([
		[true, 'yes'],
		[1, 'yes'],
		['1', 'yes'],
		['true', 'yes'],
		[false, 'no'],
		[0, 'no'],
		['0', 'no'],
		['false', 'no'],
		['', 'no'],
		[2, 'no'],
		[null, 'unknown'],
		[undefined, 'unknown'],
	])('says of %j: %s', (disabled, evidence) => {
		expect(showsDisabled({ disabled })).toBe(evidence);
	});
});

describe('inStateSince', () => {
	const changed = '2026-06-10T00:00:00Z';

	it.each<[object, 'expired' | 'disabled', string | undefined]>([
		[{ ends_at: past, updated_at: changed }, 'expired', past],
		[{ ends_at: future, updated_at: changed }, 'expired', changed],
		[{ updated_at: changed }, 'expired', changed],
		[{ ends_at: past, updated_at: changed }, 'disabled', changed],
		[{ ends_at: past }, 'disabled', undefined],
		[{}, 'expired', undefined],
	])('reads %j of an %s link', (record, target, since) => {
		const expected = since === undefined ? undefined : Date.parse(since);
		expect(inStateSince(record as never, target, now)).toBe(expected);
	});

	it('takes a time without an offset as late as it can be', () => {
		const since = inStateSince({ updated_at: '2026-06-10 00:00:00' }, 'disabled', now);
		expect(since).toBe(Date.parse('2026-06-10T00:00:00-12:00'));
	});
});
