import { joined, quoted, seconds, TRY_AGAIN } from '../text';
import { entryOf, flagOf, isObject } from '../values';
import type { Failure } from './errors';
import type { NotSent } from './queue';
import { BLOCKED, dataOf, type ServiceResponse } from './response';
import { type FieldError, fieldErrorsOf, messageOf, shownWords } from './serviceMessage';
import type { RetryPolicy, Service, ServiceRequest } from './types';

/** The service, the request and its policy. */
export interface Sending {
	service: Service;
	request: ServiceRequest;
	policy: RetryPolicy;
	/** Whether an earlier try may have made the change. */
	mayHaveChanged?: boolean;
}

const CHECK_ADDRESS =
	'Check the base URL in the credential, and make sure your n8n instance can reach the service.';

const HTTP_OR_HTTPS =
	'Check that the base URL in the credential starts with https:// or http://, whichever the service uses.';

/** Timeouts, gateways, and Cloudflare's statuses for a server that it can't reach. */
const UNAVAILABLE = [408, 502, 503, 504, 520, 521, 522, 523, 524, 530];

/**
 * What is wrong with a response, or with the lack of one; undefined if nothing is. Decides on network
 * code, status and the documented shapes of a body alone, because texts may be translated.
 */
export function failureOf(response: ServiceResponse, sending: Sending): Failure | undefined {
	if (response.networkCode !== undefined)
		return failureOfNetworkCode(response.networkCode, response, sending);
	const failure = failureOfStatus(response, sending);
	return failure && withStatus(failure, response.status);
}

/** Why a request isn't sent: it has waited too long. */
export function failureOfNotSent(why: NotSent, waited: number, sending: Sending): Failure {
	if ('outcome' in why) return why;
	const { wait, isFromService } = why;
	const { isFixed, maxWait } = sending.policy;
	const next = wait > 0 ? `, and the next wait would be ${seconds(wait)}` : ' for its turn';
	const failure = tooManyRequests(
		sending,
		isFromService ? wait : 0,
		`The request waited ${seconds(waited)}${next}.`,
		isFixed
			? ''
			: `"Max Wait (Seconds)" allows ${seconds(maxWait)} in total. Increase it, or lower "Concurrency".`,
	);
	return withStatus(failure, 429);
}

function tooManyRequests(
	{ service, request, policy, mayHaveChanged = false }: Sending,
	retryAfterMs = 0,
	waited = '',
	...more: string[]
): Failure {
	const asked = retryAfterMs > 0 ? ` and asked to wait ${seconds(retryAfterMs)}` : '';
	const failure = notSent(
		`The ${service.name} received too many requests${asked}, so the request for ${request.subject} wasn't carried out`,
		waited,
		againUnless(mayHaveChanged, policy),
		...more,
	);
	return { ...failure, cause: { cause: 'rate-limited', ...(asked && { retryAfterMs }) } };
}

/** What the network's error code means. */
function failureOfNetworkCode(
	networkCode: string,
	{ text }: ServiceResponse,
	{ service: { name }, request, policy }: Sending,
): Failure {
	const { effect = 'read' } = request;
	const code = networkCode.toUpperCase();
	const again = againUnless(effect !== 'read', policy);
	const unreachable = `The ${name} could not be reached`;
	if (code === 'ECONNREFUSED') {
		return transient(notSent(`${unreachable}: it refused the connection`, CHECK_ADDRESS));
	}
	const unknownHost = notSent(`${unreachable}: its host name was not found`, CHECK_ADDRESS);
	if (code === 'ENOTFOUND') return unknownHost;
	// The name server is busy.
	if (code === 'EAI_AGAIN') return transient(unknownHost);
	if (code === 'ETIMEDOUT' || code === 'ECONNABORTED') {
		return transient(
			unknown(
				`The ${name} did not respond within ${seconds(policy.timeout)}`,
				'The service may be slow or unavailable.',
				again,
				policy.isFixed ? '' : 'If it is only slow, increase "Timeout (Seconds)".',
			),
		);
	}
	// Nothing is sent before the handshake. OpenSSL's messages name its source files, so they aren't quoted.
	if (/^EPROTO$|CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) {
		return notSent(
			`Couldn't connect securely to the ${name} (${code})`,
			HTTP_OR_HTTPS,
			`Check that the certificate of the service is valid. If you trust a certificate that can't be checked, turn on "Ignore SSL Issues (Insecure)" in the credential.`,
		);
	}
	if (/^(ECONNRESET|EPIPE|ENETUNREACH|EHOSTUNREACH|ERR_BAD_RESPONSE|ERR_STREAM|HPE_)/.test(code)) {
		return transient(
			unknown(
				`The connection to the ${name} was lost before the full response arrived`,
				'The service may be restarting or overloaded.',
				policy.isFixed ? HTTP_OR_HTTPS : '',
				again,
			),
		);
	}
	const words = shownWords(text, request) || networkCode;
	if (networkCode === BLOCKED) {
		return notSent(`n8n didn't send the request to the ${name}: ${words}`, CHECK_ADDRESS);
	}
	return unknown(`The request to the ${name} failed: ${words}`, CHECK_ADDRESS);
}

