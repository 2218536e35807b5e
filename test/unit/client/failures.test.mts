import { ExpressionError, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	causeOf,
	errorOf,
	type Failure,
	hasStatus,
	isFinal,
	isNotFound,
	outcomeOf,
	withMessage,
} from '../../../nodes/shared/http/errors.js';
import { failureOf, inDoubt } from '../../../nodes/shared/http/failures.js';
import { ExecutionCancelled } from '../../../nodes/shared/http/queue.js';
import { readResponse } from '../../../nodes/shared/http/response.js';
import type { ServiceRequest } from '../../../nodes/shared/http/types.js';
import { asResponse, node, service } from './fakeService.mjs';

const read: ServiceRequest = { method: 'GET', path: ['links', '12'], subject: 'link 12' };
const create: ServiceRequest = { ...read, method: 'POST', path: ['links'], creates: true };
const update: ServiceRequest = { ...read, method: 'PUT' };
const remove: ServiceRequest = { ...read, method: 'DELETE' };
const html = '<!DOCTYPE html><html><body>Sign in</body></html>';

function failure(
	answer: { status: number; body?: unknown; headers?: Record<string, string> },
	request = read,
): Failure | undefined {
	return failureOf(readResponse(asResponse(answer)), request, service, 60_000);
}

function fault(code: string, text = code, request = read): Failure | undefined {
	const none = { status: 0, headers: {}, body: undefined, form: 'none' as const };
	return failureOf({ ...none, fault: code, text }, request, service, 60_000);
}

describe('a response with a status of a failure', () => {
	it.each<[number, unknown, string, Failure['outcome']]>([
		[301, html, 'The test service redirected the request for link 12', 'refused'],
		[401, { message: 'Unauthenticated.' }, 'The test service refused the API key', 'refused'],
		[403, { message: 'No' }, "The API key doesn't have permission for link 12", 'refused'],
		[
			403,
			html,
			'A proxy or firewall in front of the test service blocked the request for link 12',
			'refused',
		],
		[404, { message: 'Resource not found.' }, 'Not found: link 12', 'refused'],
		[404, html, 'The test service returned a web page for link 12', 'refused'],
		[405, html, 'The test service returned a web page for link 12', 'refused'],
		[405, { message: 'No' }, 'The test service did not accept link 12: No', 'refused'],
		[408, html, 'The test service stopped waiting for the request for link 12', 'unknown'],
		[
			409,
			{ message: 'Taken' },
			'The test service reported a conflict with existing data for link 12: Taken',
			'refused',
		],
		[410, { message: 'Gone.' }, 'Not found: link 12', 'refused'],
		[
			413,
			html,
			'The request for link 12 is too large for the test service or a proxy in front of it',
			'refused',
		],
		[422, undefined, 'The test service did not accept link 12', 'refused'],
		[
			429,
			undefined,
			'The test service received too many requests before the request for link 12',
			'notSent',
		],
		[500, {}, "The test service couldn't process the request for link 12", 'unknown'],
		[503, html, "The test service couldn't process the request for link 12", 'unknown'],
		[520, html, "The test service couldn't process the request for link 12", 'unknown'],
	])('%d with %j: %s (%s)', (status, body, message, outcome) => {
		for (const request of [read, create]) {
			expect(failure({ status, body }, request)).toMatchObject({
				message: `${message} (HTTP ${status})`,
				httpCode: String(status),
				outcome,
				isFinal: request === create && outcome === 'unknown',
			});
		}
	});

	it('that is a redirect says that nothing was saved, and to check the base URL', () => {
		expect(failure({ status: 301 }, create)?.description).toBe(
			"Check the base URL and the API key in the credential. The base URL must start with http:// or https://, whichever the service uses, and have its final host name. The node didn't follow the redirect, so nothing was saved, and your API key wasn't sent anywhere else.",
		);
	});

	it('is "not found" only if it is no web page', () => {
		expect(failure({ status: 404, body: { message: 'No' } })?.isNotFound).toBe(true);
		expect(failure({ status: 410 })?.isNotFound).toBe(true);
		expect(failure({ status: 404, body: html })?.isNotFound).toBeUndefined();
	});

	it('says a 404 in the words of the operation', () => {
		const notFound = { message: 'No school has the ID 7', description: 'Check the ID.' };
		expect(
			failure({ status: 404, body: { message: 'Nope' } }, { ...read, notFound }),
		).toMatchObject({
			message: 'No school has the ID 7 (HTTP 404)',
			description: 'Check the ID. Message from the service: Nope',
		});
	});

	it('names scope and plan of a 403 if the service has them', () => {
		const body = { code: 'FORBIDDEN', message: 'Nope' };
		expect(failure({ status: 403, body }, { ...read, path: ['schools'] })?.description).toBe(
			'It needs the scope schools:read. Message from the service: Nope (FORBIDDEN)',
		);
	});

	it.each([
		[{ message: 'No' }, 'No'],
		[{ code: 'X', message: 'No' }, 'No (X)'],
		[{ error: 'X', message: 'No' }, 'No (X)'],
		[{ error: { code: 'X', message: 'No' } }, 'No (X)'],
		[{ error: 'X' }, 'X'],
		['No such page', 'No such page'],
		[{ message: 'x'.repeat(301) }, `${'x'.repeat(300)}…`],
	])('quotes the message of %j', (body, words) => {
		expect(failure({ status: 401, body })?.description).toMatch(
			new RegExp(` Message from the service: ${words.replace(/[()]/g, '\\$&')}$`),
		);
	});

	it.each([
		[{ 'retry-after': '9' }, ' The service asked to wait 9 seconds.', 9000],
		[{ 'retry-after': '0' }, '', undefined],
		[undefined, '', undefined],
	])('repeats how long a 503 with %j asks to wait', (headers, said, retryAfterMs) => {
		expect(failure({ status: 503, headers })).toMatchObject({
			description: `Something went wrong on the service's side. Try again later.${said}`,
			cause: retryAfterMs === undefined ? {} : { retryAfterMs },
		});
	});

	it.each([408, 502, 503, 504, 520, 521, 522, 523, 524, 530])('is passing for %d', (status) => {
		for (const request of [read, update, remove]) {
			expect(failure({ status }, request)).toMatchObject({ isPassing: true });
		}
		expect(causeOf(errorOf(node, failure({ status })!))).toEqual({
			cause: 'temporarily-unavailable',
		});
	});

	it('is passing for 500 if the request only reads', () => {
		expect(failure({ status: 500 })?.isPassing).toBe(true);
		expect(failure({ status: 500 }, { ...create, creates: false, isRead: true })?.isPassing).toBe(
			true,
		);
		for (const request of [create, update, remove]) {
			expect(failure({ status: 500 }, request)?.isPassing).toBe(false);
		}
	});

	it.each([301, 400, 401, 403, 404, 409, 422, 425, 501, 525])('is final for %d', (status) => {
		expect(failure({ status })?.isPassing).toBe(false);
	});
});

