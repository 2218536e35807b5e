import { UserError } from 'n8n-workflow';

import { DAY } from '../../shared/clock';
import { isObject } from '../../shared/values';
import { checkExpression, kindOf } from '../../shared/text';
import { readIsoText } from '../dates';

const SPREADSHEET_EPOCH = Date.UTC(1899, 11, 30);

/** Sent when a date comes without a time: the link lives through its last day. */
export const END_OF_DAY = '23:59';

/**
 * The day that a date picker, an expression or a sheet means, as YYYY-MM-DD in the workflow's
 * timezone. A date, or a date-time without an offset, is taken as it stands; one with an offset, a
 * Date, a Luxon DateTime and milliseconds since 1970 are converted; a number in the range of today's
 * spreadsheet dates (days since 1899-12-30) is one.
 *
 * @throws UserError when it is no date, a day that does not exist, or older than any link: what is empty,
 * computed as a date, is in 1970 or 1899
 */
export function readDay(value: unknown, timezone: string): string {
	const day = dayOf(unwrapped(value), timezone);
	if (day === undefined) {
		throw new UserError(`"Expiration Date" is not a date: ${kindOf(value)}`, {
			description:
				'Choose a date, or use an expression that returns YYYY-MM-DD, an ISO date and time such as 2026-12-31T18:00:00Z, or a DateTime.',
		});
	}
	if (day >= '2000') return day;
	throw new UserError(`"Expiration Date" is ${day}, which is before the year 2000`, {
		description: `An empty field that is computed as a date gives such a day. ${checkExpression('Expiration Date')}`,
	});
}

function dayOf(input: unknown, timezone: string): string | undefined {
	if (input instanceof Date) return dayIn(input, timezone);
	if (typeof input === 'string') return dayOfText(input, timezone);
	if (typeof input !== 'number') return undefined;
	if (input >= 20_000 && input < 100_000) {
		return new Date(SPREADSHEET_EPOCH + Math.floor(input) * DAY).toISOString().slice(0, 10);
	}
	return input >= 1e11 && input < 1e14 ? dayIn(new Date(input), timezone) : undefined;
}

/**
 * Whether a date names a time of day that sending it as a day loses. Midnight, in which date pickers and
 * databases write a day, is none, nor is the end of the day.
 */
export function namesTime(value: unknown, timezone: string): boolean {
	const input = unwrapped(value);
	const iso = typeof input === 'string' ? readIsoText(input) : undefined;
	const isSerial = typeof input === 'number' && input < 100_000;
	const moment = isSerial ? SPREADSHEET_EPOCH + input * DAY : (iso?.moment ?? input);
	const times = iso?.time === undefined ? [] : [iso.time.slice(0, 5)];
	if (typeof moment === 'number' || moment instanceof Date) {
		const date = new Date(moment);
		if (iso === undefined) times.push(timeIn(date, 'UTC'));
		if (!isSerial) times.push(timeIn(date, timezone));
	}
	return times.length > 0 && !times.some((time) => time === '00:00' || time === END_OF_DAY);
}

function dayOfText(text: string, timezone: string): string | undefined {
	const iso = readIsoText(text);
	return iso?.moment === undefined ? iso?.day : dayIn(new Date(iso.moment), timezone);
}

/**
 * A time of day as HH:MM, from `9:05`, `09:05`, `09:05:00` or a date-time (in the workflow's timezone).
 *
 * @throws UserError
 */
export function readTime(value: unknown, timezone: string): string {
	const input = unwrapped(value);
	if (input instanceof Date && !Number.isNaN(input.getTime())) return timeIn(input, timezone);
	if (typeof input === 'string') {
		const time = timeOfText(input.trim(), timezone);
		if (time !== undefined) return time;
	}
	throw new UserError(`"Expiration Time" is not a time of day: ${kindOf(value)}`, {
		description: 'Use the 24-hour format HH:MM, for example 18:30.',
	});
}

function timeOfText(text: string, timezone: string): string | undefined {
	const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/.exec(text) ?? [];
	if (hour !== undefined) return `${hour.padStart(2, '0')}:${minute}`;
	const iso = readIsoText(text);
	return iso?.moment === undefined
		? iso?.time?.slice(0, 5)
		: timeIn(new Date(iso.moment), timezone);
}

/** A Luxon DateTime as the Date it stands for; everything else as it is. */
function unwrapped(value: unknown): unknown {
	if (isObject(value) && typeof value.toJSDate === 'function') {
		return (value as { toJSDate(): unknown }).toJSDate();
	}
	return value;
}

/** Undefined for no date, and for years that do not have four digits. */
function dayIn(moment: Date, timezone: string): string | undefined {
	if (Number.isNaN(moment.getTime())) return undefined;
	const { year, month, day } = partsIn(moment, timezone);
	const text = `${year}-${month}-${day}`;
	return /^\d{4}-/.test(text) ? text : undefined;
}

function timeIn(moment: Date, timezone: string): string {
	const { hour, minute } = partsIn(moment, timezone);
	return `${hour}:${minute}`;
}

function partsIn(moment: Date, timeZone: string): Record<string, string> {
	const format = new Intl.DateTimeFormat('en-CA', {
		timeZone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	});
	return Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
}
