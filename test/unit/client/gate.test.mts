import fc from 'fast-check';
import { NodeApiError } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ExecutionCancelled, RequestQueue } from '../../../nodes/shared/http/queue.js';
import { backOff, RateLimit, QueuedRequest } from '../../../nodes/shared/http/rateLimit.js';
import { runConcurrently } from '../../../nodes/shared/concurrency.js';
import { fakeClient, type Scripted } from './fakeService.mjs';
import { type Limits, RateLimitedService, type Telling } from './rateLimitedService.mjs';
import { VirtualClock } from '../shared/virtualClock.mjs';

const SECOND = 1000;

let clock: VirtualClock;

let pace: RateLimit;

function startOver(): void {
	clock = new VirtualClock();
	pace = new RateLimit(clock);
}

beforeEach(() => {
	startOver();
	vi.spyOn(Date, 'now').mockImplementation(() => clock.now());
});

afterEach(() => {
	vi.restoreAllMocks();
});

const request = { method: 'GET' as const, path: ['links'], subject: 'the list of links' };

/** A ticket that may be held back for as long as the interface's default. */
function ticket(maxWait = 300 * SECOND): QueuedRequest {
	return new QueuedRequest(pace, maxWait);
}

/** Numbers between 0 and 1 in a fixed order, for the jitter: a failing case fails again. */
function repeatableRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/** How long it takes a client that knows the limit and is never refused. */
async function fastest(
	limits: Limits,
	{ count, concurrency, startAt }: { count: number; concurrency: number; startAt: number },
): Promise<number> {
	const ideal = new VirtualClock();
	if (startAt > 0) await ideal.run(ideal.sleep(startAt));
	const service = new RateLimitedService(ideal, limits);
	const start = ideal.now();
	await ideal.run(
		runConcurrently(count, concurrency, async () => {
			for (let wait = service.untilNextPlace(); wait > 0; wait = service.untilNextPlace()) {
				await ideal.sleep(wait);
			}
			await service.answer();
		}),
	);
	return ideal.now() - start;
}

/** Sends so many requests through one gate, as the items of an execution do. */
async function sendAll(
	limits: Limits,
	{ count = 300, concurrency = 10, maxWait = 300 * SECOND, startAt = 0 } = {},
) {
	vi.spyOn(Math, 'random').mockImplementation(repeatableRandom(count + startAt));
	if (startAt > 0) await clock.run(clock.sleep(startAt));
	const ideal = await fastest(limits, { count, concurrency, startAt });
	const service = new RateLimitedService(clock, limits);
	const gate = new RequestQueue(concurrency, undefined, clock);
	const client = fakeClient(async () => await service.answer(), {
		gate,
		pace,
		patience: { maxWait },
	});
	const start = clock.now();
	await clock.run(
		runConcurrently(count, concurrency, async () => {
			expect((await client.request(request)).status).toBe(200);
		}),
	);
	return { service, took: clock.now() - start, ideal, sent: service.visits.length };
}

describe('the gate and a service that takes 60 requests a minute', () => {
	const latencies: Array<[string, (index: number) => number]> = [
		['all the same', () => 200],
		['quick', () => 5],
		['mixed', (index) => 50 + ((index * 7919) % 1400)],
		['with stragglers', (index) => (index % 9 === 0 ? 4000 : 100)],
	];
	const starts = [0, 20 * SECOND, 58 * SECOND];
	const cases = latencies.flatMap(([name, latency]) =>
		starts.map((startAt) => ({ name, startAt, latency })),
	);

	it.each(cases)(
		'takes 300 with one burst of refusals a window: latency $name, from $startAt ms into it',
		async ({ latency, startAt }) => {
			for (const telling of ['seconds', 'date'] satisfies Telling[]) {
				startOver();
				const run = await sendAll(
					{ perWindow: 60, window: 60 * SECOND, telling, latency },
					{ startAt },
				);
				expect(run.service.mostAtOnce).toBeLessThanOrEqual(10);
				expect(run.sent).toBeLessThanOrEqual(330);
				expect(run.service.lateRefusals()).toEqual([]);
				expect(run.took).toBeLessThanOrEqual(run.ideal * 1.1);
			}
		},
	);

	it.each<Telling>(['nothing', 'zero'])(
		'takes 300 when its refusals tell of the time: %s',
		async (telling) => {
			const run = await sendAll({
				perWindow: 60,
				window: 60 * SECOND,
				telling,
				latency: (index) => 50 + ((index * 7919) % 700),
			});
			expect(run.sent).toBeLessThanOrEqual(360);
			expect(run.took).toBeLessThanOrEqual(run.ideal * 2);
			const probes = run.service.lateRefusals();
			for (const [index, probe] of probes.entries()) {
				const after = probes[index + 1];
				if (after) expect(after.start).toBeGreaterThanOrEqual(probe.end);
			}
		},
	);
});

