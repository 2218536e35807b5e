import { isUnset } from '../identifiers';
import { isObject } from '../values';
import { joined, seconds, TRY_AGAIN } from '../text';
import { type RawResponse, retryAfter } from './response';
import type { Cause } from './errors';
import type { HeldTooLong } from './queue';
import { redact } from './secrets';
import type { Response, Service, ServiceRequest } from './types';

/** One error, in words: what happened, what to check. */
export interface Failure {
	message: string;
	description: string;
	httpCode?: string;
	retryable?: boolean;
	/** For a create: it may have happened all the same. */
	outcomeUnknown?: boolean;
	/** What the answer proves of why, for n8n. */
	cause?: Cause;
	/** Whether it shows that there is no such record, or no more. */
	gone?: boolean;
}

/** Statuses of a moment: the request may be answered if it is repeated, and may have been carried out. */
const TEMPORARY = [408, 425, 502, 503, 504];

/** Redirects that web apps also answer with after they saved something; 307 and 308 ask to send it elsewhere. */
const AFTER_SAVING = [301, 302, 303];

/** Words of a 404 that speaks of the address, or of the kind of request, and not of the record. */
const ABOUT_ADDRESS =
	/(?<![a-z])(?:endpoint|method|rout(?:e|ing))|\/v\d|cannot (?:delete|get|put)(?![a-z])/i;

/** Statuses of values that the service doesn't take. */
const ABOUT_VALUES = [400, 413, 414, 422];

/** Statuses that have nothing to do with the values of a request: what happened, and what to do. */
const OTHER_STATUSES: Readonly<Record<number, readonly [happened: string, advice: string]>> = {
	300: ['offered several addresses for', 'Enter the right one as the base URL in the credential.'],
	304: [
		'only said that nothing has changed for',
		`A cache between n8n and the service may have answered. ${TRY_AGAIN}`,
	],
	405: [
		"doesn't allow this kind of request for",
		"Check the base URL in the credential. If it is right, the service doesn't offer this operation.",
	],
	408: ['stopped waiting for the request for', `The connection may be slow. ${TRY_AGAIN}`],
	421: [
		'reported that the wrong server received the request for',
		'Check the host name of the base URL in the credential.',
	],
	423: ['has locked', 'Unlock it in the service, or wait until it is unlocked.'],
	425: ["wasn't ready for the request for", TRY_AGAIN],
	426: [
		'requires another protocol for',
		'Check that the base URL in the credential starts with https://.',
	],
	429: ['received too many requests before the request for', TRY_AGAIN],
	431: [
		'received headers that are too large for',
		'Check the API key in the credential. A proxy between n8n and the service may also add headers.',
	],
};

/**
 * What is wrong with an answer; undefined when nothing is.
 *
 * @param timeout in milliseconds, as it was for the request
 */
export function failureOf(
	answer: RawResponse,
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
			retryable: TEMPORARY.includes(status),
			outcomeUnknown: status >= 500 || [...TEMPORARY, ...AFTER_SAVING].includes(status),
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
		description: `The change may have been made anyway, so check the record before you try again. ${failure.description}`,
	};
}

/** What to say when a wait after 429s would be longer than `maxWait` allows. */
export function failureOfHold(
	hold: HeldTooLong,
	request: ServiceRequest,
	service: Service,
	maxWait: number,
): Failure {
	const { heldSoFar, isAsked, wait } = hold;
	const asked = isAsked ? `and asked to wait ${seconds(wait)} ` : '';
	return {
		message: `The ${service.name} received too many requests ${asked}before the request for ${request.subject} (HTTP 429)`,
		description: `"Max Wait (Seconds)" allows a request to wait ${seconds(maxWait)} in total. This one has already waited ${seconds(heldSoFar)}, and the next wait is ${seconds(wait)}. ${TRY_AGAIN} You can also increase "Max Wait (Seconds)" or lower "Concurrency".`,
		httpCode: '429',
		cause: { cause: 'rate-limited', ...(isAsked && { retryAfterMs: wait }) },
	};
}

