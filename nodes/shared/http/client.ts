import type { IN8nHttpFullResponse, NodeApiError } from 'n8n-workflow';

import { SECOND, systemClock } from '../clock';
import { withinTime } from '../deadline';
import { seconds, TRY_AGAIN } from '../text';
import type { Connection } from './credential';
import { errorOf, type Failure, failureIn, Outdated } from './errors';
import { failureOf, failureOfNotSent, type Sending, unexpectedShape } from './failures';
import { KeyedLock } from './keyedLock';
import { ExecutionCancelled } from './queue';
import { backOff, type QueuedRequest } from './rateLimit';
import { LATE, type ServiceResponse, readResponse, responseOfError } from './response';
import type { RunState } from './runState';
import type { RequestFunctions, RetryPolicy, Service, ServiceRequest } from './types';

/** The error code of a request that n8n aborted because the execution was cancelled. */
const CANCELLED = 'ERR_CANCELED';

/** How long a change may wait after the look that it is based on. Milliseconds. */
const LONGEST_UNCHECKED = 2 * SECOND;

const METHODS = { read: 'GET', create: 'POST', update: 'PUT', deletion: 'DELETE' } as const;

/** Which executions of this process change the same record of an account. */
const lockOfAccounts = new KeyedLock();

/** Sends requests to a service: one client per item or poll, one queue per execution. */
export class Client {
	/** Whether anything was sent to the service. */
	hasSent = false;

	/** The passwords that its requests sent: later messages must not show them either. */
	private readonly passwords = new Set<string>();

	constructor(
		private readonly functions: RequestFunctions,
		readonly service: Service,
		/** What all requests of this run share. */
		readonly run: RunState,
		private readonly connect: () => Promise<Connection>,
		readonly policy: RetryPolicy,
	) {}

	/**
	 * Sends a request and returns what it asked for. Within the retry policy, it waits after a 429 and
	 * retries after a lost connection, a timeout or a status that may pass (such as 503). A create is only
	 * retried if nothing reached the service. After a 401, the run sends nothing more. If the response to a
	 * deletion was lost and the retry says "not found", the deletion counts as done. A change with a `check` goes
	 * before other requests of its execution, and is checked again after a failure, or if it had to wait.
	 *
	 * @param valueOf gets the value from the parsed body (undefined if empty, without API key and passwords);
	 * returns undefined if the body has another shape
	 * @throws NodeApiError with what happened, what to check, and the outcome
	 * @throws ExecutionCancelled
	 */
	async request<T extends object>(
		requested: ServiceRequest,
		valueOf: (body: unknown) => T | undefined,
	): Promise<T> {
		const connection = await this.run.once('connection', this.connect);
		for (const field of this.service.passwordFields ?? []) {
			this.passwords.add(requested.formBody?.get(field) ?? '');
		}
		const request = { ...requested, secrets: [connection.apiKey, ...this.passwords] };
		const { maxRetries } = this.policy;
		const maxWait = Math.max(0, Math.min(this.policy.maxWait, this.timeLeft));
		const policy = { ...this.policy, maxWait, timeout: this.timeout };
		const { service } = this;
		const { queue } = this.run;
		const { effect = 'read' } = request;
		const queued = {
			rateLimit: connection.rateLimit,
			maxWait,
			waited: 0,
			isFirst: request.check !== undefined,
		};
		let tries = 0;
		let mayHaveChanged = false;
		let checkedAt = systemClock.now();
		for (;;) {
			const sending = { service, request, policy, mayHaveChanged };
			const notSent = await queue.enter(queued);
			if (notSent) {
				const failure = failureOfNotSent(notSent, queued.waited, sending);
				throw this.error(afterTries(failure, tries, mayHaveChanged && request));
			}
			if (request.check && systemClock.now() - checkedAt > LONGEST_UNCHECKED) {
				queue.ended(queued, 'cancelled');
				await request.check(mayHaveChanged).catch((error: Error) => {
					if (!mayHaveChanged || error instanceof ExecutionCancelled || error instanceof Outdated)
						throw error;
					throw this.error(afterTries(failureIn(error), tries, request));
				});
				checkedAt = systemClock.now();
				continue;
			}
			const { response, failure } = await this.send(sending, connection, queued);
			if (response.status === 429) continue;
			tries += 1;
			const isGone = mayHaveChanged && failure?.isNotFound && effect === 'deletion';
			if (!failure || isGone) {
				const value = valueOf(isGone ? undefined : response.body);
				if (value) return value;
				throw this.error(unexpectedShape(response, service, request.subject));
			}
			mayHaveChanged ||= effect !== 'read' && mayHaveHappened(failure, response);
			const { retryAfter = 0 } = response;
			const pause = retryAfter || backOff(tries);
			const maySendAgain =
				failure.isTransient && (effect !== 'create' || failure.outcome === 'notSent');
			const isTooLong = retryAfter > Math.max(0, maxWait - queued.waited) || pause > this.timeLeft;
			if (!maySendAgain || tries > maxRetries || isTooLong) {
				throw this.error(afterTries(failure, tries, mayHaveChanged && request));
			}
			checkedAt = -Infinity;
			queued.waited += retryAfter;
			await queue.pause(pause);
		}
	}

