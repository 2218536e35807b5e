/** A value that is made when it is first asked for, and then kept. */
export function lazily<T extends object>(make: () => T): () => T {
	let made: T | undefined;
	return () => (made ??= make());
}

/** True for a blank text, and for what an expression writes when it puts nothing, or an object, into one. */
export function isNoText(text: string): boolean {
	return /^(?:undefined|null|nan|\[object object\])?$/i.test(text.trim());
}

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A date that is written with a time, as it stands in the record's own time zone. */
const MIDNIGHT = /^(\d{4}-\d\d-\d\d)[T ]00:00(?::00(?:\.0+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?$/;

/**
 * One spelling for all in which services write the same value: 5 is "5", -26.1 is "-26.10", true is 1
 * and "true", a date is its midnight, and nothing is null, "" and blanks. Zeros in front stay, as in a
 * telephone number.
 */
export function plainValue(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'object') return JSON.stringify(value);
	const text = String(value).normalize('NFC').trim().replace(/\s+/g, ' ');
	if (text === 'true' || text === 'false') return text === 'true' ? '1' : '0';
	if (/^-?\d+\.\d+$/.test(text)) return text.replace(/\.?0+$/, '');
	return text.replace(MIDNIGHT, '$1');
}
