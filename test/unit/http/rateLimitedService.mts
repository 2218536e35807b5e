import type { Clock } from '../../../nodes/shared/clock.js';
import type { Scripted } from './fakeService.mjs';

/** How a refusal tells the time to wait. */
export type Telling = 'seconds' | 'date' | 'nothing';

export interface Limits {
	perWindow: number;
	/** Milliseconds, whole seconds. */
	window: number;
	telling: Telling;
	/** Whether windows follow one another from the epoch on; if not, the first request opens one. */
	isByClock?: boolean;
	/** Milliseconds until the nth request is answered. */
	latency(index: number): number;
}

/** "So many requests a window, 429 beyond". It decides when a request comes, and answers later. */
export class RateLimitedService {
	requests = 0;

	refused = 0;

	mostAtOnce = 0;

	private atOnce = 0;

	private window = { opened: -Infinity, count: 0 };

	constructor(
		private readonly clock: Clock,
		private readonly limits: Limits,
	) {}

	async answer(): Promise<Scripted> {
		const { perWindow, window: length, latency, isByClock = false } = this.limits;
		const now = this.clock.now();
		if (now >= this.window.opened + length) {
			this.window = { opened: isByClock ? now - (now % length) : now, count: 0 };
		}
		this.window.count += 1;
		const isRefused = this.window.count > perWindow;
		if (isRefused) this.refused += 1;
		const headers = this.headers(this.window.opened + length, now);
		this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
		await this.clock.sleep(latency(this.requests++));
		this.atOnce -= 1;
		return isRefused ? { status: 429, headers } : { status: 200, body: { id: 1 } };
	}

	private headers(end: number, now: number): Record<string, string> {
		const { telling } = this.limits;
		if (telling === 'nothing') return {};
		if (telling === 'seconds') return { 'retry-after': String(Math.ceil((end - now) / 1000)) };
		return { 'retry-after': new Date(Math.ceil(end / 1000) * 1000).toUTCString() };
	}
}
