import { sleep } from 'n8n-workflow';

/** Milliseconds of work after which everything else that n8n does gets its turn. */
const LONGEST_BLOCK = 10;

/** Spreads long work over turns of the event loop. */
export class Breaks {
	private began = Date.now();

	private pause?: Promise<void>;

	/** Does a step of the work, in the next turn if this one has taken 10 ms. */
	async run<T>(step: () => T): Promise<T> {
		while (Date.now() - this.began >= LONGEST_BLOCK) {
			this.pause ??= this.pauseOnce();
			await this.pause;
		}
		return step();
	}

	private async pauseOnce(): Promise<void> {
		await sleep(0);
		this.began = Date.now();
		this.pause = undefined;
	}
}
