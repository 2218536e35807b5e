import { createHmac, randomBytes } from 'node:crypto';

import { type Clock, MINUTE, systemClock } from '../clock';
import { RateLimit } from './rateLimit';

/** An account without a request for so long is forgotten. */
const IDLE = 10 * MINUTE;

/** Nobody can find a key from its digest, because this never leaves the process. */
const salt = randomBytes(32);

/** The accounts that this process uses, by a digest of base URL and key. */
const accounts = new Map<string, RateLimit>();

/** What the 429s of an account taught, the same object for all executions while it is in use. */
export function rateLimitOf(
	baseUrl: string,
	apiKey: string,
	clock: Clock = systemClock,
): RateLimit {
	const account = JSON.stringify([baseUrl, apiKey]);
	const digest = createHmac('sha256', salt).update(account).digest('base64');
	const rateLimit = accounts.get(digest) ?? new RateLimit(clock);
	accounts.delete(digest);
	// No timer does this, because it would keep the process alive.
	for (const [other, { idleFor }] of accounts) if (idleFor > IDLE) accounts.delete(other);
	accounts.set(digest, rateLimit);
	return rateLimit;
}
