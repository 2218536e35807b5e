import type { Clock } from '../../../nodes/shared/clock.js';
import type { Scripted } from '../client/fakeService.mjs';

/** How a refusal tells the time to wait. */
export type Telling = 'seconds' | 'date' | 'zero' | 'nothing';

export interface Limits {
	/** Requests that each window takes; the windows follow one another from time 0 of the epoch. */
	perWindow: number;
	/** Milliseconds, whole seconds. */
	window: number;
	telling: Telling;
	/** Milliseconds until the nth request is answered. */
	latency(index: number): number;
}

interface Visit {
	start: number;
	/** When its answer went out. */
	end: number;
	refused: boolean;
	window: number;
}

/** "So many requests a window, 429 beyond", with a record of who came when. */
export class RateLimitedService {
	readonly visits: Visit[] = [];

	mostAtOnce = 0;

	private atOnce = 0;

	private taken = { window: -1, count: 0 };

	constructor(
		private readonly clock: Clock,
		private readonly limits: Limits,
	) {}

	/** Answers one request, after its latency. */
	async answer(): Promise<Scripted> {
		const { perWindow, window: length, latency } = this.limits;
		const start = this.clock.now();
		const window = Math.floor(start / length);
		if (this.taken.window !== window) this.taken = { window, count: 0 };
		this.taken.count += 1;
		const refused = this.taken.count > perWindow;
		const visit = { start, end: Infinity, refused, window };
		this.visits.push(visit);
		this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
		await this.clock.sleep(latency(this.visits.length - 1));
		this.atOnce -= 1;
		visit.end = this.clock.now();
		if (!refused) return { status: 200, body: { id: 1 } };
		return { status: 429, body: { message: 'Too Many Attempts.' }, headers: this.header() };
	}

	/** Milliseconds until a request that starts then is taken; 0 where one is taken now. */
	untilNextPlace(): number {
		const { perWindow, window: length } = this.limits;
		const now = this.clock.now();
		const window = Math.floor(now / length);
		const full = this.taken.window === window && this.taken.count >= perWindow;
		return full ? (window + 1) * length - now : 0;
	}

	/**
	 * Refused requests that set out when the client had already been told that their window is full:
	 * what would make a second burst.
	 */
	lateRefusals(): Visit[] {
		const known = new Map<number, number>();
		for (const { refused, window, end } of this.visits) {
			if (refused) known.set(window, Math.min(end, known.get(window) ?? Infinity));
		}
		return this.visits.filter(
			({ refused, window, start }) => refused && start > (known.get(window) ?? Infinity),
		);
	}

	private header(): Record<string, string> {
		const { window: length, telling } = this.limits;
		const end = (Math.floor(this.clock.now() / length) + 1) * length;
		if (telling === 'zero') return { 'retry-after': '0' };
		if (telling === 'date') return { 'retry-after': new Date(end).toUTCString() };
		if (telling === 'nothing') return {};
		return { 'retry-after': String(Math.ceil((end - this.clock.now()) / 1000)) };
	}
}
