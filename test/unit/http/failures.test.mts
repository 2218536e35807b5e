import { constants } from 'node:os';

import { ExpressionError, type INode, UserError } from 'n8n-workflow';
import { afterEach, describe, expect, it, test, vi } from 'vitest';

import { linkService } from '../../../nodes/LinkManager/transport/api.js';
import { errorOf, type Failure, failureIn, shownError } from '../../../nodes/shared/http/errors.js';
import { failureOf, failureOfNotSent } from '../../../nodes/shared/http/failures.js';
import { readResponse, responseOfError } from '../../../nodes/shared/http/response.js';
import { type ServiceRequest, WHILE_WATCHED } from '../../../nodes/shared/http/types.js';
import { VirtualClock } from '../shared/virtualClock.mjs';
import { fakeClient } from './fakeClient.mjs';

afterEach(() => void vi.restoreAllMocks());

const asked = {
	service: { ...linkService, name: 'test service' },
	policy: { maxRetries: 4, maxWait: 300_000, timeout: 60_000 },
};
const path = ['links', '12'];
const read: ServiceRequest = { path, subject: 'link 12' };
const create: ServiceRequest = { effect: 'create', path: ['links'], subject: 'a new link' };
const update: ServiceRequest = { effect: 'update', path, subject: 'link 12' };
const deletion: ServiceRequest = { effect: 'deletion', path, subject: 'link 12' };
const REQUESTS = { read, create, update, deletion };
const html = '<!DOCTYPE html><html><body>Sign in</body></html>';

function failure(status: number, body?: unknown, request = read): Failure | undefined {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const response = { statusCode: status, headers: {}, body: text };
	return failureOf(readResponse(response), { ...asked, request });
}

// Every status and network code: what may have happened, and whether a retry makes sense.
// Without a row, `ANY_OTHER` applies. A status or code with a meaning of its own needs a row here.

type Meaning = [outcome: 'notSent' | 'refused' | 'unknown', passes: string[], cause?: string];

const ALL = Object.keys(REQUESTS);
const UNAVAILABLE: Meaning = ['unknown', ALL, 'temporarily-unavailable'];

const all = <K extends PropertyKey>(keys: K[], meaning: Meaning) =>
	Object.fromEntries(keys.map((key) => [key, meaning])) as Record<K, Meaning>;

const STATUSES: Record<number, Meaning> = {
	401: ['refused', [], 'credential-invalid'],
	403: ['refused', [], 'configuration-invalid'],
	...all([404, 410, 413], ['refused', []]),
	...all([408, 502, 503, 504, 520, 521, 522, 523, 524, 530], UNAVAILABLE),
	429: ['notSent', [], 'rate-limited'],
	500: ['unknown', ['read']],
};
const ANY_OTHER_STATUS = (status: number): Meaning => [status < 500 ? 'refused' : 'unknown', []];

