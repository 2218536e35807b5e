const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * A short text that differs for different texts: 64 bits, from FNV-1a (32 bits) read forward and
 * backward. Not for secrets.
 */
export function fingerprint(text: string): string {
	let forward = OFFSET;
	let backward = OFFSET;
	for (let index = 0; index < text.length; index++) {
		forward = Math.imul(forward ^ text.charCodeAt(index), PRIME);
		backward = Math.imul(backward ^ text.charCodeAt(text.length - 1 - index), PRIME);
	}
	return (forward >>> 0).toString(36) + (backward >>> 0).toString(36);
}
