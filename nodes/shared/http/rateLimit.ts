import { type Clock, MINUTE, SECOND, systemClock } from '../clock';

/** A request may not wait as long as its account must. Times in milliseconds. */
export interface HeldTooLong {
	wait: number;
	/** Whether the service gave that time; without one, the node chooses. */
	isAsked: boolean;
	heldSoFar: number;
}

/** One request on its way: how long it may wait for the service, and does. Times in milliseconds. */
export class QueuedRequest {
	/** All its waits, with the whole of the one that it is in. */
	held = 0;

	startedAt = 0;

	constructor(
		readonly rateLimit: RateLimit,
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

/** A request in line. */
export interface Waiting {
	request: QueuedRequest;
	/** Returns false if the request ended instead. */
	start(): boolean;
	end(why: HeldTooLong): void;
}

/** The most requests of an account in flight while the service refuses it, and so refused per window. */
const WHILE_REFUSED = 10;

/**
 * What an account's refusals (429) taught, for all executions of this process that use the account.
 *
 * It limits nobody until the first refusal. Then all of them wait as long as the service asks, in one
 * line: first come, first served. After such a hold one request goes alone, and if the service takes
 * it, a few at a time. A minute without a refusal ends all that.
 */
export class RateLimit {
	private line: Waiting[] = [];

	private readonly inFlight = new Set<QueuedRequest>();

	private heldUntil = 0;

	/** Whether the service gave the time of the hold. */
	private isAsked = false;

	/** Whether the service took no request since the hold. */
	private isAlone = false;

	private refusalsInARow = 0;

	private usedAt: number;

	private isSleeping = false;

	constructor(private readonly clock: Clock = systemClock) {
		this.usedAt = clock.now();
	}

	/** How long nobody has used the account; 0 while somebody does. Milliseconds. */
	get idleFor(): number {
		return this.inFlight.size + this.line.length > 0 ? 0 : this.clock.now() - this.usedAt;
	}

	/**
	 * Starts a request in its turn, or ends it at once if it may not wait so long. When a request that
	 * was started ends, one of `taken`, `refused` and `leave` must say so.
	 */
	join(waiting: Waiting): void {
		if (this.endedFor(waiting, this.holdLeft)) return;
		this.line.push(waiting);
		this.startNext();
	}

	/** The service took a request: it ended in anything but a 429. */
	taken(request: QueuedRequest): void {
		if (this.isSinceHold(request)) {
			this.refusalsInARow = 0;
			this.isAlone = false;
		}
		this.leave(request);
	}

	/**
	 * The service answered 429: nobody starts until the time is over.
	 *
	 * @param asked milliseconds from now, as the service gave them; exponential back-off without a time
	 */
	refused(request: QueuedRequest, asked = 0): void {
		const isSinceHold = this.isSinceHold(request);
		if (isSinceHold) this.refusalsInARow += 1;
		if (asked > 0) this.hold(asked, true);
		else if (isSinceHold) this.hold(backOff(this.refusalsInARow), false);
		this.leave(request);
	}

	/** A request ended; in a cancelled execution, perhaps while it was still in line. */
	leave(request: QueuedRequest): void {
		if (!this.inFlight.delete(request)) {
			this.line = this.line.filter((waiting) => waiting.request !== request);
		}
		this.startNext();
	}

	private startNext(): void {
		this.usedAt = this.clock.now();
		while (this.mayStart()) {
			const next = this.line.shift();
			if (!next) return;
			next.request.startedAt = this.clock.now();
			if (next.start()) this.inFlight.add(next.request);
		}
		void this.sleepWhileHeld();
	}

	private mayStart(): boolean {
		const now = this.clock.now();
		if (now >= this.heldUntil + MINUTE) return true;
		return now >= this.heldUntil && this.inFlight.size < (this.isAlone ? 1 : WHILE_REFUSED);
	}

	private get holdLeft(): number {
		return Math.max(0, this.heldUntil - this.clock.now());
	}

	/** False for the stragglers of a burst whose first refusal began the last hold. */
	private isSinceHold({ startedAt }: QueuedRequest): boolean {
		return startedAt >= this.heldUntil;
	}

	private hold(milliseconds: number, isAsked: boolean): void {
		const longer = milliseconds - this.holdLeft;
		if (longer <= 0) return;
		this.heldUntil = this.clock.now() + milliseconds;
		this.isAsked = isAsked;
		this.isAlone = true;
		this.line = this.line.filter((waiting) => !this.endedFor(waiting, longer));
	}

	/** Makes a request wait longer; ends it and returns true if that exceeds its "Max Wait". */
	private endedFor({ request, end }: Waiting, longer: number): boolean {
		const held = request.held + longer;
		const isTooLong = held > request.maxWait;
		const wait = this.holdLeft;
		if (isTooLong) end({ wait, isAsked: this.isAsked, heldSoFar: held - wait });
		else request.held = held;
		return isTooLong;
	}

	/** Sleeps while somebody waits for the end of a hold: nothing else would tell. */
	private async sleepWhileHeld(): Promise<void> {
		if (this.isSleeping || this.line.length === 0 || this.holdLeft === 0) return;
		this.isSleeping = true;
		await this.clock.sleep(this.holdLeft);
		this.isSleeping = false;
		this.startNext();
	}
}

/** Exponential, from one second to a minute, with jitter; `attempt` counts from 1. Milliseconds. */
export function backOff(attempt: number, random: () => number = Math.random): number {
	const full = Math.min(MINUTE, SECOND * 2 ** Math.min(attempt - 1, 10));
	return Math.round(full / 2 + (random() * full) / 2);
}
