import { type Clock, MINUTE, SECOND, systemClock } from '../clock';
import { Turns } from '../turns';

/** An execution that waits for its account's pace: its gate. */
export interface Waiting {
	/** Starts one of its requests; returns whether it has another one to start. */
	start(): boolean;
	/** Learns that the service asked to wait; returns whether it still has a request to start. */
	held(): boolean;
}

/** What an account sent from one moment on, until a refusal or the end of the period. */
interface Window {
	/** How many times the service had made the account wait by then. */
	holds: number;
	/** When the service took its first request, whose own window is open by then. */
	opened: number;
	started: number;
	taken: number;
	/** When the budget may be tried; absent until all that it allows has ended. */
	probeAt?: number;
	/** By how much the budget grows the next time it turns out to be too small. */
	step: number;
	startedBy: WeakMap<Waiting, number>;
}

/** One request on its way: how long it may wait for the service, and has. Times in milliseconds. */
export class QueuedRequest {
	held = 0;

	/** The one in which it was last started. */
	window?: Window;

	constructor(
		readonly pace: RateLimit,
		readonly maxWait: number,
	) {}

	/** How long it may still wait. */
	get left(): number {
		return Math.max(0, this.maxWait - this.held);
	}

	/** Spends what the service asks for before a retry, or what is left of it; returns how much. */
	spend(asked: number): number {
		const spent = Math.min(asked, this.left);
		this.held += spent;
		return spent;
	}
}

const SLICE = 50;

/** Requests in flight that an account may always have after a refusal that gave a time. */
const SAFE_WIDTH = 10;

/**
 * What an account's refusals (429) taught, for all executions of this process that use the account.
 *
 * It limits nobody until the first refusal. After that, all of them wait while the service asks for
 * it, and take turns: whoever has started the fewest requests in this window is next. It remembers how
 * many requests the service took in a window before it refused. At that number the next request goes
 * alone, as a probe, so that a limit costs one refusal per window and not a burst; if the probe is
 * taken, one more may follow, then two, four, and so on. In case the number is wrong, a refusal also
 * halves how many requests may be in flight, which every success raises a little. After a refusal that
 * gave no time, or that came before any success, it starts again at one.
 */
export class RateLimit {
	private readonly waiting = new Set<Waiting>();

	private readonly turns: Turns;

	private inFlight = 0;

	private width = Infinity;

	private budget = Infinity;

	/** How long a window lasts: a guess until the first refusal, then what the last one showed. */
	private period = MINUTE;

	private window = newWindow(0, 0);

	/** The one that the last refusal ended. */
	private refusedWindow?: Window;

	private refusalsInARow = 0;

	private heldUntil = 0;

	/** The latest time until which the service asked to wait. */
	private askedUntil = 0;

	private holdStarted = 0;

	/** Milliseconds of all holds before the last one. */
	private heldBefore = 0;

	private usedAt: number;

	private admitting = false;

	private sleeping = false;

	constructor(private readonly clock: Clock = systemClock) {
		this.turns = new Turns(clock);
		this.usedAt = clock.now();
	}

	/** Whether executions must take turns, because the service has refused a request. */
	get limits(): boolean {
		return this.window.holds > 0;
	}

	/** How much longer nobody may start. Milliseconds. */
	get holdLeft(): number {
		return Math.max(0, this.heldUntil - this.clock.now());
	}

	/** Whether the service asked for a hold that is as long. */
	get isHoldAsked(): boolean {
		return this.askedUntil === this.heldUntil;
	}

	/** How long the service has made the account wait so far. Milliseconds, growing with time. */
	get heldSoFar(): number {
		const until = Math.min(this.clock.now(), this.heldUntil);
		return this.heldBefore + until - this.holdStarted;
	}

	/** How long nobody has used the account; 0 while somebody does. Milliseconds. */
	get idleFor(): number {
		return this.inFlight + this.waiting.size > 0 ? 0 : this.clock.now() - this.usedAt;
	}

	/** Lets an execution start its requests in turn with the others. */
	join(execution: Waiting): void {
		this.waiting.add(execution);
		void this.admit();
	}

	withdraw(execution: Waiting): void {
		this.waiting.delete(execution);
	}

	/** A request starts; `taken`, `refused` or `left` must follow once. */
	begin(ticket: QueuedRequest, execution: Waiting): void {
		const window = this.currentWindow();
		this.usedAt = this.clock.now();
		if (window.started === 0) window.opened = this.usedAt;
		window.started += 1;
		window.startedBy.set(execution, 1 + (window.startedBy.get(execution) ?? 0));
		ticket.window = window;
		this.inFlight += 1;
	}

	/** The service took a request: it ended in anything but a 429. */
	taken(ticket: QueuedRequest): void {
		const { window } = ticket;
		if (window === this.refusedWindow) {
			this.budget += 1;
		} else if (window?.holds === this.window.holds) {
			this.refusalsInARow = 0;
			this.width += this.width < SAFE_WIDTH ? 1 : 1 / this.width;
			window.taken += 1;
			if (window.taken === 1) window.opened = this.clock.now();
			if (window.taken > this.budget) {
				this.budget += window.step;
				window.step *= 2;
			}
		}
		this.left();
	}

