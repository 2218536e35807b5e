import fc from 'fast-check';
import { DateTime, FixedOffsetZone } from 'luxon';
import { describe, expect, it } from 'vitest';

import { readDay, readTime } from '../../../nodes/LinkManager/link/expiration.js';
import { refusal } from '../refusal.mjs';

const anyZone = fc.constantFrom(
	...['Africa/Johannesburg', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Niue'],
	...['Asia/Kathmandu', 'Australia/Lord_Howe', 'Europe/London', 'UTC'],
);
const anyMoment = fc.date({
	min: new Date('2000-01-02T00:00:00Z'),
	max: new Date('2150-01-01T00:00:00Z'),
	noInvalidDate: true,
});
const anyOffset = fc.integer({ min: -12 * 4, max: 14 * 4 }).map((quarters) => quarters * 15);

/** What a date picker, an expression or a database writes for a moment, with its offset. */
const writings: Array<(moment: DateTime) => string> = [
	(moment) => moment.toISO() ?? '',
	(moment) => moment.toFormat('yyyy-MM-dd HH:mm:ss.SSSZZ'),
	(moment) => moment.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZZZ"),
	(moment) => moment.toUTC().toISO() ?? '',
	(moment) => moment.toUTC().toFormat("yyyy-MM-dd HH:mm:ss.SSS'+00'"),
];

describe('readDay', () => {
	it('gives the day in the timezone of the workflow for anything that is a moment', () => {
		fc.assert(
			fc.property(
				anyMoment,
				anyZone,
				anyOffset,
				fc.constantFrom(...writings),
				(date, timezone, offset, write) => {
					const there = DateTime.fromJSDate(date, { zone: timezone });
					const elsewhere = there.setZone(FixedOffsetZone.instance(offset));
					const day = there.toISODate();
					expect(readDay(date, timezone).day).toBe(day);
					expect(readDay(there, timezone).day).toBe(day);
					expect(readDay(elsewhere, timezone).day).toBe(day);
					if (date.getTime() >= 1e11) expect(readDay(date.getTime(), timezone).day).toBe(day);
					const written = write(elsewhere);
					const exact = DateTime.fromJSDate(date).startOf('minute').toMillis() === date.getTime();
					if (exact || written.includes('.')) expect(readDay(written, timezone).day).toBe(day);
				},
			),
			{ numRuns: 300 },
		);
	});

	it.each([
		[20_000, '1954-10-03'],
		[46_023.75, '2026-01-01'],
		[99_999, '2173-10-13'],
	])('takes %d for the date of a spreadsheet', (value, day) => {
		if (day < '2000') expect(() => readDay(value, 'UTC')).toThrow(`is ${day}, which is before`);
		else expect(readDay(value, 'Asia/Tokyo').day).toBe(day);
	});

	it.each([
		...[19_999, 100_000, 99_999_999_999, 1e14],
		...['tomorrow', '2026-02-30', '2026-1-1', '31/12/2026', '2026-12-31T25:00'],
		...['2026-12-31T18:00:00+99:99', '46022', 5, 1_767_225_600, Number.NaN, true, null, {}],
		...[['2026-12-31'], new Date(Number.NaN), DateTime.invalid('no reason')],
	])('refuses %s', (value) => {
		const { message } = refusal(() => readDay(value, 'UTC'));
		expect(message).toMatch(/^"Expiration Date" is not a date: /);
	});

	it.each([
		[new Date(0), '1970-01-01'],
		['1899-12-30', '1899-12-30'],
		['1999-12-31', '1999-12-31'],
	])('refuses %s, which comes from an empty field', (value, day) => {
		const { message } = refusal(() => readDay(value, 'UTC'));
		expect(message).toBe(`"Expiration Date" is ${day}, which is before the year 2000`);
	});
});

describe('readTime', () => {
	it('gives the time in the timezone of the workflow for anything that is a moment', () => {
		fc.assert(
			fc.property(anyMoment, anyZone, anyOffset, (date, timezone, offset) => {
				const there = DateTime.fromJSDate(date, { zone: timezone });
				const elsewhere = there.setZone(FixedOffsetZone.instance(offset));
				const time = there.toFormat('HH:mm');
				expect(readTime(date, timezone)).toBe(time);
				expect(readTime(elsewhere, timezone)).toBe(time);
				expect(readTime(elsewhere.toISO(), timezone)).toBe(time);
				expect(readTime(there.toFormat("yyyy-MM-dd'T'HH:mm:ss"), timezone)).toBe(time);
				for (const format of ['HH:mm', 'H:mm', 'HH:mm:ss', 'HH:mm:ss.SSS']) {
					expect(readTime(there.toFormat(format), timezone)).toBe(time);
				}
			}),
			{ numRuns: 200 },
		);
	});

	it.each(['24:00', '18:60', '6pm', '1830', '2026-12-31', '2026-12-31T18:75:00Z', 18.5, null, {}])(
		'refuses %s',
		(value) => {
			const { message } = refusal(() => readTime(value, 'UTC'));
			expect(message).toMatch(/^"Expiration Time" is not a time of day: /);
		},
	);
});
