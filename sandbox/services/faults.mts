/**
 * The faults that services of this kind have, for a client to survive. `body` answers with whatever
 * it is given: a failure in a success, or another envelope.
 */
export type FaultKind =
	| 'rateLimit'
	| 'status'
	| 'reset'
	| 'html'
	| 'redirect'
	| 'empty'
	| 'invalidJson'
	| 'echo'
	| 'body';

/** A failure to answer requests with. Without `times` it hits every matching request. */
export interface Fault {
	kind: FaultKind;
	/** Only requests with this method. */
	method?: string;
	/** Only requests whose path, as sent and without the query, matches this RegExp source. */
	path?: string;
	/** How many matching requests it hits. */
	times?: number;
	/** How many matching requests pass before the first hit. */
	after?: number;
	/** For a write: true makes the change before the fault is answered. */
	applied?: boolean;
	/** The HTTP status; default what is usual for the kind. */
	status?: number;
	/** For `rateLimit`: seconds; default 1. */
	retryAfter?: number;
	/** For `body`. */
	body?: string;
}

/** The body of an error. @param fields for a 422: what is wrong, by field */
export type ErrorBody = (
	status: number,
	message?: string,
	fields?: Record<string, string[]>,
) => object;

/** The faults that are switched on, and which request each of them hits. */
export class FaultList {
	private active: Array<{ fault: Fault; matched: number }> = [];

	add(fault: Fault): void {
		this.active.push({ fault, matched: 0 });
	}

	clear(): void {
		this.active = [];
	}

	/** The first fault that hits this request; counts the hit. */
	take(method: string, path: string): Fault | undefined {
		return this.active.find((entry) => {
			const { fault } = entry;
			if (fault.method !== undefined && fault.method !== method) return false;
			if (fault.path !== undefined && !new RegExp(fault.path).test(path)) return false;
			entry.matched++;
			const { after = 0, times = Infinity } = fault;
			return entry.matched > after && entry.matched <= after + times;
		})?.fault;
	}
}

const USUAL_STATUS: Partial<Record<FaultKind, number>> = {
	rateLimit: 429,
	status: 500,
	redirect: 302,
	echo: 500,
};

const WEB_PAGE = '<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body></body></html>';

/** The answer of a fault; of a reset there is none. */
export function answerOf(
	{ kind, status = USUAL_STATUS[kind] ?? 200, retryAfter = 1, body = '' }: Fault,
	sent: { headers: Record<string, string>; body: string },
	errorBody: ErrorBody,
): { status: number; headers: Record<string, string>; body: string } {
	const json = (text: string, more = {}) => ({
		status,
		headers: { 'content-type': 'application/json; charset=utf-8', ...more },
		body: text,
	});
	switch (kind) {
		case 'rateLimit':
			return json(JSON.stringify(errorBody(status)), { 'retry-after': String(retryAfter) });
		case 'status':
			return json(JSON.stringify(errorBody(status)));
		case 'html':
			return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: WEB_PAGE };
		case 'redirect':
			return { status, headers: { location: '/login' }, body: '' };
		case 'invalidJson':
			return json('{"data": [{"id": 1, "name": ');
		case 'echo':
			return json(JSON.stringify(errorBody(status, echo(sent))));
		default:
			return json(body);
	}
}

/** Everything the client sent, as a careless service tells it in an error: keys and passwords too. */
function echo({ headers, body }: { headers: Record<string, string>; body: string }): string {
	const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	const decoded = [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`);
	return `Unexpected request. ${sent.join('; ')}. Body: ${body}. Decoded: ${decoded.join('; ')}`;
}
