import type { IDataObject } from 'n8n-workflow';

import { DAY, HOUR } from '../../shared/clock';

/** Whether and how long a university takes applications. */
export interface ApplicationWindow {
	/** Null if the dates don't show it. */
	applications_open: boolean | null;
	/** Whole calendar days: 0 on the closing day, negative after it, null without a closing date. */
	days_until_close: number | null;
}

/** South African Standard Time is UTC+2 all year round. */
const OFFSET_OF_SOUTH_AFRICA = 2 * HOUR;

/**
 * Whether a university takes applications now, or at another moment, by the calendar of South Africa. The
 * opening and the closing day both count as open. One date is enough to say that it does not; anything but
 * a date YYYY-MM-DD counts as not known.
 */
export function applicationWindow(university: IDataObject, now = new Date()): ApplicationWindow {
	const today = Math.floor((now.getTime() + OFFSET_OF_SOUTH_AFRICA) / DAY);
	const firstDay = dayNumber(university.application_opens);
	const lastDay = dayNumber(university.application_closes);
	return {
		applications_open: isOpen(today, firstDay, lastDay),
		days_until_close: lastDay === undefined ? null : lastDay - today,
	};
}

function isOpen(today: number, firstDay?: number, lastDay?: number): boolean | null {
	if (firstDay !== undefined && today < firstDay) return false;
	if (lastDay !== undefined && today > lastDay) return false;
	return firstDay === undefined || lastDay === undefined ? null : true;
}

/** Days since 1970-01-01, or undefined for anything but an existing date. */
function dayNumber(value: unknown): number | undefined {
	if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
	const midnight = new Date(`${value}T00:00:00Z`);
	const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(value);
	return exists ? midnight.getTime() / DAY : undefined;
}
