import { type Clock, systemClock } from '../clock';
import { Turns } from '../turns';
import type { QueuedRequest, Waiting } from './rateLimit';

/** A request may not be held back as long as its account is. Times in milliseconds. */
export interface HeldTooLong {
	wait: number;
	/** Whether the service gave that time; without one, the node chooses. */
	isAsked: boolean;
	heldSoFar: number;
}

/** Thrown to every waiting request when the execution is cancelled. */
export class ExecutionCancelled extends Error {
	constructor() {
		super('The execution was cancelled');
	}
}

interface Waiter {
	ticket: QueuedRequest;
	/** For how long its account had been held back when it came. */
	heldBefore: number;
	open(refusal?: HeldTooLong): void;
	cancel(error: ExecutionCancelled): void;
}

const SLICE = 250;

/**
 * The one gate through which all requests of an execution pass: at most `concurrency` in flight, first
 * come first served, at the pace of their account, until the execution is cancelled.
 */
export class RequestQueue implements Waiting {
	private readonly queue: Waiter[] = [];

	private readonly inFlight = new Set<QueuedRequest>();

	private readonly turns: Turns;

	private admitting = false;

	/** Until when the service asked this execution to wait, longer than "Max Wait" allows. */
	private closedUntil = 0;

	constructor(
		private readonly concurrency: number,
		private readonly signal?: AbortSignal,
		private readonly clock: Clock = systemClock,
	) {
		this.turns = new Turns(clock);
		signal?.addEventListener('abort', () => this.cancelAll(), { once: true });
	}

	/**
	 * Waits for a place. Whoever was let in must call `taken` or `refused` with the same ticket once.
	 *
	 * @returns nothing when let in; why not, when the hold would exceed the ticket's `maxWait`
	 * @throws ExecutionCancelled
	 */
	async enter(ticket: QueuedRequest): Promise<HeldTooLong | undefined> {
		if (this.signal?.aborted) throw new ExecutionCancelled();
		return await new Promise((open, cancel) => {
			const waiter = { ticket, heldBefore: ticket.pace.heldSoFar, open, cancel };
			if (this.outwaits(waiter)) return;
			this.queue.push(waiter);
			void this.admit();
		});
	}

	/** A request left with anything but a 429. */
	taken(ticket: QueuedRequest): void {
		if (!this.inFlight.delete(ticket)) return;
		ticket.pace.taken(ticket);
		void this.admit();
	}

	/**
	 * A request left with a 429 that asks for this time, in milliseconds, or for none. A time above "Max
	 * Wait" holds this execution alone: a server may mean something else by it, such as a Unix time.
	 */
	refused(ticket: QueuedRequest, asked = 0): void {
		if (!this.inFlight.delete(ticket)) return;
		const isTooLong = asked > ticket.maxWait;
		if (isTooLong) this.closedUntil = this.clock.now() + asked;
		ticket.pace.refused(ticket, isTooLong ? undefined : asked);
		void this.admit();
	}

	/** Waits outside the gate, for a retry; ends early, with ExecutionCancelled, on cancellation. */
	async pause(milliseconds: number): Promise<void> {
		const until = this.clock.now() + milliseconds;
		for (;;) {
			if (this.signal?.aborted) throw new ExecutionCancelled();
			const left = until - this.clock.now();
			if (left <= 0) return;
			await this.clock.sleep(Math.min(SLICE, left));
		}
	}

	start(): boolean {
		const waiter = this.mayStart() ? this.queue.shift() : undefined;
		if (waiter) {
			const { ticket } = waiter;
			ticket.held = heldSoFar(waiter);
			ticket.pace.begin(ticket, this);
			this.inFlight.add(ticket);
			waiter.open();
		}
		return this.mayStart();
	}

	held(): boolean {
		for (let index = this.queue.length - 1; index >= 0; index--) {
			const waiter = this.queue[index];
			if (waiter && this.outwaits(waiter)) this.queue.splice(index, 1);
		}
		return this.mayStart();
	}

	private mayStart(): boolean {
		return this.queue.length > 0 && this.inFlight.size < this.concurrency;
	}

	private async admit(): Promise<void> {
		if (this.admitting) return;
		this.admitting = true;
		while (this.mayStart()) {
			const pace = this.queue[0]?.ticket.pace;
			if (pace?.limits) {
				if (this.held()) pace.join(this);
				break;
			}
			await this.turns.next();
			if (this.queue[0]?.ticket.pace.limits === false) this.start();
		}
		this.admitting = false;
	}

	/** Turns away a waiter that is held for longer than its ticket allows. */
	private outwaits(waiter: Waiter): boolean {
		const { ticket, open } = waiter;
		const { holdLeft, isHoldAsked } = ticket.pace;
		const closed = this.closedUntil - this.clock.now();
		const wait = Math.max(closed, holdLeft);
		const held = heldSoFar(waiter);
		if (wait <= 0 || held + wait <= ticket.maxWait) return false;
		open({ wait, isAsked: closed >= holdLeft || isHoldAsked, heldSoFar: held });
		return true;
	}

	/** The account gets its places back at once, whatever becomes of the requests. */
	private cancelAll(): void {
		for (const { ticket, cancel } of this.queue.splice(0)) {
			ticket.pace.withdraw(this);
			cancel(new ExecutionCancelled());
		}
		for (const ticket of this.inFlight) ticket.pace.left();
		this.inFlight.clear();
	}
}

function heldSoFar({ ticket, heldBefore }: Waiter): number {
	return ticket.held + ticket.pace.heldSoFar - heldBefore;
}
