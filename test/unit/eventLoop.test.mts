import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { Breaks } from '../../nodes/shared/eventLoop.js';

test('neither short work nor time between steps, as requests take, makes the next step wait', async () => {
	const breaks = new Breaks();
	const until = Date.now() + 1;
	await breaks.run(() => {
		while (Date.now() < until);
	});
	await setTimeout(20);
	let turns = 0;
	const counting = setImmediate().then(() => turns++);
	for (let step = 0; step < 100; step++) await breaks.run(() => turns);
	expect(turns).toBe(0);
	await counting;
});
