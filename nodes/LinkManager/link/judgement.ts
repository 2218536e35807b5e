import type { IDataObject } from 'n8n-workflow';

import { readIsoText } from './isoText';

/** What a link's own record says of a state: it is in it, it is not, or nothing either way. */
export type Evidence = 'yes' | 'no' | 'unknown';

const LATEST_OFFSET = 12 * 3_600_000;

/**
 * Whether a record shows that its link has expired: `ends_at` in the past, or as many clicks as
 * `expiration_clicks` allows. A record that shows both, and both empty, is of a link that never expires.
 */
export function showsExpired(record: IDataObject, now: number): Evidence {
	const ends = endOf(record);
	const clickLimit = Number(record.expiration_clicks ?? 0);
	const outOfClicks = clickLimit > 0 && Number(record.clicks ?? 0) >= clickLimit;
	if ((ends !== undefined && ends <= now) || outOfClicks) return 'yes';
	const unlimited = record.ends_at === null && record.expiration_clicks === null;
	const silent = ends === undefined && isAbsent(record.expiration_clicks);
	return silent && !unlimited ? 'unknown' : 'no';
}

/** Whether a record shows that its link is disabled. */
export function showsDisabled({ disabled }: IDataObject): Evidence {
	if (isAbsent(disabled)) return 'unknown';
	return disabled === true || disabled === 1 || disabled === '1' || disabled === 'true'
		? 'yes'
		: 'no';
}

/**
 * The moment since which a link has been in the state, for days of grace: its end if that is past,
 * else its last change, which is never earlier. Undefined where the record shows neither.
 */
export function inStateSince(
	record: IDataObject,
	target: 'expired' | 'disabled',
	now: number,
): number | undefined {
	const ends = endOf(record);
	if (target === 'expired' && ends !== undefined && ends <= now) return ends;
	return momentOf(record.updated_at);
}

/** The moment at which a link expires, in milliseconds; undefined where the record shows none. */
export function endOf(record: IDataObject): number | undefined {
	return momentOf(record.ends_at);
}

/**
 * A time without an offset is taken as late as it can be anywhere on earth, to err on the safe side; a
 * text that can be read in two ways is no time.
 */
function momentOf(value: unknown): number | undefined {
	const iso = typeof value === 'string' ? readIsoText(value) : undefined;
	if (!iso) return undefined;
	return iso.moment ?? Date.parse(`${iso.day}T${iso.time ?? '23:59:59'}Z`) + LATEST_OFFSET;
}

function isAbsent(value: unknown): boolean {
	return value === undefined || value === null;
}
