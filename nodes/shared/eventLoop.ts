import { sleep } from 'n8n-workflow';

/** Milliseconds of work after which everything else that n8n does gets its turn. */
const LONGEST_STEP = 5;

/** Spreads long work over turns of the event loop. */
export class Breaks {
	/** Milliseconds of work since the last pause. Time between steps, such as for a request, doesn't count. */
	private worked = 0;

	private pause?: Promise<void>;

	/** Does a step of the work, in a later turn if the steps of this one have taken 5 ms. */
	async run<T>(step: () => T): Promise<T> {
		while (this.worked >= LONGEST_STEP) {
			this.pause ??= this.pauseOnce();
			await this.pause;
		}
		const start = Date.now();
		try {
			return step();
		} finally {
			this.worked += Date.now() - start;
		}
	}

	private async pauseOnce(): Promise<void> {
		await sleep(0);
		this.worked = 0;
		this.pause = undefined;
	}
}
