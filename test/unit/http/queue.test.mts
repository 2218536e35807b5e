import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { systemClock } from '../../../nodes/shared/clock.js';
import { ExecutionCancelled, RequestQueue } from '../../../nodes/shared/http/queue.js';
import { type QueuedRequest, RateLimit } from '../../../nodes/shared/http/rateLimit.js';
import { fakeClient, type Scripted } from './fakeService.mjs';
import { VirtualClock } from '../shared/virtualClock.mjs';

const SECOND = 1000;

let clock: VirtualClock;
let rateLimit: RateLimit;

beforeEach(() => {
	clock = new VirtualClock();
	rateLimit = new RateLimit();
});

afterEach(() => void vi.restoreAllMocks());

const request = { method: 'GET' as const, path: ['links'], subject: 'the list of links' };
const taken: Scripted = { status: 200, body: {} };

function refusedWith(retryAfter: string): Scripted {
	return { status: 429, headers: { 'retry-after': retryAfter } };
}

function clientOf(answer: () => Scripted, queue = new RequestQueue(10)) {
	return fakeClient(answer, { queue, rateLimit });
}

describe('Max Wait', () => {
	it('ends the requests in line that may not wait so long, as soon as another one is refused', async () => {
		const queue = new RequestQueue(3);
		const requestFor = (seconds: number): QueuedRequest => ({
			...{ rateLimit, maxWait: seconds * SECOND, held: 0 },
		});
		const [refused, patient, other] = [requestFor(60), requestFor(60), requestFor(9)];
		const visit = async () => {
			await queue.enter(refused);
			queue.refused(refused, 8 * SECOND);
			const [first, second] = [queue.enter(patient), queue.enter(other)];
			await clock.sleep(8 * SECOND);
			// One goes alone.
			expect(await first).toBeUndefined();
			queue.refused(patient, 2 * SECOND);
			expect(await second).toEqual({ wait: 2 * SECOND, isAsked: true });
			expect(other.held).toBe(8 * SECOND);
		};
		await clock.run(visit());
	});

	it('that a 429 exceeds ends the requests of its execution within a second, and no others', async () => {
		let sent = 0;
		const client = clientOf(() => {
			sent += 1;
			return refusedWith('400');
		});
		const start = clock.now();
		const errors = Array.from({ length: 30 }, async () => {
			return await client.request(request).catch((error: unknown) => error);
		});
		for (const error of await clock.run(Promise.all(errors))) {
			expect(error).toMatchObject({
				httpCode: '429',
				message: expect.stringMatching(/(399|400) seconds/) as string,
				description: expect.stringContaining('300 seconds') as string,
			});
		}
		const another = clientOf(() => taken);
		expect(await clock.run(another.request(request))).toMatchObject({ status: 200 });
		expect(clock.now() - start).toBeLessThanOrEqual(SECOND);
		expect(sent).toBe(10);
	});
});

it.each([
	[10, ['first'], ['first', 'second']],
	[20, ['first', 'second'], ['first', 'second', 'third', 'fourth']],
])(
	'of %i that could leave together, a tenth leaves per turn, first come first served',
	async (concurrency, first, second) => {
		let nextTurn = () => {};
		vi.spyOn(systemClock, 'sleep').mockImplementation(async () => {
			await new Promise<void>((resolve) => (nextTurn = resolve));
		});
		const queue = new RequestQueue(concurrency);
		const left: string[] = [];
		for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) {
			void queue.enter({ rateLimit, maxWait: 0, held: 0 }).then(() => left.push(name));
		}
		await setImmediate();
		expect(left).toEqual(first);
		nextTurn();
		await setImmediate();
		expect(left).toEqual(second);
	},
);

it('a cancelled execution sends nothing more', async () => {
	const cancelled = clientOf(() => taken, new RequestQueue(10, AbortSignal.abort()));
	await expect(cancelled.request(request)).rejects.toBeInstanceOf(ExecutionCancelled);
});

it('a cancelled execution leaves the line of its account to the others', async () => {
	const controller = new AbortController();
	const answers = Array.from({ length: 10 }, () => refusedWith('2'));
	const answer = () => answers.pop() ?? taken;
	const cancelled = clientOf(answer, new RequestQueue(10, controller.signal));
	const ends = Array.from({ length: 10 }, async () => {
		await expect(cancelled.request(request)).rejects.toBeInstanceOf(ExecutionCancelled);
	});
	const others = async () => {
		await clock.sleep(SECOND);
		const client = clientOf(answer);
		const sent = Array.from({ length: 20 }, async () => await client.request(request));
		controller.abort();
		await Promise.all([...ends, ...sent]);
	};
	const start = clock.now();
	await clock.run(others());
	expect(clock.now() - start).toBe(2 * SECOND);
});
