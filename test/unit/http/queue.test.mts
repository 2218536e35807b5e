import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ExecutionCancelled, RequestQueue } from '../../../nodes/shared/http/queue.js';
import { QueuedRequest, RateLimit } from '../../../nodes/shared/http/rateLimit.js';
import { fakeClient, type Scripted } from '../client/fakeService.mjs';
import { VirtualClock } from '../shared/virtualClock.mjs';

const SECOND = 1000;

let clock: VirtualClock;
let rateLimit: RateLimit;

function startOver(): void {
	clock = new VirtualClock();
	rateLimit = new RateLimit(clock);
}

beforeEach(() => {
	startOver();
	vi.spyOn(Date, 'now').mockImplementation(() => clock.now());
});

const request = { method: 'GET' as const, path: ['links'], subject: 'the list of links' };
const taken: Scripted = { status: 200, body: {} };

function queued(maxWait = 300 * SECOND): QueuedRequest {
	return new QueuedRequest(rateLimit, maxWait);
}

function refusedWith(retryAfter: string): Scripted {
	return { status: 429, headers: { 'retry-after': retryAfter } };
}

it('requests go first come, first served, never more at once than Concurrency', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 }),
			fc.integer({ min: 1, max: 12 }),
			async (stays, concurrency) => {
				startOver();
				const queue = new RequestQueue(concurrency, undefined, clock);
				const entered: number[] = [];
				let inside = 0;
				const visit = async (stay: number, index: number) => {
					const mine = queued();
					expect(await queue.enter(mine)).toBeUndefined();
					entered.push(index);
					inside += 1;
					expect(inside).toBeLessThanOrEqual(concurrency);
					await clock.sleep(stay);
					inside -= 1;
					queue.taken(mine);
				};
				await clock.run(Promise.all(stays.map(visit)));
				expect(entered).toEqual(stays.map((_, index) => index));
			},
		),
		{ numRuns: 50 },
	);
});

describe('Max Wait', () => {
	it('is more than the holds that a request waits out together', async () => {
		const event = fc.record({
			after: fc.integer({ min: 0, max: 5000 }),
			late: fc.constantFrom(0, 100, 20_000),
			asked: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
		});
		const visitor = fc.record({
			at: fc.integer({ min: 0, max: 30_000 }),
			maxWait: fc.integer({ min: 0, max: 40_000 }),
		});
		const upToEight = { minLength: 1, maxLength: 8 };
		await fc.assert(
			fc.asyncProperty(
				fc.array(event, upToEight),
				fc.array(visitor, upToEight),
				async (events, visitors) => {
					startOver();
					const queue = new RequestQueue(100, undefined, clock);
					const told: number[] = [];
					const refuseAll = async () => {
						for (const { after, late, asked } of events) {
							await clock.sleep(after);
							const refused = queued(Infinity);
							await queue.enter(refused);
							if (late) await clock.sleep(late);
							if (asked !== undefined) told.push(clock.now() + asked);
							queue.refused(refused, asked);
						}
					};
					const visit = async ({ at, maxWait }: { at: number; maxWait: number }) => {
						await clock.sleep(at);
						const mine = queued(maxWait);
						const came = clock.now();
						const refusal = await queue.enter(mine);
						const waited = clock.now() - came;
						if (refusal) {
							expect(refusal.heldSoFar).toBeLessThanOrEqual(Math.min(waited, maxWait));
							expect(refusal.wait + refusal.heldSoFar).toBeGreaterThan(maxWait);
							expect(refusal.isAsked).toBe(told.includes(clock.now() + refusal.wait));
							return;
						}
						expect(mine.held).toBeLessThanOrEqual(Math.min(waited, maxWait));
						queue.taken(mine);
					};
					await clock.run(Promise.all([refuseAll(), ...visitors.map(visit)]));
				},
			),
			{ numRuns: 100 },
		);
	});

	it('counts each hold that kept a request waiting, also one that is made longer', async () => {
		const queue = new RequestQueue(3, undefined, clock);
		const refused = [queued(), queued(), queued()];
		const mine = queued(9000);
		const refuse = async () => {
			await Promise.all(refused.map(async (one) => await queue.enter(one)));
			for (const asked of [2000, 5000, 1000]) {
				const one = refused.shift();
				if (one) queue.refused(one, asked);
				await clock.sleep(1000);
			}
		};
		const visit = async () => {
			await clock.sleep(500);
			expect(await queue.enter(mine)).toBeUndefined();
			expect(mine.held).toBe(5500);
			queue.refused(mine, 3000);
			expect(await queue.enter(mine)).toBeUndefined();
			expect(mine.held).toBe(8500);
			queue.refused(mine, 600);
			expect(await queue.enter(mine)).toMatchObject({ heldSoFar: 8500, wait: 600 });
		};
		await clock.run(Promise.all([refuse(), visit()]));
	});

	it('that a 429 exceeds ends the requests of its execution within a second, and no others', async () => {
		let sent = 0;
		const refuse = () => {
			sent += 1;
			return refusedWith('400');
		};
		const client = fakeClient(refuse, {
			pace: rateLimit,
			gate: new RequestQueue(10, undefined, clock),
		});
		const start = clock.now();
		const errors = Array.from({ length: 30 }, async () => {
			return await client.request(request).catch((error: unknown) => error);
		});
		for (const [index, error] of (await clock.run(Promise.all(errors))).entries()) {
			const asked = index < 10 ? '400 seconds' : /(399|400) seconds/;
			expect(error).toMatchObject({
				httpCode: '429',
				message: expect.stringMatching(asked) as string,
				description: expect.stringContaining('300 seconds') as string,
			});
		}
		const another = fakeClient(() => taken, {
			pace: rateLimit,
			gate: new RequestQueue(10, undefined, clock),
		});
		expect(await clock.run(another.request(request))).toMatchObject({ status: 200 });
		expect(clock.now() - start).toBeLessThanOrEqual(SECOND);
		expect(sent).toBe(10);
	});
});

it('cancelling an execution ends all its requests within a second', async () => {
	const controller = new AbortController();
	const queue = new RequestQueue(2, controller.signal, clock);
	const clientOf = (answer: Scripted) => fakeClient(() => answer, { gate: queue, pace: rateLimit });
	const client = clientOf(refusedWith('100'));
	const faulty = clientOf({ status: 503, headers: { 'retry-after': '100' } });
	const endings: unknown[] = [];
	const waiting = Promise.all(
		[faulty, ...Array.from({ length: 20 }, () => client)].map(async (one) => {
			endings.push(await one.request(request).catch((error: unknown) => error));
		}),
	);
	const start = clock.now();
	const cancel = async () => {
		await clock.sleep(5 * SECOND);
		expect(endings).toEqual([]);
		controller.abort();
	};
	await clock.run(Promise.all([waiting, cancel()]));
	expect(clock.now() - start).toBeLessThanOrEqual(6 * SECOND);
	expect(endings).toHaveLength(21);
	for (const ending of endings) expect(ending).toBeInstanceOf(ExecutionCancelled);
	await expect(client.request(request)).rejects.toBeInstanceOf(ExecutionCancelled);
});
