import { joined, seconds, TRY_AGAIN } from '../text';
import { isObject } from '../values';
import type { Cause, Failure, Outcome } from './errors';
import type { HeldTooLong } from './rateLimit';
import { dataOf, type RawResponse, retryAfter } from './response';
import { redact } from './secrets';
import { fieldErrorsOf, messageOf } from './serviceMessage';
import type { Response, Service, ServiceRequest } from './types';

export { hasStatus, isFinal, isNotFound, type Outcome, outcomeOf } from './errors';

/** Timeouts, gateways, and Cloudflare's statuses for a server that it can't reach. */
const PASSING = [408, 502, 503, 504, 520, 521, 522, 523, 524, 530];

const AWAY: Cause = { cause: 'temporarily-unavailable' };

const CHECK_ADDRESS =
	'Check the base URL in the credential, and make sure your n8n instance can reach the service.';

const CHECK_API =
	'Check the base URL in the credential. It must be the URL of the API, not of a website.';

const CHECK_CREDENTIAL =
	'Check the base URL and the API key in the credential. A web page usually means that one of them is wrong.';

/**
 * What is wrong with a response; undefined if nothing is. Decides on network code, status and the
 * documented shapes of a body alone, since texts may be translated.
 *
 * @param timeout in milliseconds, as it was for the request
 */
export function failureOf(
	response: RawResponse,
	request: ServiceRequest,
	service: Service,
	timeout: number,
): Failure | undefined {
	const failure =
		response.fault === undefined
			? failureOfAnswer(response, request, service)
			: failureOfFault(response, request, service, timeout);
	const isFinal = request.creates === true && failure?.outcome === 'unknown';
	return failure && { ...failure, isFinal };
}

function failureOfAnswer(
	response: RawResponse,
	request: ServiceRequest,
	service: Service,
): Failure | undefined {
	const { status } = response;
	const text =
		status < 300
			? textOfSuccess(response, request, service)
			: textOfStatus(response, request, service);
	const isRead = request.method === 'GET' || request.isRead === true;
	return (
		text && {
			...text,
			message: `${text.message} (HTTP ${status})`,
			httpCode: String(status),
			outcome: outcomeOfStatus(status),
			isPassing: PASSING.includes(status) || (status === 500 && isRead),
		}
	);
}

function outcomeOfStatus(status: number): Outcome {
	if (status === 429) return 'notSent';
	return status >= 300 && status < 500 && status !== 408 ? 'refused' : 'unknown';
}

/** The failure of a request that was lost now or before: what it changes may have been changed. */
export function inDoubt(failure: Failure, { method }: ServiceRequest): Failure {
	if (method !== 'PUT' && method !== 'DELETE') return failure;
	return {
		...failure,
		description: `The change may have been made anyway, so check the record before you try again. ${failure.description}`,
		outcome: 'unknown',
	};
}

/** The failure of a request whose next wait after a 429 would exceed `maxWait`. */
export function failureOfHold(
	{ heldSoFar, isAsked, wait }: HeldTooLong,
	{ subject }: ServiceRequest,
	service: Service,
	maxWait: number,
): Failure {
	const asked = isAsked ? `and asked to wait ${seconds(wait)} ` : '';
	return {
		message: `The ${service.name} received too many requests ${asked}before the request for ${subject} (HTTP 429)`,
		description: `The request has waited ${seconds(heldSoFar)}, the next wait is ${seconds(wait)}, and "Max Wait (Seconds)" allows ${seconds(maxWait)} in total. ${TRY_AGAIN} You can also increase "Max Wait (Seconds)" or lower "Concurrency".`,
		outcome: 'notSent',
		httpCode: '429',
		cause: { cause: 'rate-limited', ...(isAsked && { retryAfterMs: wait }) },
	};
}

/** The failure of a JSON response without the records that it should have. */
export function unexpectedShape(
	{ status }: Response,
	service: Service,
	subject: string,
	creates = false,
): Failure {
	return {
		message: `The ${service.name} returned data in an unexpected format for ${subject} (HTTP ${status})`,
		description: `The response is valid JSON, but the data isn't where the node expects it. Check that the base URL in the credential belongs to the ${service.name}.`,
		outcome: 'unknown',
		isFinal: creates,
		httpCode: String(status),
	};
}

