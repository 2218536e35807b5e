import { ExpressionError, UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { errorOf, type Failure, outcomeOf, shownError } from '../../../nodes/shared/http/errors.js';
import { failureOf } from '../../../nodes/shared/http/failures.js';
import { ExecutionCancelled } from '../../../nodes/shared/http/queue.js';
import {
	readResponse,
	responseOfFault,
	responseOfHold,
} from '../../../nodes/shared/http/response.js';
import { type ServiceRequest, WHILE_WATCHED } from '../../../nodes/shared/http/types.js';
import { asResponse, NetworkError, node, POLICY, service } from './fakeService.mjs';

const read: ServiceRequest = { method: 'GET', path: ['links', '12'], subject: 'link 12' };
const create: ServiceRequest = { ...read, method: 'POST', path: ['links'] };
const remove: ServiceRequest = { ...read, method: 'DELETE' };
const sending = { service, request: read, policy: POLICY };
const html = '<!DOCTYPE html><html><body>Sign in</body></html>';

function failure(status: number, body?: unknown, request = read): Failure | undefined {
	return failureOf(readResponse(asResponse({ status, body })), { ...sending, request });
}

describe('a response', () => {
	it.each<[number, unknown, string]>([
		[410, undefined, 'Not found: link 12'],
		[404, html, 'The test service returned a web page for link 12'],
		[
			413,
			html,
			'The request for link 12 is too large for the test service or a proxy in front of it',
		],
		[408, html, "The test service couldn't process the request for link 12"],
		[200, html, 'The test service returned something unexpected for link 12'],
		[200, '{"data":[', 'The test service returned something unexpected for link 12'],
		[200, undefined, 'The test service returned something unexpected for link 12'],
		[403, html, 'A proxy or firewall in front of the test service blocked the request for link 12'],
	])('with HTTP %d and the body %j is told as: %s', (status, body, message) => {
		expect(failure(status, body)).toMatchObject({
			message: `${message} (HTTP ${status})`,
			httpCode: String(status),
		});
	});

	it.each([
		[{ error: 'X', message: 'No' }, 'No (X)'],
		[{ error: 'X' }, 'X'],
		['No such page', 'No such page'],
		[{ message: 'x'.repeat(201) }, `${'x'.repeat(200)}…`],
	])('is quoted: %j', (body, words) => {
		const { description } = failure(401, body) ?? {};
		expect(description?.split('Message from the service: ')[1]).toBe(words);
	});

	it('names ten of many fields, and none by what every object has', () => {
		const names = ['constructor', ...Array.from({ length: 20_000 }, (_, index) => `f${index}`)];
		const message = Object.fromEntries(names.map((name) => [name, ['Wrong.']]));
		expect(
			failure(422, { message }, { ...create, fieldLabels: {}, fieldAdvice: {} }),
		).toMatchObject({
			message:
				'The test service did not accept link 12: constructor: Wrong; f0: Wrong; f1: Wrong; f2: Wrong; f3: Wrong; f4: Wrong; f5: Wrong; f6: Wrong; f7: Wrong; f8: Wrong; and 19991 more (HTTP 422)',
			description: 'Check "constructor", "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7" and "f8".',
		});
	});

	it('with HTTP 200 is a failure that leaves no doubt if it says deleted: "0"', () => {
		expect(failure(200, { data: { deleted: '0' }, message: 'In use' }, remove)).toMatchObject({
			message: "The test service didn't delete link 12 (HTTP 200)",
			description:
				'The response had a success status, but it says that nothing was deleted. Message from the service: In use',
			isPassing: false,
		});
	});

	it.each<[string, ServiceRequest, unknown]>([
		['code and message beside data', read, { data: { id: 1 }, code: 'OK', message: 'Done' }],
		['code and message in a record', read, { id: 1, code: 'ZA', message: 'a field' }],
		['no error, and success', read, { data: [], error: null, success: true }],
		['an error of {}', read, { data: [], error: {} }],
		['an error of []', read, { data: [], error: [] }],
		['a bare list', read, [{ error: 'a column' }]],
		['deleted: false for a read', read, { id: 12, deleted: false }],
		['only an ID for a deletion', remove, { id: 12 }],
	])('with HTTP 200 is a success with %s', (_, request, body) => {
		expect(failure(200, body, request)).toBeUndefined();
	});
});

it.each([
	['ECONNREFUSED', 'The test service could not be reached: it refused the connection'],
	['ENOTFOUND', 'The test service could not be reached: its host name was not found'],
	['ECONNABORTED', 'The test service did not answer within 60 seconds'],
	['EPIPE', 'The connection to the test service was lost before the full response arrived'],
	['CERT_EXPIRED', "Couldn't connect securely to the test service (CERT_EXPIRED)"],
	['EWHATEVER', 'The request to the test service failed: It broke with ***'],
])('a request without a response because of %s: %s', (code, message) => {
	const response = responseOfFault(new NetworkError(code, 'It broke with k-4f9c81'));
	const told = failureOf(response, { ...sending, request: { ...read, secrets: ['k-4f9c81'] } });
	expect(told?.message).toBe(message);
});

it('a request that n8n itself refuses was not sent, and n8n says why', () => {
	const error = Object.assign(new Error('x'), { cause: new UserError('The address is private') });
	expect(failureOf(responseOfFault(error), { ...sending, request: create })).toMatchObject({
		message: "n8n didn't send the request to the test service: The address is private",
		outcome: 'notSent',
	});
});

it('names no option to somebody who has none, and the scheme only where it may be wrong', () => {
	const watched = { ...sending, policy: WHILE_WATCHED };
	const late = failureOf(responseOfFault(new NetworkError('ETIMEDOUT')), watched);
	expect(late?.description).toBe('The service may be slow or unavailable. Try again later.');
	const lost = failureOf(responseOfFault(new NetworkError('EPIPE')), sending);
	expect(lost?.description).toBe('The service may be restarting or overloaded. Try again later.');
	const held = failureOf(responseOfHold({ wait: 3_600_000, isAsked: true }, 0), watched);
	expect(held?.description).toBe(
		'The request has waited 0 seconds, and the next wait is 3600 seconds. Try again later.',
	);
});

describe('an error of n8n', () => {
	it('says exactly what it is told, also with a word that n8n replaces', () => {
		const message = 'Denied: EPERM, ECONNREFUSED';
		expect(errorOf(node, { message, outcome: 'refused' }).message).toBe(message);
		expect(shownError(node, new UserError('x'), message).message).toBe(message);
	});

	it.each([
		['a failing expression', new ExpressionError('x'), 'notSent'],
		['a cancelled execution', new ExecutionCancelled(), 'notSent'],
		['anything else', new TypeError('x'), 'unknown'],
	])('has an outcome for %s', (_, error, outcome) => {
		expect(outcomeOf(error)).toBe(outcome);
	});
});