	/**
	 * The service answered 429: nobody starts until the time is over.
	 *
	 * @param asked milliseconds from now, as the service gave them; without a time, and when the
	 *   service refuses again and again however long it was given, exponential back-off
	 */
	refused({ window }: QueuedRequest, asked = 0): void {
		const first = window?.holds === this.window.holds;
		if (first) this.refusalsInARow += 1;
		if (asked > 0) this.askedUntil = Math.max(this.askedUntil, this.hold(asked));
		if (first && (asked <= 0 || this.refusalsInARow > 2)) this.hold(backOff(this.refusalsInARow));
		if (first) this.learn(asked > 0);
		for (const execution of this.waiting) {
			if (!execution.held()) this.withdraw(execution);
		}
		this.left();
	}

	/** A request ended, in whatever way. */
	left(): void {
		this.inFlight -= 1;
		this.usedAt = this.clock.now();
		void this.admit();
	}

	/** @returns until when, if nothing else holds it longer */
	private hold(milliseconds: number): number {
		const now = this.clock.now();
		if (now >= this.heldUntil) {
			this.heldBefore = this.heldSoFar;
			this.holdStarted = now;
		}
		const until = now + milliseconds;
		this.heldUntil = Math.max(this.heldUntil, until);
		return until;
	}

	/** Draws what can be drawn from a window that a refusal ended. */
	private learn(told: boolean): void {
		const { holds, opened, taken } = this.window;
		if (taken > 0) {
			this.budget = taken;
			this.period = told ? this.heldUntil - opened : Infinity;
		}
		const half = Math.min(this.width, this.inFlight) / 2;
		this.width = told && taken > 0 ? Math.max(SAFE_WIDTH, half) : 1;
		this.refusedWindow = this.window;
		this.window = newWindow(this.heldUntil, holds + 1);
	}

	private async admit(): Promise<void> {
		if (this.admitting) return;
		this.admitting = true;
		while (this.waiting.size > 0 && this.mayStart()) {
			await this.turns.next();
			const execution = this.mayStart() ? this.nextInTurn() : undefined;
			if (!execution) continue;
			this.waiting.delete(execution);
			if (execution.start()) this.waiting.add(execution);
		}
		this.admitting = false;
		void this.sleepOn();
	}

	/** Of several that started as few, the one that has waited longest. */
	private nextInTurn(): Waiting | undefined {
		let next: Waiting | undefined;
		let fewest = Infinity;
		for (const execution of this.waiting) {
			const started = this.window.startedBy.get(execution) ?? 0;
			if (started >= fewest) continue;
			next = execution;
			fewest = started;
		}
		return next;
	}

	private mayStart(): boolean {
		if (this.holdLeft > 0 || this.inFlight + 1 > this.width) return false;
		const window = this.currentWindow();
		if (window.started < this.budget) return true;
		if (this.inFlight > 0) return false;
		window.probeAt ??= this.timeForProbe(window);
		return this.clock.now() >= window.probeAt;
	}

	/**
	 * When a refusal costs least. Services give the time to wait in whole seconds, rounded up: asked
	 * half a second into a window of two, they say two, and half a second is lost. So a probe waits
	 * until the window is whole seconds old, unless it would then fall into its last second, where it
	 * could as well be the first request of the next.
	 */
	private timeForProbe({ opened }: Window): number {
		const now = this.clock.now();
		const whole = Math.ceil((now - opened) / SECOND) * SECOND;
		return whole + SECOND <= this.period ? opened + whole : now;
	}

	private currentWindow(): Window {
		const now = this.clock.now();
		const { opened, holds } = this.window;
		if (now >= opened + this.period) this.window = newWindow(now, holds);
		return this.window;
	}

	/** Sleeps, while somebody waits, until a hold or a window ends: nothing else would tell. */
	private async sleepOn(): Promise<void> {
		if (this.sleeping || this.untilTimeHelps() <= 0) return;
		this.sleeping = true;
		for (let left = this.untilTimeHelps(); left > 0; left = this.untilTimeHelps()) {
			await this.clock.sleep(Math.min(SLICE, left));
		}
		this.sleeping = false;
		void this.admit();
	}

	private untilTimeHelps(): number {
		if (this.waiting.size === 0) return 0;
		if (this.holdLeft > 0) return this.holdLeft;
		const { opened, started, probeAt = opened + this.period } = this.window;
		return started < this.budget ? 0 : probeAt - this.clock.now();
	}
}

function newWindow(opened: number, holds: number): Window {
	return { holds, opened, started: 0, taken: 0, step: 1, startedBy: new WeakMap() };
}

/** Exponential, from one second to a minute, with jitter; `attempt` counts from 1. Milliseconds. */
export function backOff(attempt: number, random: () => number = Math.random): number {
	const full = Math.min(MINUTE, SECOND * 2 ** Math.min(attempt - 1, 10));
	return full / 2 + (random() * full) / 2;
}