/** Advice if the cause may go away by itself; none after a change that may have been made. */
function againUnless(mayHaveChanged: boolean, { again = TRY_AGAIN }: RetryPolicy): string {
	return mayHaveChanged ? '' : again;
}

/** What a status, with its body, means; undefined for a success. */
function failureOfStatus(response: ServiceResponse, sending: Sending): Failure | undefined {
	const { service, request, policy, mayHaveChanged = false } = sending;
	const { status, format, retryAfter, location } = response;
	const { effect = 'read', subject, path, notFound } = request;
	const { name } = service;
	const said = messageOf(response, request);
	const quote = said && `Message from the service: ${said}`;

	if (status < 300) return failureOfSuccess(response, request, name, said);
	if (status < 400) {
		const saved = effect === 'read' || mayHaveChanged ? '' : 'nothing was saved, and ';
		return refused(
			`The ${name} redirected the request for ${subject}`,
			location ? `The redirect points to ${quoted(shownWords(location, request))}.` : '',
			'Check the base URL and the API key in the credential. The base URL must start with http:// or https://, whichever the service uses, and have its final host name.',
			`The node didn't follow the redirect, so ${saved}your API key wasn't sent anywhere else.`,
		);
	}
	if (status >= 500 || status === 408) {
		const failure = unknown(
			`The ${name} couldn't process the request for ${subject}`,
			"Something went wrong on the service's side.",
			againUnless(effect !== 'read', policy),
			retryAfter ? `The service asked to wait ${seconds(retryAfter)}.` : '',
			quote,
		);
		if (UNAVAILABLE.includes(status)) return transient(failure, retryAfter);
		return { ...failure, isTransient: status === 500 && effect === 'read' };
	}
	if (status === 401) {
		const failure = refused(
			`The ${name} refused the API key`,
			'Check the API key in the credential, and that the base URL belongs to the same service.',
			quote,
		);
		return { ...failure, cause: { cause: 'credential-invalid' } };
	}
	if (status === 403 && format === 'html') {
		return refused(
			`A proxy or firewall in front of the ${name} blocked the request for ${subject}`,
			'The response is a web page, which the service itself never returns. Ask the operator of the service to allow requests from your n8n instance, and check the base URL in the credential.',
		);
	}
	if (status === 403) {
		const needed = service.requirements?.[path[0] ?? ''];
		const failure = refused(
			`The API key doesn't have permission for ${subject}`,
			needed ?? 'Check what the API key and its plan allow.',
			quote,
		);
		return { ...failure, cause: { cause: 'configuration-invalid' } };
	}
	if (status === 413) {
		return refused(
			`The request for ${subject} is too large for the ${name} or a proxy in front of it`,
			'Shorten the values or send fewer of them.',
			quote,
		);
	}
	if (status === 429) {
		return tooManyRequests(sending, retryAfter, '', quote);
	}
	if (format === 'html') {
		return refused(
			`The ${name} returned a web page for ${subject}`,
			'Check the base URL and the API key in the credential. A web page usually means that one of them is wrong.',
			// nginx answers http on a port for https with a page.
			HTTP_OR_HTTPS,
		);
	}
	if (status === 404 || status === 410) {
		// A list exists even if it is empty, so this is another service.
		const isList = path.length === 1;
		const message = isList ? `There is no ${name} at this address` : `Not found: ${subject}`;
		const advice = isList
			? 'Check the base URL in the credential.'
			: 'Check that it exists and belongs to the account of the API key, and that the base URL in the credential is right.';
		const told = notFound ?? { message, description: advice };
		return { ...refused(told.message, told.description, quote), isNotFound: true };
	}
	const { fields, more } = fieldErrorsOf(response, request);
	// The reason may be empty because it contained a secret.
	const sayings = fields.map(({ label, reasons }) => [label, reasons].filter(Boolean).join(': '));
	const why = [...sayings, ...(more > 0 ? [`and ${more} more`] : [])].join('; ') || said;
	return refused(
		`The ${name} did not accept ${REQUEST_PHRASES[effect]}${subject}${why && `: ${why}`}`,
		checkFields(fields, request.fieldAdvice),
	);
}

