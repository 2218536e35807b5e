import type { Fault } from '../../sandbox/services/start.mjs';

/**
 * How a client may react to a fault:
 * - `held`: too many requests; the service did nothing and is asked again later
 * - `heldTooLong`: the same, for longer than the options allow
 * - `lost`: no answer, or one of a server that was not reached; asking again may help
 * - `broken`: the service failed (HTTP 500); asking again would hardly help
 * - `nonsense`: the status says success, the body cannot be understood
 * - `silent`: the status says success, the body is empty or holds something else
 * - `refused`: the service says no, and did nothing
 */
export type Reaction =
	| 'held'
	| 'heldTooLong'
	| 'lost'
	| 'broken'
	| 'nonsense'
	| 'silent'
	| 'refused';

/** One line of the matrix. */
export interface FaultKind {
	name: string;
	reaction: Reaction;
	/** What the service does; `times` is 1 unless given. */
	fault: Omit<Fault, 'method' | 'path' | 'after'>;
	/** What the error has to say where it comes to one. */
	text: RegExp;
	/** The fault outlasts the retries. */
	lasting?: boolean;
	/** Options of the node other than those of all cells. */
	options?: { maxWait?: number; timeout?: number };
}

/** How often the matrix lets the node try again after a fault. */
export const MAX_RETRIES = 1;

const lastingTimes = 2 * (MAX_RETRIES + 1);
const lostConnection = /connection to the .+ was lost before it had answered in full/;
const noAnswer = /did not answer within 3 seconds/;
const failed = (status: number) => new RegExp(`failed on .+ \\(HTTP ${status}\\)`);
const refused = /did not accept .+: .*The (alias|name) .+ \(HTTP 422\)/s;

export const FAULT_KINDS: readonly FaultKind[] = [
	{
		name: '429, Retry-After in seconds',
		reaction: 'held',
		fault: { kind: 'rateLimit', retryAfter: 1 },
		text: /^$/,
	},
	{
		name: '429, Retry-After as a date',
		reaction: 'held',
		fault: { kind: 'rateLimit', retryAfter: 'date', retryAfterSeconds: 1 },
		text: /^$/,
	},
	{
		name: '429, no Retry-After',
		reaction: 'held',
		fault: { kind: 'rateLimit', retryAfter: 'none' },
		text: /^$/,
	},
	{
		name: '429, longer than Max Wait',
		reaction: 'heldTooLong',
		fault: { kind: 'rateLimit', retryAfter: 60 },
		options: { maxWait: 2 },
		text: /asked to wait (59|60) seconds before .+ \(HTTP 429\).*"Max Wait" allows 2 seconds/s,
	},
	{
		name: '500',
		reaction: 'broken',
		fault: { kind: 'status', status: 500 },
		text: failed(500),
	},
	{
		name: '500, after the change was made',
		reaction: 'broken',
		fault: { kind: 'status', status: 500, applied: true },
		text: failed(500),
	},
	...[502, 503, 504].map(
		(status): FaultKind => ({
			name: `${status}`,
			reaction: 'lost',
			fault: { kind: 'status', status },
			text: failed(status),
		}),
	),
	{
		name: '503 with Retry-After',
		reaction: 'lost',
		fault: { kind: 'status', status: 503, retryAfter: 1 },
		text: failed(503),
	},
	{
		name: '503 at every try',
		reaction: 'lost',
		lasting: true,
		fault: { kind: 'status', status: 503, times: lastingTimes },
		text: failed(503),
	},
	{
		name: 'Connection reset before the change',
		reaction: 'lost',
		fault: { kind: 'reset' },
		text: lostConnection,
	},
	{
		name: 'Connection reset after the change',
		reaction: 'lost',
		fault: { kind: 'reset', applied: true },
		text: lostConnection,
	},
	{
		name: 'Connection reset at every try',
		reaction: 'lost',
		lasting: true,
		fault: { kind: 'reset', times: lastingTimes },
		text: lostConnection,
	},
	{
		name: 'No answer in time, nothing changed',
		reaction: 'lost',
		fault: { kind: 'timeout' },
		options: { timeout: 3 },
		text: noAnswer,
	},
	{
		name: 'No answer in time, change made',
		reaction: 'lost',
		fault: { kind: 'timeout', applied: true },
		options: { timeout: 3 },
		text: noAnswer,
	},
	{
		name: 'Answer cut off on its way',
		reaction: 'lost',
		fault: { kind: 'truncated', applied: true },
		text: lostConnection,
	},
	{
		name: 'Web page with status 200',
		reaction: 'nonsense',
		fault: { kind: 'html' },
		text: /answered .+ with a web page instead of data \(HTTP 200\)/,
	},
	{
		name: 'Invalid JSON',
		reaction: 'nonsense',
		fault: { kind: 'invalidJson', applied: true },
		text: /answered .+ with something that is not JSON \(HTTP 200\)/,
	},
	{
		name: 'Empty body',
		reaction: 'silent',
		fault: { kind: 'empty', applied: true },
		text: /answered .+ with nothing \(HTTP 200\)/,
	},
	{
		name: 'JSON of another form',
		reaction: 'silent',
		fault: { kind: 'wrongEnvelope', applied: true },
		text: /answered .+ in an unknown form \(HTTP 200\)/,
	},
	{
		name: 'Error object with status 200',
		reaction: 'refused',
		fault: { kind: 'errorIn200' },
		text: /reported an error for .+: .+ \(HTTP 200\)/,
	},
	{
		name: 'Redirect to another host',
		reaction: 'refused',
		fault: { kind: 'redirect', location: 'http://127.0.0.1:9/login' },
		text: /answered .+ with a redirect \(HTTP 302\)/,
	},
	{
		name: '401',
		reaction: 'refused',
		fault: { kind: 'status', status: 401 },
		text: /refused the API key \(HTTP 401\)/,
	},
	{
		name: '403',
		reaction: 'refused',
		fault: { kind: 'status', status: 403 },
		text: /API key may not be used for .+ \(HTTP 403\)/,
	},
	{
		name: '404',
		reaction: 'refused',
		fault: { kind: 'status', status: 404 },
		text: /Not found: .+ \(HTTP 404\)/,
	},
	{
		name: '409',
		reaction: 'refused',
		fault: { kind: 'status', status: 409 },
		text: /refused .+ conflicts with what is there \(HTTP 409\)/,
	},
	{
		name: '422, field errors in "message"',
		reaction: 'refused',
		fault: { kind: 'validation', shape: 'message' },
		text: refused,
	},
	{
		name: '422, field errors in "errors"',
		reaction: 'refused',
		fault: { kind: 'validation', shape: 'errors' },
		text: /did not accept .+: (Alias|alias): .+; (Name|name): .+ \(HTTP 422\)/s,
	},
	{
		name: '500 that repeats the request',
		reaction: 'broken',
		fault: { kind: 'echo' },
		text: failed(500),
	},
	{
		name: '422 that repeats the request',
		reaction: 'refused',
		fault: { kind: 'echo', status: 422 },
		text: /did not accept .+: Unexpected request\. .+ \(HTTP 422\)/s,
	},
];
