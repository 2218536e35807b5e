import { sleep } from 'n8n-workflow';

/** Milliseconds of work after which the event loop gets a pause, so that n8n can do other things. */
const LONGEST_TURN = 5;

/** Milliseconds of work since the last pause. Time between steps, such as for a request, doesn't count. */
let worked = 0;

let pause: Promise<void> | undefined;

/** Runs a step of long work. Pauses first if the steps since the last pause took 5 ms. */
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
