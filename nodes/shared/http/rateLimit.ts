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
	/** Whose request it is. */
	execution: object;
	/** Returns false if the request has ended instead. */
	start(): boolean;
	end(why: HeldTooLong): void;
}

type InLine = Waiting & { since: number };

export type RequestEnd = 'accepted' | 'failed' | 'cancelled';

/** Requests of an account in flight before a service has accepted any. */
const AT_FIRST = 10;

/**
 * What an account's responses taught, for all executions of this process that use the account.
 *
 * Ten requests may be in flight at first, and later a quarter of those that were accepted at a stretch.
 * A failure halves what may be in flight. After a refusal (429) nobody starts until the hold is over. Then
 * one request goes alone, and once it is accepted, others follow, until as many were accepted as before
 * the refusal. From then on they go one at a time, until a minute has passed without a refusal.
 */
export class RateLimit {
	/** The requests in line by their executions, which take turns: a form's few beside an import's many. */
	private readonly lines = new Map<object, InLine[]>();

	private inFlight = 0;

	private heldUntil = 0;

	/** Whether the service gave the time of the hold. */
	private isAsked = false;

	/** How many may be in flight. */
	private most = AT_FIRST;

	/** Accepted at a stretch: since the last hold or failure, or since nothing was to be sent. */
	private accepted = 0;

	/**
	 * The same up to the last hold: about as many as the service takes before it refuses. 0 if that isn't
	 * known, because another program had used up the limit.
	 */
	private acceptedBefore = 0;

	private refusalsInARow = 0;

	/** Starts a request in its turn, or ends it if it may not wait so long. One that starts must end. */
	join(waiting: Waiting): void {
		const line = this.lines.get(waiting.execution) ?? [];
		line.push({ ...waiting, since: systemClock.now() });
		this.lines.set(waiting.execution, line);
		this.startNext();
	}

	/** A request ended in anything but a 429. */
	ended(how: RequestEnd): void {
		if (how === 'failed') {
			this.most = Math.max(1, this.most / 2);
			this.accepted = 0;
		} else if (how === 'accepted' && this.holdLeft === 0) {
			this.accepted += 1;
			this.most = Math.max(this.most, this.accepted / 4);
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
		if (this.holdLeft > 0) this.endTooLong();
		for (const [execution, line] of this.lines) {
			if (!this.mayStart()) break;
			const next = line.shift();
			if (next) this.start(next);
			this.lines.delete(execution);
			if (line.length > 0) this.lines.set(execution, line);
		}
		// What comes later may find a new window of the service.
		if (this.inFlight === 0 && this.lines.size === 0 && this.accepted > 0) {
			this.accepted = 0;
			this.most = AT_FIRST;
		}
	}

	private start({ request, since, start }: InLine): void {
		request.held += systemClock.now() - since;
		if (start()) this.inFlight += 1;
	}

	private mayStart(): boolean {
		const sinceHold = systemClock.now() - this.heldUntil;
		if (sinceHold < 0) return false;
		const mayBeRefused =
			this.accepted === 0 ||
			(this.acceptedBefore > 0 && this.accepted + this.inFlight >= this.acceptedBefore);
		return this.inFlight < (sinceHold < MINUTE && mayBeRefused ? 1 : Math.floor(this.most));
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

	/** Ends the requests that the hold would make wait for longer than their "Max Wait". */
	private endTooLong(): void {
		for (const [execution, line] of this.lines) {
			const patient = line.filter((waiting) => !this.endsTooLong(waiting));
			if (patient.length > 0) this.lines.set(execution, patient);
			else this.lines.delete(execution);
		}
	}

	private endsTooLong({ request, since, end }: InLine): boolean {
		const wait = this.holdLeft;
		const held = request.held + systemClock.now() - since;
		if (held + wait <= request.maxWait) return false;
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
