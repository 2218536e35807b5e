import { createHash } from 'node:crypto';

/** A short text that differs for different texts, and doesn't give them away. */
export function fingerprint(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