/** What to say of a JSON answer that holds no records where they should be. */
export function unexpectedShape(reply: Response, service: Service, subject: string): Failure {
	return {
		message: `The ${service.name} returned data in an unexpected format for ${subject} (HTTP ${reply.status})`,
		description: `The response is valid JSON, but the data isn't where the node expects it. Check that the base URL in the credential belongs to the ${service.name}.`,
		httpCode: String(reply.status),
	};
}

/**
 * What to say of an answer about another record than the one asked for.
 *
 * @param what what it is about, as a noun
 */
export function aboutAnother(
	what: string,
	service: Service,
	subject: string,
	advice = `The node used nothing of that response. ${TRY_AGAIN} If it happens again, check the base URL in the credential.`,
): Failure {
	return { message: `The ${service.name} returned ${what} for ${subject}`, description: advice };
}

function failureOfFault(
	answer: RawResponse,
	request: ServiceRequest,
	service: Service,
	timeout: number,
): Failure {
	const { fault = '' } = answer;
	const code = fault.toUpperCase();
	const text = cut(answer.text, request.secrets);
	const check =
		'Check the base URL in the credential, and make sure your n8n instance can reach the service.';
	const cause: Cause = { cause: 'temporarily-unavailable' };
	if (code === 'ECONNREFUSED') {
		return {
			message: `The ${service.name} could not be reached: it refused the connection`,
			description: check,
			retryable: true,
			cause,
		};
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return {
			message: `The ${service.name} could not be reached: its host name was not found`,
			description: check,
			...(code === 'EAI_AGAIN' && { retryable: true, cause }),
		};
	}
	if (code === 'ETIMEDOUT' || code === 'ECONNABORTED') {
		return {
			message: `The ${service.name} did not answer within ${seconds(timeout)}`,
			description: `The service may be slow or unavailable. ${TRY_AGAIN} You can also increase "Timeout (Seconds)".`,
			retryable: true,
			outcomeUnknown: true,
			cause,
		};
	}
	if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) {
		return {
			message: `Couldn't connect securely to the ${service.name}: ${text || code}`,
			description:
				"The certificate of the service wasn't accepted. Check that the certificate is valid, and that the base URL in the credential starts with https:// or http://, whichever the service uses.",
		};
	}
	if (
		/^(ECONNRESET|EPIPE|ERR_BAD_RESPONSE|ENETUNREACH|EHOSTUNREACH|HPE_.*|ERR_STREAM.*)$/.test(code)
	) {
		return {
			message: `The connection to the ${service.name} was lost before the full response arrived`,
			description: `It may be restarting or overloaded. ${TRY_AGAIN}`,
			retryable: true,
			outcomeUnknown: true,
			cause,
		};
	}
	return {
		message: `The request to the ${service.name} failed: ${text || fault}`,
		description: check,
		outcomeUnknown: true,
	};
}

