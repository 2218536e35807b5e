import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';

import { withinTime } from '../../../nodes/shared/deadline.js';

it('returns the result of a task that ends in time, and throws its error', async () => {
	expect(await withinTime(wait(20, 'done'), 1000)).toBe('done');
	await expect(withinTime(Promise.reject(new Error('broken')), 1000)).rejects.toThrow('broken');
});

it('returns undefined for a task that takes longer, and ignores its error', async () => {
	const task = wait(450).then(() => {
		throw new Error('late');
	});
	const start = performance.now();
	expect(await withinTime(task, 300)).toBeUndefined();
	expect(performance.now() - start).toBeGreaterThanOrEqual(299);
	await wait(200);
});

it('leaves no timers after its tasks', async () => {
	const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
	const before = timers();
	await Promise.all(Array.from({ length: 100 }, async () => await withinTime(wait(1), 60_000)));
	await wait(400);
	expect(timers() - before).toBeLessThan(50);
});
