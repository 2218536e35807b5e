import { HOUR, MINUTE } from '../shared/clock';
import { isObject } from '../shared/values';
import { readIsoText } from './dates';

/** A time that a record shows. Milliseconds since 1970. */
export interface RecordTime {
	/** The earliest and the latest moment that it can stand for: one and the same, if it has an offset. */
	earliest: number;
	latest: number;
	/** For a time of day without an offset: the moment that it is in UTC. */
	inUtc?: number;
}

/** The time zones of the earth, in hours ahead of UTC. */
export const FURTHEST_EAST = 14;
export const FURTHEST_WEST = -12;

/** September 2001, in milliseconds. No link is that old: an earlier time stands for none. */
const EARLIEST = 1e12;

/**
 * The time in a record, in one of the forms whose meaning is plain: an ISO text, a date such as
 * `31/12/2026`, seconds or milliseconds since 1970 as a number or as digits, or an object with `date` and
 * `timezone`, as PHP writes it. Undefined for every other form.
 */
export function readRecordTime(value: unknown): RecordTime | undefined {
	if (typeof value === 'number') return timeOfNumber(value);
	if (typeof value === 'string') {
		return /^\d{10,13}$/.test(value.trim()) ? timeOfNumber(Number(value)) : timeOfText(value);
	}
	if (!isObject(value) || typeof value.date !== 'string') return undefined;
	const time = timeOfText(value.date);
	if (time?.inUtc === undefined) return time;
	const offset = offsetOf(value.timezone, time.inUtc);
	return offset === undefined ? time : moment(time.inUtc - offset);
}

/** Whether a time fits between two moments, in a whole-hour time zone if it has no offset. */
export function fitsBetween(time: RecordTime, from: number, to: number): boolean {
	const { earliest, latest, inUtc } = time;
	if (inUtc === undefined) return earliest === latest && earliest >= from && latest <= to;
	for (let hours = FURTHEST_WEST; hours <= FURTHEST_EAST; hours++) {
		const then = inUtc - hours * HOUR;
		if (then >= from && then <= to) return true;
	}
	return false;
}

function moment(milliseconds: number): RecordTime {
	return { earliest: milliseconds, latest: milliseconds };
}

function timeOfNumber(value: number): RecordTime | undefined {
	if (value >= EARLIEST / 1000 && value < 1e11) return moment(value * 1000);
	return value >= EARLIEST && value < 1e14 ? moment(value) : undefined;
}

function timeOfText(text: string): RecordTime | undefined {
	const times = readingsOf(text).flatMap((reading) => timeOfIso(reading) ?? []);
	if (times.length < 2) return times[0];
	return {
		earliest: Math.min(...times.map(({ earliest }) => earliest)),
		latest: Math.max(...times.map(({ latest }) => latest)),
	};
}

/** `31/12/2026` in the form of ISO, with the day first and with the month first. */
function readingsOf(text: string): string[] {
	const [, first = '', second = '', year, time = ''] =
		/^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}),?(.*)$/.exec(text.trim()) ?? [];
	if (year === undefined) return [text];
	const [one, other] = [first.padStart(2, '0'), second.padStart(2, '0')];
	return [`${year}-${other}-${one}${time}`, `${year}-${one}-${other}${time}`];
}

function timeOfIso(text: string): RecordTime | undefined {
	const iso = readIsoText(text);
	if (!iso) return undefined;
	if (iso.moment !== undefined) return iso.moment < EARLIEST ? undefined : moment(iso.moment);
	const from = Date.parse(`${iso.day}T${iso.time ?? '00:00:00'}Z`);
	const to = Date.parse(`${iso.day}T${iso.time ?? '23:59:59'}Z`);
	if (from < EARLIEST) return undefined;
	const span = { earliest: from - FURTHEST_EAST * HOUR, latest: to - FURTHEST_WEST * HOUR };
	return iso.time === undefined ? span : { ...span, inUtc: from };
}

/** How far a time zone, given by its name or its offset, is ahead of UTC; undefined for no zone. */
function offsetOf(zone: unknown, localTime: number): number | undefined {
	if (typeof zone !== 'string') return undefined;
	const fixed = readIsoText(`2000-01-01T00:00${zone}`)?.moment;
	if (fixed !== undefined) return Date.UTC(2000, 0, 1) - fixed;
	try {
		// Twice, since the offset that holds at the local time read as UTC may be that of another season.
		return offsetAt(zone, localTime - offsetAt(zone, localTime));
	} catch {
		return undefined;
	}
}

/** @throws RangeError for a zone that does not exist */
function offsetAt(timeZone: string, at: number): number {
	const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
	const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
	return Number(`${sign}1`) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
}
