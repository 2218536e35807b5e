import type { RateLimit as Window } from '../../../sandbox/services/start.mjs';

type RateLimit = Window & { retryAfter?: 'seconds' | 'date' | 'none' };

/**
 * A fixed window that opens with the first request and lets `requests` of them through, as the usual
 * PHP throttle does: refused requests do not count and do not prolong it.
 */
export class RateWindow {
	private opened = Number.NEGATIVE_INFINITY;
	private used = 0;

	constructor(private readonly limit: RateLimit) {}

	/** Lets the request through (undefined) or gives the headers of its 429. */
	take(now: number): Record<string, string> | undefined {
		const { requests, windowMs, retryAfter = 'seconds' } = this.limit;
		if (now - this.opened >= windowMs) {
			this.opened = now;
			this.used = 0;
		}
		if (this.used < requests) {
			this.used++;
			return undefined;
		}
		const seconds = (this.opened + windowMs - now) / 1000;
		const form = retryAfter === 'seconds' ? Math.ceil(seconds) : retryAfter;
		return { 'x-ratelimit-remaining': '0', ...retryAfterHeader(form, seconds, now) };
	}

	reset(): void {
		this.opened = Number.NEGATIVE_INFINITY;
	}
}

/** An HTTP date has whole seconds, so it is rounded up. */
function retryAfterHeader(
	form: number | 'date' | 'none',
	ahead: number,
	now: number,
): Record<string, string> {
	if (form === 'none') return {};
	if (form !== 'date') return { 'retry-after': String(form) };
	const moment = Math.ceil((now + ahead * 1000) / 1000) * 1000;
	return { 'retry-after': new Date(moment).toUTCString() };
}
