import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { SECOND } from '../clock';
import { isObject } from '../values';
import { parseJson } from './json';
import { type Redact, OddValue, withoutSecrets } from './secrets';

/** The result of one request: a response of the service, or `networkCode`, the network's error code. */
export interface ServiceResponse {
	/** 0 without a response. */
	status: number;
	/** The parsed JSON. */
	body: unknown;
	format: 'json' | 'empty' | 'html' | 'other';
	text: string;
	/** The position of a record that can't be worked on, from 1; the body is then left out. */
	oddRecord?: number;
	/** How long the service asks to wait. Milliseconds. */
	retryAfter?: number;
	/** Where a redirect points to. */
	location?: string;
	networkCode?: string;
}

const NO_RESPONSE: ServiceResponse = { status: 0, body: undefined, format: 'empty', text: '' };

/** Stands for a request that takes longer than its Timeout. */
export const LATE: ServiceResponse = { ...NO_RESPONSE, networkCode: 'ETIMEDOUT' };

/**
 * Reads what n8n's HTTP helper returned.
 *
 * @param redact takes the API key out of a JSON body; what isn't JSON is only shown as `shownWords` gives it
 * @param passwordFields see `withoutSecrets`
 */
export function readResponse(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	redact?: Redact,
	passwordFields?: readonly string[],
): ServiceResponse {
	// Removes a byte order mark, too.
	const text = String(body ?? '').trim();
	const wait = retryAfter(String(headers['retry-after'] ?? ''));
	const { location } = headers as { location?: string };
	const response = { status: statusCode, body: undefined, text, retryAfter: wait, location };
	if (text === '') return { ...response, format: 'empty' };
	try {
		const read = withoutSecrets(parseJson(text), text, redact, passwordFields);
		return { ...response, body: read, format: 'json' };
	} catch (error) {
		const isHtml =
			/^<(?:!doctype|html)/i.test(text) || /html/.test(String(headers['content-type']));
		const oddRecord = error instanceof OddValue ? error.position : undefined;
		return { ...response, oddRecord, format: isHtml ? 'html' : 'other' };
	}
}

/** From here on (2001), a number of seconds is a Unix time, which some servers send. Milliseconds. */
const EARLIEST_MOMENT = 1_000_000_000 * SECOND;

/**
 * Milliseconds that a Retry-After header asks for: seconds, an HTTP date or a Unix time. 0 if that time
 * has passed; undefined without the header.
 */
function retryAfter(text: string): number | undefined {
	const number = /^\d+$/.test(text) ? Number(text) * SECOND : undefined;
	if (number !== undefined && number < EARLIEST_MOMENT) return number;
	const moment = number ?? Date.parse(text);
	return Number.isNaN(moment) ? undefined : Math.max(0, moment - Date.now());
}

/** The code of a request that n8n itself refuses to send, e.g. with N8N_SSRF_PROTECTION_ENABLED. */
export const BLOCKED = 'blocked';

/**
 * The network's code for a request without a response. n8n keeps it in the chain of causes; n8n 1 and
 * early versions of n8n 2 cut that chain off and put the code in place of the HTTP status.
 */
export function responseOfError(error: unknown): ServiceResponse {
	for (let cause = error, depth = 0; isObject(cause) && depth < 5; cause = cause.cause, depth++) {
		const networkCode = [cause.code, cause.httpCode].find(isNetworkCode);
		if (networkCode !== undefined)
			return { ...NO_RESPONSE, networkCode, text: String(cause.message ?? '') };
		if (cause instanceof UserError)
			return { ...NO_RESPONSE, networkCode: BLOCKED, text: cause.message };
	}
	return {
		...NO_RESPONSE,
		networkCode: 'unknown',
		text: error instanceof Error ? error.message : '',
	};
}

function isNetworkCode(code: unknown): code is string {
	return typeof code === 'string' && /\D/.test(code);
}

/** One page of a list, as the service returned it. */
export interface Page {
	records: IDataObject[];
	/** How many records there are in all. */
	total?: number;
	/** The number of the last page, counted from 1. */
	lastPage?: number;
	/** The page size that the service used. */
	perPage?: number;
	/** Whether the response has the URL of a next page. Never followed: it is known to drop filters. */
	hasNextUrl?: boolean;
}

/**
 * The page in a body, in any of the envelopes that such services use: bare, or in `data` with
 * `meta`, `pagination` or Laravel's fields beside it. Undefined without a list of records.
 */
export function pageIn(body: unknown): Page | undefined {
	const beside = isObject(body) ? body : {};
	const list = Array.isArray(body) ? (body as unknown[]) : beside.data;
	if (!Array.isArray(list) || !list.every(isObject)) return undefined;
	const { links, meta, pagination } = beside;
	const { total, last_page, total_pages, per_page, next_page_url } = {
		...beside,
		...(isObject(meta) && meta),
		...(isObject(pagination) && pagination),
	} as Record<string, unknown>;
	const next = isObject(links) ? links.next : undefined;
	return {
		records: list as IDataObject[],
		total: numberIn(total),
		lastPage: numberIn(last_page ?? total_pages),
		perPage: numberIn(per_page),
		hasNextUrl: [next, next_page_url].some((url) => typeof url === 'string' && url !== ''),
	};
}

/** The one record, or result, of a body: in `data`, or bare. */
export function dataOf(body: unknown): IDataObject | undefined {
	const data = isObject(body) && 'data' in body ? body.data : body;
	return isObject(data) ? (data as IDataObject) : undefined;
}

/** PHP may return numbers as text. */
function numberIn(value: unknown): number | undefined {
	const isText = typeof value === 'string' && /^\d+$/.test(value);
	return typeof value === 'number' || isText ? Number(value) : undefined;
}