function failureOfStatus(answer: RawResponse, request: ServiceRequest, service: Service): Failure {
	const { status } = answer;
	const said = saidBy(answer, request);
	const quotedWords = said === '' ? '' : ` Message from the service: ${said}`;
	const checkCredential =
		'Check the base URL and the API key in the credential: a redirect or a web page usually means that one of them is wrong.';
	const asked = retryAfter(answer.headers);
	const cause = TEMPORARY.includes(status) && {
		cause: { cause: 'temporarily-unavailable', ...(asked ? { retryAfterMs: asked } : {}) } as const,
	};
	const [happened, advice] = OTHER_STATUSES[status] ?? [];
	if (happened !== undefined) {
		return {
			message: `The ${service.name} ${happened} ${request.subject}`,
			description: `${advice}${quotedWords}`,
			...cause,
		};
	}
	if (status < 400) {
		return {
			message: `The ${service.name} redirected the request for ${request.subject}`,
			description: `${checkCredential} The base URL must start with http:// or https://, whichever the service uses, and have its final host name. The node didn't follow the redirect, so your API key wasn't sent anywhere else.`,
		};
	}
	if (status === 401) {
		return {
			message: `The ${service.name} refused the API key`,
			description: `Check the API key in the credential, and that the base URL belongs to the same service.${quotedWords}`,
			cause: { cause: 'credential-invalid' },
		};
	}
	// 402 (Payment Required) is how some services say that a plan doesn't include a call.
	if (status === 402 || status === 403) {
		const need = service.requirement(request.path);
		return {
			message: `The API key doesn't have permission for ${request.subject}`,
			description: `${need ?? 'Check what the API key and its plan give access to.'}${quotedWords}`,
			// A web page with a 403 comes from something in between, which knows of no scopes.
			...(answer.form !== 'html' && { cause: { cause: 'configuration-invalid' } }),
		};
	}
	if (answer.form === 'html' && status < 500) {
		return {
			message: `The ${service.name} returned a web page for ${request.subject}`,
			description: checkCredential,
		};
	}
	if (status === 404 || status === 410) {
		const {
			message = `Not found: ${request.subject}`,
			description = 'Check that it exists and belongs to the account of the API key, and that the base URL in the credential is right.',
		} = request.notFound ?? {};
		const gone = isObject(answer.body) && !ABOUT_ADDRESS.test(said);
		return { message, description: `${description}${quotedWords}`, gone };
	}
	if (status < 500) return failureOfValues(answer, request, service, said);
	const wait = asked ? ` The service asked to wait ${seconds(asked)}.` : '';
	return {
		message: `The ${service.name} couldn't process the request for ${request.subject}`,
		description: `Something went wrong on the service's side. ${TRY_AGAIN}${wait}${quotedWords}`,
		...cause,
	};
}

/** What the service does not take: the values of the request, each field with its reason. */
function failureOfValues(
	answer: RawResponse,
	request: ServiceRequest,
	service: Service,
	said: string,
): Failure {
	const { fieldAdvice = {} } = request;
	const fields = fieldErrors(answer.body, request);
	const reasons = listed(fields) || said;
	const because = reasons === '' ? '' : `: ${reasons}`;
	const subject = `${request.method === 'PUT' ? 'the change to ' : ''}${request.subject}`;
	const names = fields.map(({ name }) => name);
	const advice = Object.entries(fieldAdvice)
		.filter(([name]) => names.includes(name) || names.length === 0)
		.map(([, sentence]) => ` ${sentence}`)
		.join('');
	if (answer.status === 409) {
		return {
			message: `The ${service.name} reported a conflict with existing data for ${request.subject}${because}`,
			description: `Another record may already use the same name, or someone may have changed this one at the same time.${advice}`,
		};
	}
	const labels = [...new Set(fields.map(({ label }) => `"${label}"`))];
	const [one, several] = fields.some(({ name }) => sends(request, name))
		? ['Check the value of', 'Check the values of']
		: ['Enter a value for', 'Enter values for'];
	return {
		message: `The ${service.name} did not accept ${subject}${because}`,
		description:
			fields.length === 0
				? `Check the parameters of this node${ABOUT_VALUES.includes(answer.status) ? '' : ' and the base URL in the credential'}.`
				: `${labels.length === 1 ? one : several} ${joined(labels, 'and')}.${advice}`,
	};
}

/** Whether the request holds the field: one that it lacks is to be added, not corrected. */
function sends({ form, json = {}, query = {} }: ServiceRequest, name: string): boolean {
	const sent = [...(form?.keys() ?? []), ...Object.keys(json), ...Object.keys(query)];
	return sent.some((key) => key.split('[')[0] === name);
}

