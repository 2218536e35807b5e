import { sleep } from 'n8n-workflow';

/** Milliseconds of work after which everything else that n8n does gets its turn. */
const LONGEST_BLOCK = 10;

/** Spreads long work that one run does: `next` is called between its steps. */
export class Breaks {
	private began = Date.now();

	/** Waits for the event loop's next turn if the work has taken 10 ms. */
	async next(): Promise<void> {
		if (Date.now() - this.began < LONGEST_BLOCK) return;
		await sleep(0);
		this.began = Date.now();
	}
}
