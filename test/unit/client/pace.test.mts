import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ExecutionCancelled, RequestQueue } from '../../../nodes/shared/http/queue.js';
import { RateLimit } from '../../../nodes/shared/http/rateLimit.js';
import { runConcurrently } from '../../../nodes/shared/concurrency.js';
import { RateWindow } from './rateWindow.mjs';
import { VirtualClock } from '../shared/virtualClock.mjs';
import { fakeClient, type Scripted } from './fakeService.mjs';
import { RateLimitedService } from './rateLimitedService.mjs';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let clock: VirtualClock;

beforeEach(() => {
	clock = new VirtualClock();
	vi.spyOn(Date, 'now').mockImplementation(() => clock.now());
});

const request = { method: 'GET' as const, path: ['links'], subject: 'the list of links' };

/** One execution: a client with a gate of its own. Gives a function that sends so many requests. */
function execution(
	pace: RateLimit,
	answer: () => Promise<Scripted> | Scripted,
	{ concurrency = 10, signal }: { concurrency?: number; signal?: AbortSignal } = {},
) {
	const gate = new RequestQueue(concurrency, signal, clock);
	// The deadline of an answer is kept by the real clock, which knows nothing of this one's jumps.
	const client = fakeClient(answer, { gate, pace, patience: { timeout: Infinity } });
	return async (count: number, goesOn?: () => boolean) => {
		const send = async () => void (await client.request(request));
		await runConcurrently(count, concurrency, send, goesOn);
	};
}

/** 60 requests per two seconds, answered after 20 ms. */
function limitedService() {
	const limits = { perWindow: 60, window: 2 * SECOND, telling: 'seconds' as const };
	const service = new RateLimitedService(clock, { ...limits, latency: () => 20 });
	const refused = () => service.visits.filter((visit) => visit.refused).length;
	return { service, answer: async () => await service.answer(), refused };
}

const taken: Scripted = { status: 200, body: {} };

/** The pace of an account whose only request so far was refused: one may be in flight, then more. */
async function refusedOnce(): Promise<RateLimit> {
	const pace = new RateLimit(clock);
	const answers: Scripted[] = [{ status: 429, headers: { 'retry-after': '1' } }];
	await clock.run(execution(pace, () => answers.pop() ?? taken)(1));
	return pace;
}

function times<T>(count: number, make: (index: number) => T): T[] {
	return Array.from({ length: count }, (_, index) => make(index));
}

