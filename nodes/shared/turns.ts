import { type Clock, systemClock } from './clock';

/**
 * Spreads work over turns of the event loop: a millisecond's worth each, first come first served.
 *
 * Ten answers that arrive together would otherwise be worked through in one turn, and the next ten
 * requests leave together after it, so that n8n and the service wait for each other for ever. Spread
 * out, n8n works on one item while the service works on the others, and whatever else n8n does gets
 * its turn in between. Work that comes alone does not wait.
 */
export class Turns {
	private readonly queue: Array<() => void> = [];

	private handingOut = false;

	private began = 0;

	constructor(private readonly clock: Clock = systemClock) {}

	async next(): Promise<void> {
		if (!this.handingOut) {
			void this.handOut();
		} else if (this.queue.length > 0 || this.clock.now() !== this.began) {
			await new Promise<void>((begin) => this.queue.push(begin));
		}
	}

	private async handOut(): Promise<void> {
		this.handingOut = true;
		this.began = this.clock.now();
		for (;;) {
			await this.clock.sleep(0);
			const begin = this.queue.shift();
			if (!begin) break;
			this.began = this.clock.now();
			begin();
		}
		this.handingOut = false;
	}
}

/** How many entries of a long list are worked through in one turn. */
const SLICE = 250;

/** Maps a list; where it is long, whatever else n8n does gets its turn in between. */
export async function mapInTurns<T, R>(list: readonly T[], map: (entry: T) => R): Promise<R[]> {
	const turns = new Turns();
	const mapped: R[] = [];
	for (const entry of list) {
		if (mapped.length % SLICE === 0) await turns.next();
		mapped.push(map(entry));
	}
	return mapped;
}
