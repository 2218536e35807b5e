import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ExecutionCancelled, RequestQueue } from '../../../nodes/shared/http/queue.js';
import { type QueuedRequest, RateLimit } from '../../../nodes/shared/http/rateLimit.js';
import { systemClock } from '../../../nodes/shared/clock.js';
import { runConcurrently } from '../../../nodes/shared/concurrency.js';
import { fakeClient, type Scripted } from './fakeClient.mjs';
import { VirtualClock } from '../shared/virtualClock.mjs';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let clock: VirtualClock;
let rateLimit: RateLimit;

function startOver(): void {
	clock = new VirtualClock();
	rateLimit = new RateLimit();
}

beforeEach(() => {
	startOver();
	vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => void vi.restoreAllMocks());

const request = { path: ['links'], subject: 'the list of links' };
const taken: Scripted = { status: 200 };
/** Takes any body. */
const whole = () => ({});

interface Execution {
	concurrency: number;
	maxWait: number;
	goesOn(): boolean;
}

/** Sends this many requests in one execution of the account, as many items do. */
async function execute(
	answer: () => Promise<Scripted> | Scripted,
	count: number,
	{ concurrency = 50, maxWait = 300 * SECOND, goesOn }: Partial<Execution> = {},
): Promise<void> {
	const queue = new RequestQueue(concurrency);
	const client = fakeClient(answer, { queue, rateLimit, maxWait });
	const send = async () => void (await client.request(request, whole));
	await runConcurrently(Array(count).keys(), concurrency, send, goesOn);
}

async function executeAtOnce(
	executions: number,
	answer: () => Promise<Scripted> | Scripted,
	each: number,
): Promise<void> {
	const all = Array.from({ length: executions }, async () => await execute(answer, each));
	await Promise.all(all);
}

/** The milliseconds that some work takes. */
async function timed(work: () => Promise<void>): Promise<number> {
	const start = clock.now();
	await clock.run(work());
	return clock.now() - start;
}

interface Limits {
	perWindow: number;
	/** Milliseconds, whole seconds. */
	window: number;
	/** Whether windows follow each other from the epoch. Otherwise, the first request opens a window. */
	isByClock?: boolean;
	/** Milliseconds until the response to the nth request. */
	latency(index: number): number;
}

/** Accepts a number of requests per window, and returns 429 beyond. It decides when a request arrives, and responds later. */
function limitedService({ perWindow, window: length, latency, isByClock = false }: Limits) {
	const seen = { requests: 0, refused: 0, most: 0, inFlight: 0 };
	let window = { opened: -Infinity, count: 0 };
	const answer = async (): Promise<Scripted> => {
		const now = clock.now();
		if (now >= window.opened + length) {
			window = { opened: isByClock ? now - (now % length) : now, count: 0 };
		}
		window.count += 1;
		const isRefused = window.count > perWindow;
		if (isRefused) seen.refused += 1;
		const left = Math.ceil((window.opened + length - now) / SECOND);
		seen.most = Math.max(seen.most, ++seen.inFlight);
		await clock.sleep(latency(seen.requests++));
		seen.inFlight -= 1;
		return isRefused ? { status: 429, headers: { 'retry-after': String(left) } } : taken;
	};
	return { seen, answer };
}

/** A service without a limit, which responds after 100 ms. */
const counting = () => limitedService({ perWindow: Infinity, window: SECOND, latency: () => 100 });

/** Refuses a request of the account, which then waits for a second. */
async function refuseOnce(): Promise<void> {
	const answers: Scripted[] = [{ status: 429, headers: { 'retry-after': '1' } }];
	await execute(() => answers.pop() ?? taken, 1);
}

it('any service with a rate limit accepts all requests in time, at most Concurrency at the same time', async () => {
	const anyLimits = fc.record({
		perWindow: fc.integer({ min: 1, max: 80 }),
		window: fc.integer({ min: 1, max: 60 }).map((seconds) => seconds * SECOND),
		isByClock: fc.boolean(),
		slowest: fc.integer({ min: 0, max: 3000 }),
	});
	const upTo = (max: number) => fc.integer({ min: 1, max });
	await fc.assert(
		fc.asyncProperty(anyLimits, upTo(120), upTo(50), async (any, count, concurrency) => {
			startOver();
			const { perWindow, window, slowest } = any;
			const latency = (index: number) => (index * 7919) % (slowest + 1);
			const { seen, answer } = limitedService({ ...any, latency });
			const execution = { concurrency, maxWait: Infinity };
			const took = await timed(async () => await execute(answer, count, execution));
			expect(seen.most).toBeLessThanOrEqual(concurrency);
			expect(seen.requests - seen.refused).toBe(count);
			const windows = Math.ceil(count / perWindow) + 1;
			const rounds = Math.ceil(count / Math.min(concurrency, perWindow, 5)) + windows;
			expect(took).toBeLessThanOrEqual(2 * rounds * slowest + 2 * windows * (window + 2 * SECOND));
		}),
		{ numRuns: 40 },
	);
});

describe('executions of one account', () => {
	it('wait the whole time, even if a timer ends too early', async () => {
		const early = async (ms: number) => await clock.sleep(ms * 0.9);
		vi.spyOn(systemClock, 'sleep').mockImplementation(early);
		expect(await timed(refuseOnce)).toBeGreaterThanOrEqual(SECOND);
	});

	it.each([
		{ executions: 20, each: 27, perWindow: 100, window: 5, time: 1.1, refused: [0.07, 0.01] },
		{ executions: 4, each: 75, perWindow: 60, window: 2, time: 1.2, refused: [0.09, 0.02] },
	])(
		'share a limit, new or known: $executions x $each, $perWindow per $window s',
		async ({ executions, each, perWindow, window, time, refused }) => {
			for (const most of refused) {
				const limits = { perWindow, window: window * SECOND, latency: () => 20 };
				const { seen, answer } = limitedService(limits);
				const took = await timed(async () => await executeAtOnce(executions, answer, each));
				const windows = Math.ceil((executions * each) / perWindow) - 1;
				expect(took).toBeLessThanOrEqual(windows * window * SECOND * time);
				expect(seen.refused / seen.requests).toBeLessThanOrEqual(most);
				await clock.run(clock.sleep(window * SECOND));
			}
		},
	);

	it('start with ten requests, and then allow a quarter of those accepted without a refusal', async () => {
		const { seen, answer } = counting();
		await clock.run(execute(answer, 40));
		expect(seen.most).toBe(10);
		await clock.run(execute(answer, 80));
		expect(seen.most).toBe(15);
		await clock.run(executeAtOnce(20, answer, 100));
		expect(seen.most).toBe(397);
	});

	it('halve the requests in flight at each failure, down to one', async () => {
		const { seen, answer } = counting();
		const fail = async () => ({ ...(await answer()), status: 503 });
		await clock.run(execute(fail, 108).catch(() => undefined));
		expect(seen.most).toBe(10);
		seen.most = 0;
		await clock.run(execute(answer, 7));
		expect(seen.most).toBe(1);
		await clock.run(execute(answer, 200));
		expect(seen.most).toBe(37);
	});

	it('may have one request in flight each, even if others wait for slow responses', async () => {
		const { seen, answer } = limitedService({
			perWindow: Infinity,
			window: SECOND,
			latency: (index) => (index < 20 ? 50 * SECOND : 100),
		});
		const fail = async () => ({ ...(await counting().answer()), status: 503 });
		await clock.run(execute(fail, 27).catch(() => undefined));
		const trickling = executeAtOnce(10, answer, 2);
		const healthy = async () => {
			await clock.sleep(SECOND);
			expect(seen.inFlight).toBe(10);
			const start = clock.now();
			await execute(() => taken, 1);
			expect(clock.now() - start).toBe(0);
		};
		await clock.run(Promise.all([trickling, healthy()]));
		expect(seen.most).toBe(10);
	});

	it('start those with the fewest in flight first', async () => {
		const started: string[] = [];
		const by = (name: string) => async () => {
			started.push(name);
			await clock.sleep(100 * started.length);
			return taken;
		};
		const later = async () => {
			await clock.sleep(50);
			await execute(by('form'), 6);
		};
		await clock.run(Promise.all([execute(by('import'), 30), later()]));
		const alone = Array.from({ length: 10 }, () => 'import');
		// Then five of each are in flight.
		const others = ['form', 'form', 'form', 'form', 'form', 'import'];
		expect(started.slice(0, 16)).toEqual([...alone, ...others]);
	});

	it('start in the order in which they waited, if they have the same number in flight', async () => {
		const started: string[] = [];
		const by = (name: string) => async () => {
			started.push(name);
			await clock.sleep(1000 + 10 * started.length);
			return taken;
		};
		const all = ['first', 'second', 'third'].map(async (name) => await execute(by(name), 10));
		await clock.run(Promise.all(all));
		const shared = ['second', 'third', 'second', 'third', 'second', 'third'];
		// After ten of the first, and one of each other.
		expect(started.slice(12, 18)).toEqual(shared);
	});

	it('wait for the longest time that several refusals ask for', async () => {
		const waits = ['30', '1'];
		const answer = async (): Promise<Scripted> => {
			const wait = waits.shift();
			// The one that asks for less comes later.
			await clock.sleep(wait === '30' ? 100 : 200);
			return wait === undefined ? taken : { status: 429, headers: { 'retry-after': wait } };
		};
		const took = await timed(async () => await executeAtOnce(2, answer, 1));
		expect(took).toBeGreaterThan(30 * SECOND);
		expect(took).toBeLessThan(31 * SECOND);
	});

	it('do not slow down after a refusal before anything was accepted', async () => {
		await clock.run(refuseOnce());
		const { seen, answer } = counting();
		await clock.run(execute(answer, 20));
		expect(seen.most).toBe(10);
	});

	it('after a refusal send one request, then up to the number accepted before it, then one at a time for a minute', async () => {
		const inFlightAtStart: number[] = [];
		let inFlight = 0;
		const answer = async (): Promise<Scripted> => {
			const number = inFlightAtStart.push(++inFlight);
			const isRefused = number > 6 && number <= 10;
			// Each refusal comes later than the one before, and so extends the hold.
			await clock.sleep(isRefused ? 100 + number : 100);
			inFlight -= 1;
			return isRefused ? { status: 429, headers: { 'retry-after': '1' } } : taken;
		};
		const later = async () => {
			await clock.sleep(500);
			await executeAtOnce(10, answer, 1);
		};
		await clock.run(Promise.all([executeAtOnce(10, answer, 1), later()]));
		expect(inFlightAtStart.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
		expect(inFlightAtStart.slice(10)).toEqual([1, 1, 2, 3, 4, 5, 1, 1, 1, 1, 1, 1, 1, 1]);

		await clock.run(clock.sleep(MINUTE));
		const { seen, answer: counted } = counting();
		await clock.run(execute(counted, 20));
		expect(seen.most).toBe(10);
	});

	it('take turns: a form of 27 requests gets its share during an import', async () => {
		const limits = { perWindow: 60, window: 2 * SECOND, latency: () => 20 };
		const { answer } = limitedService(limits);
		let took = Infinity;
		const form = async () => {
			await clock.sleep(5 * SECOND);
			const start = clock.now();
			await execute(answer, 27);
			took = clock.now() - start;
		};
		const goesOn = () => took === Infinity;
		await clock.run(Promise.all([execute(answer, 5000, { goesOn }), form()]));
		expect(took).toBeLessThanOrEqual(2.7 * SECOND);
	});
});

describe('a 429 without a time', () => {
	it.each<Record<string, string>>([{}, { 'retry-after': '0' }, { 'retry-after': 'soon' }])(
		'starts waits that double up to a minute: %j',
		async (headers) => {
			const starts: number[] = [];
			const refuse = (): Scripted => {
				starts.push(clock.now());
				return { status: 429, headers };
			};
			const sending = execute(refuse, 1, { maxWait: 200 * SECOND });
			const error = await clock.run(sending.catch((caught: unknown) => caught));
			const waits = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
			expect(waits).toEqual([750, 1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000, 45_000]);
			expect(error).toMatchObject({
				httpCode: '429',
				message:
					"The link management service received too many requests, so the request for the list of links wasn't carried out (HTTP 429)",
				description: expect.stringMatching(
					/waited 183 seconds, and the next wait would be 45 seconds\. /,
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
			return index <= 11 ? { status: 429 } : taken;
		};
		const start = clock.now();
		await clock.run(execute(answer, 10));
		// The second hold is the second step of the back-off, not the eleventh.
		const second = 10 + 750 + 110 + 1500;
		expect(starts.slice(10, 12).map((time) => time - start)).toEqual([10 + 750, second]);
	});
});

function refusedWith(retryAfter: string): Scripted {
	return { status: 429, headers: { 'retry-after': retryAfter } };
}

it.each([
	[50, ['change 1', 'change 2', 'change 3', 'read 1', 'read 2']],
	// The one slot was free for the first.
	[1, ['read 1', 'change 1', 'change 2', 'change 3', 'read 2']],
])('changes go before reads, in their order, with %i slots', async (slots, order) => {
	const queue = new RequestQueue(slots);
	const requestOf = (isFirst = false): QueuedRequest => ({
		rateLimit,
		maxWait: MINUTE,
		waited: 0,
		isFirst,
	});
	const started: string[] = [];
	const send = async (name: string) => {
		const one = requestOf(name.startsWith('change'));
		await queue.enter(one);
		started.push(name);
		await clock.sleep(SECOND);
		queue.ended(one, 'accepted');
	};
	const held = requestOf();
	await queue.enter(held);
	queue.limited(held, SECOND);
	await clock.run(Promise.all(['read 1', 'change 1', 'read 2', 'change 2', 'change 3'].map(send)));
	expect(started).toEqual(order);
});

describe('Max Wait', () => {
	it('ends waiting requests as soon as a refusal asks for a longer wait', async () => {
		const queue = new RequestQueue(3);
		const requestFor = (seconds: number): QueuedRequest => ({
			rateLimit,
			maxWait: seconds * SECOND,
			waited: 0,
		});
		const [refused, patient, other] = [requestFor(60), requestFor(60), requestFor(9)];
		const visit = async () => {
			await queue.enter(refused);
			queue.limited(refused, 8 * SECOND);
			const [first, second] = [queue.enter(patient), queue.enter(other)];
			await clock.sleep(8 * SECOND);
			// One goes alone.
			expect(await first).toBeUndefined();
			queue.limited(patient, 2 * SECOND);
			expect(await second).toEqual({ wait: 2 * SECOND, isFromService: true });
			expect(other.waited).toBe(8 * SECOND);
		};
		await clock.run(visit());
	});

	it('shorter than the wait after a 429 ends the requests of its execution within a second, and no others', async () => {
		let sent = 0;
		const refuse = () => {
			sent += 1;
			return refusedWith('400');
		};
		const client = fakeClient(refuse, { rateLimit });
		const start = clock.now();
		const errors = Array.from({ length: 30 }, async () => {
			return await client.request(request, whole).catch((error: unknown) => error);
		});
		for (const error of await clock.run(Promise.all(errors))) {
			expect(error).toMatchObject({
				httpCode: '429',
				message: expect.stringMatching(/(399|400) seconds/) as string,
				description: expect.stringContaining('300 seconds') as string,
			});
		}
		const another = fakeClient(() => taken, { rateLimit });
		expect(await clock.run(another.request(request, whole))).toEqual({});
		expect(clock.now() - start).toBeLessThanOrEqual(SECOND);
		// What waited for a turn of the event loop is not sent either.
		expect(sent).toBe(1);
	});
});

it.each([
	[10, ['first'], ['first', 'second']],
	[20, ['first', 'second'], ['first', 'second', 'third', 'fourth']],
])(
	'a tenth of %i requests that may start together is sent per turn of the event loop, in order',
	async (concurrency, first, second) => {
		let nextTurn = () => {};
		vi.spyOn(systemClock, 'sleep').mockImplementation(async () => {
			await new Promise<void>((resolve) => (nextTurn = resolve));
		});
		const queue = new RequestQueue(concurrency);
		const left: string[] = [];
		for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) {
			void queue.enter({ rateLimit, maxWait: 0, waited: 0 }).then(() => left.push(name));
		}
		await setImmediate();
		expect(left).toEqual(first);
		nextTurn();
		await setImmediate();
		expect(left).toEqual(second);
	},
);

it('a cancelled execution no longer delays other executions of its account', async () => {
	const controller = new AbortController();
	const answers = Array.from({ length: 10 }, () => refusedWith('2'));
	const answer = () => answers.pop() ?? taken;
	const queue = new RequestQueue(10, controller.signal);
	const cancelled = fakeClient(answer, { queue, rateLimit });
	const ends = Array.from({ length: 10 }, async () => {
		await expect(cancelled.request(request, whole)).rejects.toBeInstanceOf(ExecutionCancelled);
	});
	const others = async () => {
		await clock.sleep(SECOND);
		const client = fakeClient(answer, { rateLimit });
		const sent = Array.from({ length: 20 }, async () => await client.request(request, whole));
		controller.abort();
		await Promise.all([...ends, ...sent]);
	};
	const start = clock.now();
	await clock.run(others());
	expect(clock.now() - start).toBe(2 * SECOND);
});

it('sends nothing for an agent that calls its tool after the execution was canceled', async () => {
	let sent = 0;
	const answer = () => ({ ...taken, sent: ++sent });
	const client = fakeClient(answer, { queue: new RequestQueue(1, AbortSignal.abort()) });
	await expect(client.request(request, whole)).rejects.toBeInstanceOf(ExecutionCancelled);
	expect(sent).toBe(0);
});