	/** Milliseconds until n8n gives up the poll that this client belongs to, if any. */
	private get timeLeft(): number {
		return (this.policy.deadline ?? Infinity) - systemClock.now();
	}

	/** How long the next response may take. In a poll, at most the time that the poll has left. */
	private get timeout(): number {
		return Math.max(1, Math.min(this.policy.timeout, this.timeLeft));
	}

	/**
	 * Runs a task after those with the same key: of earlier items (see `RunState`), and of other executions of
	 * this process that use the account.
	 *
	 * @throws ExecutionCancelled while it waits
	 */
	async serialize<T>(key: string, task: (hasWaited: boolean) => Promise<T>): Promise<T> {
		return await this.run.serialize(key, async (hasWaited) => {
			const { account } = await this.run.once('connection', this.connect);
			return await lockOfAccounts.run(
				`${account} ${key}`,
				async (hasWaitedForOthers) => await task(hasWaited || hasWaitedForOthers),
				async (others) => await this.waitFor(others),
			);
		});
	}

	/** @throws NodeApiError after Max Wait */
	private async waitFor(others: Promise<unknown>): Promise<void> {
		const { maxWait } = this.policy;
		const wait = this.run.queue.waitFor(others).then(() => true);
		if (await withinTime(wait, maxWait)) return;
		throw this.error({
			message: `Another item or execution has been changing the same record for ${seconds(maxWait)}`,
			description: `Nothing was sent for this item. ${TRY_AGAIN}`,
			outcome: 'notSent',
		});
	}

	/** Makes an error like those of this client, for failures that only the caller can detect. */
	error(failure: Failure): NodeApiError {
		return errorOf(this.functions.getNode(), failure);
	}

	/** Sends a request when it is its turn, and reports the result to the rate limit. */
	private async send(sending: Sending, connection: Connection, queued: QueuedRequest) {
		const { queue } = this.run;
		const sent = this.sendOnce(sending.request, connection);
		const response = (await withinTime(sent, this.timeout)) ?? LATE;
		const failure = failureOf(response, sending);
		const { networkCode, status, retryAfter } = response;
		// All other requests of this run have the same key.
		if (failure && status === 401) queue.close({ ...failure, outcome: 'notSent' });
		if (status === 429) queue.limited(queued, retryAfter);
		else if (networkCode === CANCELLED) queue.ended(queued, 'cancelled');
		else queue.ended(queued, networkCode !== undefined || status >= 500 ? 'failed' : 'accepted');
		if (networkCode === CANCELLED) throw new ExecutionCancelled();
		return { response, failure };
	}

	private async sendOnce(
		{ effect = 'read', path, query, formBody, json }: ServiceRequest,
		{ baseUrl, credential, redact }: Connection,
	): Promise<ServiceResponse> {
		this.hasSent = true;
		try {
			const response = (await this.functions.helpers.httpRequestWithAuthentication.call(
				this.functions,
				this.service.credential,
				{
					url: `${baseUrl}${this.service.versionPath}/${path.map(encodeURIComponent).join('/')}`,
					method: json ? 'POST' : METHODS[effect],
					headers: { Accept: 'application/json' },
					qs: query,
					body: formBody ?? json,
					encoding: 'text',
					timeout: this.timeout,
					disableFollowRedirect: true,
					ignoreHttpStatusErrors: true,
					returnFullResponse: true,
				},
				{ credentialsDecrypted: credential },
			)) as IN8nHttpFullResponse;
			return readResponse(response, redact, this.service.passwordFields);
		} catch (error) {
			return responseOfError(error);
		}
	}
}

/** Whether a change may have been made. A service that denies it with HTTP 200 is believed. */
function mayHaveHappened({ outcome }: Failure, { format, status }: ServiceResponse): boolean {
	return outcome === 'unknown' && (format !== 'json' || status >= 300);
}

/**
 * The failure that a request ends in.
 *
 * @param change the request, if an earlier try may have made the change although the last one failed
 */
function afterTries(failure: Failure, tries: number, change: ServiceRequest | false): Failure {
	const isTold = failure.isTransient && tries > 1;
	const message = isTold ? `${failure.message}, after ${tries} tries` : failure.message;
	if (!change) return { ...failure, message };
	const what = change.effect === 'deletion' ? 'The deletion of' : 'The change to';
	const doubt = `${what} ${change.subject} may have gone through anyway, so check it before you try again.`;
	const description = [doubt, failure.description].filter(Boolean).join(' ');
	return { ...failure, message, description, outcome: 'unknown' };
}
