import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { Breaks } from '../../nodes/shared/eventLoop.js';

/** Keeps the processor busy. */
function workFor(milliseconds: number): void {
	const until = Date.now() + milliseconds;
	while (Date.now() < until);
}

test('long work lets the event loop take its turn every 5 ms, however many items do it', async () => {
	const breaks = new Breaks();
	let isDone = false;
	let longest = 0;
	let worked = 0;
	const otherWork = (async () => {
		while (!isDone) {
			await setImmediate();
			longest = Math.max(longest, worked);
			worked = 0;
		}
	})();
	const item = async () => {
		for (let step = 0; step < 5; step++) {
			await breaks.run(() => workFor(4));
			worked += 4;
		}
	};
	await Promise.all(Array.from({ length: 10 }, item));
	isDone = true;
	await otherWork;
	// Ten steps side by side would be 40; the watcher may miss one turn.
	expect(longest).toBeLessThanOrEqual(20);
});

test('neither short work nor time between steps, as requests take, makes the next step wait', async () => {
	const breaks = new Breaks();
	await breaks.run(() => workFor(1));
	await setTimeout(20);
	let turns = 0;
	const counting = setImmediate().then(() => turns++);
	for (let step = 0; step < 100; step++) await breaks.run(() => turns);
	expect(turns).toBe(0);
	await counting;
});
