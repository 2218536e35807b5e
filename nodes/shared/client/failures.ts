import { isObject } from '../values';
import { seconds } from '../wording';
import type { Answer } from './answer';
import type { HeldTooLong } from './gate';
import { redact } from './redact';
import type { Reply, Service, ServiceRequest } from './request';

/** One error, in words: what happened, what to check. */
export interface Failure {
	message: string;
	description: string;
	httpCode?: string;
	retryable?: boolean;
	/** For a create: it may have happened all the same. */
	outcomeUnknown?: boolean;
}

const RETRYABLE = [502, 503, 504];

/**
 * What is wrong with an answer; undefined when nothing is.
 *
 * @param timeout in milliseconds, as it was for the request
 */
export function failureOf(
	answer: Answer,
	request: ServiceRequest,
	service: Service,
	timeout: number,
): Failure | undefined {
	if (answer.fault !== undefined) return failureOfFault(answer, request, service, timeout);
	const { status } = answer;
	if (status >= 300) {
		const httpCode = String(status);
		const failure = failureOfStatus(answer, request, service);
		return {
			...failure,
			message: `${failure.message} (HTTP ${httpCode})`,
			httpCode,
			retryable: RETRYABLE.includes(status),
			outcomeUnknown: status >= 500,
		};
	}
	const failure = failureOfSuccess(answer, request, service);
	return (
		failure && {
			...failure,
			message: `${failure.message} (HTTP ${status})`,
			httpCode: String(status),
		}
	);
}

/** The failure of a request that was lost before, or now: what it changes may have been changed. */
export function inDoubt(failure: Failure, { method }: ServiceRequest): Failure {
	if (method !== 'PUT' && method !== 'DELETE') return failure;
	return {
		...failure,
		description: `The change may have been made all the same: look at the record. ${failure.description}`,
	};
}

/** What to say when a 429 asks for more time than `maxWait` allows. */
export function failureOfHold(
	hold: HeldTooLong,
	request: ServiceRequest,
	service: Service,
	maxWait: number,
): Failure {
	return {
		message: `The ${service.name} asked to wait ${seconds(hold.asked)} before ${request.subject} (HTTP 429)`,
		description: `The option "Max Wait" allows ${seconds(maxWait)} for one request, of which ${seconds(hold.heldSoFar)} are spent. Run the workflow again later, raise "Max Wait", or lower "Concurrency".`,
		httpCode: '429',
	};
}

/** What to say of a JSON answer that holds no records where they should be. */
export function unexpectedShape(reply: Reply, service: Service, subject: string): Failure {
	return {
		message: `The ${service.name} answered ${subject} in an unknown form (HTTP ${reply.status})`,
		description: `The answer is JSON, but holds no data where it should be. Check that the base URL in the credential is the address of the ${service.name}.`,
		httpCode: String(reply.status),
	};
}

function failureOfFault(
	answer: Answer,
	request: ServiceRequest,
	service: Service,
	timeout: number,
): Failure {
	const { fault = '' } = answer;
	const code = fault.toUpperCase();
	const text = cut(answer.text, request.secrets);
	const check = 'Check the base URL in the credential, and that this n8n can reach the service.';
	if (code === 'ECONNREFUSED') {
		return {
			message: `The ${service.name} could not be reached: it refused the connection`,
			description: check,
			retryable: true,
		};
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return {
			message: `The ${service.name} could not be reached: its host name was not found`,
			description: check,
			retryable: code === 'EAI_AGAIN',
		};
	}
	if (code === 'ETIMEDOUT' || code === 'ECONNABORTED') {
		return {
			message: `The ${service.name} did not answer within ${seconds(timeout)}`,
			description: 'It may be slow or down. Try again later, or raise the option "Timeout".',
			retryable: true,
			outcomeUnknown: true,
		};
	}
	if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) {
		return {
			message: `No secure connection to the ${service.name} could be made: ${text || code}`,
			description:
				'The certificate of the service was not accepted. Check that the base URL in the credential starts with https:// or http:// as the service does, and that its certificate is valid.',
		};
	}
	if (
		/^(ECONNRESET|EPIPE|ERR_BAD_RESPONSE|ENETUNREACH|EHOSTUNREACH|HPE_.*|ERR_STREAM.*)$/.test(code)
	) {
		return {
			message: `The connection to the ${service.name} was lost before it had answered in full`,
			description: 'It may be restarting or overloaded. Try again later.',
			retryable: true,
			outcomeUnknown: true,
		};
	}
	return {
		message: `The request to the ${service.name} failed: ${text || fault}`,
		description: check,
		outcomeUnknown: true,
	};
}

