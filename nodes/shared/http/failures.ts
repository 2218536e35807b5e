import { joined, seconds, TRY_AGAIN } from '../text';
import { flagOf, isObject } from '../values';
import type { Cause, Failure, Outcome } from './errors';
import type { HeldTooLong, QueuedRequest } from './rateLimit';
import { dataOf, type RawResponse } from './response';
import { redact } from './secrets';
import { type FieldError, fieldErrorsOf, messageOf } from './serviceMessage';
import { kindOf, type Response, type Service, type ServiceRequest } from './types';

/** What a response, or the lack of one, means. The words in braces are those of `wordsFor`. */
interface Meaning {
	/**
	 * Fits the network's error code, or status, content, kind of request and whether its path names a
	 * record: `403 html read record`.
	 */
	when: RegExp;
	message: string;
	advice: string;
	outcome: Outcome;
	isNotFound?: true;
	cause?: Cause;
}

const CHECK_ADDRESS =
	'Check the base URL in the credential, and make sure your n8n instance can reach the service.';

const UNEXPECTED = {
	message: 'The {service} returned something unexpected for {subject}',
	advice:
		"The response isn't the expected JSON. Check the base URL in the credential, which must be the URL of the API, not of a website. If it is, the response may have been cut off.",
	outcome: 'unknown',
} as const;

/** What a message that names a record calls a request for it. */
const CHANGES: Readonly<Record<ReturnType<typeof kindOf>, string>> = {
	read: 'the request for ',
	create: '',
	update: 'the change to ',
	deletion: 'the deletion of ',
};

/** Worth another try, for the client as for n8n's triggers. */
const AWAY = { cause: 'temporarily-unavailable' } as const;

const SERVER_FAILED = {
	message: "The {service} couldn't process the request for {subject}",
	advice: `Something went wrong on the service's side. ${TRY_AGAIN}{asked}{quote}`,
	outcome: 'unknown',
} as const;

const UNKNOWN_HOST = {
	message: 'The {service} could not be reached: its host name was not found',
	advice: CHECK_ADDRESS,
	outcome: 'notSent',
} as const;