function failureOfFault(
	{ fault = '', text }: RawResponse,
	{ secrets }: ServiceRequest,
	{ name }: Service,
	timeout: number,
): Failure {
	const code = fault.toUpperCase();
	const said = redact(text, secrets) || fault;
	const away = { isPassing: true, cause: AWAY };
	if (code === 'ECONNREFUSED') {
		return {
			message: `The ${name} could not be reached: it refused the connection`,
			description: CHECK_ADDRESS,
			outcome: 'notSent',
			...away,
		};
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return {
			message: `The ${name} could not be reached: its host name was not found`,
			description: CHECK_ADDRESS,
			outcome: 'notSent',
			// The name server is busy; ENOTFOUND is its answer.
			...(code === 'EAI_AGAIN' && away),
		};
	}
	if (code === 'ETIMEDOUT' || code === 'ECONNABORTED') {
		return {
			message: `The ${name} did not answer within ${seconds(timeout)}`,
			description: `The service may be slow or unavailable. ${TRY_AGAIN} You can also increase "Timeout (Seconds)".`,
			outcome: 'unknown',
			...away,
		};
	}
	if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) {
		return {
			message: `Couldn't connect securely to the ${name}: ${said}`,
			description:
				"The certificate of the service wasn't accepted. Check that the certificate is valid, and that the base URL in the credential starts with https:// or http://, whichever the service uses.",
			// A request is sent only after the handshake.
			outcome: 'notSent',
		};
	}
	if (/^(ECONNRESET|EPIPE|ERR_BAD_RESPONSE|ENETUNREACH|EHOSTUNREACH|HPE_|ERR_STREAM)/.test(code)) {
		return {
			message: `The connection to the ${name} was lost before the full response arrived`,
			description: `It may be restarting or overloaded. ${TRY_AGAIN}`,
			outcome: 'unknown',
			...away,
		};
	}
	return {
		message: `The request to the ${name} failed: ${said}`,
		description: CHECK_ADDRESS,
		outcome: 'unknown',
	};
}

/** What happened and what to check; `failureOfAnswer` adds what the status alone tells. */
type Text = Pick<Failure, 'message' | 'description' | 'isNotFound' | 'cause'>;

function textOfStatus(response: RawResponse, request: ServiceRequest, service: Service): Text {
	const { status, form } = response;
	const { subject } = request;
	const { name } = service;
	const message = messageOf(response, request);
	const words = message === '' ? '' : ` Message from the service: ${message}`;
	if (status < 400) {
		return {
			message: `The ${name} redirected the request for ${subject}`,
			description: `Check the base URL and the API key in the credential. The base URL must start with http:// or https://, whichever the service uses, and have its final host name. The node didn't follow the redirect, so nothing was saved, and your API key wasn't sent anywhere else.`,
		};
	}
	if (status >= 500) return textOfServer(response, words, request, service);
	if (status === 401) {
		return {
			message: `The ${name} refused the API key`,
			description: `Check the API key in the credential, and that the base URL belongs to the same service.${words}`,
			cause: { cause: 'credential-invalid' },
		};
	}
	if (status === 403 && form === 'html') {
		return {
			message: `A proxy or firewall in front of the ${name} blocked the request for ${subject}`,
			description:
				'The response is a web page, which the service itself never returns. Ask the operator of the service to allow requests from your n8n instance, and check the base URL in the credential.',
		};
	}
	if (status === 403) {
		const need = service.requirement(request.path);
		return {
			message: `The API key doesn't have permission for ${subject}`,
			description: `${need ?? 'Check what the API key and its plan give access to.'}${words}`,
			cause: { cause: 'configuration-invalid' },
		};
	}
	if (status === 408) {
		return {
			message: `The ${name} stopped waiting for the request for ${subject}`,
			description: `The connection may be slow. ${TRY_AGAIN}${words}`,
			cause: AWAY,
		};
	}
	if (status === 413) {
		return {
			message: `The request for ${subject} is too large for the ${name} or a proxy in front of it`,
			description: `Shorten the values or send fewer of them.${words}`,
		};
	}
	if (status === 429) {
		return {
			message: `The ${name} received too many requests before the request for ${subject}`,
			description: `${TRY_AGAIN}${words}`,
		};
	}
	if (form === 'html') {
		return {
			message: `The ${name} returned a web page for ${subject}`,
			description: CHECK_CREDENTIAL,
		};
	}
	if (status === 404 || status === 410) {
		const advice =
			'Check that it exists and belongs to the account of the API key, and that the base URL in the credential is right.';
		const text = request.notFound ?? { message: `Not found: ${subject}`, description: advice };
		return { ...text, description: `${text.description}${words}`, isNotFound: true };
	}
	return textOfValues(response, message, request, service);
}

