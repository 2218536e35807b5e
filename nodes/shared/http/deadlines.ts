import { type Clock, systemClock } from '../clock';

/** A wait took longer than it may, as the network says it of a connection. */
class DeadlinePassed extends Error {
	readonly code = 'ETIMEDOUT';
}

interface Wait {
	until: number;
	end(error: DeadlinePassed): void;
}

/** How late a deadline may be noticed, in milliseconds. */
const SLICE = 250;

/**
 * Ends waits that take longer than they may. All waits share one watcher, which sleeps only while
 * there are any: n8n's own time-out starts again with every byte, and a timer for each request would
 * stay behind for as long as the request might have taken.
 */
export class Deadlines {
	private readonly waits = new Set<Wait>();

	private watching = false;

	constructor(private readonly clock: Clock = systemClock) {}

	/**
	 * What the task gives, if it does so in time; what it does after that is nobody's business.
	 *
	 * @param milliseconds from now on
	 * @throws DeadlinePassed
	 */
	async within<T>(milliseconds: number, task: Promise<T>): Promise<T> {
		return await new Promise<T>((done, fail) => {
			const wait: Wait = { until: this.clock.now() + milliseconds, end: fail };
			this.waits.add(wait);
			void this.watch();
			task.then(done, fail).finally(() => this.waits.delete(wait));
		});
	}

	private async watch(): Promise<void> {
		if (this.watching) return;
		this.watching = true;
		while (this.waits.size > 0) {
			const now = this.clock.now();
			let next = now + SLICE;
			for (const wait of this.waits) {
				if (wait.until > now) {
					next = Math.min(next, wait.until);
					continue;
				}
				this.waits.delete(wait);
				wait.end(new DeadlinePassed('The whole answer did not come in time'));
			}
			await this.clock.sleep(next - now);
		}
		this.watching = false;
	}
}
