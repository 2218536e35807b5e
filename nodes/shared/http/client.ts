import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { type RawResponse, answerOfFault, readAnswer, retryAfter } from './response';
import { paceOf } from './accounts';
import { readApiKey, readBaseUrl } from './credential';
import { Deadlines } from './deadlines';
import { apiError, UnknownOutcome } from './errors';
import { type Failure, failureOf, failureOfHold, inDoubt } from './failures';
import { ExecutionCancelled, type RequestQueue } from './queue';
import { backOff, type RateLimit, QueuedRequest } from './rateLimit';
import { redact, withoutSecrets } from './secrets';
import type { RetryPolicy, Response, Service, ServiceRequest } from './types';

/** The code of a request that n8n took back because the execution was cancelled. */
const CANCELLED = 'ERR_CANCELED';

const deadlines = new Deadlines();

export type RequestFunctions = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Where a credential points, read once an execution. */
export interface Connection {
	baseUrl: string;
	apiKey: string;
	/** Handed to n8n with each request: without it n8n reads and decrypts the credential each time. */
	credential: ICredentialsDecrypted;
	/** That of the account, shared by all executions that use it. */
	pace: RateLimit;
}

/** @throws UnusableSettings when the base URL cannot be used, or the key is missing */
export async function openConnection(
	functions: RequestFunctions,
	service: Service,
): Promise<Connection> {
	const data = await functions.getCredentials(service.credential);
	const apiKey = readApiKey(data.apiKey, service);
	const { credential: type } = service;
	const baseUrl = readBaseUrl(data.baseUrl, service);
	return {
		baseUrl,
		apiKey,
		credential: { id: '', name: type, type, data: { ...data, apiKey } },
		pace: paceOf(baseUrl, apiKey),
	};
}

/** The only way out to a service: one client an item, one gate an execution. */
export class Client {
	/** How far the service's clock is ahead of ours, as its latest answer showed. Milliseconds. */
	clockOffset = 0;

	/** The passwords that its requests sent: no answer or error may show them, then or later. */
	private readonly passwords = new Set<string>();
	/** What they sent in the open, which answers show, also where it holds a password. */
	private readonly shown = new Set<string>();

	constructor(
		private readonly functions: RequestFunctions,
		readonly service: Service,
		private readonly connect: () => Promise<Connection>,
		private readonly gate: RequestQueue,
		private readonly patience: RetryPolicy,
	) {}

	/**
	 * Sends a request until it is answered, waiting out 429s and repeating it after a fault where that
	 * is safe. A DELETE that answers 404 or 410 after a fault that may have hidden its success did
	 * succeed, and its reply has no body; an empty object if the answer doesn't show that the record is gone.
	 *
	 * @throws NodeApiError saying what happened and what to check
	 * @throws UnknownOutcome for a create whose answer was lost
	 * @throws ExecutionCancelled
	 */
	async request(requested: ServiceRequest): Promise<Response> {
		const { baseUrl, apiKey, credential, pace } = await this.connect();
		this.remember(requested, apiKey);
		const secrets = [apiKey, ...this.passwords];
		const request = { ...requested, secrets };
		const path = request.path.map(encodeURIComponent).join('/');
		const url = `${baseUrl}${this.service.versionPath}/${path}`;
		const attempt = async () => await this.sendOnce(url, request, credential);
		const ticket = new QueuedRequest(pace, this.patience.maxWait);
		let mayBeDone = false;
		for (let tries = 1; ; tries++) {
			const answer = await this.send(attempt, request, ticket, mayBeDone);
			const failure = failureOf(answer, request, this.service, this.patience.timeout);
			if ([404, 410].includes(answer.status) && request.method === 'DELETE' && mayBeDone) {
				return { status: answer.status, body: failure?.gone ? undefined : {} };
			}
			if (!failure) {
				const { passwordFields } = this.service;
				const body = withoutSecrets(answer, secrets, { passwordFields, sent: [...this.shown] });
				return { status: answer.status, body };
			}
			mayBeDone ||= failure.outcomeUnknown === true;
			const lost = request.creates === true && mayBeDone;
			const asked = retryAfter(answer.headers) || 0;
			const spent = tries > this.patience.maxRetries || (asked > 0 && ticket.left === 0);
			if (lost || spent || !failure.retryable) {
				const judged = mayBeDone ? inDoubt(failure, request) : failure;
				throw this.error(failure.retryable ? afterTries(judged, tries) : judged, { lost });
			}
			await this.gate.pause(asked > 0 ? ticket.spend(asked) : backOff(tries));
		}
	}

	/** Stands for the account: the same object in all executions, as long as this process knows it. */
	async account(): Promise<object> {
		return (await this.connect()).pace;
	}

	/** Keeps what a request sends, for this answer and all later ones. What holds the key is never open. */
	private remember({ secrets = [], form, shown = [] }: ServiceRequest, apiKey: string): void {
		for (const secret of secrets) this.passwords.add(secret);
		const fields = [...(form ?? [])].filter(
			([name]) => !this.service.passwordFields?.includes(name),
		);
		for (const text of [...fields.map(([, value]) => value), ...shown]) {
			if (redact(text, [apiKey]) === text) this.shown.add(text);
		}
	}

	/** An error in this client's form, also for what only the caller can judge: a reply's shape. */
	error(failure: Failure, { lost = false }: { lost?: boolean } = {}): NodeApiError {
		return apiError(this.functions.getNode(), failure, lost ? UnknownOutcome : NodeApiError);
	}

	/**
	 * An attempt at a request through the gate, as often as the service answers 429.
	 *
	 * @param mayBeDone whether it was lost before, for the error
	 */
	private async send(
		attempt: () => Promise<RawResponse>,
		request: ServiceRequest,
		ticket: QueuedRequest,
		mayBeDone: boolean,
	): Promise<RawResponse> {
		for (;;) {
			const refusal = await this.gate.enter(ticket);
			if (refusal) {
				const failure = failureOfHold(refusal, request, this.service, ticket.maxWait);
				throw this.error(mayBeDone ? inDoubt(failure, request) : failure);
			}
			const answer = await attempt();
			const serviceTime = Date.parse(String(answer.headers.date));
			if (!Number.isNaN(serviceTime)) this.clockOffset = serviceTime - Date.now();
			if (answer.status === 429) this.gate.refused(ticket, retryAfter(answer.headers));
			else this.gate.taken(ticket);
			if (answer.fault === CANCELLED) throw new ExecutionCancelled();
			if (answer.status !== 429) return answer;
		}
	}

	private async sendOnce(
		url: string,
		request: ServiceRequest,
		credential: ICredentialsDecrypted,
	): Promise<RawResponse> {
		const body = request.form ?? request.json;
		try {
			const sent = this.functions.helpers.httpRequestWithAuthentication.call(
				this.functions,
				this.service.credential,
				{
					url,
					method: request.method,
					headers: { Accept: 'application/json' },
					qs: request.query,
					...(body && { body }),
					encoding: 'text',
					timeout: this.patience.timeout,
					disableFollowRedirect: true,
					ignoreHttpStatusErrors: true,
					returnFullResponse: true,
				},
				{ credentialsDecrypted: credential },
			) as Promise<IN8nHttpFullResponse>;
			return readAnswer(await deadlines.within(this.patience.timeout, sent));
		} catch (error) {
			return answerOfFault(error);
		}
	}
}

function afterTries(failure: Failure, tries: number): Failure {
	return tries > 1 ? { ...failure, message: `${failure.message}, after ${tries} tries` } : failure;
}
