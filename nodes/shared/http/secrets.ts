import { isObject } from '../values';
import type { RawResponse } from './response';

const MASK = '***';

/** Shorter secrets can't be told from ordinary letters. */
const SHORTEST_SECRET = 4;

/** The length of a text times that of a secret: what looking for it takes at worst. */
const MOST_WORK = 2_500_000;

/**
 * A text of a service or of the network without secrets. Empty if one of them can't be looked for,
 * because it is too short, or it and the text are too long.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
	// A longer secret than the text isn't in it, and may make too long a pattern.
	const trimmed = secrets
		.map((secret) => secret.trim())
		.filter(({ length }) => length > 0 && length <= text.length);
	const canBeFound = ({ length }: string) =>
		length >= SHORTEST_SECRET && length * text.length <= MOST_WORK;
	if (!trimmed.every(canBeFound)) return '';
	const longestFirst = trimmed.sort((one, other) => other.length - one.length);
	return longestFirst.reduce((clean, secret) => clean.replace(patternOf(secret), MASK), text);
}

/**
 * Takes secrets out of a parsed JSON body, in place.
 *
 * @param apiKey is replaced wherever it stands in a text or a name
 * @param passwordFields come out as true or false, also if a service returns the password itself
 */
export function withoutSecrets(
	{ body, text }: RawResponse,
	apiKey: string,
	passwordFields: readonly string[] = [],
): unknown {
	// No JSON library escapes letters and digits: without the key's there is nothing to look for.
	const mayHaveKey = apiKey.length >= SHORTEST_SECRET && text.includes(longestRunIn(apiKey));
	const key = mayHaveKey ? patternOf(apiKey) : undefined;
	return key || passwordFields.length > 0 ? clean(body) : body;

	function clean(value: unknown): unknown {
		if (typeof value === 'string') return cleanText(value);
		if (Array.isArray(value)) {
			for (const [index, entry] of value.entries()) value[index] = clean(entry);
		} else if (isObject(value)) {
			for (const [name, entry] of Object.entries(value)) {
				const cleanName = cleanText(name);
				if (cleanName !== name) delete value[name];
				value[cleanName] = passwordFields.includes(name) ? isPasswordSet(entry) : clean(entry);
			}
		}
		return value;
	}

	function cleanText(text: string): string {
		return key ? text.replace(key, MASK) : text;
	}
}

function longestRunIn(secret: string): string {
	const runs = secret.split(/[^a-z\d]/i);
	return runs.reduce((longest, run) => (run.length > longest.length ? run : longest));
}

/** A secret as it stands, and with its marks as URLs spell them, or JSON that is quoted in a text. */
function patternOf(secret: string): RegExp {
	return new RegExp([...secret].map(spellingsOf).join(''), 'gi');
}

/**
 * The source of a pattern for one character. No two spellings go on in the same way, so that matching
 * takes time in proportion to the text; hence no doubled backslash.
 */
function spellingsOf(character: string): string {
	if (/[a-z\d]/i.test(character)) return character;
	const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
	const plain = units.map((unit) => `\\u${unit}`).join('');
	const escaped = units.map((unit) => `\\\\u${unit}`).join('');
	const encoded = new URLSearchParams({ '': character }).toString().slice(1);
	const inUrl =
		{ ' ': '\\+|%20', '*': '%2A' }[character] ?? (encoded === character ? plain : encoded);
	return `(?:${escaped}|${inUrl}|${character === '\\' ? '' : '\\\\?'}${plain})`;
}

/** Whether a password is set is data; the password itself is not. */
function isPasswordSet(value: unknown): boolean | null {
	return value === null ? null : ![undefined, false, 0, '', '0'].some((no) => no === value);
}
