import { addressIn } from '../../shared/values';

/** The alias in a short URL; any other text as it is. */
export function aliasIn(text: string): string {
	const [address = ''] = text.split(/[?#]/, 1);
	return readShortUrl(address)?.split('/').at(-1) ?? text;
}

/** The host and path of a short URL as people paste it, also without its scheme or with a slash at the end. */
export function readShortUrl(text: string): string | undefined {
	const host = hostIn(text);
	const path = withoutScheme(text).split('/').slice(1).filter(Boolean).join('/');
	return host && path ? `${host}/${withoutEscapes(path)}` : undefined;
}

/** The host of an address, whose scheme may be left out. */
export function hostIn(text: string): string | undefined {
	if (withoutScheme(text) !== text) return addressIn(text)?.host;
	const isAddress = text.split('/', 1)[0]?.includes('.');
	return isAddress ? addressIn(`https://${text}`)?.host : undefined;
}

/** The browser's address bar encodes letters beyond ASCII. */
function withoutEscapes(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** A URL as people read it, without `https://`. */
export function withoutScheme(address: string): string {
	return address.replace(/^https?:\/\//i, '');
}
