import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ExecutionCancelled, RequestQueue } from '../../../nodes/shared/http/queue.js';
import { backOff, RateLimit } from '../../../nodes/shared/http/rateLimit.js';
import { runConcurrently } from '../../../nodes/shared/concurrency.js';
import { fakeClient, type Scripted } from '../client/fakeService.mjs';
import { VirtualClock } from '../shared/virtualClock.mjs';
import { type Limits, RateLimitedService, type Telling } from './rateLimitedService.mjs';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let clock: VirtualClock;
let rateLimit: RateLimit;

function startOver(): void {
	clock = new VirtualClock();
	rateLimit = new RateLimit(clock);
}

beforeEach(() => {
	startOver();
	vi.spyOn(Date, 'now').mockImplementation(() => clock.now());
	vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

const request = { method: 'GET' as const, path: ['links'], subject: 'the list of links' };
const taken: Scripted = { status: 200, body: {} };

type Answer = () => Promise<Scripted> | Scripted;

/** An execution of the account: a function that sends so many requests, as many items do. */
function execution(
	answer: Answer,
	{ concurrency = 10, maxWait = 300 * SECOND, signal = new AbortController().signal } = {},
) {
	const gate = new RequestQueue(concurrency, signal, clock);
	const client = fakeClient(answer, { gate, pace: rateLimit, patience: { maxWait } });
	return async (count: number, goesOn?: () => boolean) => {
		const send = async () => void (await client.request(request));
		await runConcurrently(count, concurrency, send, goesOn);
	};
}

function times<T>(count: number, make: (index: number) => T): T[] {
	return Array.from({ length: count }, (_, index) => make(index));
}

function refusedBy({ visits }: RateLimitedService): number {
	return visits.filter(({ refused }) => refused).length;
}

/** How long it takes a client that knows the limit and is never refused. */
async function fastest(limits: Limits, count: number, concurrency: number): Promise<number> {
	const ideal = new VirtualClock();
	const service = new RateLimitedService(ideal, limits);
	const start = ideal.now();
	const send = async () => {
		for (let wait = service.untilNextPlace(); wait > 0; wait = service.untilNextPlace()) {
			await ideal.sleep(wait);
		}
		await service.answer();
	};
	await ideal.run(runConcurrently(count, concurrency, send));
	return ideal.now() - start;
}

describe('a service that allows 60 requests per minute', () => {
	const limits = { perWindow: 60, window: MINUTE, telling: 'seconds' } as const;

	it.each<[string, Telling, (index: number) => number]>([
		['all after 200 ms', 'seconds', () => 200],
		['all after 200 ms', 'date', () => 200],
		['quickly', 'seconds', () => 5],
		['after 50 to 1450 ms', 'seconds', (index) => 50 + ((index * 7919) % 1400)],
		['with stragglers', 'seconds', (index) => (index % 9 === 0 ? 4000 : 100)],
	])(
		'and answers %s takes 300 with few refusals, Retry-After as %s',
		async (_name, telling, latency) => {
			const service = new RateLimitedService(clock, { ...limits, telling, latency });
			const start = clock.now();
			await clock.run(execution(async () => await service.answer())(300));
			const ideal = await fastest({ ...limits, telling, latency }, 300, 10);
			expect(clock.now() - start).toBeLessThanOrEqual(ideal * 1.1);
			expect(service.visits.length).toBeLessThanOrEqual(330);
			expect(service.lateRefusals()).toEqual([]);
		},
	);

	it.each<Telling>(['nothing', 'zero'])(
		'takes 300, one request alone after each wait, when Retry-After tells %s',
		async (telling) => {
			const latency = (index: number) => 50 + ((index * 7919) % 700);
			const service = new RateLimitedService(clock, { ...limits, telling, latency });
			const start = clock.now();
			await clock.run(execution(async () => await service.answer())(300));
			const ideal = await fastest({ ...limits, telling, latency }, 300, 10);
			expect(clock.now() - start).toBeLessThanOrEqual(ideal * 2);
			expect(service.visits.length).toBeLessThanOrEqual(360);
			const probes = service.lateRefusals();
			for (const [index, probe] of probes.entries()) {
				const after = probes[index + 1];
				if (after) expect(after.start).toBeGreaterThanOrEqual(probe.end);
			}
		},
	);
});

it('any service that keeps its word takes everything, never more at once than Concurrency', async () => {
	const anyLimits = fc.record({
		perWindow: fc.integer({ min: 1, max: 80 }),
		window: fc.integer({ min: 1, max: 60 }).map((seconds) => seconds * SECOND),
		telling: fc.constantFrom<Telling>('seconds', 'date'),
		latencies: fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 7 }),
	});
	const upTo = (max: number) => fc.integer({ min: 1, max });
	await fc.assert(
		fc.asyncProperty(anyLimits, upTo(120), upTo(50), async (any, count, concurrency) => {
			startOver();
			const { latencies } = any;
			const limits = {
				...any,
				latency: (index: number) => latencies[index % latencies.length] ?? 0,
			};
			const service = new RateLimitedService(clock, limits);
			const answer = async () => await service.answer();
			const start = clock.now();
			await clock.run(execution(answer, { concurrency, maxWait: Infinity })(count));
			const took = clock.now() - start;

			expect(service.mostAtOnce).toBeLessThanOrEqual(concurrency);
			expect(service.visits.length - refusedBy(service)).toBe(count);
			const rounds = Math.ceil(count / Math.min(concurrency, limits.perWindow)) + 1;
			const windows = Math.ceil(count / limits.perWindow) + 1;
			const ideal = await fastest(limits, count, concurrency);
			expect(took).toBeLessThanOrEqual(
				2 * (ideal + rounds * Math.max(...latencies)) + windows * (limits.window + 2 * SECOND),
			);
		}),
		{ numRuns: 100 },
	);
});

