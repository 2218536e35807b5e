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
	const parts = secret.match(/\\+|[^\\]/gu) ?? [];
	const spellings = parts.map((part, index) =>
		part.startsWith('\\')
			? anySpellingOfBackslashes(part.length)
			: anySpellingOf(part, parts[index - 1]?.startsWith('\\') ?? false),
	);
	return new RegExp(spellings.join(''), 'g');
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

// An escape of an escape has further backslashes, `25`s or `amp;`s. How many is limited, and no two
// patterns may compete for them, so that no text takes long.

function anySpellingOfBackslashes(count: number): string {
	return `(?:\\\\{${count},${8 * count}}|(?:${escapes('\\').join('|')}){${count}})`;
}

/** @param afterBackslashes when the pattern before takes the backslashes of an escape as well */
function anySpellingOf(character: string, afterBackslashes: boolean): string {
	const escapeInJson = JSON.stringify(character).slice(1, -1).replace(/^\\/, '');
	const units = character.split('').map((unit) => `u${hex(unit.charCodeAt(0), 4)}`);
	const some = afterBackslashes ? '' : '\\\\{1,8}';
	const someOrNone = afterBackslashes ? '' : '\\\\{0,8}';
	const spellings = [
		...escapes(character),
		some + units.join('\\\\{1,8}'),
		someOrNone + literal(character),
		...(escapeInJson === character ? [] : [some + literal(escapeInJson)]),
		...(character === ' ' ? ['\\+'] : []),
	];
	return `(?:${spellings.join('|')})`;
}

/** The spellings of a character in HTML and in an address. */
function escapes(character: string): string[] {
	const codePoint = character.codePointAt(0) ?? 0;
	const entity = ENTITIES[character];
	return [
		...(entity === undefined ? [] : [`&(?:amp;){0,3}${entity};`]),
		`&(?:amp;){0,3}#0{0,4}${codePoint};`,
		`&(?:amp;){0,3}#[xX]0{0,4}${hex(codePoint)};`,
		...utf8(character).map((bytes) => bytes.map((byte) => `%(?:25){0,3}${hex(byte, 2)}`).join('')),
	];
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