/** The first that fits counts. What fits none is a success. */
const MEANINGS: readonly Meaning[] = [
	{ when: /^2\d\d (html|other|empty (read|create))/, ...UNEXPECTED },
	{
		when: /^2\d\d error/,
		message: 'The {service} rejected the request for {subject}: {reason}',
		advice: "The response had a success status, but it says that the request wasn't carried out.",
		outcome: 'unknown',
	},
	{
		when: /^2\d\d not deleted deletion/,
		message: "The {service} didn't delete {subject}",
		advice: 'The response had a success status, but it says that nothing was deleted.{quote}',
		outcome: 'unknown',
	},
	{
		when: /^3/,
		message: 'The {service} redirected the request for {subject}',
		advice:
			"Check the base URL and the API key in the credential. The base URL must start with http:// or https://, whichever the service uses, and have its final host name. The node didn't follow the redirect, so nothing was saved, and your API key wasn't sent anywhere else.",
		outcome: 'refused',
	},
	{
		when: /^401/,
		message: 'The {service} refused the API key',
		advice:
			'Check the API key in the credential, and that the base URL belongs to the same service.{quote}',
		outcome: 'refused',
		cause: { cause: 'credential-invalid' },
	},
	{
		when: /^403 html/,
		message: 'A proxy or firewall in front of the {service} blocked the request for {subject}',
		advice:
			'The response is a web page, which the service itself never returns. Ask the operator of the service to allow requests from your n8n instance, and check the base URL in the credential.',
		outcome: 'refused',
	},
	{
		when: /^403/,
		message: "The API key doesn't have permission for {subject}",
		advice: '{requirement}{quote}',
		outcome: 'refused',
		cause: { cause: 'configuration-invalid' },
	},
	{
		when: /^413/,
		message: 'The request for {subject} is too large for the {service} or a proxy in front of it',
		advice: 'Shorten the values or send fewer of them.{quote}',
		outcome: 'refused',
	},
	{
		when: /^429/,
		message: 'The {service} received too many requests before the request for {subject}',
		advice: `${TRY_AGAIN}{quote}`,
		outcome: 'notSent',
	},
	// Timeouts, gateways, and Cloudflare's statuses for a server that it can't reach.
	{ when: /^(408|502|503|504|520|521|522|523|524|530)/, ...SERVER_FAILED, cause: AWAY },
	{ when: /^5/, ...SERVER_FAILED },
	{
		when: /^4\d\d html/,
		message: 'The {service} returned a web page for {subject}',
		advice:
			'Check the base URL and the API key in the credential. A web page usually means that one of them is wrong.',
		outcome: 'refused',
	},
	{
		// A list is there even if it is empty, so another service answers.
		when: /^4(04|10) .* list$/,
		message: 'No {service} answers at this address',
		advice: 'Check the base URL in the credential.{quote}',
		outcome: 'refused',
		isNotFound: true,
	},
	{
		when: /^4(04|10)/,
		message: 'Not found: {subject}',
		advice:
			'Check that it exists and belongs to the account of the API key, and that the base URL in the credential is right.{quote}',
		outcome: 'refused',
		isNotFound: true,
	},
	{
		when: /^4/,
		message: 'The {service} did not accept {change}{subject}{reasons}',
		advice: '{checkFields}',
		outcome: 'refused',
	},
	{
		when: /^ECONNREFUSED$/,
		message: 'The {service} could not be reached: it refused the connection',
		advice: CHECK_ADDRESS,
		outcome: 'notSent',
		cause: AWAY,
	},
	{ when: /^ENOTFOUND$/, ...UNKNOWN_HOST },
	// The name server is busy.
	{ when: /^EAI_AGAIN$/, ...UNKNOWN_HOST, cause: AWAY },
	{
		when: /^(ETIMEDOUT|ECONNABORTED)$/,
		message: 'The {service} did not answer within {timeout}',
		advice: `The service may be slow or unavailable. ${TRY_AGAIN} If it is only slow, increase "Timeout (Seconds)".`,
		outcome: 'unknown',
		cause: AWAY,
	},
	{
		// Nothing is sent before the handshake. OpenSSL's own words name its source files.
		when: /^EPROTO$|CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/,
		message: "Couldn't connect securely to the {service} ({code})",
		advice:
			'Check that the certificate of the service is valid, and that the base URL in the credential starts with https:// or http://, whichever the service uses.',
		outcome: 'notSent',
	},
	{
		when: /^(ECONNRESET|EPIPE|ENETUNREACH|EHOSTUNREACH|ERR_BAD_RESPONSE|ERR_STREAM|HPE_)/,
		message: 'The connection to the {service} was lost before the full response arrived',
		advice: `The service may be restarting or overloaded. ${TRY_AGAIN}`,
		outcome: 'unknown',
		cause: AWAY,
	},
	{
		when: /^\D/,
		message: 'The request to the {service} failed: {fault}',
		advice: CHECK_ADDRESS,
		outcome: 'unknown',
	},
];

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
	const { fault, status, retryAfter } = response;
	const kind = kindOf(request);
	const place = request.path.length === 1 ? 'list' : 'record';
	const sign = fault?.toUpperCase() ?? `${status} ${contentOf(response)} ${kind} ${place}`;
	const meaning = MEANINGS.find(({ when }) => when.test(sign));
	if (!meaning) return undefined;
	const { message, advice, outcome, isNotFound, cause } = meaning;
	const words = wordsFor(response, request, service, timeout);
	const own = isNotFound && request.notFound;
	const text = own ? own.message : filledIn(message, words);
	return {
		message: fault === undefined ? `${text} (HTTP ${status})` : text,
		description: own ? `${own.description}${words.quote}` : filledIn(advice, words),
		httpCode: fault === undefined ? String(status) : undefined,
		outcome,
		isNotFound,
		isPassing: cause === AWAY || (status === 500 && kind === 'read'),
		cause: cause === AWAY && retryAfter ? { ...AWAY, retryAfterMs: retryAfter } : cause,
	};
}

