import { systemClock } from '../clock';
import type { Failure } from './errors';
import {
	addTo,
	type HeldTooLong,
	type QueuedRequest,
	type RequestEnd,
	type Waiting,
} from './rateLimit';

/** Thrown to every waiting request when the execution is cancelled, or ends in the failure of an item. */
export class ExecutionCancelled extends Error {
	constructor() {
		super('The execution was cancelled');
	}
}

/** Why a request isn't sent: the account is on hold for too long, or an earlier request failed for all. */
export type NotSent = HeldTooLong | Failure;

/** How often a pause checks whether the execution was cancelled. Milliseconds. */
const SLICE = 250;

/**
 * The requests of an execution. At most `concurrency` have a slot, first come, first served: they stand in
 * the line of their account, or are in flight. Closing the queue ends all waits immediately.
 */
export class RequestQueue {
	private readonly waiting: Waiting[] = [];

	/** Requests that were sent and haven't ended. */
	inFlight = 0;

	private slots: number;

	/** When the next request may leave. */
	private turn = Promise.resolve();

	private sent = 0;

	/** Why the queue is closed. */
	private closed?: Failure | ExecutionCancelled;

	/** Ends all waits once the queue is closed. */
	private readonly ends = new Set<(why: Failure | ExecutionCancelled) => void>();

	/** Until when the service asked this execution to wait, longer than "Max Wait" allows. */
	private closedUntil = 0;

	constructor(
		readonly concurrency: number,
		signal?: AbortSignal,
	) {
		this.slots = concurrency;
		if (signal?.aborted) this.close();
		signal?.addEventListener('abort', () => this.close());
	}

	/**
	 * Ends the execution: what waits, or comes later, isn't sent. What is in flight may still be answered.
	 *
	 * @param why in what the requests end that aren't sent
	 */
	close(why: Failure | ExecutionCancelled = new ExecutionCancelled()): void {
		if (why instanceof ExecutionCancelled || !this.closed) this.closed = why;
		for (const end of this.ends) end(why);
	}

	/**
	 * Waits until the request may be sent. If it may, `ended` or `limited` must follow once.
	 *
	 * @returns nothing if it may; why not, if it would wait for longer than its `maxWait`, or after a failure for all
	 * @throws ExecutionCancelled
	 */
	async enter(request: QueuedRequest): Promise<NotSent | undefined> {
		this.endIfCancelled();
		const closed = this.closedFor(request);
		if (closed) return closed;
		const notSent = await new Promise<NotSent | undefined>((settle, reject) => {
			const end = this.untilClosed(settle, reject);
			const start = () => {
				const why = this.closed ?? this.closedFor(request);
				end(why);
				if (why) return false;
				this.inFlight += 1;
				return true;
			};
			const waiting = { request, execution: this, start, end };
			addTo(this.waiting, waiting);
			this.giveSlots();
		});
		if (notSent) {
			this.leave();
			return notSent;
		}
		await this.nextTurn();
		const why = this.closedFor(request);
		if (why ?? this.closed) this.ended(request, 'cancelled');
		this.endIfCancelled();
		return why;
	}

	/** A request ended with anything but a 429. */
	ended(request: QueuedRequest, how: RequestEnd): void {
		this.inFlight -= 1;
		request.rateLimit.ended(how);
		this.leave();
	}

	/**
	 * A request ended with a 429. `asked` is the wait it asks for, in milliseconds, or 0. A time above "Max
	 * Wait" closes only this execution, because it may be something else, such as a Unix time.
	 */
	limited(request: QueuedRequest, asked = 0): void {
		const isTooLong = asked > request.maxWait;
		if (isTooLong) this.closedUntil = systemClock.now() + asked;
		this.inFlight -= 1;
		request.rateLimit.limited(isTooLong ? undefined : asked);
		this.leave();
	}

	/** Waits without a slot, for a retry; ends early once it is closed, with ExecutionCancelled if that is why. */
	async pause(milliseconds: number): Promise<void> {
		const until = systemClock.now() + milliseconds;
		for (;;) {
			this.endIfCancelled();
			const left = until - systemClock.now();
			if (left <= 0 || this.closed) return;
			await systemClock.sleep(Math.min(SLICE, left));
		}
	}

	/** Waits for another execution; ends early once this one is closed, with ExecutionCancelled if that is why. */
	async waitFor(other: Promise<unknown>): Promise<void> {
		this.endIfCancelled();
		await new Promise<unknown>((settle, reject) => {
			const end = this.untilClosed(settle, reject);
			void other.finally(() => end());
		});
	}

	/** Ends a wait, which closing does too: with a reason or without, or with ExecutionCancelled as its error. */
	private untilClosed(
		settle: (why?: NotSent) => void,
		reject: (error: ExecutionCancelled) => void,
	): (why?: NotSent | ExecutionCancelled) => void {
		const end = (why?: NotSent | ExecutionCancelled) => {
			this.ends.delete(end);
			if (why instanceof ExecutionCancelled) reject(why);
			else settle(why);
		};
		this.ends.add(end);
		return end;
	}

	/** @throws ExecutionCancelled; for work that sends nothing, too */
	endIfCancelled(): void {
		if (this.closed instanceof ExecutionCancelled) throw this.closed;
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
		this.slots += 1;
		this.giveSlots();
	}

	private giveSlots(): void {
		while (this.slots > 0) {
			const next = this.waiting.shift();
			if (!next) return;
			this.slots -= 1;
			next.request.rateLimit.join(next);
		}
	}

	private closedFor({ maxWait, waited }: QueuedRequest): NotSent | undefined {
		if (this.closed && !(this.closed instanceof ExecutionCancelled)) return this.closed;
		const wait = this.closedUntil - systemClock.now();
		return wait > Math.max(0, maxWait - waited) ? { wait, isFromService: true } : undefined;
	}
}
