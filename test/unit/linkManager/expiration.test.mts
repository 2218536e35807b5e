import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';

import { readDay, readTime } from '../../../nodes/LinkManager/actions/link/expiration.js';

/** One moment, as date pickers, expressions and databases write it. */
const MOMENT = [
	...[Date.UTC(2031, 11, 31, 18, 20), new Date('2031-12-31T18:20:00Z')],
	DateTime.fromISO('2032-01-01T03:20:00', { zone: 'Asia/Tokyo' }),
	...['2031-12-31T18:20:00.000Z', '2031-12-31T13:20:00-05:00', '2032-01-01T07:20:00.000+1300'],
	...['2031-12-31 20:20:00.000+02:00', '2031-12-31 18:20:00.000+00'],
];

it.each([
	['Africa/Johannesburg', '2031-12-31', '20:20'],
	['America/New_York', '2031-12-31', '13:20'],
	['Asia/Kathmandu', '2032-01-01', '00:05'],
	['Pacific/Kiritimati', '2032-01-01', '08:20'],
	['Pacific/Niue', '2031-12-31', '07:20'],
])('in %s, one moment is %s at %s, however it is written', (timezone, day, time) => {
	for (const written of MOMENT) {
		expect(readDay(written, timezone, 'Expiration Date').day).toBe(day);
		expect(readTime(written, timezone, 'Expiration Time')).toBe(time);
	}
});

describe('readDay', () => {
	it.each([
		[20_000, '1954-10-03'],
		[46_023.75, '2026-01-01'],
		[99_999, '2173-10-13'],
	])('takes %d for the date of a spreadsheet', (value, day) => {
		if (day < '2000')
			expect(() => readDay(value, 'UTC', 'Expiration Date')).toThrow(`is ${day}, which is before`);
		else expect(readDay(value, 'Asia/Tokyo', 'Expiration Date').day).toBe(day);
	});

	it.each([
		...[19_999, 100_000, 99_999_999_999, 1e14],
		...['tomorrow', '2026-02-30', '2026-1-1', '31/12/2026', '2026-12-31T25:00'],
		...['2026-12-31T18:00:00+99:99', '46022', 5, 1_767_225_600, Number.NaN, true, null, {}],
		...[['2026-12-31'], new Date(Number.NaN), DateTime.invalid('no reason')],
	])('refuses %s', (value) => {
		expect(() => readDay(value, 'UTC', 'Expiration Date')).toThrow(
			/^"Expiration Date" is not a date: /,
		);
	});

	it.each([
		[new Date(0), '1970-01-01'],
		['1899-12-30', '1899-12-30'],
		['1999-12-31', '1999-12-31'],
	])('refuses %s, which comes from an empty field', (value, day) => {
		const message = `"Expiration Date" is ${day}, which is before the year 2000`;
		expect(() => readDay(value, 'UTC', 'Expiration Date')).toThrow(
			expect.objectContaining({ message }),
		);
	});
});

describe('readTime', () => {
	it.each(['9:05', '09:05', '09:05:59', '09:05:59.999', '2031-12-31T09:05:59'])(
		'takes %s as it stands',
		(value) => {
			expect(readTime(value, 'Asia/Tokyo', 'Expiration Time')).toBe('09:05');
		},
	);

	it.each(['24:00', '18:60', '6pm', '1830', '2026-12-31', '2026-12-31T18:75:00Z', 18.5, null, {}])(
		'refuses %s',
		(value) => {
			expect(() => readTime(value, 'UTC', 'Expiration Time')).toThrow(
				/^"Expiration Time" is not a time of day: /,
			);
		},
	);
});