/** What the body is, and of JSON whether it tells of a failure. */
function contentOf({ form, body }: RawResponse): string {
	if (form !== 'json' || !isObject(body)) return form;
	if (flagOf(body.success) === false || holds(body.error)) return 'error';
	if ('code' in body && 'message' in body && !('data' in body) && !('id' in body)) return 'error';
	const flags = [body.deleted, dataOf(body)?.deleted].map(flagOf);
	return flags.includes(false) ? 'not deleted' : 'json';
}

/** False for what stands in place of an error: null, false, "", 0, {} and []. */
function holds(error: unknown): boolean {
	return isObject(error) || Array.isArray(error) ? Object.keys(error).length > 0 : Boolean(error);
}

function wordsFor(
	response: RawResponse,
	request: ServiceRequest,
	service: Service,
	timeout: number,
): Record<string, string> {
	const { fault = '', text, retryAfter } = response;
	const [endpoint = ''] = request.path;
	const said = messageOf(response, request);
	const fields = fieldErrorsOf(response, request);
	// A reason may have been left out for a secret in it.
	const sayings = fields.map(({ label, reasons }) => [label, reasons].filter(Boolean).join(': '));
	const reasons = sayings.join('; ') || said;
	return {
		service: service.name,
		subject: request.subject,
		change: CHANGES[kindOf(request)],
		requirement:
			service.requirements?.[endpoint] ?? 'Check what the API key and its plan give access to.',
		reason: said || 'no reason given',
		reasons: reasons && `: ${reasons}`,
		checkFields: checkFields(fields, request),
		quote: said && ` Message from the service: ${said}`,
		asked: retryAfter ? ` The service asked to wait ${seconds(retryAfter)}.` : '',
		timeout: seconds(timeout),
		code: fault,
		fault: redact(text, request.secrets) || fault,
	};
}

function filledIn(text: string, words: Record<string, string>): string {
	return text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');
}

/** A field that the request lacks must be added, not corrected. */
function checkFields(fields: FieldError[], request: ServiceRequest): string {
	if (fields.length === 0) {
		return 'Check the parameters of this node and the base URL in the credential.';
	}
	const { form, json = {}, query = {}, fieldAdvice = {} } = request;
	const keys = [...(form?.keys() ?? []), ...Object.keys(json), ...Object.keys(query)];
	const sent = keys.map((key) => key.split('[')[0]);
	const labels = [...new Set(fields.map(({ label }) => `"${label}"`))];
	const [one, several] = fields.some(({ name }) => sent.includes(name))
		? ['Check the value of', 'Check the values of']
		: ['Enter a value for', 'Enter values for'];
	const advice = fields.flatMap(({ name }) => fieldAdvice[name] ?? []);
	const check = `${labels.length === 1 ? one : several} ${joined(labels, 'and')}.`;
	return [check, ...advice].join(' ');
}

/** The failure of a request whose next wait after a 429 would exceed `maxWait`. */
export function failureOfHold(
	{ isAsked, wait }: HeldTooLong,
	{ held, maxWait }: QueuedRequest,
	{ subject }: ServiceRequest,
	service: Service,
): Failure {
	const asked = isAsked ? `and asked to wait ${seconds(wait)} ` : '';
	return {
		message: `The ${service.name} received too many requests ${asked}before the request for ${subject} (HTTP 429)`,
		description: `The request has waited ${seconds(held)}, the next wait is ${seconds(wait)}, and "Max Wait (Seconds)" allows ${seconds(maxWait)} in total. ${TRY_AGAIN} You can also increase "Max Wait (Seconds)" or lower "Concurrency".`,
		outcome: 'notSent',
		httpCode: '429',
		cause: { cause: 'rate-limited', ...(isAsked && { retryAfterMs: wait }) },
	};
}

/** The failure of a JSON response without the records that it should have. */
export function unexpectedShape({ status }: Response, service: Service, subject: string): Failure {
	const { message, advice, outcome } = UNEXPECTED;
	const text = filledIn(message, { service: service.name, subject });
	const httpCode = String(status);
	return { message: `${text} (HTTP ${status})`, description: advice, outcome, httpCode };
}