describe('field errors', () => {
	const request: ServiceRequest = {
		...create,
		form: new URLSearchParams({ alias: 'x', 'country[0][key]': 'ZZ' }),
		fieldLabels: { alias: 'Alias', country: 'Country Rules' },
		fieldAdvice: { alias: 'Use "Create or Update" instead.', url: 'Not meant.' },
	};
	const fields = { alias: ['Taken.', 'Too short.'], 'country.0.key': 'Unknown.', odd: ['?'] };

	it.each([
		['the message', { message: fields }],
		['errors', { message: 'The given data was invalid.', errors: fields }],
	])('are listed with the labels of the form, from %s', (_, body) => {
		expect(failure({ status: 422, body }, request)).toMatchObject({
			message:
				'The test service did not accept link 12: Alias: Taken. Too short; Country Rules: Unknown; odd: ? (HTTP 422)',
			description:
				'Check the values of "Alias", "Country Rules" and "odd". Use "Create or Update" instead.',
		});
	});

	it.each([
		[{ country: ['Unknown.'] }, 'Check the value of "Country Rules".'],
		[{ odd: ['Required.'] }, 'Enter a value for "odd".'],
		[{ odd: ['Required.'], even: ['Required.'] }, 'Enter values for "odd" and "even".'],
	])('tell a field that was sent from one that is missing: %o', (message, description) => {
		expect(failure({ status: 422, body: { message } }, request)?.description).toBe(description);
	});

	it('show no password', () => {
		const secrets = ['Sesame'];
		const body = { message: { password: ['Sesame is too short.'] } };
		expect(failure({ status: 422, body }, { ...request, secrets })?.message).toContain(
			'password: *** is too short',
		);
	});
});

describe('a response with the status of a success', () => {
	it.each<[string, ServiceRequest, unknown, string]>([
		['a web page', create, html, 'returned a web page instead of data for link 12'],
		['half of a JSON text', read, '{"data":[', 'returned something other than JSON for link 12'],
		['nothing for a read', read, undefined, 'returned an empty response for link 12'],
		['nothing for a create', create, undefined, 'returned an empty response for link 12'],
		[
			'an error object',
			read,
			{ error: { code: 'X', message: 'No' } },
			'rejected the request for link 12: No (X)',
		],
		[
			'an error beside data',
			read,
			{ error: 'No', data: [] },
			'rejected the request for link 12: No',
		],
		[
			'success: false',
			update,
			{ success: false },
			'rejected the request for link 12: no reason given',
		],
		['success: "0"', read, { success: '0', message: 'No' }, 'rejected the request for link 12: No'],
		[
			'code and message alone',
			read,
			{ code: 'RATE', message: 'No' },
			'rejected the request for link 12: No (RATE)',
		],
		['deleted: false', remove, { id: 12, deleted: false }, "didn't delete link 12"],
		['deleted: "0" in data', remove, { data: { deleted: '0' } }, "didn't delete link 12"],
	])('is a failure with %s', (_, request, body, message) => {
		expect(failure({ status: 200, body }, request)).toMatchObject({
			message: `The test service ${message} (HTTP 200)`,
			httpCode: '200',
			outcome: 'unknown',
			isPassing: false,
		});
	});

	it.each<[string, ServiceRequest, unknown]>([
		['a message beside an empty list', read, { data: [], message: 'Retrieved without any error' }],
		['a code beside an empty list', read, { data: [], code: 'LINKS_LISTED' }],
		['code and message beside data', read, { data: { id: 1 }, code: 'OK', message: 'Done' }],
		['code and message in a record', read, { id: 1, code: 'ZA', message: 'a field' }],
		['an empty error', read, { data: [], error: null, success: true }],
		['an error of {}', read, { data: [], error: {} }],
		['an error of []', read, { data: [], error: [] }],
		['a state that sounds bad', read, { id: 1, state: 'error' }],
		['a bare list', read, [{ error: 'a column' }]],
		['deleted: false for a read', read, { id: 12, deleted: false }],
		['deleted: true', remove, { id: 12, object: 'link', deleted: true }],
		['only an ID', remove, { id: 12 }],
		['nothing for a deletion', remove, undefined],
		['nothing for an update', update, undefined],
	])('is a success with %s', (_, request, body) => {
		expect(failure({ status: 200, body }, request)).toBeUndefined();
	});
});