describe('executions of one account', () => {
	it("wait together for the time that one execution's 429 gave, and then send one request alone", async () => {
		const starts: number[] = [];
		const answer = async (): Promise<Scripted> => {
			starts.push(clock.now());
			const isFirst = starts.length === 1;
			await clock.sleep(isFirst ? 10 : 300);
			return isFirst ? { status: 429, headers: { 'retry-after': '30' } } : taken;
		};
		const start = clock.now();
		const later = async () => {
			await clock.sleep(5 * SECOND);
			await execution(answer)(20);
		};
		await clock.run(Promise.all([execution(answer)(20), later()]));
		const end = start + 10 + 30 * SECOND;
		expect(starts).toHaveLength(41);
		expect(starts.filter((at) => at === start)).toHaveLength(10);
		expect(starts.filter((at) => at > start && at < end)).toEqual([]);
		expect(starts.filter((at) => at >= end && at < end + 300)).toHaveLength(1);
	});

	it.each([
		{ executions: 20, each: 27, perWindow: 100, window: 5, time: 1.25, refused: 0.1 },
		{ executions: 20, each: 27, perWindow: 60, window: 2, time: 1.2, refused: 0.15 },
		{ executions: 4, each: 75, perWindow: 60, window: 2, time: 1.15, refused: 0.15 },
	])(
		'share a limit that they know: $executions x $each, $perWindow per $window s',
		async ({ executions, each, perWindow, window, time, refused }) => {
			const service = new RateLimitedService(clock, {
				perWindow,
				window: window * SECOND,
				telling: 'seconds',
				latency: () => 20,
			});
			const answer = async () => await service.answer();
			const rush = async () =>
				await Promise.all(times(executions, async () => await execution(answer)(each)));
			await clock.run(rush());
			await clock.run(clock.sleep(window * SECOND));
			service.visits.length = 0;

			const start = clock.now();
			await clock.run(rush());
			const windows = Math.ceil((executions * each) / perWindow);
			expect(clock.now() - start).toBeLessThanOrEqual((windows - 1) * window * SECOND * time);
			expect(refusedBy(service)).toBeLessThanOrEqual(service.visits.length * refused);
		},
	);

	it('do not wait for each other before the first refusal, nor a minute after the last', async () => {
		const mostOf = async (executions: number) => {
			let inFlight = 0;
			let most = 0;
			const answer = async () => {
				most = Math.max(most, ++inFlight);
				await clock.sleep(100);
				inFlight -= 1;
				return taken;
			};
			await clock.run(Promise.all(times(executions, async () => await execution(answer)(50))));
			return most;
		};
		expect(await mostOf(20)).toBe(200);

		const answers: Scripted[] = [{ status: 429, headers: { 'retry-after': '1' } }];
		await clock.run(execution(() => answers.pop() ?? taken)(1));
		expect(await mostOf(20)).toBe(10);

		await clock.run(clock.sleep(MINUTE));
		expect(await mostOf(20)).toBe(200);
	});

	it('are served in turn: a form of 27 requests gets its share beside an import', async () => {
		const limits = { perWindow: 60, window: 2 * SECOND, telling: 'seconds' as const };
		const service = new RateLimitedService(clock, { ...limits, latency: () => 20 });
		const answer = async () => await service.answer();
		let took = Infinity;
		const form = async () => {
			await clock.sleep(5 * SECOND);
			const start = clock.now();
			await execution(answer)(27);
			took = clock.now() - start;
		};
		await clock.run(Promise.all([execution(answer)(5000, () => took === Infinity), form()]));
		const fairShare = 27 / (60 / 2 / 2 / SECOND);
		expect(took).toBeLessThanOrEqual(1.5 * fairShare);
	});
});

