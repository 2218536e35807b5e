import { MINUTE, SECOND, systemClock } from '../clock';

/** A request may not wait as long as its account must. Times in milliseconds. */
export interface HeldTooLong {
	wait: number;
	/** Whether the service gave that time; without one, the node chooses. */
	isAsked: boolean;
}

/** One request on its way: how long it may wait for the service, and has. Times in milliseconds. */
export interface QueuedRequest {
	rateLimit: RateLimit;
	maxWait: number;
	held: number;
}

/** A request in line. */
export interface Waiting {
	request: QueuedRequest;
	/** The "Concurrency" of its execution. */
	concurrency: number;
	/** Returns false if the request has ended instead. */
	start(): boolean;
	end(why: HeldTooLong): void;
}

/** Requests of an account in flight before a service has accepted any. */
const AT_FIRST = 10;

/**
 * What an account's responses taught, for all executions of this process that use the account.
 *
 * Ten requests may be in flight at first, and one more for every four that were accepted at a stretch,
 * but always as many as the Concurrency of the next one's execution. After a refusal (429) nobody starts
 * until the hold is over. Then one request goes alone, and once it is accepted, others follow in the same
 * way, until as many were accepted as before the refusal. From then on they go one at a time, until a
 * minute has passed without a refusal.
 */
export class RateLimit {
	private line: Array<Waiting & { since: number }> = [];

	private inFlight = 0;

	private heldUntil = 0;

	/** Whether the service gave the time of the hold. */
	private isAsked = false;

	/** Ended in anything but a 429, at a stretch: since the last hold, or since nothing was to be sent. */
	private accepted = 0;

	/** The same up to the last hold: about as many as the service takes before it refuses. */
	private acceptedBefore = 0;

	private refusalsInARow = 0;

	/**
	 * Starts a request in its turn, or ends it if it may not wait so long. When a request that was
	 * started ends, either `taken` or `refused` must say so.
	 */
	join(waiting: Waiting): void {
		this.line.push({ ...waiting, since: systemClock.now() });
		this.startNext();
	}

	/** A request ended in anything but a 429. */
	taken(): void {
		if (this.holdLeft === 0) {
			this.accepted += 1;
			this.refusalsInARow = 0;
		}
		this.inFlight -= 1;
		this.startNext();
	}

	/**
	 * The service answered 429.
	 *
	 * @param asked milliseconds from now, as the service gave them; exponential back-off without a time
	 */
	refused(asked = 0): void {
		if (this.holdLeft === 0) this.refusalsInARow += 1;
		if (asked > 0) this.hold(asked, true);
		else if (this.holdLeft === 0) this.hold(backOff(this.refusalsInARow), false);
		this.inFlight -= 1;
		this.startNext();
	}

	private startNext(): void {
		const now = systemClock.now();
		this.line = this.line.filter((waiting) => !this.endsTooLong(waiting));
		for (let [next] = this.line; next && this.mayStart(next); [next] = this.line) {
			this.line.shift();
			next.request.held += now - next.since;
			if (next.start()) this.inFlight += 1;
		}
		// What comes later may find a new window of the service.
		if (this.inFlight === 0) this.accepted = 0;
	}

	private mayStart({ concurrency }: Waiting): boolean {
		const sinceHold = systemClock.now() - this.heldUntil;
		if (sinceHold < 0) return false;
		const isWithin = this.accepted > 0 && this.accepted + this.inFlight < this.acceptedBefore;
		const isAlone = sinceHold < MINUTE && !isWithin;
		const most = AT_FIRST + Math.max(this.accepted, this.acceptedBefore) / 4;
		return this.inFlight < (isAlone ? 1 : Math.max(concurrency, most));
	}

	private get holdLeft(): number {
		return Math.max(0, this.heldUntil - systemClock.now());
	}

	private hold(milliseconds: number, isAsked: boolean): void {
		if (milliseconds <= this.holdLeft) return;
		this.heldUntil = systemClock.now() + milliseconds;
		this.isAsked = isAsked;
		if (this.accepted > 0) this.acceptedBefore = this.accepted;
		this.accepted = 0;
		void this.startAfterHold();
	}

	/** A timer can end earlier than the time of day says. */
	private async startAfterHold(): Promise<void> {
		while (this.holdLeft > 0) await systemClock.sleep(this.holdLeft);
		this.startNext();
	}

	/** Ends a request that the hold would make wait for longer than its "Max Wait". */
	private endsTooLong({ request, since, end }: Waiting & { since: number }): boolean {
		const wait = this.holdLeft;
		const held = request.held + systemClock.now() - since;
		if (wait === 0 || held + wait <= request.maxWait) return false;
		request.held = held;
		end({ wait, isAsked: this.isAsked });
		return true;
	}
}

/** Exponential, from one second to a minute, with jitter; `attempt` counts from 1. Milliseconds. */
export function backOff(attempt: number): number {
	const full = Math.min(MINUTE, SECOND * 2 ** Math.min(attempt - 1, 10));
	return Math.round(full / 2 + (Math.random() * full) / 2);
}
