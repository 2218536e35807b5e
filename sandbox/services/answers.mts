/** What a service answers to one request. */
export interface Answer {
	status: number;
	body: string;
	contentType?: string;
	headers?: Record<string, string>;
}

/** The bodies in which a service tells errors. */
export interface ErrorBodies {
	/** The body for a status; `message` replaces the service's usual text for it. */
	forStatus(status: number, message?: string): string;
	/** The body of a 422, in one of its two shapes. */
	forFields(fields: Record<string, string[]>, shape: 'message' | 'errors'): string;
	/** The body of an error that comes with status 200. */
	inSuccess(status: number): string;
}

/** Thrown by a route to answer with an error. */
export class Refusal extends Error {
	constructor(readonly answer: Answer) {
		super(answer.body);
	}
}

const JSON_TYPE = 'application/json; charset=utf-8';
export const HTML_TYPE = 'text/html; charset=utf-8';

/** An answer with a JSON text that is ready to send. */
export function jsonAnswer(status: number, body: string, headers?: Answer['headers']): Answer {
	return { status, body, contentType: JSON_TYPE, headers };
}

export function htmlAnswer(status: number, title: string): Answer {
	const page = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
	return { status, body: page, contentType: HTML_TYPE };
}

/**
 * A Retry-After header. An HTTP date has whole seconds, so it is rounded up.
 *
 * @param form seconds as a number, `date` for an HTTP date that lies `ahead` seconds in the future,
 *   `none` for no header
 */
export function retryAfterHeader(
	form: number | 'date' | 'none',
	ahead: number,
	now: number,
): Record<string, string> {
	if (form === 'none') return {};
	if (form !== 'date') return { 'retry-after': String(form) };
	const moment = Math.ceil((now + ahead * 1000) / 1000) * 1000;
	return { 'retry-after': new Date(moment).toUTCString() };
}
