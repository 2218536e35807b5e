import { type Clock, systemClock } from '../clock';
import type { HeldTooLong, QueuedRequest, Waiting } from './rateLimit';

/** Thrown to every waiting request when the execution is cancelled. */
export class ExecutionCancelled extends Error {
	constructor() {
		super('The execution was cancelled');
	}
}

interface Cancellable extends Waiting {
	cancel(error: ExecutionCancelled): void;
}

/** How often a pause looks whether the execution was cancelled. Milliseconds. */
const SLICE = 250;

/**
 * The requests of an execution. At most `concurrency` have a place, first come, first served: they stand
 * in the line of their account, or are in flight. Cancelling ends all waits at once.
 */
export class RequestQueue {
	private readonly waiting: Cancellable[] = [];

	private readonly placed = new Map<QueuedRequest, Cancellable>();

	/** Until when the service asked this execution to wait, longer than "Max Wait" allows. */
	private closedUntil = 0;

	constructor(
		private readonly concurrency: number,
		private readonly signal?: AbortSignal,
		private readonly clock: Clock = systemClock,
	) {
		signal?.addEventListener('abort', () => this.cancelAll(), { once: true });
	}

	/**
	 * Waits until the request may be sent. If it may, `taken` or `refused` must follow once.
	 *
	 * @returns nothing if it may; why not, if it would wait for longer than its `maxWait`
	 * @throws ExecutionCancelled
	 */
	async enter(request: QueuedRequest): Promise<HeldTooLong | undefined> {
		if (this.signal?.aborted) throw new ExecutionCancelled();
		const tooLong =
			this.closedFor(request) ??
			(await new Promise<HeldTooLong | undefined>((end, cancel) => {
				const start = () => {
					const closed = this.closedFor(request);
					end(closed);
					return closed === undefined;
				};
				this.waiting.push({ request, start, end, cancel });
				this.givePlaces();
			}));
		if (tooLong) this.leave(request);
		return tooLong;
	}

	/** A request ended with anything but a 429. */
	taken(request: QueuedRequest): void {
		if (!this.placed.has(request)) return;
		request.rateLimit.taken(request);
		this.leave(request);
	}

	/**
	 * A request ended with a 429 that asks for this time, in milliseconds, or for none. A time above "Max
	 * Wait" closes this execution alone: a server may mean something else by it, such as a Unix time.
	 */
	refused(request: QueuedRequest, asked = 0): void {
		if (!this.placed.has(request)) return;
		const isTooLong = asked > request.maxWait;
		if (isTooLong) this.closedUntil = this.clock.now() + asked;
		request.rateLimit.refused(request, isTooLong ? undefined : asked);
		this.leave(request);
	}

	/** Waits without a place, for a retry; ends early, with ExecutionCancelled, on cancellation. */
	async pause(milliseconds: number): Promise<void> {
		const until = this.clock.now() + milliseconds;
		for (;;) {
			if (this.signal?.aborted) throw new ExecutionCancelled();
			const left = until - this.clock.now();
			if (left <= 0) return;
			await this.clock.sleep(Math.min(SLICE, left));
		}
	}

	private leave(request: QueuedRequest): void {
		this.placed.delete(request);
		this.givePlaces();
	}

	private givePlaces(): void {
		while (this.placed.size < this.concurrency) {
			const next = this.waiting.shift();
			if (!next) return;
			this.placed.set(next.request, next);
			next.request.rateLimit.join(next);
		}
	}

	private closedFor({ left, held }: QueuedRequest): HeldTooLong | undefined {
		const wait = this.closedUntil - this.clock.now();
		return wait > left ? { wait, isAsked: true, heldSoFar: held } : undefined;
	}

	/** The account gets its places back at once, whatever becomes of the requests. */
	private cancelAll(): void {
		const placed = [...this.placed.values()];
		this.placed.clear();
		for (const { cancel } of [...placed, ...this.waiting.splice(0)])
			cancel(new ExecutionCancelled());
		for (const { request } of placed) request.rateLimit.leave(request);
	}
}
