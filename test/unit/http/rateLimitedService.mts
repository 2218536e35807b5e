import type { VirtualClock } from '../shared/virtualClock.mjs';
import type { Scripted } from './fakeService.mjs';

interface Limits {
	perWindow: number;
	/** Milliseconds, whole seconds. */
	window: number;
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
		private readonly clock: VirtualClock,
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
		const left = Math.ceil((this.window.opened + length - now) / 1000);
		this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
		await this.clock.sleep(latency(this.requests++));
		this.atOnce -= 1;
		return isRefused
			? { status: 429, headers: { 'retry-after': String(left) } }
			: { status: 200, body: { id: 1 } };
	}
}