describe('executions of one account', () => {
	it.each([
		{ name: 'a rush of 20 x 27', executions: 20, each: 27, most: 1.2 },
		{ name: '4 x 75', executions: 4, each: 75, most: 1.15 },
	])('$name share a limit once they know it', async ({ executions, each, most }) => {
		const { service, answer, refused } = limitedService();
		const pace = new RateLimit(clock);
		const rush = async () =>
			await Promise.all(times(executions, async () => await execution(pace, answer)(each)));
		await clock.run(rush());
		await clock.run(clock.sleep(5 * SECOND));
		service.visits.length = 0;

		const start = clock.now();
		await clock.run(rush());
		const limit = (Math.ceil((executions * each) / 60) - 1) * 2 * SECOND;
		expect(clock.now() - start).toBeLessThanOrEqual(limit * most);
		expect(refused()).toBeLessThanOrEqual(service.visits.length * 0.05);
	});

	it('lose next to nothing to a Retry-After in whole seconds, and have one refused a window', async () => {
		const limit = { requests: 60, windowMs: 2 * SECOND };
		const rateWindow = new RateWindow(limit);
		let refused = 0;
		const answer = async (): Promise<Scripted> => {
			await clock.sleep(20);
			const headers = rateWindow.take(clock.now());
			if (!headers) return taken;
			refused += 1;
			return { status: 429, headers };
		};
		const pace = new RateLimit(clock);
		await clock.run(execution(pace, answer)(100));
		await clock.run(clock.sleep(5 * SECOND));
		refused = 0;

		const start = clock.now();
		await clock.run(Promise.all(times(20, async () => await execution(pace, answer)(27))));
		const windows = (20 * 27) / limit.requests - 1;
		expect(clock.now() - start).toBeLessThanOrEqual(windows * limit.windowMs * 1.05);
		expect(refused).toBe(windows);
	});

	it('do not wait for each other before the service has refused one', async () => {
		const pace = new RateLimit(clock);
		let underWay = 0;
		let most = 0;
		const answer = async () => {
			most = Math.max(most, ++underWay);
			await clock.sleep(100);
			underWay -= 1;
			return taken;
		};
		await clock.run(Promise.all(times(20, async () => await execution(pace, answer)(10))));
		expect(most).toBe(200);
	});

	it('take turns: 27 requests get their share beside an import of thousands', async () => {
		for (let after = 4 * SECOND; after < 6 * SECOND; after += 100) {
			clock = new VirtualClock();
			const { answer } = limitedService();
			const pace = new RateLimit(clock);
			let took = Infinity;
			const form = async () => {
				await clock.sleep(after);
				const start = clock.now();
				await execution(pace, answer)(27);
				took = clock.now() - start;
			};
			const whole = execution(pace, answer)(5000, () => took === Infinity);
			await clock.run(Promise.all([whole, form()]));
			const fairShare = 27 / (60 / 2 / 2 / SECOND);
			expect(took).toBeLessThanOrEqual(1.5 * fairShare);
		}
	});

	it('take turns whatever their size', async () => {
		const anySizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 12 });
		await fc.assert(
			fc.asyncProperty(anySizes, async (sizes) => {
				clock = new VirtualClock();
				const pace = await refusedOnce();
				const starts: number[] = [];
				const send = async (size: number, index: number) => {
					const answer = () => {
						starts.push(index);
						return taken;
					};
					await execution(pace, answer)(size);
				};
				await clock.run(Promise.all(sizes.map(send)));
				for (const [index, size] of sizes.entries()) {
					const fair = sizes.reduce((sum, other) => sum + Math.min(other, size + 1), 0);
					expect(starts.filter((start) => start === index)).toHaveLength(size);
					expect(starts.lastIndexOf(index)).toBeLessThan(fair);
				}
			}),
			{ numRuns: 50 },
		);
	});
});

describe('cancelling an execution', () => {
	it('frees its places at once, also that of a request that never ends', async () => {
		const pace = await refusedOnce();
		const controller = new AbortController();
		const never = async () => await new Promise<Scripted>(() => undefined);
		const stuck = execution(pace, never, { signal: controller.signal })(2);
		stuck.catch(() => undefined);
		await clock.run(clock.sleep(SECOND));
		let left = 20;
		const other = execution(pace, () => (left--, taken))(20);
		await clock.run(clock.sleep(10 * SECOND));
		expect(left).toBe(20);
		controller.abort();
		await clock.run(clock.sleep(0));
		expect(left).toBe(0);
		await other;
	});

	it('leaves nothing behind and loses nothing of the others, 200 times at random', async () => {
		const { service, answer } = limitedService();
		const pace = new RateLimit(clock);
		const outcomes = times(200, async (index) => {
			const controller = new AbortController();
			await clock.sleep((index * 7919) % (10 * SECOND));
			const run = execution(pace, answer, { signal: controller.signal })(1 + ((index * 31) % 40));
			if (index % 3 === 0) {
				void clock.sleep((index * 104_729) % (20 * SECOND)).then(() => controller.abort());
			}
			return await run.then(
				() => 'done',
				(error: unknown) => error,
			);
		});
		const ends = await clock.run(Promise.all(outcomes));
		for (const [index, end] of ends.entries()) {
			if (index % 3 !== 0 || end === 'done') expect(end).toBe('done');
			else expect(end).toBeInstanceOf(ExecutionCancelled);
		}
		expect(ends.filter((end) => end !== 'done').length).toBeGreaterThan(20);
		expect(service.visits.length).toBeGreaterThan(2000);

		await clock.run(clock.sleep(MINUTE));
		expect(pace.idleFor).toBeGreaterThanOrEqual(MINUTE);
	});
});
