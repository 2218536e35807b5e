import { isObject } from '../values';

const MASK = '***';

/** Shorter secrets can't be distinguished from ordinary letters. */
const SHORTEST_SECRET = 4;

/** Limit for the length of a text times that of a secret, which is the worst-case work. */
const MAX_WORK = 2_500_000;

/** Deeper than any record, and not too deep for the stack. */
const DEEPEST_LEVEL = 100;

/** Replaces a secret in a text. */
export type Redact = (text: string) => string;

/** JSON with too many lists and objects in one another, or with a field "toString", which breaks `String()`. */
export class OddValue extends Error {
	/** @param position that of the record in its list, from 1 */
	constructor(readonly position?: number) {
		super('The JSON is too deep, or has a field "toString"');
	}
}

/**
 * A text of a service or of the network without secrets. Empty if one of them can't be looked for,
 * because it is too short, or it and the text are too long.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
	// A secret longer than the text can't be in it, and its pattern may be too long.
	const trimmed = secrets
		.map((secret) => secret.trim())
		.filter(({ length }) => length > 0 && length <= text.length);
	const canBeFound = ({ length }: string) =>
		length >= SHORTEST_SECRET && length * text.length <= MAX_WORK;
	if (!trimmed.every(canBeFound)) return '';
	const longestFirst = trimmed.sort((one, other) => other.length - one.length);
	return longestFirst.reduce((clean, secret) => redactorOf(secret)(clean), text);
}

/**
 * Finds a secret in capitals and small letters, as URLs (`%2B`), JSON (`\u002b`) and HTML (`&#43;`) spell it, and
 * in base64, also within a longer text ("Bearer key"). A text that spells it comes out as it reads, without
 * its other escapes.
 */
export function redactorOf(secret: string): Redact {
	const texts = [secret, unescaped(secret)].filter(({ length }) => length >= SHORTEST_SECRET);
	if (secret.length < SHORTEST_SECRET) return (text) => text;
	const sources = [...texts.map(patternOf), ...[0, 1, 2].map((before) => base64(secret, before))];
	const pattern = new RegExp([...new Set(sources)].join('|'), 'gi');
	return (text) => {
		const clean = text.replace(pattern, MASK);
		if (!/[%\\&]/.test(clean)) return clean;
		const read = unescaped(clean);
		const cleanRead = read.replace(pattern, MASK);
		return cleanRead === read ? clean : cleanRead;
	};
}

/** Whether JSON may have what a redactor looks for. Escaped twice ("\u0025"), it only shows once it is parsed. */
function mayHave(json: string, redactOne: Redact): boolean {
	return /\\u00(?:25|26|5c)/i.test(json) || redactOne(json) !== json;
}

/**
 * Takes secrets out of what JSON was parsed to, in place. Numbers stay.
 *
 * @param redactKey for the API key: in all texts, and in the names of fields
 * @param passwordFields come out as true or false, also if a service returns the password itself
 * @throws OddValue
 */
export function withoutSecrets(
	body: unknown,
	json: string,
	redactKey: Redact = (text) => text,
	passwordFields: readonly string[] = [],
): unknown {
	// Looking through each text by itself takes several times as long.
	const redactText = mayHave(json, redactKey) ? redactKey : (text: string) => text;
	return clean(body, 0);

	function clean(value: unknown, level: number, position?: number): unknown {
		if (typeof value === 'string') return redactText(value);
		if (typeof value !== 'object' || value === null) return value;
		// String() and template literals call it.
		if (level >= DEEPEST_LEVEL || Object.hasOwn(value, 'toString')) throw new OddValue(position);
		if (Array.isArray(value)) {
			for (const [index, entry] of value.entries()) {
				// A body is a list, or has it in "data".
				const record = level < 2 ? index + 1 : position;
				value[index] = clean(entry, level + 1, record);
			}
		} else if (isObject(value)) {
			for (const [name, entry] of Object.entries(value)) {
				const cleanName = redactText(name);
				if (cleanName !== name) delete value[name];
				// A refusal has its reasons in a list under the field's name.
				const isPassword = passwordFields.includes(name) && !Array.isArray(entry);
				value[cleanName] = isPassword ? isPasswordSet(entry) : clean(entry, level + 1, position);
			}
		}
		return value;
	}
}

/** The source of a pattern for a text; a form sends its blanks as "+". */
function patternOf(text: string): string {
	const units = text.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
	return units.map((unit) => (unit === '0020' ? '[ +]' : `\\u${unit}`)).join('');
}

/**
 * The source of a pattern for a text in base64, after so many other bytes (of three). What the text's first
 * and last bytes share with others is one more character.
 */
function base64(text: string, at: number): string {
	const bytes = Buffer.from(' '.repeat(at) + text);
	const bits = 8 * bytes.length;
	const own = bytes.toString('base64').slice(Math.ceil((8 * at) / 6), Math.floor(bits / 6));
	const shared = '[a-z\\d+/_-]?';
	const pattern = own.replaceAll('+', '[+-]').replaceAll('/', '[/_]');
	return `${at > 0 ? shared : ''}${pattern}${bits % 6 > 0 ? shared : ''}`;
}

/**
 * As JSON (within texts, too), URLs (within URLs, too: "%252B") and HTML write a character; each text is
 * matched once.
 */
const ESCAPES =
	/\\+(?:u([\da-f]{4}))?|(?:%(?:25)*[\da-f]{2})+|&(?:#(\d{1,6})|#x([\da-f]{1,5})|(amp|lt|gt|quot|apos));/gi;

const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

/** A text with the characters that its escapes stand for, and without backslashes. */
function unescaped(text: string): string {
	return text.replace(
		ESCAPES,
		(escape, unit?: string, decimal?: string, hex?: string, entity?: string) => {
			if (escape.startsWith('%')) {
				const digits = escape.replace(/%(?:25)*(?=[\da-f]{2})/gi, '');
				return Buffer.from(digits, 'hex').toString();
			}
			if (unit !== undefined) return String.fromCharCode(parseInt(unit, 16));
			if (entity !== undefined) return ENTITIES[entity.toLowerCase()] ?? '';
			const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
			return escape.startsWith('&') ? String.fromCodePoint(code) : '';
		},
	);
}

/** Shows whether a password is set, but never the password. */
function isPasswordSet(value: unknown): boolean | null {
	return value === null ? null : ![undefined, false, 0, '', '0'].some((no) => no === value);
}
