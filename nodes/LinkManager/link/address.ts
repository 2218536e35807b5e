/**
 * An address in its normal form, in which two spellings of one address are the same: without blanks
 * around it, default port and needless percent-encoding; with a lower-case host, an international one
 * as DNS has it, a slash after it, and percent-encoding wherever it is needed. A text that is no
 * address as it is, without blanks around it.
 */
export function normal(address: string): string {
	try {
		return new URL(address).href.replace(/%[0-9a-f]{2}/gi, plainIfNeedless);
	} catch {
		return address.trim();
	}
}

/** An escape of a letter, a digit or one of `-._~` means that character (RFC 3986, 2.3). */
function plainIfNeedless(escape: string): string {
	const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
	return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
}

/** Whether two values are spellings of one address. */
export function sameAddress(a: unknown, b: unknown): boolean {
	return typeof a === 'string' && typeof b === 'string' && normal(a) === normal(b);
}

/** Below this a part of a path would be found in too many addresses. */
const SHORTEST_PART = 4;

/**
 * The text to search for so that every usual spelling of an address is found by one search, which
 * finds parts of addresses: the longest part that all spellings share. It comes from the path and what
 * follows it, if that is long enough, else from the host, and has no character that some services
 * encode and others do not.
 */
export function searchTextOf(address: string): string {
	const href = normal(address);
	const [, host = '', rest = ''] =
		/^[a-z][\w+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]*)[^/?#]*(.*)$/.exec(href) ?? [];
	const part = longest(rest.split(/(?:%[0-9A-F]{2}|[^\w/?&=.#-])+/));
	if (part.length >= SHORTEST_PART) return part;
	return longest(host.split(/xn--[^.]*/)) || part || href;
}

function longest(parts: string[]): string {
	return parts.reduce((best, part) => (part.length > best.length ? part : best), '');
}
