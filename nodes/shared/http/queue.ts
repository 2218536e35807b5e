import { systemClock } from '../clock';
import type { HeldTooLong, QueuedRequest, RequestEnd, Waiting } from './rateLimit';

/** Thrown to every waiting request when the execution is cancelled, or ends in the failure of an item. */
export class ExecutionCancelled extends Error {
	constructor() {
		super('The execution was cancelled');
	}
}

/** How often a pause looks whether the execution was cancelled. Milliseconds. */
const SLICE = 250;

/**
 * The requests of an execution. At most `concurrency` have a place, first come, first served: they stand
 * in the line of their account, or are in flight. Closing it ends all waits at once.
 */
export class RequestQueue {
	private readonly waiting: Waiting[] = [];

	private places: number;

	/** When the next request may leave. */
	private turn = Promise.resolve();

	private sent = 0;

	/** Nothing is sent any more. */
	private isClosed = false;

	/** What ends the waits once it is closed. */
	private readonly cancels = new Set<(error: ExecutionCancelled) => void>();

	/** Until when the service asked this execution to wait, longer than "Max Wait" allows. */
	private closedUntil = 0;

	constructor(
		readonly concurrency: number,
		signal?: AbortSignal,
	) {
		this.places = concurrency;
		if (signal?.aborted) this.close();
		signal?.addEventListener('abort', () => this.close());
	}

	/** Ends the execution: what waits isn't sent. What is in flight may still be answered. */
	close(): void {
		this.isClosed = true;
		for (const cancel of this.cancels) cancel(new ExecutionCancelled());
	}

	/**
	 * Waits until the request may be sent. If it may, `ended` or `refused` must follow once.
	 *
	 * @returns nothing if it may; why not, if it would wait for longer than its `maxWait`
	 * @throws ExecutionCancelled
	 */
	async enter(request: QueuedRequest): Promise<HeldTooLong | undefined> {
		this.endIfCancelled();
		const closed = this.closedFor(request);
		if (closed) return closed;
		const tooLong = await new Promise<HeldTooLong | undefined>((settle, cancel) => {
			const end = (why?: HeldTooLong) => {
				this.cancels.delete(cancel);
				settle(why);
			};
			const start = () => {
				const why = this.closedFor(request);
				end(why);
				return why === undefined && !this.isClosed;
			};
			this.cancels.add(cancel);
			this.waiting.push({ request, execution: this, start, end });
			this.givePlaces();
		});
		if (tooLong) {
			this.leave();
			return tooLong;
		}
		await this.nextTurn();
		if (this.isClosed) this.ended(request, 'cancelled');
		this.endIfCancelled();
		return undefined;
	}

	/** A request ended with anything but a 429. */
	ended(request: QueuedRequest, how: RequestEnd): void {
		request.rateLimit.ended(how);
		this.leave();
	}

	/**
	 * A request ended with a 429 that asks for this time, in milliseconds, or for none. A time above "Max
	 * Wait" closes this execution alone: a server may mean something else by it, such as a Unix time.
	 */
	refused(request: QueuedRequest, asked = 0): void {
		const isTooLong = asked > request.maxWait;
		if (isTooLong) this.closedUntil = systemClock.now() + asked;
		request.rateLimit.refused(isTooLong ? undefined : asked);
		this.leave();
	}

	/** Waits without a place, for a retry; ends early, with ExecutionCancelled, once it is closed. */
	async pause(milliseconds: number): Promise<void> {
		const until = systemClock.now() + milliseconds;
		for (;;) {
			this.endIfCancelled();
			const left = until - systemClock.now();
			if (left <= 0) return;
			await systemClock.sleep(Math.min(SLICE, left));
		}
	}

	/** @throws ExecutionCancelled; for work that sends nothing, too */
	endIfCancelled(): void {
		if (this.isClosed) throw new ExecutionCancelled();
	}

	/**
	 * Sends a tenth of Concurrency per turn of the event loop. Responses that arrive together would
	 * otherwise be followed by requests that leave together, so that n8n and the service wait for each other.
	 */
	private async nextTurn(): Promise<void> {
		const { turn } = this;
		this.sent += 1;
		const isLastOfTurn = this.sent % Math.ceil(this.concurrency / 10) === 0;
		if (isLastOfTurn) this.turn = turn.then(async () => await systemClock.sleep(0));
		await turn;
	}

	private leave(): void {
		this.places += 1;
		this.givePlaces();
	}

	private givePlaces(): void {
		while (this.places > 0) {
			const next = this.waiting.shift();
			if (!next) return;
			this.places -= 1;
			next.request.rateLimit.join(next);
		}
	}

	private closedFor({ maxWait, held }: QueuedRequest): HeldTooLong | undefined {
		const wait = this.closedUntil - systemClock.now();
		return wait > Math.max(0, maxWait - held) ? { wait, isAsked: true } : undefined;
	}
}
