import { createHmac, randomBytes } from 'node:crypto';

import { type Clock, MINUTE, systemClock } from '../clock';
import { RateLimit } from './rateLimit';

/** Milliseconds without a request, after which an account is forgotten. */
const IDLE = 10 * MINUTE;

/** Beyond so many, accounts that nobody uses at the moment are forgotten, too. */
const MOST = 200;

/** A key cannot be found from its digest, as long as this does not leave the process. */
const secret = randomBytes(32);

/** The accounts that this process has used lately, by a digest of address and key. */
export const accounts = new Map<string, RateLimit>();

/**
 * The pace of an account, the same one for all who ask while it is known. Nothing forgets an account
 * by a timer, which would keep the process alive: whoever asks next does.
 */
export function paceOf(baseUrl: string, apiKey: string, clock: Clock = systemClock): RateLimit {
	const account = JSON.stringify([baseUrl, apiKey]);
	const digest = createHmac('sha256', secret).update(account).digest('base64');
	const pace = accounts.get(digest) ?? new RateLimit(clock);
	accounts.delete(digest);
	for (const [other, { idleFor }] of accounts) {
		if (idleFor > IDLE || (idleFor > 0 && accounts.size >= MOST)) accounts.delete(other);
	}
	accounts.set(digest, pace);
	return pace;
}
