const WEB_PAGE = '<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body></body></html>';

interface Answer {
	status?: number;
	headers?: Record<string, string>;
	body?: string;
}

/** The faults of services of this kind, which a client must survive, and the response to each. */
const ANSWERS = {
	rateLimit: { status: 429 },
	status: { status: 500 },
	reset: {},
	/** A response that never arrives. */
	silence: {},
	html: { body: WEB_PAGE, headers: { 'content-type': 'text/html; charset=utf-8' } },
	redirect: { status: 302, body: '', headers: { location: '/login' } },
	empty: { body: '' },
	invalidJson: { body: '{"data": [{"id": 1, "name": ' },
	/** Returns the given body, such as an error with status 200, or another envelope. */
	body: {},
} satisfies Record<string, Answer>;

export type FaultKind = keyof typeof ANSWERS;

/** A fault in the responses to requests. Without `times`, it affects every matching request. */
export interface Fault {
	kind: FaultKind;
	method?: string;
	/** Only requests whose path, as sent and without the query, matches this RegExp source. */
	path?: string;
	times?: number;
	/** Number of matching requests before the first one that it affects. */
	after?: number;
	/** For a write: whether the change is made before the fault. */
	applied?: boolean;
	/** The HTTP status. By default, the usual one for the kind. */
	status?: number;
	/** For `rateLimit`: seconds. 1 by default. */
	retryAfter?: number;
	body?: string;
}

/** A fault, and how many requests it has matched. */
export type ActiveFault = Fault & { matched: number };

/** The body of an error. @param fields for a 422: what is wrong, by field */
export type ErrorBody = (
	status: number,
	message?: string,
	fields?: Record<string, string[]>,
) => object;

/** Whether a fault affects a request. Counts each request that it matches. */
export function isHit(fault: ActiveFault, { method, path }: Record<'method' | 'path', string>) {
	const { after = 0, times = Infinity } = fault;
	if (fault.method !== undefined && fault.method !== method) return false;
	if (fault.path !== undefined && !new RegExp(fault.path).test(path)) return false;
	fault.matched++;
	return fault.matched > after && fault.matched <= after + times;
}

/** The response of a fault. A reset and a timeout have none. */
export function answerOf(fault: Fault, errorBody: ErrorBody): Required<Answer> {
	const { kind, retryAfter = 1 } = fault;
	const usual: Answer = ANSWERS[kind];
	const status = fault.status ?? usual.status ?? 200;
	const wait = kind === 'rateLimit' && { 'retry-after': String(retryAfter) };
	return {
		status,
		headers: { 'content-type': 'application/json; charset=utf-8', ...usual.headers, ...wait },
		body: fault.body ?? usual.body ?? JSON.stringify(errorBody(status)),
	};
}
