import type { RewriteName } from './rewrites.mjs';

/** What the two services share in the controls that tests and people have over them. */

export const FAULT_KINDS = [
	'rateLimit',
	'status',
	'reset',
	'timeout',
	'truncated',
	'trickle',
	'html',
	'redirect',
	'empty',
	'invalidJson',
	'wrongEnvelope',
	'errorIn200',
	'validation',
	'echo',
	'body',
	'ignoreFilters',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A failure to answer requests with. Without `times` or `probability` it hits every matching request. */
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
	/** 0 to 1: the share of matching requests it hits, by seeded chance. */
	probability?: number;
	/** For a write: true makes the change before the fault is answered. */
	applied?: boolean;
	/** For `status`, `html`, `errorIn200` and `echo`: the HTTP status. */
	status?: number;
	/** For `rateLimit`, and `status` with 503: seconds, an HTTP date, or no header. */
	retryAfter?: number | 'date' | 'none';
	/** How far ahead the HTTP date of `retryAfter: 'date'` lies; default 1. */
	retryAfterSeconds?: number;
	/** For `validation`: which of the two 422 bodies. */
	shape?: 'message' | 'errors';
	/** For `body`: what to answer, as it is. */
	body?: string;
	/** For `redirect`: where to. */
	location?: string;
}

/** Lasting behaviour of a service; all off at the start. */
export interface Quirks {
	/**
	 * Link service: the envelope of lists (`full`, `data` alone, a `bare` array). Reference service:
	 * `bare` answers single records outside `data`, `data` puts the APS result into `data`.
	 */
	envelope?: 'full' | 'data' | 'bare';
	/** Every page is page 1. */
	ignorePage?: boolean;
	/** Filters that have no effect: all of them, or those named. */
	ignoreFilters?: boolean | string[];
	/** Lists come in the order in which the records were created, whatever is asked for. */
	unsorted?: boolean;
	/** How a search compares, instead of finding every part of a text; `page`: each page on its own. */
	search?: 'whole' | 'start' | 'words' | 'page';
	/** The total and the last page are those of all records, whatever is searched for. */
	countsAll?: boolean;
	/** How many records of a page are repeated at the start of the next. */
	overlap?: number;
	/** The order moves by one between pages: a record is repeated and another lost. */
	shift?: boolean;
	/** Added to the reported total. */
	wrongTotal?: number;
	/** Every page is full for ever and no total is given: the records again, or `fresh` ones. */
	endless?: boolean | 'fresh';
	/** No page has more records than this, whatever is asked for. */
	mostPerPage?: number;
	/** Records that take their place in a page but are left out of it, by ID. */
	hideRecords?: number[];
	/** How the service writes aliases, addresses and names instead of as they were sent. */
	rewrites?: RewriteName[];
	/** An alias that is taken gets a number at its end instead of being refused. */
	uniqueAliases?: boolean;
	createAnswer?: 'record' | 'empty';
	deleteAnswer?: 'object' | 'empty';
	/** Fields left out of records. */
	hideFields?: string[];
	/** The only fields that lists show of their records. */
	listFields?: string[];
	/** Fields that are null in records. */
	nullFields?: string[];
	/** Links that someone extends and enables as soon as a list has shown them, by ID. */
	renewListed?: number[];
}

export interface RecordedRequest {
	method: string;
	/** As sent: undecoded, without the query. */
	path: string;
	/** As sent, without the question mark. */
	query: string;
	headers: Record<string, string>;
	body: string;
	/** When it came, in milliseconds since 1970. */
	at: number;
	/** The status answered; absent while unanswered and where no answer was given. */
	status?: number;
	/** The fault it was answered with. */
	fault?: FaultKind;
}

export interface Service {
	/** Without a trailing slash, for example http://127.0.0.1:4010. */
	baseUrl: string;
	apiKey: string;
	/** Every request but those under /__sandbox/, in order; the newest 250,000 are kept. */
	requests: RecordedRequest[];
	fault(fault: Fault): void;
	/** Adds to the quirks that are on. */
	quirk(quirks: Quirks): void;
	/** Ends all faults; quirks stay. */
	clearFaults(): void;
	/** Faults, quirks, requests, ledger, rate window and data back to the start. */
	reset(): void;
}

/** At most `requests` in each window of `windowMs`; beyond that, 429. */
export interface RateLimit {
	requests: number;
	windowMs: number;
	/** The form of Retry-After: `seconds` (default), an HTTP `date`, or `none`. */
	retryAfter?: 'seconds' | 'date' | 'none';
}

export interface ServicesOptions {
	/** 0 (default) takes a free port. */
	linkPort?: number;
	/** 0 (default) takes a free port. */
	dataPort?: number;
	host?: string;
	/** How long each answer is held back. */
	latencyMs?: number;
	/** For both services; none by default. */
	rateLimit?: RateLimit;
	linkApiKey?: string;
	dataApiKey?: string;
	/** How many schools; default 6,400. */
	schools?: number;
	/** How many links; default 300. */
	links?: number;
	/** Of the sample data and of faults with a probability. */
	seed?: number;
	/** What the services take for the present moment at their start; their clock runs on from it. */
	now?: Date;
}