describe('a request without a response', () => {
	it.each<[string, string, Failure['outcome'], boolean]>([
		[
			'ECONNREFUSED',
			'The test service could not be reached: it refused the connection',
			'notSent',
			true,
		],
		[
			'ENOTFOUND',
			'The test service could not be reached: its host name was not found',
			'notSent',
			false,
		],
		[
			'EAI_AGAIN',
			'The test service could not be reached: its host name was not found',
			'notSent',
			true,
		],
		['ETIMEDOUT', 'The test service did not answer within 60 seconds', 'unknown', true],
		['ECONNABORTED', 'The test service did not answer within 60 seconds', 'unknown', true],
		[
			'ECONNRESET',
			'The connection to the test service was lost before the full response arrived',
			'unknown',
			true,
		],
		[
			'EPIPE',
			'The connection to the test service was lost before the full response arrived',
			'unknown',
			true,
		],
		[
			'CERT_HAS_EXPIRED',
			"Couldn't connect securely to the test service: it has expired",
			'notSent',
			false,
		],
		['EWHATEVER', 'The request to the test service failed: it has expired', 'unknown', false],
	])('because of %s: %s (%s)', (code, message, outcome, isPassing) => {
		const told = fault(code, 'it has expired', create);
		expect(told).toMatchObject({ message, outcome, isFinal: outcome === 'unknown' });
		expect(told?.isPassing ?? false).toBe(isPassing);
		expect(told?.cause).toEqual(isPassing ? { cause: 'temporarily-unavailable' } : undefined);
	});

	it('leaves a change in doubt, but not a read', () => {
		const lost = fault('ECONNREFUSED')!;
		expect(inDoubt(lost, update)).toMatchObject({
			outcome: 'unknown',
			description: expect.stringMatching(/^The change may have been made anyway/) as string,
		});
		expect(inDoubt(lost, read)).toBe(lost);
	});
});

describe('an error of n8n', () => {
	const text = { message: 'It happened', description: 'Check it.' };

	it('carries outcome, status and cause', () => {
		const cause = { cause: 'rate-limited', retryAfterMs: 9000 } as const;
		const error = errorOf(node, { ...text, outcome: 'notSent', httpCode: '429', cause });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ ...text, httpCode: '429', failure: cause });
		expect(error.context.outcome).toBe('notSent');
		expect(hasStatus(error, 429)).toBe(true);
		expect(hasStatus(error, 404)).toBe(false);
	});

	it('says exactly what it is told, also with a word that n8n replaces', () => {
		const message = 'Denied: EPERM, ECONNREFUSED';
		expect(errorOf(node, { message, outcome: 'refused' }).message).toBe(message);
		expect(withMessage(node, new UserError('x'), message).message).toBe(message);
	});

	it('keeps all but its message in a copy', () => {
		const of = { outcome: 'unknown', httpCode: '404', isNotFound: true, isFinal: true } as const;
		const copy = withMessage(node, errorOf(node, { ...text, ...of }), 'Another');
		expect(copy).toMatchObject({ message: 'Another', description: 'Check it.', httpCode: '404' });
		expect([outcomeOf(copy), isNotFound(copy), isFinal(copy)]).toEqual(['unknown', true, true]);
	});

	it('is made of bad input, with its cause and without a request', () => {
		const failure = { cause: 'configuration-invalid' } as const;
		const input = Object.assign(new UserError('x', { description: 'Enter it.' }), { failure });
		const error = withMessage(node, input, 'x [item 0]');
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({ message: 'x [item 0]', description: 'Enter it.', failure });
		expect(outcomeOf(error)).toBe('notSent');
	});

	it.each([
		['bad input', new UserError('x'), 'notSent'],
		['a failing expression', new ExpressionError('x'), 'notSent'],
		['a cancelled execution', new ExecutionCancelled(), 'notSent'],
		['anything else', new TypeError('x'), 'unknown'],
	])('has an outcome for %s', (_, error, outcome) => {
		expect(outcomeOf(error)).toBe(outcome);
	});
});