function failureOfSuccess(
	answer: RawResponse,
	request: ServiceRequest,
	service: Service,
): Failure | undefined {
	const checkUrl =
		'Check the base URL in the credential. It must be the URL of the API, not of a website.';
	if (answer.form === 'html') {
		return {
			message: `The ${service.name} returned a web page instead of data for ${request.subject}`,
			description: checkUrl,
			outcomeUnknown: true,
		};
	}
	if (answer.form === 'unreadable') {
		return {
			message: `The ${service.name} returned something other than JSON for ${request.subject}`,
			description: `${checkUrl} If it is, the response may have been cut off.`,
			outcomeUnknown: true,
		};
	}
	if (answer.form === 'tooDeep') {
		return {
			message: `The ${service.name} returned JSON that is nested too deeply for ${request.subject}`,
			description: checkUrl,
			outcomeUnknown: true,
		};
	}
	if (answer.form === 'empty') {
		if (request.method === 'DELETE' || request.method === 'PUT') return undefined;
		return {
			message: `The ${service.name} returned an empty response for ${request.subject}`,
			description: `Data was expected. ${checkUrl}`,
			outcomeUnknown: true,
		};
	}
	const { body } = answer;
	if (!isObject(body)) {
		if (!isNo(body)) return undefined;
		return {
			message: `The ${service.name} rejected the request for ${request.subject}: no reason given`,
			description: `The response had a success status, but it says only ${JSON.stringify(body)}.`,
		};
	}
	const isKept = request.method === 'DELETE' && saysNotDeleted(body);
	if (!isKept && !saysFailed(body, request)) return undefined;
	const said = listed(fieldErrors(body, request)) || saidBy(answer, request);
	if (isKept) {
		return {
			message: `The ${service.name} didn't delete ${request.subject}`,
			description: `The response had a success status, but it says that nothing was deleted.${said === '' ? '' : ` Message from the service: ${said}`}`,
		};
	}
	return {
		message: `The ${service.name} rejected the request for ${request.subject}: ${said || 'no reason given'}`,
		description:
			"The response had a success status, but it says that the request wasn't carried out.",
		outcomeUnknown:
			saysBroken(body) || [body, body.data].flat().some((made) => isObject(made) && 'id' in made),
	};
}

/** Whether a body gives the status of a failure of the server's own, as an answer's status would. */
function saysBroken({ status, code, error }: Record<string, unknown>): boolean {
	const inner = isObject(error) ? error : {};
	return [status, code, inner.status, inner.code].some((given) => /^5\d\d$/.test(String(given)));
}

function saysNotDeleted({ deleted, data }: Record<string, unknown>): boolean {
	return [deleted, isObject(data) ? data.deleted : data].some(isNo);
}

/** What stands for "no" where an answer says whether something was done. */
function isNo(said: unknown): boolean {
	return [false, 0, 'false', '0'].some((no) => no === said);
}

/**
 * Whether a body with the status of a success tells of a failure, beside data or instead of it. What an
 * error in a record is about, only the record can tell; a create must not take an older one for its own.
 */
function saysFailed(
	body: Record<string, unknown>,
	{ method, recordFields = [] }: ServiceRequest,
): boolean {
	const { code, message, data, meta } = body;
	const isRecord = showsRecord(body, recordFields);
	if (isNo(body.success) || isNo(body.ok)) return true;
	if (holdsErrors(body) && (method === 'POST' || !isRecord)) return true;
	if (isObject(data) && !showsRecord(data, recordFields)) {
		if (holdsFailure(data) || isNo(data.success) || isNo(data.ok)) return true;
	}
	if (isRecord) return false;
	if (isObject(meta) && holdsFailure(meta)) return true;
	const isEmpty = method === 'GET' && Array.isArray(data) && data.length === 0;
	if (isEmpty && TROUBLE.test(String(message))) return true;
	const outcomes = Object.entries(body).filter(([name]) => OUTCOME.test(name));
	if (outcomes.some(([, outcome]) => outcome === false || FAILED.test(String(outcome))))
		return true;
	const status = body.status ?? body.statusCode ?? body.http_code ?? code;
	if (holdsFailure(body) || Number(status) >= 400) return true;
	if (typeof code !== 'string' || message === undefined) return false;
	return isEmpty ? !EMPTY.test(code) : !('data' in body);
}