const LOST = ['ETIMEDOUT', 'ECONNABORTED', 'ECONNRESET', 'EPIPE', 'ENETUNREACH', 'EHOSTUNREACH'];
const CUT_OFF = ['ERR_BAD_RESPONSE', 'ERR_STREAM_PREMATURE_CLOSE', 'HPE_INVALID_CONSTANT'];
const NOT_SECURE = ['EPROTO', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'];
const NOT_VERIFIED = ['ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'];

const CODES: Record<string, Meaning> = {
	...all(['ECONNREFUSED', 'EAI_AGAIN'], ['notSent', ALL, 'temporarily-unavailable']),
	...all(['ENOTFOUND', ...NOT_SECURE, ...NOT_VERIFIED], ['notSent', []]),
	...all([...LOST, ...CUT_OFF], UNAVAILABLE),
};
/** Codes of the system, its DNS lookup and n8n's client. Most have no meaning of their own here. */
const OTHER_CODES = [...Object.keys(constants.errno), 'EAI_FAIL', 'ERR_BAD_REQUEST', 'EWHATEVER'];
const ANY_OTHER_CODE: Meaning = ['unknown', []];

const BODIES = {
	nothing: undefined,
	'a web page': html,
	text: 'No',
	'an empty object': {},
	'a message': { message: 'Closed on Sundays' },
	'a list': { data: [] },
};

/**
 * Checks the message: complete sentences without placeholders or stray values, and no advice to
 * retry a change that may have been made. A lost create has its own message (createOnce).
 */
function expectWords({ message, description = '', outcome }: Failure, kind: string) {
	expect(message).toMatch(/^[A-Z].*[^.]$/s);
	expect(description).toMatch(/^$|^[A-Z].*\.$|Message from the service: /s);
	const words = `${message} ${description}`;
	expect(words).not.toMatch(/ {2}|[{}]|undefined|null|NaN|\[object| [.,:;]|\. \(HTTP/);
	const mayHaveChanged = outcome === 'unknown' && ['update', 'deletion'].includes(kind);
	if (mayHaveChanged) expect(words).not.toMatch(/try again/i);
}

const statuses = Array.from({ length: 300 }, (_, index) => 300 + index);

test.each(Object.entries(BODIES))('every status from 300 to 599, with %s', (_name, body) => {
	for (const status of statuses) {
		const [outcome, passes, cause] = STATUSES[status] ?? ANY_OTHER_STATUS(status);
		const said = `HTTP ${status}: add or mend its row in STATUSES of this file`;
		for (const [kind, request] of Object.entries(REQUESTS)) {
			const told = failure(status, body, request);
			if (!told) throw new Error(`HTTP ${status} is no failure`);
			const isPage = status === 403 && body === BODIES['a web page'];
			expect({ kind, ...told }, said).toMatchObject({
				kind,
				outcome,
				isTransient: passes.includes(kind),
				httpCode: String(status),
			});
			expect(told.cause?.cause, said).toBe(isPage ? undefined : cause);
			expect(told.message).toContain(`(HTTP ${status})`);
			expectWords(told, kind);
			const isQuoted = status >= 400 && body === BODIES['a message'];
			if (isQuoted) expect(`${told.message} ${told.description}`).toContain('Closed on Sundays');
			if (STATUSES[status]) continue;
			const other = Math.floor(status / 100) * 100 + 99;
			const usual = failure(other, body, request);
			expect(told.description, said).toBe(usual?.description);
			expect(told.message, said).toBe(usual?.message.replace(String(other), String(status)));
		}
	}
});

const codes = [...new Set([...Object.keys(CODES), ...OTHER_CODES])];

test.each(codes)('a request without a response because of %s', (code) => {
	const [outcome, passes, cause] = CODES[code] ?? ANY_OTHER_CODE;
	const said = `${code}: add or mend its row in CODES of this file`;
	for (const [kind, request] of Object.entries(REQUESTS)) {
		const told = failureOf(responseOfError({ code, message: 'It broke' }), {
			...asked,
			request,
		});
		if (!told) throw new Error(`${code} is no failure`);
		const isTransient = passes.includes(kind);
		expect({ kind, ...told }, said).toMatchObject({ kind, outcome, isTransient });
		expect(told.cause?.cause, said).toBe(cause);
		expectWords(told, kind);
		if (!CODES[code])
			expect(told.message, said).toBe('The request to the test service failed: It broke');
	}
});

describe('a response', () => {
	it.each<[number, unknown, string]>([
		[410, undefined, 'Not found: link 12'],
		[
			413,
			html,
			'The request for link 12 is too large for the test service or a proxy in front of it',
		],
		[408, html, "The test service couldn't process the request for link 12"],
		[200, undefined, 'The test service returned something unexpected for link 12'],
		[403, html, 'A proxy or firewall in front of the test service blocked the request for link 12'],
	])('with HTTP %d and the body %j has the message: %s', (status, body, message) => {
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
	])('is quoted in the message: %j', (body, words) => {
		const { description } = failure(401, body) ?? {};
		expect(description?.split('Message from the service: ')[1]).toBe(words);
	});

	it('lists ten of many rejected fields, and uses no label from Object.prototype', () => {
		const names = ['constructor', ...Array.from({ length: 20_000 }, (_, index) => `f${index}`)];
		const message = Object.fromEntries(names.map((name) => [name, ['Wrong.']]));
		expect(
			failure(422, { message }, { ...create, fieldLabels: {}, fieldAdvice: {} }),
		).toMatchObject({
			message:
				'The test service did not accept a new link: constructor: Wrong; f0: Wrong; f1: Wrong; f2: Wrong; f3: Wrong; f4: Wrong; f5: Wrong; f6: Wrong; f7: Wrong; f8: Wrong; and 19991 more (HTTP 422)',
			description: 'Check "constructor", "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7" and "f8".',
		});
	});

	it('with HTTP 200 and "deleted": "0" fails, and nothing was deleted', () => {
		expect(failure(200, { data: { deleted: '0' }, message: 'In use' }, deletion)).toMatchObject({
			message: "The test service didn't delete link 12 (HTTP 200)",
			description:
				'The HTTP status was a success, but the response reports that nothing was deleted. Message from the service: In use',
			isTransient: false,
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
		['only an ID for a deletion', deletion, { id: 12 }],
	])('with HTTP 200 is a success with %s', (_, request, body) => {
		expect(failure(200, body, request)).toBeUndefined();
	});
});

it.each([
	['ECONNREFUSED', 'The test service could not be reached: it refused the connection'],
	['ENOTFOUND', 'The test service could not be reached: its host name was not found'],
	['ECONNABORTED', 'The test service did not respond within 60 seconds'],
	['EPIPE', 'The connection to the test service was lost before the full response arrived'],
	['CERT_EXPIRED', "Couldn't connect securely to the test service (CERT_EXPIRED)"],
	['EWHATEVER', 'The request to the test service failed: It broke with ***'],
])('a request without a response because of %s: %s', (code, message) => {
	const response = responseOfError({ code, message: 'It broke with k-4f9c81' });
	const told = failureOf(response, { ...asked, request: { ...read, secrets: ['k-4f9c81'] } });
	expect(told?.message).toBe(message);
});

it('a deletion that is not found fails if the first connection was refused', async () => {
	let tries = 0;
	const client = fakeClient(() => {
		if (tries++ === 0) throw Object.assign(new Error(), { code: 'ECONNREFUSED' });
		return { status: 404 };
	});
	const ending = new VirtualClock().run(client.request(deletion, () => ({})));
	await expect(ending).rejects.toThrow('Not found: link 12 (HTTP 404)');
});

it('a request that n8n itself refuses was not sent, and the message has the reason', () => {
	const error = Object.assign(new Error('x'), { cause: new UserError('The address is private') });
	expect(failureOf(responseOfError(error), { ...asked, request: create })).toMatchObject({
		message: "n8n didn't send the request to the test service: The address is private",
		outcome: 'notSent',
	});
});

it('mentions options only if there are any, and the scheme only if it may be wrong', () => {
	const watched = { ...asked, request: read, policy: WHILE_WATCHED };
	const late = failureOf(responseOfError({ code: 'ETIMEDOUT' }), watched);
	expect(late?.description).toBe('The service may be slow or unavailable. Try again later.');
	const slow = failureOf(responseOfError({ code: 'ETIMEDOUT' }), { ...asked, request: read });
	expect(slow?.description).toBe(
		'The service may be slow or unavailable. Try again later. If it is only slow, increase "Timeout (Seconds)".',
	);
	const lost = failureOf(responseOfError({ code: 'EPIPE' }), { ...asked, request: read });
	expect(lost?.description).toBe('The service may be restarting or overloaded. Try again later.');
	const held = failureOfNotSent({ wait: 3_600_000, isFromService: true }, 0, watched);
	expect(held.description).toBe(
		'The request waited 0 seconds, and the next wait would be 3600 seconds. Try again later.',
	);
});

describe('an error of n8n', () => {
	const node = { name: 'Node under test' } as INode;

	it('keeps its message, even with a word that n8n replaces', () => {
		const message = 'Denied: EPERM, ECONNREFUSED';
		expect(errorOf(node, { message, outcome: 'refused' }).message).toBe(message);
		expect(shownError(node, new UserError('x'), message).message).toBe(message);
	});

	it.each([
		['a failing expression', new ExpressionError('x'), 'notSent'],
		['anything else', new TypeError('x'), 'unknown'],
	])('has an outcome for %s', (_, error, outcome) => {
		expect(failureIn(error).outcome).toBe(outcome);
	});
});
