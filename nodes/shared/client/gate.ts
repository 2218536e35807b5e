import { type Clock, systemClock } from '../clock';
import { Turns } from '../turns';

/** A request may not be held back as long as the service asks. Times in milliseconds. */
export interface HeldTooLong {
	asked: number;
	heldSoFar: number;
}

/** Thrown to every waiting request when the execution is cancelled. */
export class ExecutionCancelled extends Error {
	constructor() {
		super('The execution was cancelled');
	}
}

/** One request's passage through the gate: how long 429 answers may hold it back, and have. */
export class Ticket {
	held = 0;

	/** The hold that was the last one when the request was let in. */
	afterHold = 0;

	constructor(readonly maxWait: number) {}
}

interface Waiter {
	ticket: Ticket;
	since: number;
	open(refusal?: HeldTooLong): void;
	cancel(error: ExecutionCancelled): void;
}

const SLICE = 250;

/**
 * The one gate through which all requests of an execution pass.
 *
 * It keeps at most `concurrency` requests in flight, first come first served, and holds all of them
 * back while the service asks for it (429). It remembers how many requests the service took before
 * it refused: at that number the next one goes alone, as a probe, so that a limit is met with one
 * refusal per window and not with a burst. After a refusal that gave no time, or that came before
 * any success, the width starts again at one and grows with every success.
 */
export class Gate {
	private readonly queue: Waiter[] = [];

	private readonly turns: Turns;

	private inFlight = 0;

	private width: number;

	private heldUntil = 0;

	private holdStarted = 0;

	private draining = false;

	private admitting = false;

	private holds = 0;

	private refusalsInARow = 0;

	private startedSinceHold = 0;

	private takenSinceHold = 0;

	private learnedBudget = Infinity;

	constructor(
		private readonly concurrency: number,
		private readonly signal?: AbortSignal,
		private readonly clock: Clock = systemClock,
	) {
		this.width = concurrency;
		this.turns = new Turns(clock);
		signal?.addEventListener('abort', () => this.cancelAll(), { once: true });
	}

	/**
	 * Waits for a place. Whoever was let in must call `taken` or `hold` with the same ticket once,
	 * and `leave` after that.
	 *
	 * @returns nothing when let in; why not, when the hold would exceed the ticket's `maxWait`
	 * @throws ExecutionCancelled
	 */
	async enter(ticket: Ticket): Promise<HeldTooLong | undefined> {
		if (this.signal?.aborted) throw new ExecutionCancelled();
		return await new Promise((open, cancel) => {
			const waiter = { ticket, since: this.clock.now(), open, cancel };
			if (this.outwaits(waiter)) return;
			this.queue.push(waiter);
			void this.admit();
		});
	}

	leave(): void {
		this.inFlight -= 1;
		void this.admit();
	}

	/** The service took a request: it ended in anything but a 429. */
	taken(ticket: Ticket): void {
		if (ticket.afterHold < this.holds) {
			// It was let in before the hold, and says nothing of what the service takes now.
			this.learnedBudget += ticket.afterHold === this.holds - 1 ? 1 : 0;
			return;
		}
		this.refusalsInARow = 0;
		this.takenSinceHold += 1;
		if (this.width < this.concurrency) this.width += 1;
		if (this.takenSinceHold > this.learnedBudget) this.learnedBudget *= 2;
	}

	/**
	 * The service answered 429: nobody starts until the time is over.
	 *
	 * @param asked milliseconds from now, as the service gave them; without a time, and when the
	 *   service refuses again and again however long it was given, exponential back-off
	 */
	hold(ticket: Ticket, asked?: number): void {
		const now = this.clock.now();
		const told = asked !== undefined && asked > 0;
		const first = ticket.afterHold === this.holds;
		if (now >= this.heldUntil) {
			for (const waiter of this.queue) this.countHeld(waiter);
			this.holdStarted = now;
		}
		if (first) {
			this.holds += 1;
			this.refusalsInARow += 1;
			if (this.takenSinceHold > 0) this.learnedBudget = this.takenSinceHold;
			this.width = told && this.takenSinceHold > 0 ? this.concurrency : 1;
			this.startedSinceHold = 0;
			this.takenSinceHold = 0;
		}
		if (told) this.heldUntil = Math.max(this.heldUntil, now + asked);
		if (first && (!told || this.refusalsInARow > 2)) {
			this.heldUntil = Math.max(this.heldUntil, now + backOff(this.refusalsInARow));
		}
		for (let index = this.queue.length - 1; index >= 0; index--) {
			const waiter = this.queue[index];
			if (waiter && this.outwaits(waiter)) this.queue.splice(index, 1);
		}
		void this.drain();
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

	private outwaits(waiter: Waiter): boolean {
		const remaining = this.heldUntil - this.clock.now();
		if (remaining <= 0) return false;
		const held = waiter.ticket.held + this.heldWhileQueued(waiter);
		if (held + remaining <= waiter.ticket.maxWait) return false;
		waiter.open({ asked: remaining, heldSoFar: held });
		return true;
	}

	private heldWhileQueued(waiter: Waiter): number {
		const until = Math.min(this.clock.now(), this.heldUntil);
		return Math.max(0, until - Math.max(waiter.since, this.holdStarted));
	}

	private countHeld(waiter: Waiter): void {
		waiter.ticket.held += this.heldWhileQueued(waiter);
		waiter.since = this.clock.now();
	}

	private async drain(): Promise<void> {
		if (this.draining) return;
		this.draining = true;
		for (;;) {
			const left = this.heldUntil - this.clock.now();
			if (left <= 0 || this.signal?.aborted) break;
			await this.clock.sleep(Math.min(SLICE, left));
		}
		this.draining = false;
		void this.admit();
	}

	private async admit(): Promise<void> {
		if (this.admitting) return;
		this.admitting = true;
		while (this.mayStart()) {
			await this.turns.next();
			const waiter = this.mayStart() ? this.queue.shift() : undefined;
			if (waiter) this.letIn(waiter);
		}
		this.admitting = false;
	}

	private letIn(waiter: Waiter): void {
		this.inFlight += 1;
		this.startedSinceHold += 1;
		this.countHeld(waiter);
		waiter.ticket.afterHold = this.holds;
		waiter.open();
	}

	private mayStart(): boolean {
		if (this.queue.length === 0 || this.clock.now() < this.heldUntil) return false;
		if (this.inFlight >= this.width) return false;
		return this.startedSinceHold < this.learnedBudget || this.inFlight === 0;
	}

	private cancelAll(): void {
		for (const waiter of this.queue.splice(0)) waiter.cancel(new ExecutionCancelled());
	}
}

/** Exponential, from one second to a minute, with jitter; `attempt` counts from 1. Milliseconds. */
export function backOff(attempt: number, random: () => number = Math.random): number {
	const full = Math.min(60_000, 1000 * 2 ** Math.min(attempt - 1, 10));
	return full / 2 + (random() * full) / 2;
}