describe('a 429 without a time', () => {
	it.each<Record<string, string>>([{}, { 'retry-after': '0' }, { 'retry-after': 'soon' }])(
		'is followed by waits that double up to a minute: %j',
		async (headers) => {
			const starts: number[] = [];
			const refuse = (): Scripted => {
				starts.push(clock.now());
				return { status: 429, headers };
			};
			const sending = execution(refuse, { maxWait: 200 * SECOND })(1);
			const error = await clock.run(sending.catch((caught: unknown) => caught));
			const waits = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
			expect(waits).toEqual([750, 1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000, 45_000]);
			expect(error).toMatchObject({
				httpCode: '429',
				message:
					'The test service received too many requests before the request for the list of links (HTTP 429)',
				description: expect.stringMatching(
					/has waited 183 seconds, the next wait is 45 seconds, and/,
				) as string,
				failure: { cause: 'rate-limited' },
			});
			expect(error).not.toHaveProperty('failure.retryAfterMs');
		},
	);

	it('counts once for all requests that were in flight', async () => {
		const starts: number[] = [];
		const answer = async (): Promise<Scripted> => {
			const index = starts.push(clock.now());
			await clock.sleep(index * 10);
			return index <= 10 ? { status: 429 } : taken;
		};
		const start = clock.now();
		await clock.run(execution(answer)(10));
		expect((starts[10] ?? 0) - start).toBe(10 + 750);
	});
});

describe('backOff', () => {
	it('doubles from a second to a minute, with up to half taken off', () => {
		const anyRandom = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 2000 }), anyRandom, (attempt, random) => {
				const full = Math.min(MINUTE, SECOND * 2 ** (attempt - 1));
				const wait = backOff(attempt, () => random);
				expect(wait).toBeGreaterThanOrEqual(full / 2);
				expect(wait).toBeLessThanOrEqual(full);
			}),
		);
	});
});

describe('cancelling an execution', () => {
	it('frees its places in the account at once, also that of a request that never ends', async () => {
		const answers: Scripted[] = [{ status: 429, headers: { 'retry-after': '1' } }];
		await clock.run(execution(() => answers.pop() ?? taken)(1));
		const controller = new AbortController();
		const never = async () => await new Promise<Scripted>(() => undefined);
		const stuck = execution(never, { signal: controller.signal })(10);
		stuck.catch(() => undefined);
		let left = 20;
		const other = execution(() => (left--, taken))(20);
		await clock.run(clock.sleep(10 * SECOND));
		expect(left).toBe(20);
		controller.abort();
		await clock.run(clock.sleep(0));
		expect(left).toBe(0);
		await other;
	});

	it('leaves nothing behind and loses nothing of the others, 200 times', async () => {
		const limits = { perWindow: 60, window: 2 * SECOND, telling: 'seconds' as const };
		const service = new RateLimitedService(clock, { ...limits, latency: () => 20 });
		const answer = async () => await service.answer();
		const endings = times(200, async (index) => {
			const controller = new AbortController();
			await clock.sleep((index * 7919) % (10 * SECOND));
			const run = execution(answer, { signal: controller.signal })(1 + ((index * 31) % 40));
			if (index % 3 === 0) {
				void clock.sleep((index * 104_729) % (20 * SECOND)).then(() => controller.abort());
			}
			return await run.then(
				() => 'done',
				(error: unknown) => error,
			);
		});
		const ends = await clock.run(Promise.all(endings));
		for (const [index, end] of ends.entries()) {
			if (index % 3 !== 0 || end === 'done') expect(end).toBe('done');
			else expect(end).toBeInstanceOf(ExecutionCancelled);
		}
		expect(ends.filter((end) => end !== 'done').length).toBeGreaterThan(20);
		expect(service.visits.length).toBeGreaterThan(2000);

		await clock.run(clock.sleep(MINUTE));
		expect(rateLimit.idleFor).toBeGreaterThanOrEqual(MINUTE);
	});
});
