const SHORTEST_SEARCHABLE = 4;

/**
 * Takes secrets out of a text that a service or the network layer wrote, however it spells them:
 * plain, percent-encoded, as a form, JSON or HTML has it, once or several times over. A secret too
 * short to be told from ordinary letters costs the whole text.
 */
export function redact(text: string, secrets: readonly string[]): string {
	let clean = text;
	for (const secret of secrets) {
		if (secret === '') continue;
		const spelling = anySpelling(secret);
		if (secret.length >= SHORTEST_SEARCHABLE) clean = clean.replace(spelling, '***');
		else if (spelling.test(clean)) return '(withheld, since it repeats a password)';
	}
	return clean;
}

function anySpelling(secret: string): RegExp {
	return new RegExp([...secret].map(anySpellingOf).join(''), 'g');
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/** A pattern for one character; an escape of an escape has further backslashes, `25`s or `amp;`s. */
function anySpellingOf(character: string): string {
	const codePoint = character.codePointAt(0) ?? 0;
	const entity = ENTITIES[character];
	const units = character.split('').map((unit) => `\\\\+u${hex(unit.charCodeAt(0), 4)}`);
	const spellings = [
		`\\\\*${literal(character)}`,
		`\\\\*${literal(JSON.stringify(character).slice(1, -1))}`,
		units.join(''),
		`&(?:amp;)*#0*${codePoint};`,
		`&(?:amp;)*#[xX]0*${hex(codePoint)};`,
		...utf8(character).map((bytes) => bytes.map((byte) => `%(?:25)*${hex(byte, 2)}`).join('')),
		...(entity === undefined ? [] : [`&(?:amp;)*${entity};`]),
		...(character === ' ' ? ['\\+'] : []),
	];
	return `(?:${spellings.join('|')})`;
}

/** The bytes of a character, if it has any: half a surrogate pair has none. */
function utf8(character: string): number[][] {
	if (/\p{Cs}/u.test(character)) return [];
	const encoded = encodeURIComponent(character);
	if (!encoded.startsWith('%')) return [[character.charCodeAt(0)]];
	return [
		encoded
			.slice(1)
			.split('%')
			.map((byte) => Number.parseInt(byte, 16)),
	];
}

function hex(value: number, digits = 1): string {
	return value
		.toString(16)
		.padStart(digits, '0')
		.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
