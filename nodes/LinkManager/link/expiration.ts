import { UserError } from 'n8n-workflow';

import { DAY } from '../../shared/clock';
import { isoTextOf } from '../../shared/node/readValue';
import { checkExpression, kindOf } from '../../shared/text';
import { readIsoText } from '../dates';

const DAY_FIRST = /^\s*\d{1,2}[-./]\d{1,2}[-./]\d{4}\b/;

const SPREADSHEET_EPOCH = Date.UTC(1899, 11, 30);

/** Sent when a date comes without a time: the link lives through its last day. */
export const END_OF_DAY = '23:59';

/** A day as it is sent. */
interface Day {
	/** YYYY-MM-DD in the workflow's timezone. */
	day: string;
	/** The day in the timezone in which the value is written, if that is another. */
	written?: string;
	/**
	 * Whether the value names a time of day that is lost. Midnight, in which date pickers and databases
	 * write a day, is none, nor is the end of the day.
	 */
	namesTime: boolean;
}

/**
 * The day that a date picker, an expression or a sheet means.
 *
 * @throws UserError when it is no date, a day that does not exist, or older than any link: what is empty,
 * computed as a date, is in 1970 or 1899
 */
export function readDay(value: unknown, timezone: string): Day {
	const { day = '', time, written } = readDate(value, timezone);
	if (!/^\d{4}-/.test(day)) {
		throw new UserError(`"Expiration Date" is not a date: ${kindOf(value)}`, {
			description: DAY_FIRST.test(String(value))
				? `If the day comes first, use {{ $json.date ? DateTime.fromFormat($json.date, 'd/M/yyyy').toISODate() : '' }}, with the name and the separators of your field.`
				: 'Choose a date, or use an expression that returns YYYY-MM-DD, an ISO date and time such as 2026-12-31T18:00:00Z, or a DateTime.',
		});
	}
	const isDay = [time, written?.time].some((text) => text === '00:00' || text === END_OF_DAY);
	const isMoved = typeof value !== 'number' && written !== undefined && written.day !== day;
	if (day >= '2000') {
		return {
			day,
			written: isMoved ? written.day : undefined,
			namesTime: time !== undefined && !isDay,
		};
	}
	throw new UserError(`"Expiration Date" is ${day}, which is before the year 2000`, {
		description: `An empty field that is computed as a date gives such a day. ${checkExpression('Expiration Date')}`,
	});
}

/**
 * A time of day as HH:MM, from `9:05`, `09:05`, `09:05:00` or a date-time (in the workflow's timezone).
 *
 * @throws UserError
 */
export function readTime(value: unknown, timezone: string): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/.exec(text) ?? [];
	if (hour !== undefined) return `${hour.padStart(2, '0')}:${minute}`;
	const { time } = readDate(value, timezone);
	if (time !== undefined) return time;
	throw new UserError(`"Expiration Time" is not a time of day: ${kindOf(value)}`, {
		description: 'Use the 24-hour format HH:MM, for example 18:30.',
	});
}

/** A day as YYYY-MM-DD, and its time of day, if it names one, as HH:MM. */
interface DayAndTime {
	day?: string;
	time?: string;
	/** As the value is written, where the timezone may be another. */
	written?: { day: string; time?: string };
}

/**
 * Reads a date. A date, or a date-time without an offset, is taken as it stands; one with an offset is
 * converted to the timezone. Empty for everything that is no date.
 */
function readDate(value: unknown, timezone: string): DayAndTime {
	const iso = readIsoText(dateText(value));
	if (!iso) return {};
	const { day, moment } = iso;
	const time = iso.time?.slice(0, 5);
	if (moment === undefined) return { day, time };
	return { ...dateIn(new Date(moment), timezone), written: { day, time } };
}

/**
 * A date as text: a Date or a Luxon DateTime, milliseconds since 1970, and a number in the range of today's
 * spreadsheet dates (days since 1899-12-30), which has no timezone. Everything else stays as it is.
 */
function dateText(value: unknown): unknown {
	if (typeof value !== 'number') return isoTextOf(value) ?? value;
	if (value >= 1e11 && value < 1e14) return new Date(value).toISOString();
	const isSpreadsheet = value >= 20_000 && value < 100_000;
	if (!isSpreadsheet) return value;
	return new Date(SPREADSHEET_EPOCH + value * DAY).toISOString().replace('Z', '');
}

function dateIn(moment: Date, timeZone: string): { day: string; time: string } {
	const format = new Intl.DateTimeFormat('en-CA', {
		timeZone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	});
	const parts = format.formatToParts(moment).map(({ type, value }) => [type, value]);
	const { year, month, day, hour, minute } = Object.fromEntries(parts);
	return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
}
