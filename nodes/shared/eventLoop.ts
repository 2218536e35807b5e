import { sleep } from 'n8n-workflow';

/** Milliseconds of work after which everything else that n8n does gets its turn. */
const LONGEST_TURN = 5;

/** Milliseconds of work since the last pause. Time between steps, such as for a request, doesn't count. */
let worked = 0;

let pause: Promise<void> | undefined;

/** Does a step of long work, in a later turn of the event loop if the steps of this one took 5 ms. */
export async function inTurn<T>(step: () => T): Promise<T> {
	while (worked >= LONGEST_TURN) {
		pause ??= pauseOnce();
		await pause;
	}
	const start = Date.now();
	try {
		return step();
	} finally {
		worked += Date.now() - start;
	}
}

async function pauseOnce(): Promise<void> {
	await sleep(0);
	worked = 0;
	pause = undefined;
}
