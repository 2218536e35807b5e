import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { inTurn } from '../../nodes/shared/eventLoop.js';

function workFor(milliseconds: number): void {
	const until = Date.now() + milliseconds;
	while (Date.now() < until);
}

test('neither short work nor time between steps, as requests take, makes the next step wait', async () => {
	await inTurn(() => workFor(1));
	await setTimeout(20);
	let turns = 0;
	const counting = setImmediate().then(() => turns++);
	for (let step = 0; step < 100; step++) await inTurn(() => turns);
	expect(turns).toBe(0);
	await counting;
});