/** How a message names the request. */
const REQUEST_PHRASES: Readonly<Record<NonNullable<ServiceRequest['effect']>, string>> = {
	read: 'the request for ',
	create: '',
	update: 'the change to ',
	deletion: 'the deletion of ',
};

/** What is wrong with a response that has a status of success; undefined if nothing is. */
function failureOfSuccess(
	{ format, body, oddRecord }: ServiceResponse,
	request: ServiceRequest,
	name: string,
	said: string,
): Failure | undefined {
	const { effect, subject } = request;
	if (format === 'empty' && (effect === 'update' || effect === 'deletion')) return undefined;
	if (format !== 'json') {
		return unexpected(name, oddRecord ? `record ${oddRecord} of ${subject}` : subject);
	}
	if (!isObject(body)) return undefined;
	if (tellsOfFailure(body)) {
		return unknown(
			`The ${name} rejected the request for ${subject}: ${said || 'no reason given'}`,
			"The HTTP status was a success, but the response reports that the request wasn't carried out.",
		);
	}
	const flags = [body.deleted, dataOf(body)?.deleted].map(flagOf);
	if (effect !== 'deletion' || !flags.includes(false)) return undefined;
	return unknown(
		`The ${name} didn't delete ${subject}`,
		'The HTTP status was a success, but the response reports that nothing was deleted.',
		said && `Message from the service: ${said}`,
	);
}

function tellsOfFailure(body: Record<string, unknown>): boolean {
	if (flagOf(body.success) === false || hasContent(body.error)) return true;
	return 'code' in body && 'message' in body && !('data' in body) && !('id' in body);
}

/** False for values that mean no error: null, false, "", 0, {} and []. */
function hasContent(error: unknown): boolean {
	return isObject(error) || Array.isArray(error) ? Object.keys(error).length > 0 : Boolean(error);
}

function checkFields(fields: FieldError[], advice: ServiceRequest['fieldAdvice'] = {}): string {
	if (fields.length === 0) {
		return 'Check the parameters of this node and the base URL in the credential.';
	}
	const labels = [...new Set(fields.map(({ label }) => `"${label}"`))];
	const more = fields.flatMap(({ name }) => entryOf(advice, name) ?? []);
	return [`Check ${joined(labels, 'and')}.`, ...more].join(' ');
}

/** The failure of a JSON response without the records that it should have. */
export function unexpectedShape(
	{ status }: ServiceResponse,
	service: Service,
	subject: string,
): Failure {
	return withStatus(unexpected(service.name, subject), status);
}

function unexpected(service: string, subject: string): Failure {
	return unknown(
		`The ${service} returned something unexpected for ${subject}`,
		"The response isn't the expected JSON. Check the base URL in the credential, which must be the URL of the API, not of a website. If it is, the response may have been cut off.",
	);
}

// Makes a failure with an outcome from what happened and what to check.
const notSent = (message: string, ...advice: string[]) => made('notSent', message, advice);
const refused = (message: string, ...advice: string[]) => made('refused', message, advice);
const unknown = (message: string, ...advice: string[]) => made('unknown', message, advice);

function made(outcome: Failure['outcome'], message: string, advice: string[]): Failure {
	const description = advice.filter((part) => part !== '').join(' ');
	return { outcome, message, description, isTransient: false };
}

/** Worth a retry, by the client and by n8n's triggers. */
function transient(failure: Failure, retryAfterMs?: number): Failure {
	const wait = retryAfterMs && { retryAfterMs };
	return { ...failure, isTransient: true, cause: { cause: 'temporarily-unavailable', ...wait } };
}

function withStatus(failure: Failure, status: number): Failure {
	const message = `${failure.message} (HTTP ${status})`;
	return { ...failure, message, httpCode: String(status) };
}
