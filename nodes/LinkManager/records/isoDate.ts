import { trimmed } from '../../shared/values';

/** A date, or a date and time, as ISO 8601 and databases write it. */
interface IsoText {
	/** YYYY-MM-DD. */
	day: string;
	/** HH:MM, perhaps with seconds. */
	time?: string;
	/** Milliseconds since 1970, where the text has an offset and so names a moment. */
	moment?: number;
}

const PATTERN =
	/^((?!0000)\d{4})([-/])(\d{2})\2(\d{2})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?)(?: ?(Z|[+-]\d{2}(?::?\d{2})?)(?:\[[^\]]{0,60}\])?)?)?$/i;

/**
 * Reads texts such as `2026-12-31`, `2026-12-31 18:00`, `2026-12-31T18:00:00.000+02:00`. Nothing is
 * guessed: undefined for every other form or value, and for a day or time that does not exist.
 */
export function readIsoText(value: unknown): IsoText | undefined {
	const match = typeof value === 'string' && PATTERN.exec(trimmed(value));
	if (!match) return undefined;
	const [, year, , month, dayOfMonth, time, offset] = match;
	const day = `${year}-${month}-${dayOfMonth}`;
	const real = new Date(`${day}T00:00:00Z`);
	if (Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== day) return undefined;
	if (time === undefined || offset === undefined) return { day, time };
	// PostgreSQL writes whole hours alone: "+02".
	const minutes = offset.length === 3 ? '00' : '';
	const moment = Date.parse(`${day}T${time}${offset}${minutes}`);
	return Number.isNaN(moment) ? undefined : { day, time, moment };
}
