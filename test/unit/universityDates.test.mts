import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { applicationWindow } from '../../nodes/ReferenceData/applicationWindow.js';

const noon = new Date('2025-06-15T10:00:00Z');

function today(now: Date): string {
	return new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Johannesburg' }).format(now);
}

function plusDays(date: string, days: number): string {
	const moved = new Date(`${date}T00:00:00Z`);
	moved.setUTCDate(moved.getUTCDate() + days);
	return moved.toISOString().slice(0, 10);
}

describe('applicationWindow', () => {
	it.each([
		['2025-04-01', '2025-09-30', true, 107],
		['2025-06-15', '2025-06-15', true, 0],
		['2025-04-01', '2025-06-14', false, -1],
		['2025-06-16', '2025-09-30', false, 107],
		['2025-09-30', '2025-04-01', false, -75],
	])('judges %s to %s', (opens, closes, applications_open, days_until_close) => {
		expect(applicationWindow(opens, closes, noon)).toEqual({ applications_open, days_until_close });
	});

	it('turns the day at midnight in Johannesburg, 22:00 UTC', () => {
		const closing = (now: string) => applicationWindow('2025-01-01', '2025-06-15', new Date(now));
		expect(closing('2025-06-15T21:59:59.999Z')).toEqual({
			applications_open: true,
			days_until_close: 0,
		});
		expect(closing('2025-06-15T22:00:00Z')).toEqual({
			applications_open: false,
			days_until_close: -1,
		});
	});

	it('counts calendar days as the calendar does, at any moment', () => {
		fc.assert(
			fc.property(
				fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
				fc.integer({ min: -800, max: 800 }),
				fc.integer({ min: -800, max: 800 }),
				(now, first, last) => {
					const opens = plusDays(today(now), first);
					const closes = plusDays(today(now), last);
					expect(applicationWindow(opens, closes, now)).toEqual({
						applications_open: first <= 0 && last >= 0,
						days_until_close: last,
					});
				},
			),
		);
	});

	it('says null when a date is missing or is none, unless the other one decides', () => {
		const noDates = [
			undefined,
			null,
			'',
			'soon',
			'2025-02-30',
			'2025-13-01',
			'30/09/2025',
			'2025-9-30',
			'2025-09-30T00:00:00Z',
			20250930,
			{},
		];
		for (const none of noDates) {
			expect(applicationWindow(none, none, noon)).toEqual({
				applications_open: null,
				days_until_close: null,
			});
			expect(applicationWindow('2025-04-01', none, noon)).toEqual({
				applications_open: null,
				days_until_close: null,
			});
			expect(applicationWindow(none, '2025-06-16', noon)).toEqual({
				applications_open: null,
				days_until_close: 1,
			});
			expect(applicationWindow(none, '2025-06-14', noon)).toEqual({
				applications_open: false,
				days_until_close: -1,
			});
			expect(applicationWindow('2025-06-16', none, noon).applications_open).toBe(false);
		}
	});
});
