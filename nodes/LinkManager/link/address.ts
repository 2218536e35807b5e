import { decoded, withoutEntities } from '../spelling';

/**
 * An address in its normal form, in which two spellings of one address are the same: without blanks
 * around it, entities of HTML, default port and needless percent-encoding; with a lower-case host, an international one
 * as DNS has it, a slash after it, percent-encoding wherever it is needed, and accents as one character
 * with their letter, and no "?" or "#" with nothing behind it. A text that is no address as it is, without blanks around it.
 */
function normal(address: string): string {
	const plain = withoutEntities(address);
	try {
		const url = new URL(plain.replace(/(?:%[89a-f][\da-f])+/gi, decoded).normalize('NFC'));
		if (url.search === '') url.search = '';
		if (url.hash === '') url.hash = '';
		return url.href.replace(/%[0-9a-f]{2}/gi, plainIfNeedless);
	} catch {
		return plain.trim();
	}
}

/**
 * An escape of a character that separates nothing in an address means that character. Services differ in
 * which of them they escape.
 */
function plainIfNeedless(escape: string): string {
	const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
	return /[\w.~!'()*,|^`{}[\]"<>-]/.test(character) ? character : escape.toUpperCase();
}

/** Whether two values are spellings of one address; a service may add a scheme that one of them lacks. */
export function sameAddress(a: unknown, b: unknown): boolean {
	if (typeof a !== 'string' || typeof b !== 'string') return false;
	if (hasScheme(a) === hasScheme(b)) return normal(a) === normal(b);
	return turnOf(a) === turnOf(b);
}

/**
 * The same for all spellings of one address, and for those that services make of it: with or without
 * https and a slash at the end of its path.
 */
export function turnOf(address: string): string {
	return withoutLastSlash(withoutScheme(withScheme(address)));
}

/** Whether two values are one address but for a slash at the end of the path. */
export function sameButForSlash(a: unknown, b: unknown): boolean {
	if (typeof a !== 'string' || typeof b !== 'string') return false;
	return sameAddress(normalButForSlash(a), normalButForSlash(b));
}

/** An address in its normal form, without slashes at the end of its path. */
export function normalButForSlash(address: string): string {
	return withoutLastSlash(normal(address));
}

function withoutLastSlash(address: string): string {
	return address.replace(/(?<![#/])\/+(?=$|[?#])/, '');
}

function hasScheme(address: string): boolean {
	return /^\s*[a-z][\w+.-]*:\/\//i.test(address);
}

function withScheme(address: string): string {
	return hasScheme(address) ? address : `https://${address.trim()}`;
}

function withoutScheme(address: string): string {
	return normal(address).replace(/^https?:/, '');
}

/** Below this a part of a path would be found in too many addresses. */
const SHORTEST_PART = 4;

/**
 * The text to search for so that every usual spelling of an address is found by one search, which
 * finds parts of addresses: the longest part that all spellings share. It comes from the path and what
 * follows it, if that is long enough, else from the host, and has no character that some services
 * encode and others do not, nor a slash that some take off.
 */
export function searchTextOf(address: string): string {
	const href = normal(withScheme(address));
	const [, host = '', rest = ''] =
		/^[a-z][\w+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]*)[^/?#]*(.*)$/.exec(href) ?? [];
	const part = longest(rest.split(/(?:%[0-9A-F]{2}|[^\w/=.-]|\/+(?=$|[?#]))+/));
	if (part.length >= SHORTEST_PART) return part;
	return longest(host.split(/xn--[^.]*/)) || part || normal(address);
}

function longest(parts: string[]): string {
	return parts.reduce((best, part) => (part.length > best.length ? part : best), '');
}