/** Codes beside an empty list that only say that nothing was found. */
const EMPTY =
	/ok$|succe|done|found|retriev|fetch|(?<!in)complete|empty|^no(?:ne|[ _](?:results?|data|items?|links?|match\w*))$|^\d*$/i;

/** What a message beside an empty list speaks of where the list could not be read. */
const TROUBLE =
	/^(?!no\b).*(?<!\b(?:without|0) )\b(?:unavailable|fail(?:ed|ure)|errors?|timed? ?out|is down)\b/is;

/** Whether an object shows what a record has of its own, beside its ID. */
function showsRecord(body: Record<string, unknown>, fields: readonly string[]): boolean {
	return !isUnset(body.id) && fields.some((name) => !isUnset(body[name]));
}

/** Fields that say how a request came out, and what they say where it failed. */
const OUTCOME = /^(?:status|status_?code|code|result|state|outcome)$/i;
const FAILED =
	/^(?:error|fail(?:ed|ure)?|not[ _]?ok|denied|forbidden|unauthori[sz]ed|unauthenticated|rejected)$/i;

/** Fields that hold something only where a request failed. */
const FAILURE =
	/^(?:(?:is|has)?_?err(?:ors?)?|failed|error_?(?:message|msg|code|description)|exception|fault)$/i;

function holdsFailure(body: Record<string, unknown>): boolean {
	return Object.entries(body).some(([name, value]) => FAILURE.test(name) && holds(value));
}

/** Whether an object holds something where services put errors. */
export function holdsErrors({ error, errors }: Record<string, unknown>): boolean {
	return holds(error) || holds(errors);
}

/** False for what stands where an error would: null, false, "", 0, {} and []. */
function holds(error: unknown): boolean {
	if (Array.isArray(error)) return error.some(holds);
	return isObject(error) ? Object.keys(error).length > 0 : Boolean(error);
}

/** Fields that hold a service's words, the usual one first. */
const MESSAGES = ['message', 'errorMessage', 'error_message', 'error_description', 'detail'];

/** The service's own words, in any of the shapes seen; at most 300 characters, without secrets. */
function saidBy(answer: RawResponse, { secrets }: ServiceRequest): string {
	if (answer.form === 'unreadable') return cut(answer.text, secrets);
	if (!isObject(answer.body)) return '';
	const { body } = answer;
	const { errors, code, data } = body;
	const within = isObject(data) ? data : {};
	const error = body.error ?? within.error;
	const message = [...MESSAGES.map((name) => body[name]), within.message].find(
		(text) => typeof text === 'string' && text !== '',
	);
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

/** What the service has against one field. */
interface FieldError {
	/** As the service names it, without a position in a list. */
	name: string;
	/** As the form names it. */
	label: string;
	reasons: string;
}

/** Field errors, one by one: `{ message: { field: […] } }` or `{ errors: { field: […] } }`. */
function fieldErrors(
	body: unknown,
	{ fieldLabels = {}, secrets }: Pick<ServiceRequest, 'fieldLabels' | 'secrets'>,
): FieldError[] {
	if (!isObject(body)) return [];
	const source = [
		body.errors,
		body.message,
		isObject(body.error) ? body.error.details : undefined,
	].find(isObject);
	return Object.entries(source ?? {})
		.slice(0, 20)
		.map(([field, texts]) => {
			const name = field.split(/[.[]/)[0] ?? field;
			const known = Object.hasOwn(fieldLabels, name) ? fieldLabels[name] : undefined;
			const reasons = (Array.isArray(texts) ? texts : [texts]).map(wordsOf).join(' ');
			return { name, label: known ?? cut(field, secrets), reasons: cut(reasons, secrets) };
		});
}

function listed(fields: readonly FieldError[]): string {
	return fields.map(({ label, reasons }) => `${label}: ${reasons.replace(/\.$/, '')}`).join('; ');
}
