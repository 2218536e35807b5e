import { sleep } from 'n8n-workflow';

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
	waited: number;
}

/** A request in line. */
export interface Waiting {
	request: QueuedRequest;
	/** Whose request it is, and how many it has in flight. */
	execution: { readonly inFlight: number };
	/** Returns false if the request has ended instead. */
	start(): boolean;
	end(why: HeldTooLong): void;
}

type InLine = Waiting & { since: number };

type Execution = Waiting['execution'];

export type RequestEnd = 'accepted' | 'failed' | 'cancelled';

/** Requests of an account in flight before a service has accepted any. */
const AT_FIRST = 10;

/**
 * What an account's responses taught, for all executions of this process that use the account.
 *
 * Ten requests may be in flight at first, and later a quarter of those that were accepted at a stretch.
 * A failure halves what may be in flight. An execution may always have one, because nobody is to wait for
 * another's slow request. After a refusal (429) nobody starts until the hold is over. Then one request goes
 * alone, and once it is accepted, others follow, until as many were accepted as before the refusal. From
 * then on they go one at a time, until a minute has passed without a refusal. One that takes longer than a
 * second doesn't hold up the next.
 */
export class RateLimit {
	/** The requests in line by their executions: a form's few get their share beside an import's many. */
	private readonly lines = new Map<Execution, InLine[]>();

	private inFlight = 0;

	private lastStart = -Infinity;

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
		if (this.sinceHold < MINUTE) this.endTooLong();
		let next = this.nextExecution();
		while (next && this.mayStart(next)) {
			const line = this.lines.get(next) ?? [];
			const first = line.shift();
			if (first) this.start(first);
			this.lines.delete(next);
			if (line.length > 0) this.lines.set(next, line);
			next = this.nextExecution();
		}
		// What comes later may find a new window of the service.
		if (this.inFlight === 0 && this.lines.size === 0 && this.accepted > 0) {
			this.accepted = 0;
			this.most = AT_FIRST;
		}
	}

	/** The one with the fewest in flight, and of several the one that has waited for longest. */
	private nextExecution(): Execution | undefined {
		let next: Execution | undefined;
		for (const execution of this.lines.keys()) {
			if (!next || execution.inFlight < next.inFlight) next = execution;
		}
		return next;
	}

	private start({ request, since, start }: InLine): void {
		request.waited += systemClock.now() - since;
		if (!start()) return;
		this.inFlight += 1;
		this.lastStart = systemClock.now();
		if (this.isCareful) void this.goOnBeside();
	}

	private mayStart({ inFlight }: Execution): boolean {
		if (this.sinceHold < 0) return false;
		if (this.isCareful) {
			return this.inFlight === 0 || systemClock.now() - this.lastStart >= SECOND;
		}
		return inFlight === 0 || this.inFlight < Math.floor(this.most);
	}

	/** Whether the next request may be refused, as far as the last refusal tells. */
	private get isCareful(): boolean {
		if (this.sinceHold >= MINUTE) return false;
		const isAtLimit =
			this.acceptedBefore > 0 && this.accepted + this.inFlight >= this.acceptedBefore;
		return this.accepted === 0 || isAtLimit;
	}

	/** A request takes its own time, so tests don't wind this forward. */
	private async goOnBeside(): Promise<void> {
		await sleep(1.1 * SECOND);
		this.startNext();
	}

	/** Below 0 during a hold. */
	private get sinceHold(): number {
		return systemClock.now() - this.heldUntil;
	}

	private get holdLeft(): number {
		return Math.max(0, -this.sinceHold);
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

	/** Ends the requests that have waited for longer than their "Max Wait", or would after the hold. */
	private endTooLong(): void {
		const now = systemClock.now();
		const wait = Math.max(0, this.heldUntil - now);
		const isPatient = ({ request, since, end }: InLine) => {
			const waited = request.waited + now - since;
			if (waited + wait <= request.maxWait) return true;
			request.waited = waited;
			end({ wait, isAsked: this.isAsked });
			return false;
		};
		for (const [execution, line] of this.lines) {
			const patient = line.filter(isPatient);
			if (patient.length > 0) this.lines.set(execution, patient);
			else this.lines.delete(execution);
		}
	}
}

/** Exponential, from one second to a minute, with jitter; `attempt` counts from 1. Milliseconds. */
export function backOff(attempt: number): number {
	const full = Math.min(MINUTE, SECOND * 2 ** Math.min(attempt - 1, 10));
	return Math.round(full / 2 + (Math.random() * full) / 2);
}
