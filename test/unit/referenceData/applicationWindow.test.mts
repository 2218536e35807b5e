import { describe, expect, it } from 'vitest';

import { applicationWindow } from '../../../nodes/ReferenceData/records/applicationWindow.js';

const noon = new Date('2025-06-15T10:00:00Z');
const windowOf = (opens?: string | null, closes?: string | null, now = noon) => {
	const university = { application_opens: opens, application_closes: closes };
	const { applications_open, days_until_close } = applicationWindow(university, now);
	return [applications_open, days_until_close];
};

describe('applicationWindow', () => {
	it.each([
		['2025-04-01', '2025-09-30', true, 107],
		['2025-06-15', '2025-06-15', true, 0],
		['2025-04-01', '2025-06-14', false, -1],
		['2025-06-16', '2025-09-30', false, 107],
		['2025-09-30', '2025-04-01', false, -75],
		[undefined, '2025-06-16', null, 1],
		['2025-04-01', null, null, null],
		[null, '2025-06-14', false, -1],
		['2025-06-16', '', false, null],
		['2025-02-30', '2025-13-01', null, null],
		['30/09/2025', '2025-9-30', null, null],
		['soon', '2025-09-30T00:00:00Z', null, null],
	])('of %s to %s is open: %s, and closes in %s days', (opens, closes, isOpen, days) => {
		expect(windowOf(opens, closes)).toEqual([isOpen, days]);
	});

	it('starts a new day at midnight in Johannesburg, 22:00 UTC', () => {
		const closing = (now: string) => windowOf('2025-01-01', '2025-06-15', new Date(now));
		expect(closing('2025-06-15T21:59:59.999Z')).toEqual([true, 0]);
		expect(closing('2025-06-15T22:00:00Z')).toEqual([false, -1]);
	});
});
