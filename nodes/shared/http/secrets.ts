import { isObject } from '../values';

const MASK = '***';

/** Shorter secrets can't be told from ordinary letters. */
const SHORTEST = 4;

/** Fields that name a record, in which a password is only a coincidence. */
const NAMES = ['id', 'alias', 'url', 'short_url', 'title'];

/** A text of a service or of the network without secrets; empty if a secret is too short to be found. */
export function redact(text: string, secrets: readonly string[] = []): string {
	const texts = secrets.map((secret) => secret.trim()).filter((secret) => secret !== '');
	if (texts.some((secret) => secret.length < SHORTEST)) return '';
	const longestFirst = texts.flatMap(spellingsOf).sort((one, other) => other.length - one.length);
	return replaceEach(text, longestFirst);
}

function replaceEach(text: string, spellings: readonly string[]): string {
	return spellings.reduce((clean, spelling) => clean.replaceAll(spelling, MASK), text);
}

/** A secret plain, URL-encoded as paths and forms do it, and as JSON of JavaScript and PHP escapes it. */
function spellingsOf(secret: string): string[] {
	const form = new URLSearchParams({ '': secret }).toString().slice(1);
	// encodeURIComponent leaves these marks as they are; URLSearchParams and PHP encode them.
	const loose = form.replace(/%(?:21|27|28|29|7E)/g, decodeURIComponent);
	const json = JSON.stringify(secret).slice(1, -1);
	const ascii = json.replace(/[^ -~]/g, (unit) => {
		return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
	});
	const encoded = [form, loose].flatMap((text) => [text, text.replaceAll('+', '%20')]);
	const escaped = [json, ascii].flatMap((text) => [text, text.replaceAll('/', '\\/')]);
	// Mostly one and the same: every text of every record is searched for each.
	return [...new Set([secret, ...encoded, ...escaped])];
}

/**
 * Takes secrets out of a parsed JSON body, in place: the API key wherever it stands, and a password that
 * was sent if it is a whole value. A number is never a password, also as text.
 *
 * @param text the JSON of the body: what isn't in it needn't be looked for in each record
 * @param passwordFields come out as true or false, also if a service returns the password itself
 */
export function withoutSecrets(
	{ body, text }: { body: unknown; text: string },
	{ apiKey, passwords }: { apiKey: string; passwords: readonly string[] },
	passwordFields: readonly string[] = [],
): unknown {
	const spellings = apiKey.length < SHORTEST ? [] : spellingsOf(apiKey);
	const keys = spellings.filter((spelling) => text.includes(spelling));
	const texts = new Set(passwords.map((password) => password.trim()));
	const isClean = keys.length + texts.size + passwordFields.length === 0;
	return isClean ? body : clean(body, '');

	function clean(value: unknown, field: string): unknown {
		if (passwordFields.includes(field)) return isSet(value);
		if (typeof value === 'string') return cleanText(value, field);
		if (Array.isArray(value)) {
			for (const [index, entry] of value.entries()) value[index] = clean(entry, field);
		} else if (isObject(value)) {
			for (const name of Object.keys(value)) {
				const cleanName = replaceEach(name, keys);
				const entry = clean(value[name], name);
				if (cleanName !== name) delete value[name];
				value[cleanName] = entry;
			}
		}
		return value;
	}

	function cleanText(text: string, field: string): string {
		const isPassword = texts.has(text.trim()) && !NAMES.includes(field) && !/^\d*$/.test(text);
		return isPassword ? MASK : replaceEach(text, keys);
	}
}

/** Whether a password is set is data; the password itself is not. */
function isSet(value: unknown): boolean | null {
	return value === null ? null : ![undefined, false, 0, '', '0'].some((no) => no === value);
}
