import { createHash } from 'node:crypto';

/** A short hash of texts, from which they can't be read. */
export function fingerprint(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
