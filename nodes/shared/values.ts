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
