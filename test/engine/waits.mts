import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, beforeEach, vi } from 'vitest';

import { systemClock } from '../../nodes/shared/clock.js';

/**
 * Lets the nodes' waits pass at once, by a clock that jumps ahead instead. The requests themselves take
 * their time. Gives the milliseconds that were waited in the current test.
 */
export function skipWaits(): () => number {
	const { now } = systemClock;
	let waited = 0;
	beforeEach(() => {
		waited = 0;
		vi.spyOn(systemClock, 'now').mockImplementation(() => now() + waited);
		vi.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds) => {
			waited += milliseconds;
			await turn();
		});
	});
	afterEach(() => void vi.restoreAllMocks());
	return () => waited;
}
