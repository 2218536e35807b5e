/**
 * The faults that services of this kind have, for a client to survive. `body` answers with whatever
 * it is given: a failure in a success, or another envelope.
 */
export type FaultKind =
	| 'rateLimit'
	| 'status'
	| 'reset'
	| 'timeout'
	| 'html'
	| 'redirect'
	| 'empty'
	| 'invalidJson'
	| 'validation'
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
	/** For `rateLimit` (default 1) and `status`: seconds, a date that many seconds ahead, or none. */
	retryAfter?: number | 'date' | 'none';
	retryAfterSeconds?: number;
	/** For `validation`: which of the two 422 bodies. */
	shape?: 'message' | 'errors';
	/** For `body`. */
	body?: string;
	/** For `redirect`: where to. */
	location?: string;
}

/** The bodies in which a service tells errors. */
export interface ErrorBodies {
	/** @param message in place of the service's usual text for the status */
	forStatus(status: number, message?: string): string;
	/** The body of a 422, in one of its two shapes. */
	forFields(fields: Record<string, string[]>, shape: 'message' | 'errors'): string;
}

export interface Answer {
	status: number;
	body: string;
	headers: Record<string, string>;
}

/** The faults that are switched on, and which request each of them hits. */
export class FaultList {
	private active: Array<{ fault: Fault; matched: number }> = [];

	add(fault: Fault): void {
		this.active.push({ fault, matched: 0 });
	}

	clear(): void {
		this.active = [];
	}

	/** The fault that this request is answered with, the first that hits it; counts the hit. */
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

/** The answer of a fault; of a reset or a time-out there is none. */
export function answerOf(
	fault: Fault,
	sent: { headers: Record<string, string>; body: string },
	bodies: ErrorBodies,
): Answer {
	const status = fault.status ?? USUAL_STATUS[fault.kind] ?? 200;
	const json = (body: string, headers = {}) => ({
		status,
		body,
		headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
	});
	switch (fault.kind) {
		case 'rateLimit':
		case 'status':
			return json(bodies.forStatus(status), retryAfter(fault));
		case 'html':
			return htmlAnswer(status, 'Welcome');
		case 'redirect':
			return { status, body: '', headers: { location: fault.location ?? '/login' } };
		case 'invalidJson':
			return json('{"data": [{"id": 1, "name": ');
		case 'validation':
			return json(bodies.forFields(REFUSED, fault.shape ?? 'message'));
		case 'echo':
			return json(bodies.forStatus(status, echo(sent)));
		default:
			return json(fault.body ?? '');
	}
}

const USUAL_STATUS: Partial<Record<FaultKind, number>> = {
	rateLimit: 429,
	status: 500,
	redirect: 302,
	validation: 422,
	echo: 500,
};

const REFUSED = {
	alias: ['The alias is taken.', 'The alias is too short.'],
	name: ['The name field is required.'],
};

export function htmlAnswer(status: number, title: string): Answer {
	const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
	return { status, body, headers: { 'content-type': 'text/html; charset=utf-8' } };
}

/** An HTTP date has whole seconds, so it is rounded up. */
function retryAfter({ kind, retryAfter: form, retryAfterSeconds = 1 }: Fault) {
	const value = form ?? (kind === 'rateLimit' ? retryAfterSeconds : 'none');
	if (value === 'none') return {};
	if (value !== 'date') return { 'retry-after': String(value) };
	const moment = Math.ceil(Date.now() / 1000 + retryAfterSeconds) * 1000;
	return { 'retry-after': new Date(moment).toUTCString() };
}

/** Everything the client sent, as a careless service tells it in an error: keys and passwords too. */
function echo({ headers, body }: { headers: Record<string, string>; body: string }): string {
	const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	const decoded = [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`);
	return `Unexpected request. ${sent.join('; ')}. Body: ${body}. Decoded: ${decoded.join('; ')}`;
}
