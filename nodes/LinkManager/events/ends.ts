import { DAY, HOUR, MINUTE } from '../../shared/clock';
import type { Fact, Known } from '../../shared/trigger/memory';
import { FURTHEST_EAST, FURTHEST_WEST, type RecordTime } from '../link/linkState';

/** How far an end can move, in days, when only its form changes. */
export const MOST_MOVED = ((FURTHEST_EAST - FURTHEST_WEST) * HOUR) / DAY;

/** Every quarter of an hour at which a time zone may be. */
const OFFSETS = Array.from(
	{ length: 4 * (FURTHEST_EAST - FURTHEST_WEST) + 1 },
	(_, quarters) => FURTHEST_WEST * HOUR + (quarters * HOUR) / 4,
);

/** An end tells two expirations of a link apart. Services drop and add seconds, so its minute counts. */
export function endFact(end: RecordTime): Pick<Fact, 'of' | 'version' | 'at'> {
	const { minute, isLocal } = minuteOf(end);
	return { of: keyOf(minute, isLocal), version: new Date(minute).toISOString(), at: end.latest };
}

/**
 * Whether an end of a link is remembered, also in another form: a time without an offset is the same as
 * one with it, if it is so in any time zone.
 */
export function isKnownEnd(known: Known | undefined, id: string, end: RecordTime): boolean {
	if (!known) return false;
	const { minute, isLocal } = minuteOf(end);
	const sign = isLocal ? -1 : 1;
	return (
		known.has(id, keyOf(minute, isLocal)) ||
		OFFSETS.some((offset) => known.has(id, keyOf(minute + sign * offset, !isLocal)))
	);
}

/** The minute of a moment; without an offset, that on the clock. */
function minuteOf({ earliest, latest }: RecordTime): { minute: number; isLocal: boolean } {
	const isLocal = earliest !== latest;
	const time = isLocal ? latest + FURTHEST_WEST * HOUR : latest;
	return { minute: Math.floor(time / MINUTE) * MINUTE, isLocal };
}

/** Seconds in base 36, since many are remembered. */
function keyOf(minute: number, isLocal: boolean): string {
	return `${isLocal ? '~' : ''}${(minute / 1000).toString(36)}`;
}
