import type { Fault } from '../../sandbox/services/start.mjs';

/**
 * How a client may react to a fault:
 * - `held`: too many requests; the service did nothing and is asked again later
 * - `heldTooLong`: the same, for longer than the options allow
 * - `lost`: no answer, or one of a server that was not reached; asking again may help
 * - `broken`: the service failed (HTTP 500); asking again would hardly help
 * - `nonsense`: the status says success, or redirects as after a success; the body cannot be understood
 * - `silent`: the status says success, the body is empty or holds something else
 * - `undone`: the status says success, the body that a deletion was not done; `silent` for other calls
 * - `refused`: the service says no, and did nothing
 * - `unfiltered`: a list comes as if no filter had been asked for; nothing else happens
 */
export type Reaction =
	| 'held'
	| 'heldTooLong'
	| 'lost'
	| 'broken'
	| 'nonsense'
	| 'silent'
	| 'undone'
	| 'refused'
	| 'unfiltered';

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
const lostConnection = /connection to the .+ was lost before the full response arrived/;
const noAnswer = /did not answer within 3 seconds/;
const failed = (status: number) =>
	new RegExp(`couldn't process the request for .+ \\(HTTP ${status}\\)`);
const rejected = (words: RegExp) =>
	new RegExp(`rejected the request for .+: ${words.source} \\(HTTP 200\\)`);
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
		text: /asked to wait (59|60) seconds before .+ \(HTTP 429\).*"Max Wait \(Seconds\)" allows a request to wait 2 seconds/s,
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
	{
		name: '408, after the change was made',
		reaction: 'lost',
		fault: { kind: 'status', status: 408, applied: true },
		text: /stopped waiting for the request for .+ \(HTTP 408\)/,
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
		name: 'Response that trickles for longer than Timeout, change made',
		reaction: 'lost',
		fault: { kind: 'trickle', applied: true },
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
		text: /returned a web page instead of data for .+ \(HTTP 200\)/,
	},
	{
		name: 'Invalid JSON',
		reaction: 'nonsense',
		fault: { kind: 'invalidJson', applied: true },
		text: /returned something other than JSON for .+ \(HTTP 200\)/,
	},
	{
		name: 'JSON that is nested too deeply',
		reaction: 'nonsense',
		fault: {
			kind: 'body',
			body: '[{"data":'.repeat(5_000) + '1' + '}]'.repeat(5_000),
			applied: true,
		},
		text: /returned JSON that is nested too deeply for .+ \(HTTP 200\)/,
	},
	{
		name: 'Empty body',
		reaction: 'silent',
		fault: { kind: 'empty', applied: true },
		text: /returned an empty response for .+ \(HTTP 200\)/,
	},
	{
		name: 'JSON of another form',
		reaction: 'silent',
		fault: { kind: 'wrongEnvelope', applied: true },
		text: /returned data in an unexpected format for .+ \(HTTP 200\)/,
	},
	{
		name: 'Error 500 in a body with status 200',
		reaction: 'broken',
		fault: { kind: 'errorIn200' },
		text: rejected(/.+/),
	},
	{
		name: 'The same, after the change was made',
		reaction: 'broken',
		fault: { kind: 'errorIn200', applied: true },
		text: rejected(/.+/),
	},
	{
		name: 'Error 403 in a body with status 200',
		reaction: 'refused',
		fault: { kind: 'errorIn200', status: 403 },
		text: rejected(/.+/),
	},
	{
		name: 'Error beside an empty list, status 200',
		reaction: 'refused',
		fault: { kind: 'body', body: '{"data":[],"error":{"message":"Search is down"}}' },
		text: rejected(/Search is down/),
	},
	{
		name: '"success": false, status 200',
		reaction: 'refused',
		fault: { kind: 'body', body: '{"success":false,"data":[],"message":"Not now"}' },
		text: rejected(/Not now/),
	},
	{
		name: '"data": null beside errors, status 200',
		reaction: 'refused',
		fault: { kind: 'body', body: '{"data":null,"errors":["Not now"]}' },
		text: rejected(/Not now/),
	},
	{
		name: '"deleted": false, status 200',
		reaction: 'undone',
		fault: { kind: 'body', body: '{"deleted":false}', applied: true },
		text: /didn't delete .+ \(HTTP 200\)|returned data in an unexpected format/,
	},
	{
		name: 'Filters ignored',
		reaction: 'unfiltered',
		fault: { kind: 'ignoreFilters' },
		text: /^$/,
	},
	{
		name: 'Redirect to another host',
		reaction: 'nonsense',
		fault: { kind: 'redirect', location: 'http://127.0.0.1:9/login' },
		text: /redirected the request for .+ \(HTTP 302\)/,
	},
	{
		name: 'Redirect after the change was made',
		reaction: 'nonsense',
		fault: { kind: 'redirect', status: 302, applied: true },
		text: /redirected the request for .+ \(HTTP 302\)/,
	},
	{
		name: 'Redirect to send it elsewhere (307)',
		reaction: 'refused',
		fault: { kind: 'redirect', status: 307 },
		text: /redirected the request for .+ \(HTTP 307\)/,
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
		text: /API key doesn't have permission for .+ \(HTTP 403\)/,
	},
	{
		name: '404',
		reaction: 'refused',
		fault: { kind: 'status', status: 404 },
		text: /(Not found: .+|No .+ has the .+) \(HTTP 404\)/,
	},
	{
		name: '409',
		reaction: 'refused',
		fault: { kind: 'status', status: 409 },
		text: /reported a conflict with existing data for .+ \(HTTP 409\)/,
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