describe('the gate', () => {
	it('takes everything from any service that keeps its word, never more at once than allowed', async () => {
		const anyLimits = fc.record({
			perWindow: fc.integer({ min: 1, max: 80 }),
			window: fc.integer({ min: 1, max: 60 }).map((seconds) => seconds * SECOND),
			telling: fc.constantFrom<Telling>('seconds', 'date'),
			latencies: fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 7 }),
		});
		await fc.assert(
			fc.asyncProperty(
				anyLimits,
				fc.integer({ min: 1, max: 120 }),
				fc.integer({ min: 1, max: 50 }),
				fc.integer({ min: 0, max: 60_000 }),
				async ({ latencies, ...limits }, count, concurrency, startAt) => {
					startOver();
					const latency = (index: number) => latencies[index % latencies.length] ?? 0;
					const run = await sendAll(
						{ ...limits, latency },
						{ count, concurrency, startAt, maxWait: Infinity },
					);
					expect(run.service.mostAtOnce).toBeLessThanOrEqual(concurrency);
					expect(run.service.visits.filter(({ refused }) => !refused)).toHaveLength(count);
					const slowest = Math.max(...latencies);
					const rounds = Math.ceil(count / Math.min(concurrency, limits.perWindow)) + 1;
					const windows = Math.ceil(count / limits.perWindow) + 1;
					expect(run.took).toBeLessThanOrEqual(
						2 * (run.ideal + rounds * slowest) + windows * (limits.window + 2 * SECOND),
					);
				},
			),
			{ numRuns: 150 },
		);
	});

	it('lets requests in first come, first served, never more at once than allowed', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 }),
				fc.integer({ min: 1, max: 12 }),
				async (stays, concurrency) => {
					startOver();
					const gate = new RequestQueue(concurrency, undefined, clock);
					const entered: number[] = [];
					let inside = 0;
					const visit = async (stay: number, index: number) => {
						const mine = ticket();
						expect(await gate.enter(mine)).toBeUndefined();
						entered.push(index);
						inside += 1;
						expect(inside).toBeLessThanOrEqual(concurrency);
						await clock.sleep(stay);
						inside -= 1;
						gate.taken(mine);
					};
					await clock.run(Promise.all(stays.map(visit)));
					expect(entered).toEqual(stays.map((_, index) => index));
				},
			),
			{ numRuns: 50 },
		);
	});

	it('starts nothing while the service asks to wait, however many lanes there are', async () => {
		const starts: number[] = [];
		const client = fakeClient(
			async () => {
				starts.push(clock.now());
				const first = starts.length === 1;
				await clock.sleep(first ? 10 : 300);
				return first
					? { status: 429, headers: { 'retry-after': '30' } }
					: { status: 200, body: {} };
			},
			{ pace, gate: new RequestQueue(5, undefined, clock) },
		);
		const start = clock.now();
		await clock.run(runConcurrently(40, 5, async () => void (await client.request(request))));
		const early = starts.filter((at) => at > start && at < start + 10 + 30 * SECOND);
		expect(starts.filter((at) => at === start)).toHaveLength(5);
		expect(early).toEqual([]);
		expect(starts).toHaveLength(41);
	});

	it('asks ever more slowly when the service refuses after every wait', async () => {
		for (const headers of [{ 'retry-after': '1' }, { 'retry-after': '0' }, {}]) {
			const starts: number[] = [];
			const refuse = (): Scripted => {
				starts.push(clock.now());
				return { status: 429, headers };
			};
			const gate = new RequestQueue(10, undefined, clock);
			const client = fakeClient(refuse, { gate, pace, patience: { maxWait: 600 * SECOND } });
			const error = await clock.run(client.request(request).catch((caught: unknown) => caught));
			expect(error).toMatchObject({ httpCode: '429' });
			const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
			expect(gaps.length).toBeGreaterThan(5);
			expect(gaps.length).toBeLessThan(25);
			const growing = gaps.filter((gap) => gap < 30 * SECOND).slice(2);
			expect(growing).toEqual([...growing].sort((a, b) => a - b));
			expect(gaps.at(-1)).toBeGreaterThanOrEqual(15 * SECOND);
		}
	});

	it('refuses at once, with the time that was asked for, what "Max Wait" does not allow', async () => {
		const refuse = (): Scripted => ({ status: 429, headers: { 'retry-after': '400' } });
		const client = fakeClient(refuse, { pace, gate: new RequestQueue(10, undefined, clock) });
		const start = clock.now();
		const errors = await clock.run(
			Promise.all(
				Array.from({ length: 30 }, async () =>
					client.request(request).then(
						() => undefined,
						(error: unknown) => error,
					),
				),
			),
		);
		expect(clock.now()).toBe(start);
		for (const error of errors) {
			expect(error).toBeInstanceOf(NodeApiError);
			expect(error).toMatchObject({ httpCode: '429' });
			expect((error as NodeApiError).message).toContain('400 seconds');
			expect((error as NodeApiError).description).toContain('300 seconds');
		}
	});

	it.each<Record<string, string>>([{}, { 'retry-after': '0' }, { 'retry-after': 'soon' }])(
		'claims no time that the service did not give: %j',
		async (headers) => {
			const client = fakeClient(() => ({ status: 429, headers }), {
				pace,
				gate: new RequestQueue(1, undefined, clock),
				patience: { maxWait: 0 },
			});
			const error = await clock.run(client.request(request).catch((caught: unknown) => caught));
			expect(error).toMatchObject({
				message:
					'The test service received too many requests before the request for the list of links (HTTP 429)',
				description: expect.stringContaining('the next wait is 1 second,') as string,
				failure: { cause: 'rate-limited' },
			});
			expect((error as NodeApiError).failure).not.toHaveProperty('retryAfterMs');
		},
	);

	it('never holds a request back for longer than its ticket allows', async () => {
		const event = fc.record({
			after: fc.integer({ min: 0, max: 5000 }),
			late: fc.constantFrom(0, 100, 20_000),
			asked: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
		});
		await fc.assert(
			fc.asyncProperty(
				fc.array(event, { minLength: 1, maxLength: 8 }),
				fc.array(
					fc.record({
						at: fc.integer({ min: 0, max: 30_000 }),
						maxWait: fc.integer({ min: 0, max: 40_000 }),
					}),
					{ minLength: 1, maxLength: 8 },
				),
				async (events, visitors) => {
					startOver();
					const gate = new RequestQueue(100, undefined, clock);
					const told: number[] = [];
					const refuseAll = async () => {
						for (const { after, late, asked } of events) {
							await clock.sleep(after);
							const refused = ticket(Infinity);
							await gate.enter(refused);
							if (late) await clock.sleep(late);
							if (asked !== undefined) told.push(clock.now() + asked);
							gate.refused(refused, asked);
						}
					};
					const visit = async ({ at, maxWait }: { at: number; maxWait: number }) => {
						await clock.sleep(at);
						const mine = ticket(maxWait);
						const came = clock.now();
						const refusal = await gate.enter(mine);
						const waited = clock.now() - came;
						if (refusal) {
							expect(refusal.heldSoFar).toBeLessThanOrEqual(Math.min(waited, maxWait));
							expect(refusal.wait + refusal.heldSoFar).toBeGreaterThan(maxWait);
							expect(refusal.isAsked).toBe(told.includes(clock.now() + refusal.wait));
							return;
						}
						expect(mine.held).toBeLessThanOrEqual(Math.min(waited, maxWait));
						gate.taken(mine);
					};
					await clock.run(Promise.all([refuseAll(), ...visitors.map(visit)]));
				},
			),
			{ numRuns: 100 },
		);
	});

	it('adds up how long each hold kept a request waiting, also one that is made longer', async () => {
		const gate = new RequestQueue(3, undefined, clock);
		const refused = [ticket(), ticket(), ticket()];
		const mine = ticket(9000);
		const refuse = async () => {
			await Promise.all(refused.map(async (one) => await gate.enter(one)));
			for (const asked of [2000, 5000, 1000]) {
				const one = refused.shift();
				if (one) gate.refused(one, asked);
				await clock.sleep(1000);
			}
		};
		const visit = async () => {
			await clock.sleep(500);
			expect(await gate.enter(mine)).toBeUndefined();
			expect(mine.held).toBe(5500);
			gate.refused(mine, 3000);
			expect(await gate.enter(mine)).toBeUndefined();
			expect(mine.held).toBe(8500);
			gate.refused(mine, 600);
			expect(await gate.enter(mine)).toMatchObject({ heldSoFar: 8500 });
		};
		await clock.run(Promise.all([refuse(), visit()]));
	});

	it('lets go of everybody at once when the execution is cancelled', async () => {
		const controller = new AbortController();
		const gate = new RequestQueue(2, controller.signal, clock);
		const client = fakeClient(() => ({ status: 429, headers: { 'retry-after': '100' } }), {
			gate,
			pace,
		});
		const faulty = fakeClient(() => ({ status: 503, headers: { 'retry-after': '100' } }), {
			gate,
			pace,
		});
		const outcomes: unknown[] = [];
		const waiting = Promise.all(
			[faulty, ...Array.from({ length: 20 }, () => client)].map(async (one) => {
				outcomes.push(await one.request(request).catch((error: unknown) => error));
			}),
		);
		const start = clock.now();
		const cancel = async () => {
			await clock.sleep(5 * SECOND);
			expect(outcomes).toEqual([]);
			controller.abort();
		};
		await clock.run(Promise.all([waiting, cancel()]));
		expect(clock.now() - start).toBeLessThanOrEqual(6 * SECOND);
		expect(outcomes).toHaveLength(21);
		for (const outcome of outcomes) expect(outcome).toBeInstanceOf(ExecutionCancelled);
		await expect(client.request(request)).rejects.toBeInstanceOf(ExecutionCancelled);
	});
});

describe('backOff', () => {
	it('doubles from a second to a minute, with up to half taken off', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 2000 }),
				fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
				(attempt, random) => {
					const full = Math.min(60_000, 1000 * 2 ** (attempt - 1));
					const wait = backOff(attempt, () => random);
					expect(wait).toBeGreaterThanOrEqual(full / 2);
					expect(wait).toBeLessThanOrEqual(full);
				},
			),
		);
	});
});
