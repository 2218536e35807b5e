import { sleep } from 'n8n-workflow';

import { MINUTE, SECOND, systemClock } from '../clock';

/** Why a request ends: its account must wait longer than the request may. Times in milliseconds. */
export interface HeldTooLong {
	wait: number;
	/** Whether the service asked for this wait. Otherwise, the node chose it. */
	isFromService: boolean;
}

/** A request, with how long it may wait and has waited. Times in milliseconds. */
export interface QueuedRequest {
	rateLimit: RateLimit;
	maxWait: number;
	waited: number;
	/** It goes before the others of its execution: a change follows what was read for it. */
	isFirst?: boolean;
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

/** How many requests of an account may be in flight before the service has accepted any. */
const INITIAL_IN_FLIGHT = 10;

/**
 * How fast requests may be sent, for all executions of this process that use the same account.
 *
 * - At the start, ten requests may be in flight. As the service accepts them, this grows to a quarter of
 *   the requests accepted in a row. A failure halves it.
 * - An execution may always have one request in flight, so that it never waits for another's slow request.
 * - After a 429, nothing is sent until the hold is over. Then one request is sent alone. Once it is
 *   accepted, others follow, up to the number that was accepted before the 429. From then on, a request
 *   starts when the one before it has ended, or a second later, until a minute has passed without a 429.
 */
export class RateLimit {
	/** The waiting requests of each execution. They take turns, so a form doesn't wait for an import. */
	private readonly lines = new Map<Execution, InLine[]>();

	private inFlight = 0;

	private lastStart = -Infinity;

	private heldUntil = 0;

	/** Whether the service gave the time of the hold. */
	private isFromService = false;

	/** How many may be in flight. */
	private maxInFlight = INITIAL_IN_FLIGHT;

	/** How many requests were accepted since the last hold or failure, or since the account was idle. */
	private accepted = 0;

	/**
	 * How many were accepted before the last hold, which is about what the service allows at a time. 0 if
	 * that isn't known, because another program used up the limit.
	 */
	private acceptedBefore = 0;

	private limitedInARow = 0;

	/** Starts a request when it is its turn, or ends it if it may not wait that long. */
	join(waiting: Waiting): void {
		const line = this.lines.get(waiting.execution) ?? [];
		const entry = { ...waiting, since: systemClock.now() };
		addTo(line, entry);
		this.lines.set(waiting.execution, line);
		this.startNext();
	}

	/** Call it when a request that started has ended, except with a 429. */
	ended(how: RequestEnd): void {
		if (how === 'failed') {
			this.maxInFlight = Math.max(1, this.maxInFlight / 2);
			this.accepted = 0;
		} else if (how === 'accepted' && this.holdLeft === 0) {
			this.accepted += 1;
			this.maxInFlight = Math.max(this.maxInFlight, this.accepted / 4);
			this.limitedInARow = 0;
		}
		this.inFlight -= 1;
		this.startNext();
	}

	/**
	 * Call it when a request that started ended with a 429.
	 *
	 * @param retryAfter how long the service asks to wait, in milliseconds. Without it: exponential back-off.
	 */
	limited(retryAfter = 0): void {
		if (this.holdLeft === 0) this.limitedInARow += 1;
		if (retryAfter > 0) this.hold(retryAfter, true);
		else if (this.holdLeft === 0) this.hold(backOff(this.limitedInARow), false);
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
		// The account is idle. By the next request, the service may allow more again.
		if (this.inFlight === 0 && this.lines.size === 0 && this.accepted > 0) {
			this.accepted = 0;
			this.maxInFlight = INITIAL_IN_FLIGHT;
		}
	}

	/** The execution with the fewest requests in flight; if there are several, the one that waits longest. */
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
		return inFlight === 0 || this.inFlight < Math.floor(this.maxInFlight);
	}

	/** Whether the last 429 suggests that the next request may be refused. */
	private get isCareful(): boolean {
		if (this.sinceHold >= MINUTE) return false;
		const isAtLimit =
			this.acceptedBefore > 0 && this.accepted + this.inFlight >= this.acceptedBefore;
		return this.accepted === 0 || isAtLimit;
	}

	/** Lets the next request start if this one takes longer than a second. Tests don't fast-forward this. */
	private async goOnBeside(): Promise<void> {
		await sleep(1.1 * SECOND);
		this.startNext();
	}

	/** Milliseconds since the last hold ended; negative during a hold. */
	private get sinceHold(): number {
		return systemClock.now() - this.heldUntil;
	}

	private get holdLeft(): number {
		return Math.max(0, -this.sinceHold);
	}

	private hold(milliseconds: number, isFromService: boolean): void {
		if (milliseconds <= this.holdLeft) return;
		this.heldUntil = systemClock.now() + milliseconds;
		this.isFromService = isFromService;
		if (this.accepted > 0) this.acceptedBefore = this.accepted;
		this.accepted = 0;
		void this.startAfterHold();
	}

	/** Checks again, because a timer can end slightly before the clock says so. */
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
			end({ wait, isFromService: this.isFromService });
			return false;
		};
		for (const [execution, line] of this.lines) {
			const patient = line.filter(isPatient);
			if (patient.length > 0) this.lines.set(execution, patient);
			else this.lines.delete(execution);
		}
	}
}

/** Puts a waiting request at its place in a line: behind the others, or before those that aren't `isFirst`. */
export function addTo<W extends Waiting>(line: W[], waiting: W): void {
	const others = line.findIndex(({ request }) => !request.isFirst);
	if (waiting.request.isFirst && others >= 0) line.splice(others, 0, waiting);
	else line.push(waiting);
}

/** Exponential, from one second to a minute, with jitter; `attempt` counts from 1. Milliseconds. */
export function backOff(attempt: number): number {
	const full = Math.min(MINUTE, SECOND * 2 ** Math.min(attempt - 1, 10));
	return Math.round(full / 2 + (Math.random() * full) / 2);
}
