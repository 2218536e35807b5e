import { UserError } from 'n8n-workflow';

import { failureIn, type Outcome } from '../../../shared/http/errors';
import { isBlank } from '../../../shared/values';

/** What every request of the key is refused with. */
const OF_THE_KEY = ['401', '403'];

/**
 * What a row says of a score that the service didn't give.
 *
 * @throws the error itself if the other scores would fail too: for want of a connection or permission, after
 * too many requests, and when the execution is cancelled
 */
export function rowOfFailure(error: unknown): { error: string; outcome: Outcome } {
	const { message, outcome, httpCode } = failureIn(error);
	const isOfAll = !httpCode || OF_THE_KEY.includes(httpCode) || outcome === 'notSent';
	if (isOfAll && !(error instanceof UserError)) throw error;
	return { error: message, outcome };
}

/** How much more one number of a record is than another; null if it doesn't show both. */
export function difference(one: unknown, other: unknown): number | null {
	if (isBlank(one) || isBlank(other)) return null;
	const result = Number(one) - Number(other);
	return Number.isFinite(result) ? result : null;
}
