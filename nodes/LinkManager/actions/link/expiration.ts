import { tryToParseDateTime, UserError } from 'n8n-workflow';

import { DAY } from '../../../shared/clock';
import { isoTextOf } from '../../../shared/node/readValue';
import { checkExpression, kindOf } from '../../../shared/text';
import { readIsoText } from '../../records/isoDate';

const SPREADSHEET_EPOCH = Date.UTC(1899, 11, 30);

/** Sent with a date without a time, so that the link works on its last day. */
export const END_OF_DAY = '23:59';

/**
 * The day that a date picker, an expression or a sheet means, as YYYY-MM-DD in the workflow's timezone, and
 * the day as it is written, if that is another.
 *
 * @param label the parameter's display name, for messages
 * @throws UserError if it is no date, a day that doesn't exist, or before 2000 (an empty value converted to
 * a date is in 1970 or 1899)
 */
export function readDay(
	value: unknown,
	timezone: string,
	label: string,
): { day: string; written?: string } {
	const { day = '', written } = readDate(value, timezone);
	if (!/^\d{4}-/.test(day)) {
		throw new UserError(`"${label}" is not a date: ${kindOf(value)}`, {
			description:
				"Choose a date, or use an expression that returns YYYY-MM-DD, an ISO date and time such as 2026-12-31T18:00:00Z, or a DateTime. If the day comes first, use {{ $json.date ? DateTime.fromFormat($json.date, 'd/M/yyyy').toISODate() : '' }}, with the name and the separators of your field.",
		});
	}
	const isMoved = typeof value !== 'number' && written !== day;
	if (day >= '2000') return { day, written: isMoved ? written : undefined };
	throw new UserError(`"${label}" is ${day}, which is before the year 2000`, {
		description: `This usually comes from an empty field that was converted to a date. ${checkExpression(label)}`,
	});
}

/**
 * A time of day as HH:MM, from `9:05`, `09:05`, `09:05:00` or a date-time (in the workflow's timezone).
 *
 * @throws UserError
 */
export function readTime(value: unknown, timezone: string, label: string): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/.exec(text) ?? [];
	if (hour !== undefined) return `${hour.padStart(2, '0')}:${minute}`;
	const { time } = readDate(value, timezone);
	if (time !== undefined) return time;
	throw new UserError(`"${label}" is not a time of day: ${kindOf(value)}`, {
		description: 'Use the 24-hour format HH:MM, for example 18:30.',
	});
}

/**
 * Reads a date: its day as YYYY-MM-DD, also as it is written, and its time of day if it names one. A date, or
 * a date-time without an offset, is taken as it stands; one with an offset is converted to the timezone.
 * Empty for everything that is no date.
 */
function readDate(
	value: unknown,
	timezone: string,
): { day?: string; time?: string; written?: string } {
	const iso = readIsoText(dateText(value));
	if (!iso) return {};
	const { day, time, moment } = iso;
	if (moment === undefined) return { day, time: time?.slice(0, 5), written: day };
	const local = tryToParseDateTime(new Date(moment)).setZone(timezone);
	return { day: local.toFormat('yyyy-MM-dd'), time: local.toFormat('HH:mm'), written: day };
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
