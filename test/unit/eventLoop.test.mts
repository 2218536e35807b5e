import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';

import { inTurn } from '../../nodes/shared/eventLoop.js';

vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => void vi.useRealTimers());

const pass = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds);

test('work of 5 ms makes the next step wait a turn; short work and the time between steps do not', async () => {
	await inTurn(() => pass(5));
	await inTurn(() => pass(1));
	pass(20);
	let turns = 0;
	const counting = setImmediate().then(() => turns++);
	for (let step = 0; step < 100; step++) await inTurn(() => turns);
	expect(turns).toBe(0);
	await counting;
	await inTurn(() => pass(4));
	let isDone = false;
	const next = inTurn(() => (isDone = true));
	for (let step = 0; step < 100; step++) await null;
	expect(isDone).toBe(false);
	await next;
});
