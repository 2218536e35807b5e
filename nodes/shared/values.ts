/** A value that is made when it is first asked for, and then kept. */
export function lazily<T extends object>(make: () => T): () => T {
	let made: T | undefined;
	return () => (made ??= make());
}

/** A text between the first and the last character that shows, with the marks that belong to it. */
const VISIBLE =
	/[^\s\p{Cc}\p{DI}\u2800](?:.*[^\s\p{Cc}\p{DI}\u2800])?[\p{VS}\u{e0020}-\u{e007f}]*/su;

/** Trims white space and zero-width characters. */
export function trimmed(text: string): string {
	return VISIBLE.exec(text)?.[0] ?? '';
}

/** True for nothing: undefined, null, and a text in which no character shows. */
export function isBlank(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'string' && trimmed(value) === '';
}

/** What a date that is none and a spreadsheet's formula that fails are written as. */
const FAILURE =
	/invalid (?:date(?:time)?|duration|interval)|#(?:N\/A|DIV\/0!|NAME\?|(?:REF|VALUE|NUM|NULL|ERROR|SPILL|CALC)!)/;

const FAILED = new RegExp(`^(?:${FAILURE.source})$`, 'i');

/** Such a failure, what an expression writes that finds nothing, and the key of a value in JSON. */
const NOTHING = new RegExp(
	`${FAILURE.source}|undefined|null|nan|''|\\[object object\\]|(?<=[{,]\\s*)"[^"]*"\\s*:`,
	'gi',
);

/**
 * True for a text that writes nothing: a blank one, JSON without a value ("[]", '{"a": [null]}', '""'), and
 * what an expression or a spreadsheet writes for nothing, also several times: "undefined undefined".
 */
export function isNoText(text: string): boolean {
	const written = trimmed(text);
	const rest = written.replace(NOTHING, '');
	return rest === written
		? /^(?:[[\]{}"'\s,]{2,})?$/.test(written)
		: /^[[\]{}()"'\s,;:/\\|_.&+–—-]*$/.test(rest);
}

/**
 * True for what went wrong where it was computed: a date, a duration or an interval that is none, as an
 * expression gives or writes it, and a spreadsheet's error.
 */
export function isFailed(value: unknown): boolean {
	if (typeof value === 'string') return FAILED.test(trimmed(value));
	if (value instanceof Date) return Number.isNaN(value.getTime());
	return isObject(value) && typeof value.toISO === 'function' && value.isValid === false;
}

const FLAGS = new Map([
	['true', true],
	['yes', true],
	['1', true],
	['false', false],
	['no', false],
	['0', false],
]);

/** A flag in one of the forms whose meaning is plain; undefined for every other value. */
export function flagOf(value: unknown): boolean | undefined {
	const isPlain = ['boolean', 'number', 'string'].includes(typeof value);
	return isPlain ? FLAGS.get(trimmed(String(value)).toLowerCase()) : undefined;
}

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A date that is written with a time, as it stands in the record's own time zone. */
const MIDNIGHT = /^(\d{4}-\d\d-\d\d)[T ]00:00(?::00(?:\.0+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?$/;

/** More than a place needs; further decimals come from how computers calculate. */
const DECIMALS = 9;

/**
 * One spelling for all in which services write the same value: 5 is "5", -26.1 is "-26.10" and
 * -26.10000000001, true is 1, "true" and "Yes", a quintile is "Q1" and 1, a date is its midnight, and
 * nothing is null, "" and blanks. Zeros in front stay, as in a telephone number.
 */
export function plainValue(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'object') return JSON.stringify(value);
	const text = String(value).normalize('NFC').trim().replace(/\s+/g, ' ');
	if (/^(?:true|false|yes|no)$/i.test(text)) return flagOf(text) === true ? '1' : '0';
	if (/^-?(?:0|[1-9]\d{0,8})\.\d+$/.test(text)) {
		return Number(text)
			.toFixed(DECIMALS)
			.replace(/\.?0+$/, '');
	}
	return text.replace(MIDNIGHT, '$1').replace(/^Q([1-5])$/i, '$1');
}
