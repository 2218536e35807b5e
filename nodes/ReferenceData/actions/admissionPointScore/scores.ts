import { UserError } from 'n8n-workflow';

import { failureIn, type Outcome } from '../../../shared/http/errors';
import { isBlank } from '../../../shared/values';

/** Statuses with which the service refuses every request of a key. */
const OF_THE_KEY = ['401', '403'];

/**
 * The row for a score that couldn't be calculated.
 *
 * @throws the error itself if the other scores would fail too: for want of a connection or permission,
 * after too many requests, and when the execution is cancelled
 */
export function rowOfFailure(error: unknown): { error: string; outcome: Outcome } {
	const { message, outcome, httpCode } = failureIn(error);
	const isOfAll = !httpCode || OF_THE_KEY.includes(httpCode) || outcome === 'notSent';
	if (isOfAll && !(error instanceof UserError)) throw error;
	return { error: message, outcome };
}

/** The difference of two numbers of a record; null if it doesn't show both. */
export function difference(one: unknown, other: unknown): number | null {
	if (isBlank(one) || isBlank(other)) return null;
	const result = Number(one) - Number(other);
	return Number.isFinite(result) ? result : null;
}