function failureOfStatus(answer: Answer, request: ServiceRequest, service: Service): Failure {
	const { status } = answer;
	const said = saidBy(answer, request);
	const quotedWords = said === '' ? '' : ` The service said: ${said}`;
	const checkCredential =
		'Check the base URL and the API key in the credential: a redirect or a web page usually means that one of them is wrong.';
	if (status < 400) {
		return {
			message: `The ${service.name} answered ${request.subject} with a redirect`,
			description: `${checkCredential} The redirect was not followed, so that the key stays with the service.`,
		};
	}
	if (status === 401) {
		return {
			message: `The ${service.name} refused the API key`,
			description: `Check the API key in the credential, and that the base URL belongs to the same service.${quotedWords}`,
		};
	}
	if (status === 403) {
		const need = service.requirement(request.path);
		return {
			message: `The API key may not be used for ${request.subject}`,
			description: `${need ?? 'Check what the key and its plan allow.'}${quotedWords}`,
		};
	}
	if (answer.form === 'html' && status < 500) {
		return {
			message: `The ${service.name} answered ${request.subject} with a web page`,
			description: checkCredential,
		};
	}
	if (status === 404) {
		return {
			message: `Not found: ${request.subject}`,
			description: `Check that it exists and belongs to the account of the API key, and that the base URL in the credential is right.${quotedWords}`,
		};
	}
	if (status === 409) {
		return {
			message: `The ${service.name} refused ${request.subject}, since it conflicts with what is there`,
			description: `Another record may use the same name, or someone changed it at the same time.${quotedWords}`,
		};
	}
	if (status < 500) {
		const fields = fieldErrors(answer.body, request);
		if (fields.length === 0) {
			return {
				message: `The ${service.name} did not accept ${request.subject}${said === '' ? '' : `: ${said}`}`,
				description: 'Check the values of this node.',
			};
		}
		return {
			message: `The ${service.name} did not accept ${request.subject}: ${fields.join('; ')}`,
			description: `Correct ${fields.length === 1 ? 'this field' : 'these fields'}:\n${fields.map((field) => `• ${field}`).join('\n')}`,
		};
	}
	return {
		message: `The ${service.name} failed on ${request.subject}`,
		description: `The fault is on the side of the service. Try again later.${quotedWords}`,
	};
}

function failureOfSuccess(
	answer: Answer,
	request: ServiceRequest,
	service: Service,
): Failure | undefined {
	const checkUrl =
		'Check the base URL in the credential: it must be the address of the API, not of a web site.';
	if (answer.form === 'html') {
		return {
			message: `The ${service.name} answered ${request.subject} with a web page instead of data`,
			description: checkUrl,
			outcomeUnknown: true,
		};
	}
	if (answer.form === 'unreadable') {
		return {
			message: `The ${service.name} answered ${request.subject} with something that is not JSON`,
			description: `The answer may have been cut off on its way. ${checkUrl}`,
			outcomeUnknown: true,
		};
	}
	if (answer.form === 'empty') {
		if (request.method === 'DELETE' || request.method === 'PUT') return undefined;
		return {
			message: `The ${service.name} answered ${request.subject} with nothing`,
			description: `Data was expected. ${checkUrl}`,
			outcomeUnknown: true,
		};
	}
	if (!isErrorObject(answer.body)) return undefined;
	const said = [...fieldErrors(answer.body, request), saidBy(answer, request)].filter(Boolean);
	return {
		message: `The ${service.name} reported an error for ${request.subject}: ${said[0] ?? 'no reason given'}`,
		description: `It came with the status of a success, as a body that holds an error and no data.${said.length > 1 ? ` ${said.slice(1).join('; ')}` : ''}`,
	};
}

function isErrorObject(body: unknown): boolean {
	if (!isObject(body) || 'data' in body) return false;
	const { error, errors, code, message, status, success } = body;
	if (error !== undefined && error !== null && error !== false) return true;
	if (isObject(errors) || (Array.isArray(errors) && errors.length > 0)) return true;
	if (success === false) return true;
	if (message === undefined) return false;
	return (typeof code === 'string' && !('id' in body)) || Number(status ?? code) >= 400;
}

/** The service's own words, in any of the shapes seen; at most 300 characters, without secrets. */
function saidBy(answer: Answer, { secrets }: ServiceRequest): string {
	if (answer.form === 'unreadable') return cut(answer.text, secrets);
	if (!isObject(answer.body)) return '';
	const { error, errors, code, message } = answer.body;
	if (Array.isArray(errors)) return cut(errors.map(wordsOf).join('; '), secrets);
	const inner = isObject(error) ? error : { code: code ?? error, message };
	const parts = [inner.message, inner.code].filter(
		(part): part is string => typeof part === 'string' && part !== '',
	);
	return cut(parts.length === 2 ? `${parts[0]} (${parts[1]})` : (parts[0] ?? ''), secrets);
}

/** One entry of a list of errors, whatever it is. */
function wordsOf(entry: unknown): string {
	const words = isObject(entry) ? (entry.message ?? entry.detail ?? entry.title) : entry;
	return typeof words === 'string' ? words : JSON.stringify(entry);
}

/** A cut must not leave half a secret behind, which could no longer be recognised as one. */
function cut(text: string, secrets: readonly string[] = []): string {
	const clean = redact(text, secrets);
	return clean.length > 300 ? `${clean.slice(0, 300)}…` : clean;
}

/** Field errors of a 422, one by one: `{ message: { field: […] } }` or `{ errors: { field: […] } }`. */
function fieldErrors(body: unknown, { fieldLabels = {}, secrets }: ServiceRequest): string[] {
	if (!isObject(body)) return [];
	const source = [
		body.errors,
		body.message,
		isObject(body.error) ? body.error.details : undefined,
	].find(isObject);
	return Object.entries(source ?? {})
		.slice(0, 20)
		.map(([field, texts]) => {
			const root = field.split(/[.[]/)[0] ?? field;
			const label = Object.hasOwn(fieldLabels, root) ? fieldLabels[root] : cut(field, secrets);
			const reasons = (Array.isArray(texts) ? texts : [texts]).map(wordsOf).join(' ');
			return `${label}: ${cut(reasons, secrets)}`;
		});
}
