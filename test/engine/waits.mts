import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, beforeEach, vi } from 'vitest';

import { systemClock } from '../../nodes/shared/clock.js';

/** Turns of the event loop in which a request that was sent arrives, and its response. */
const TURNS_OF_A_REQUEST = 100;

/**
 * Lets the nodes' waits pass at once, by a clock that jumps ahead instead. Waits at the same time pass together, and
 * what is in flight arrives before. Returns the milliseconds that were waited in the current test.
 */
export function skipWaits(): () => number {
	const { now } = systemClock;
	let waited = 0;
	beforeEach(() => {
		waited = 0;
		vi.spyOn(systemClock, 'now').mockImplementation(() => now() + waited);
		vi.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds) => {
			const until = systemClock.now() + milliseconds;
			await turn();
			for (let turns = 0; turns < (milliseconds && TURNS_OF_A_REQUEST); turns++) await turn();
			waited = Math.max(waited, until - now());
		});
	});
	afterEach(() => void vi.restoreAllMocks());
	return () => waited;
}
