import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { isObject } from '../values';
import { parseJson } from './json';

/** What came back for one request: an answer of the service, or `fault`, the network's error code. */
export interface RawResponse {
	/** 0 where there was no answer. */
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
	form: 'json' | 'empty' | 'html' | 'tooDeep' | 'unreadable' | 'none';
	text: string;
	fault?: string;
}

/** What n8n's helper returned, as an answer of the service. */
export function readAnswer(response: IN8nHttpFullResponse): RawResponse {
	// Takes a byte order mark away, too.
	const text = textOf(response.body).trim();
	const answer = { status: response.statusCode, headers: response.headers, body: undefined, text };
	if (text === '') return { ...answer, form: 'empty' };
	try {
		return { ...answer, body: parseJson(text), form: 'json' };
	} catch (error) {
		if (error instanceof RangeError) return { ...answer, form: 'tooDeep' };
		return {
			...answer,
			form: /^<(?:!doctype|html|\?xml|head|body)/i.test(text) ? 'html' : 'unreadable',
		};
	}
}

function textOf(body: unknown): string {
	if (body === undefined || body === null) return '';
	return typeof body === 'string' ? body : JSON.stringify(body);
}

/**
 * The network's code for a request without an answer, wherever this n8n keeps it: in the chain of
 * causes, or, where n8n 1 and earlier versions of n8n 2 cut that off, in place of an HTTP status.
 */
export function answerOfFault(error: unknown): RawResponse {
	const none: RawResponse = { status: 0, headers: {}, body: undefined, form: 'none', text: '' };
	for (let cause = error, depth = 0; isObject(cause) && depth < 5; cause = cause.cause, depth++) {
		const fault = [cause.code, cause.httpCode].find(isNetworkCode);
		if (fault !== undefined) return { ...none, fault, text: String(cause.message ?? '') };
	}
	return { ...none, fault: 'unknown', text: error instanceof Error ? error.message : '' };
}

function isNetworkCode(code: unknown): code is string {
	return typeof code === 'string' && /\D/.test(code);
}

/** Milliseconds that a Retry-After header asks for: seconds or an HTTP date; undefined without one. */
export function retryAfter(headers: Record<string, unknown>, now = Date.now()): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
	const date = Date.parse(text);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
