const WEB_PAGE = '<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body></body></html>';

interface Answer {
	status?: number;
	headers?: Record<string, string>;
	body?: string;
}

/** The faults that services of this kind have, for a client to survive, and how each answers. */
const ANSWERS = {
	rateLimit: { status: 429 },
	status: { status: 500 },
	reset: {},
	/** An answer that never comes. */
	silence: {},
	html: { body: WEB_PAGE, headers: { 'content-type': 'text/html; charset=utf-8' } },
	redirect: { status: 302, body: '', headers: { location: '/login' } },
	empty: { body: '' },
	invalidJson: { body: '{"data": [{"id": 1, "name": ' },
	/** Answers with what it is given: a failure in a success, or another envelope. */
	body: {},
} satisfies Record<string, Answer>;

export type FaultKind = keyof typeof ANSWERS;

/** A failure to answer requests with. Without `times` it hits every matching request. */
export interface Fault {
	kind: FaultKind;
	method?: string;
	/** Only requests whose path, as sent and without the query, matches this RegExp source. */
	path?: string;
	times?: number;
	/** How many matching requests pass before the first hit. */
	after?: number;
	/** For a write: true makes the change before the fault is answered. */
	applied?: boolean;
	/** The HTTP status; default what is usual for the kind. */
	status?: number;
	/** For `rateLimit`: seconds; default 1. */
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

/** Whether a fault hits a request; counts each that it matches. */
export function isHit(fault: ActiveFault, { method, path }: Record<'method' | 'path', string>) {
	const { after = 0, times = Infinity } = fault;
	if (fault.method !== undefined && fault.method !== method) return false;
	if (fault.path !== undefined && !new RegExp(fault.path).test(path)) return false;
	fault.matched++;
	return fault.matched > after && fault.matched <= after + times;
}

/** The answer of a fault; of a reset or of silence there is none. */
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
