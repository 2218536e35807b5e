import type { IDataObject } from 'n8n-workflow';

import { HOUR } from '../../shared/clock';
import { flagOf, isObject } from '../../shared/values';
import { readIsoText } from './isoDate';
import { answer, isNone, isTextOrNumber, type Shown, showsThat } from './shown';

/**
 * A time in a record, in milliseconds since 1970: the earliest and the latest moment that it can mean.
 * They differ for a time without an offset, which a server writes in a time zone that it doesn't name.
 */
export interface RecordTime {
	earliest: number;
	latest: number;
}

/** The time zones of the earth, in hours ahead of UTC. */
const FURTHEST_EAST = 14;
const FURTHEST_WEST = -12;

/** The answer from the expiration date or the clicks of a link. */
type Limit = 'reached' | 'ahead' | 'none' | 'absent' | 'unreadable';

/**
 * Whether a link has expired: `ends_at` has passed, or `clicks` has reached `expiration_clicks`. An end
 * that is still to come means no, even if the other limit is absent. A limit that can't be read leaves
 * the answer open.
 */
export function showsExpired(record: IDataObject, now: number): Shown {
	const limits = [dateLimit(record, now), clickLimit(record)];
	if (limits.includes('reached')) return 'yes';
	if (limits.includes('unreadable')) return 'unreadable';
	if (limits.includes('ahead')) return 'no';
	return limits.includes('absent') ? 'absent' : 'no';
}

/** A time without an offset has passed once it has passed in every time zone. */
function dateLimit({ ends_at: endsAt }: IDataObject, now: number): Limit {
	if (endsAt === undefined) return 'absent';
	if (isNone(endsAt)) return 'none';
	const end = readEnd(endsAt);
	if (end && end.latest <= now) return 'reached';
	return end && end.earliest > now ? 'ahead' : 'unreadable';
}

/**
 * When a link ends, if somebody set it: systems write "never" as a date such as 0001-01-01, 1899-12-30 or
 * 1970-01-01, so an end before 2000 can't be read.
 */
export function readEnd(endsAt: unknown): RecordTime | undefined {
	const day = readIsoText(endsAt)?.day ?? '';
	return day < '2000' ? undefined : readRecordTime(endsAt);
}

/** The answer from the clicks of a link. */
export function clickLimit(record: IDataObject): Limit {
	const allowed = readCount(record.expiration_clicks);
	if (typeof allowed === 'string') return allowed;
	if (allowed === 0) return 'none';
	const made = readCount(record.clicks);
	if (typeof made === 'string') return made;
	return made >= allowed ? 'reached' : 'ahead';
}

/** Whether a link is disabled: 1, "1" and true mean yes; 0, "0", false and null mean no. */
export function showsDisabled({ disabled }: IDataObject, isAsked = true): Shown {
	if (disabled === undefined) return 'absent';
	const flag = disabled === null ? false : flagOf(disabled);
	return flag === undefined ? 'unreadable' : answer(flag === isAsked);
}

/** Whether a link redirects visitors somewhere after it has expired. */
export function showsExpirationUrl({ expiration_url: url }: IDataObject): Shown {
	return showsThat(url, (text) => !isNone(text));
}

/** Whether the IDs of a link's pixels meet a condition. */
export function showsPixels(record: IDataObject, areMet: (ids: string[]) => boolean): Shown {
	if (record.pixels === undefined) return 'absent';
	const ids = pixelIdsOf(record);
	return ids ? answer(areMet(ids)) : 'unreadable';
}

/** The IDs of a link's pixels; undefined if the record doesn't show them. */
export function pixelIdsOf({ pixels }: IDataObject): string[] | undefined {
	if (!Array.isArray(pixels)) return undefined;
	const ids = (pixels as unknown[]).map((pixel) => (isObject(pixel) ? pixel.id : undefined));
	return ids.every(isTextOrNumber) ? ids.map(String) : undefined;
}

/**
 * A time as services write it: ISO 8601 (`2026-12-31T18:00:00Z`) or a database's (`2026-12-31 18:00:00`);
 * undefined for every other value.
 */
export function readRecordTime(value: unknown): RecordTime | undefined {
	const iso = readIsoText(value);
	if (!iso) return undefined;
	if (iso.moment !== undefined) return { earliest: iso.moment, latest: iso.moment };
	return {
		earliest: Date.parse(`${iso.day}T${iso.time ?? '00:00:00'}Z`) - FURTHEST_EAST * HOUR,
		latest: Date.parse(`${iso.day}T${iso.time ?? '23:59:59'}Z`) - FURTHEST_WEST * HOUR,
	};
}

/** A count, also as text: PHP before 8.1 returns what its database gave. */
export function readCount(value: unknown): number | 'absent' | 'unreadable' {
	if (value === undefined) return 'absent';
	if (isNone(value)) return 0;
	const text = isTextOrNumber(value) ? String(value) : '';
	return /^\d+$/.test(text) ? Number(text) : 'unreadable';
}