function textOfServer(
	{ status, headers }: RawResponse,
	words: string,
	{ subject }: ServiceRequest,
	{ name }: Service,
): Text {
	const asked = retryAfter(headers);
	const wait = asked ? ` The service asked to wait ${seconds(asked)}.` : '';
	return {
		message: `The ${name} couldn't process the request for ${subject}`,
		description: `Something went wrong on the service's side. ${TRY_AGAIN}${wait}${words}`,
		...(PASSING.includes(status) && { cause: { ...AWAY, ...(asked && { retryAfterMs: asked }) } }),
	};
}

/** The failure of values that the service doesn't accept, each field with its reason. */
function textOfValues(
	response: RawResponse,
	message: string,
	request: ServiceRequest,
	{ name }: Service,
): Text {
	const { fieldAdvice = {} } = request;
	const fields = fieldErrorsOf(response, request);
	const names = fields.map((field) => field.name);
	// A reason may have been left out for a secret in it.
	const sayings = fields.map(({ label, reasons }) => [label, reasons].filter(Boolean).join(': '));
	const reasons = sayings.join('; ') || message;
	const because = reasons === '' ? '' : `: ${reasons}`;
	const advice = Object.entries(fieldAdvice)
		.filter(([field]) => names.includes(field) || names.length === 0)
		.map(([, sentence]) => ` ${sentence}`)
		.join('');
	if (response.status === 409) {
		return {
			message: `The ${name} reported a conflict with existing data for ${request.subject}${because}`,
			description: `Another record may already use the same name, or someone may have changed this one at the same time.${advice}`,
		};
	}
	const change = request.method === 'PUT' ? 'the change to ' : '';
	const labels = [...new Set(fields.map((field) => `"${field.label}"`))];
	const verb = names.some((field) => sends(request, field)) ? 'Check the' : 'Enter';
	const noun = values(verb, labels.length);
	return {
		message: `The ${name} did not accept ${change}${request.subject}${because}`,
		description:
			labels.length === 0
				? 'Check the parameters of this node and the base URL in the credential.'
				: `${noun} ${joined(labels, 'and')}.${advice}`,
	};
}

function values(verb: 'Check the' | 'Enter', count: number): string {
	const [one, several] =
		verb === 'Enter' ? ['a value for', 'values for'] : ['value of', 'values of'];
	return `${verb} ${count === 1 ? one : several}`;
}

/** Whether the request contains the field: a field that it lacks must be added, not corrected. */
function sends({ form, json = {}, query = {} }: ServiceRequest, name: string): boolean {
	const sent = [...(form?.keys() ?? []), ...Object.keys(json), ...Object.keys(query)];
	return sent.some((key) => key.split('[')[0] === name);
}

function textOfSuccess(
	response: RawResponse,
	request: ServiceRequest,
	{ name }: Service,
): Text | undefined {
	const { form, body } = response;
	const { method, subject } = request;
	if (form === 'html') {
		return {
			message: `The ${name} returned a web page instead of data for ${subject}`,
			description: CHECK_API,
		};
	}
	if (form === 'other') {
		return {
			message: `The ${name} returned something other than JSON for ${subject}`,
			description: `${CHECK_API} If it is, the response may have been cut off.`,
		};
	}
	if (form === 'empty') {
		if (method === 'DELETE' || method === 'PUT') return undefined;
		return {
			message: `The ${name} returned an empty response for ${subject}`,
			description: `Data was expected. ${CHECK_API}`,
		};
	}
	if (!isObject(body)) return undefined;
	const message = messageOf(response, request);
	if (method === 'DELETE' && [body.deleted, dataOf(body)?.deleted].some(isNo)) {
		const words = message === '' ? '' : ` Message from the service: ${message}`;
		return {
			message: `The ${name} didn't delete ${subject}`,
			description: `The response had a success status, but it says that nothing was deleted.${words}`,
		};
	}
	if (!tellsFailure(body)) return undefined;
	return {
		message: `The ${name} rejected the request for ${subject}: ${message || 'no reason given'}`,
		description:
			"The response had a success status, but it says that the request wasn't carried out.",
	};
}

/** A failure with the status of a success: `error`, `success: false`, or `code` and `message` alone. */
function tellsFailure(body: Record<string, unknown>): boolean {
	if (isNo(body.success) || holds(body.error)) return true;
	return 'code' in body && 'message' in body && !('data' in body) && !('id' in body);
}

/** PHP may return a flag as a number or a text. */
function isNo(value: unknown): boolean {
	return [false, 0, '0'].some((no) => no === value);
}

/** False for what stands in place of an error: null, false, "", 0, {} and []. */
function holds(error: unknown): boolean {
	return isObject(error) || Array.isArray(error) ? Object.keys(error).length > 0 : Boolean(error);
}
