/** A value that is made at first use and then kept. */
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

/** True for undefined, null, and a text without a visible character. */
export function isBlank(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'string' && trimmed(value) === '';
}

/** A flag in one of the forms whose meaning is plain; undefined for every other value. */
export function flagOf(value: unknown): boolean | undefined {
	if (!['boolean', 'number', 'string'].includes(typeof value)) return undefined;
	const text = trimmed(String(value)).toLowerCase();
	if (['true', 'yes', '1'].includes(text)) return true;
	return ['false', 'no', '0'].includes(text) ? false : undefined;
}

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A host of at most 255 characters. Longer ones aren't valid, and take long to convert to ASCII. */
const WITH_HOST = /^[^:/\\?#]*:[/\\]*(?![/\\])[^/\\?#]{0,255}(?:[/\\?#]|$)/;

/** The address that a text is; undefined for any other text. */
export function addressIn(text: string): URL | undefined {
	if (!WITH_HOST.test(text)) return undefined;
	try {
		// URL.canParse() of Node.js 20 refuses hosts such as "bücher.example" after some thousand calls.
		return new URL(text);
	} catch {
		return undefined;
	}
}

/** Also removes several. A pattern would check each of many slashes again. */
export function withoutSlashAtEnd(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end -= 1;
	return text.slice(0, end);
}

/** Without what is undefined. */
export function defined<T>(values: Readonly<Record<string, T | undefined>>): Record<string, T> {
	const given: Record<string, T> = {};
	for (const [name, value] of Object.entries(values)) if (value !== undefined) given[name] = value;
	return given;
}

/** The entry of a table by a foreign name, which may be one that every object inherits (`constructor`). */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
	return Object.hasOwn(table, name) ? table[name] : undefined;
}
