import fc from 'fast-check';
import { NodeApiError } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import {
	apiError,
	inOtherWords,
	UnknownOutcome,
	UnusableSettings,
} from '../../../nodes/shared/http/errors.js';
import { answerOfFault, readAnswer, retryAfter } from '../../../nodes/shared/http/response.js';
import type { ServiceRequest } from '../../../nodes/shared/http/types.js';
import { type Failure, failureOf } from '../../../nodes/shared/http/failures.js';
import {
	asResponse,
	fakeClient,
	NetworkError,
	node,
	type Scripted,
	service,
} from './fakeService.mjs';

afterEach(() => {
	vi.restoreAllMocks();
});

const read: ServiceRequest = {
	method: 'GET',
	path: ['links', '12'],
	subject: 'link 12',
	recordFields: ['url', 'alias'],
};

function failure(answer: Exclude<Scripted, NetworkError>, request = read): Failure | undefined {
	return failureOf(readAnswer(asResponse(answer)), request, service, 60_000);
}

/** The whole text that a user sees of what came back for one request. */
async function told(answer: Scripted, request: ServiceRequest = read) {
	const client = fakeClient(() => answer, { patience: { maxRetries: 0 } });
	const error = (await client.request(request).catch((caught: unknown) => caught)) as {
		message: string;
		description: string;
		httpCode: string | null;
	};
	const { message, description, httpCode } = error;
	return { message, description, httpCode };
}

const html = '<!DOCTYPE html><html><body>Sign in</body></html>';

const kinds: Array<[string, Scripted, string, RegExp]> = [
	[
		'302',
		{ status: 302, headers: { location: 'https://else.example' } },
		'302',
		/redirected the request/,
	],
	['401', { status: 401, body: { message: 'Unauthenticated.' } }, '401', /refused the API key/],
	[
		'403',
		{ status: 403, body: { message: 'Forbidden' } },
		'403',
		/API key doesn't have permission for link 12/,
	],
	['404', { status: 404, body: { message: 'Resource not found.' } }, '404', /Not found: link 12/],
	['410', { status: 410, body: { message: 'Gone.' } }, '410', /Not found: link 12/],
	['404 as a web page', { status: 404, body: html }, '404', /returned a web page/],
	['300', { status: 300, body: html }, '300', /offered several addresses for link 12/],
	['304', { status: 304 }, '304', /only said that nothing has changed for link 12/],
	['405', { status: 405, body: html }, '405', /doesn't allow this kind of request for link 12/],
	['408', { status: 408, body: html }, '408', /stopped waiting for the request for link 12/],
	['421', { status: 421, body: html }, '421', /the wrong server received the request for link 12/],
	['423', { status: 423 }, '423', /has locked link 12/],
	['425', { status: 425 }, '425', /wasn't ready for the request for link 12/],
	['426', { status: 426 }, '426', /requires another protocol for link 12/],
	['431', { status: 431, body: html }, '431', /headers that are too large for link 12/],
	[
		'409',
		{ status: 409, body: { message: 'Conflict' } },
		'409',
		/a conflict with existing data for link 12: Conflict/,
	],
	[
		'422',
		{ status: 422, body: { message: { alias: ['Taken.'] } } },
		'422',
		/did not accept.*Taken/,
	],
	[
		'500',
		{ status: 500, body: { message: 'Server Error' } },
		'500',
		/couldn't process the request for link 12/,
	],
	[
		'503 as a web page',
		{ status: 503, body: html },
		'503',
		/couldn't process the request for link 12/,
	],
	['200 as a web page', { status: 200, body: html }, '200', /web page instead of data/],
	['half a JSON', { status: 200, body: '{"data":{"id":1' }, '200', /something other than JSON/],
	['nothing', { status: 200 }, '200', /an empty response/],
	[
		'200 with an error',
		{ status: 200, body: { error: { code: 'X', message: 'No such' } } },
		'200',
		/rejected the request for link 12: No such \(X\)/,
	],
	['a refused connection', new NetworkError('ECONNREFUSED'), '', /refused the connection/],
	['an unknown host', new NetworkError('ENOTFOUND'), '', /host name was not found/],
	['a time-out', new NetworkError('ECONNABORTED'), '', /did not answer within 60 seconds/],
	['a reset', new NetworkError('ECONNRESET'), '', /connection .* was lost/],
	[
		'a bad certificate',
		new NetworkError('CERT_HAS_EXPIRED', 'certificate has expired'),
		'',
		/Couldn't connect securely .*certificate has expired/,
	],
	['an unknown fault', new NetworkError('EWHATEVER', 'something odd'), '', /failed: something odd/],
];

describe('what a user is told', () => {
	it.each(kinds)('of %s', async (_, answer, httpCode, sentence) => {
		const text = await told(answer);
		expect(text.message).toMatch(sentence);
		expect(text.message).toContain(
			'test service'.slice(0, ['403', '404', '410'].includes(httpCode) ? 0 : 12),
		);
		expect(text.description).toMatch(/^[A-Z][^]*[.:]/);
		expect(text.httpCode ?? '').toBe(httpCode);
		if (httpCode !== '') expect(text.message).toContain(`(HTTP ${httpCode})`);
	});

	it('is another text for each kind', async () => {
		const texts = await Promise.all(kinds.map(async ([, answer]) => (await told(answer)).message));
		const withoutCodes = texts.map((text) => text.replace(/ \(HTTP \d+\)/, ''));
		// Two pairs share a text: a 500 and a 503, a 404 and a 410.
		expect(new Set(withoutCodes).size).toBe(kinds.length - 2);
	});

	it('names the scope and plan of a 403 where the service has them', async () => {
		const text = await told(
			{ status: 403, body: { code: 'FORBIDDEN', message: 'Nope' } },
			{ ...read, path: ['schools'] },
		);
		expect(text.description).toBe(
			'It needs the scope schools:read. Message from the service: Nope (FORBIDDEN)',
		);
	});

	it('says of a change whose answer was lost that it may have been made', async () => {
		const text = await told(new NetworkError('ECONNRESET'), { ...read, method: 'PUT' });
		expect(text.description).toContain('may have been made');
	});
});

it.each([
	[{ 'retry-after': '9' }, ' The service asked to wait 9 seconds.'],
	[{ 'retry-after': '0' }, ''],
	[{}, ''],
])('after a 503 with %j, the time is said that the service gave', (headers, said) => {
	expect(failure({ status: 503, headers })?.description).toBe(
		`Something went wrong on the service's side. Try again later.${said}`,
	);
});

describe('field errors', () => {
	const labelled: ServiceRequest = {
		...read,
		method: 'POST',
		form: new URLSearchParams({ alias: 'x', 'country[0][key]': 'ZZ' }),
		fieldLabels: { alias: 'Alias', country: 'Country Rules' },
		fieldAdvice: { alias: 'Use "Create or Update" instead.', url: 'Not meant.' },
	};
	const fields = { alias: ['Taken.', 'Too short.'], 'country.0.key': 'Unknown.', odd: ['?'] };
	const lines = ['Alias: Taken. Too short', 'Country Rules: Unknown', 'odd: ?'];

	it.each([
		['the message', { message: fields }],
		['errors', { message: 'The given data was invalid.', errors: fields }],
		['details', { error: { code: 'VALIDATION', message: 'Invalid', details: fields } }],
	])('are listed one by one, with the labels of the form, when they are in %s', (_, body) => {
		const { message, description } = failure({ status: 422, body }, labelled) ?? {};
		expect(message).toBe(`The test service did not accept link 12: ${lines.join('; ')} (HTTP 422)`);
		expect(description).toBe(
			'Check the values of "Alias", "Country Rules" and "odd". Use "Create or Update" instead.',
		);
	});

	it.each([
		[{ country: ['Unknown.'] }, 'Check the value of "Country Rules".'],
		[{ odd: ['Required.'] }, 'Enter a value for "odd".'],
		[{ odd: ['Required.'], even: ['Required.'] }, 'Enter values for "odd" and "even".'],
	])('tell a field that was sent from one that is missing: %o', (message, description) => {
		expect(failure({ status: 422, body: { message } }, labelled)?.description).toBe(description);
	});

	it('of a list are quoted as they come', () => {
		const body = { errors: ['Alias is taken', { detail: 'URL is missing' }, 7] };
		expect(failure({ status: 422, body })?.message).toContain('Alias is taken; URL is missing; 7');
	});
});

describe('a success', () => {
	it.each([
		[{ error: 'NOT_FOUND', message: 'No such school' }],
		[{ error: { code: 'X', message: 'No' } }],
		[{ error: 'No', data: [] }],
		[{ error: 'No', data: null }],
		[{ error: 'No', data: [{ id: 1 }] }],
		[{ error: true, message: 'No', data: {} }],
		[{ data: { error: 'No' } }],
		[{ code: 'RATE', message: 'No' }],
		[{ errors: { alias: ['No'] } }],
		[{ errors: ['No'] }],
		[{ errors: [{ detail: 'No' }], data: [] }],
		[{ success: false, message: 'No' }],
		[{ success: false, data: [], message: 'No' }],
		[{ ok: false, message: 'No' }],
		[{ status: 404, message: 'No' }],
		[{ status: '422', message: 'No', data: null }],
		[{ status: 'error', message: 'No', data: [] }],
		[{ code: 500, message: 'No' }],
		[{ statusCode: 500, message: 'No' }],
		[{ state: 'error', message: 'No', data: [] }],
		[{ status: 'NOT_OK', message: 'No', data: [] }],
		[{ error_code: 5, message: 'No', data: [] }],
		[{ hasError: 1, message: 'No', data: [] }],
		[{ err: 'E', message: 'No', data: [] }],
		[{ failed: true, message: 'No', data: [] }],
		[{ http_code: 500, message: 'No', data: [] }],
		...['RATE_LIMITED', 'E1001', 'TIMEOUT', 'NO_ACCESS', 'INCOMPLETE'].map((code): [object] => [
			{ code, message: 'No', data: [] },
		]),
		[{ meta: { error: 'E' }, message: 'No', data: [] }],
		...['unavailable', 'failed', 'error', 'timed out', 'is down'].map((word): [object] => [
			{ data: [], message: `Search ${word}: No` },
		]),
		[{ errorMessage: 'No' }],
		[{ exception: 'E', message: 'No' }],
		[{ data: { success: false, message: 'No' } }],
		[{ id: 1, error: 'No' }],
		[{ id: 1, url: '', alias: null, errors: ['No'] }],
		[{ id: null, url: 'https://x.example', error: 'No' }],
		[{ id: 1, status: 'error', message: 'No' }],
		[{ id: 1, url: 'https://x.example', error: 'No', success: false }],
		[{ data: { id: 1, error: 'No' } }],
	])('that says %j is none', (body) => {
		const { message, httpCode } = failure({ status: 200, body }) ?? {};
		expect(message).toMatch(/rejected the request for link 12: .*No/);
		expect(httpCode).toBe('200');
	});

	it.each<[unknown]>([
		...[null, false, '', 0, {}, [], ['']].flatMap(
			(none): Array<[unknown]> => [
				[{ data: [], error: none }],
				[{ data: { id: 1 }, errors: none }],
				[{ id: 1, error: none }],
			],
		),
		[{ data: [], message: 'OK', status: 200, success: true }],
		...[
			'No links match "error"',
			'Done without error.',
			'Could not find any links, narrow down',
		].map((message): [unknown] => [{ data: [], message }]),
		...['OK', '200 OK', 'success', '200', 'NO_LINKS_FOUND', 'no_results', 'RETRIEVED'].map(
			(code): [unknown] => [{ data: [], code, message: 'Nothing' }],
		),
		[{ data: [{ id: 1 }], message: 'Search was down for an hour', meta: { errors: [] } }],
		[{ data: { id: 1, url: 'x', error: 'a column', status: 'failed' }, status: 'success' }],
		[{ id: 1, url: 'x', error: 'a column', errors: ['a column'] }],
		[{ id: 1, alias: 'x', code: 'ZA', message: 'a field', status: 'error' }],
		[{ data: [], error_code: 0, hasError: false, errorMessage: null }],
		[{ data: { code: 8001, state: 'error', suburb: 'a record without an ID' } }],
		[[]],
		[[{ error: 'a column' }]],
		[{ id: 7, object: 'link', deleted: true }],
	])('that holds %j is one', (body) => {
		expect(failure({ status: 200, body })).toBeUndefined();
	});

	it.each(['POST', 'PUT', 'DELETE'] as const)(
		'beside an empty list is one of a %s, whatever is said',
		(method) => {
			const body = { data: [], code: 'DELETED', message: 'The link is down' };
			expect(failure({ status: 200, body }, { ...read, method })).toBeUndefined();
		},
	);

	it('is one for a deletion only if it does not say otherwise', () => {
		const remove: ServiceRequest = { ...read, method: 'DELETE' };
		for (const no of [false, 0, 'false', '0']) {
			for (const body of [{ id: 12, deleted: no }, { data: { deleted: no } }]) {
				expect(failure({ status: 200, body }, remove)?.message).toBe(
					"The test service didn't delete link 12 (HTTP 200)",
				);
				expect(failure({ status: 200, body })).toBeUndefined();
			}
		}
		for (const body of [{ deleted: true }, { deleted: null }, { id: 12 }, {}]) {
			expect(failure({ status: 200, body }, remove)).toBeUndefined();
		}
	});

	it('of a create is none with an error, as the record may be an older one', () => {
		const body = { id: 1, url: 'x', alias: 'y', error: 'The link exists' };
		expect(failure({ status: 200, body }, { ...read, method: 'POST' })).toMatchObject({
			message: expect.stringContaining('The link exists') as string,
			outcomeUnknown: true,
		});
	});

	it('that says no beside a new record leaves open whether there is one', () => {
		const body = { success: false, data: { id: 1 } };
		expect(failure({ status: 200, body })?.outcomeUnknown).toBe(true);
		expect(failure({ status: 200, body: { ...body, data: [] } })?.outcomeUnknown).toBe(false);
	});
});

describe('the cause that n8n is told', () => {
	const away = { cause: 'temporarily-unavailable' };
	it.each<[string, Scripted, object | undefined]>([
		[
			'429',
			{ status: 429, headers: { 'retry-after': '9' } },
			{ cause: 'rate-limited', retryAfterMs: 9000 },
		],
		['408 as a web page', { status: 408, body: html }, away],
		['425', { status: 425 }, away],
		['502', { status: 502 }, away],
		[
			'503 with a time',
			{ status: 503, headers: { 'retry-after': '9' } },
			{ ...away, retryAfterMs: 9000 },
		],
		['504 as a web page', { status: 504, body: html }, away],
		...['ECONNREFUSED', 'EAI_AGAIN', 'ECONNABORTED', 'ETIMEDOUT', 'ECONNRESET', 'EPIPE'].map(
			(code): [string, Scripted, object] => [code, new NetworkError(code), away],
		),
		['401', { status: 401 }, { cause: 'credential-invalid' }],
		['403', { status: 403, body: { message: 'No' } }, { cause: 'configuration-invalid' }],
		['403 as a web page', { status: 403, body: html }, undefined],
		['404', { status: 404 }, undefined],
		['422', { status: 422 }, undefined],
		['500', { status: 500 }, undefined],
		['302', { status: 302 }, undefined],
		['a web page', { status: 200, body: html }, undefined],
		['an unknown host', new NetworkError('ENOTFOUND'), undefined],
		['an unknown fault', new NetworkError('EWHATEVER'), undefined],
	])('of %s', async (_, answer, cause) => {
		vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1));
		const client = fakeClient(() => answer, { patience: { maxRetries: 0, maxWait: 1000 } });
		const error = (await client.request(read).catch((caught: unknown) => caught)) as NodeApiError;
		expect(error.failure).toEqual(cause);
		const named = inOtherWords(node, error, 'EPERM');
		const { description } = error;
		expect(named).toMatchObject({ message: 'EPERM', description, failure: cause });
		expect(named).toMatchObject({ httpCode: error.httpCode });
	});

	it('is kept with the class of the error, whatever class that is', () => {
		const failure = { cause: 'configuration-invalid' };
		const unsure = apiError(node, { message: 'x' }, UnknownOutcome);
		expect(inOtherWords(node, unsure, 'y')).toBeInstanceOf(UnknownOutcome);
		expect(inOtherWords(node, new UnusableSettings('x'), 'y')).toMatchObject({ failure });
		expect(inOtherWords(node, new Error('x'), 'y').failure).toBeUndefined();
	});
});

describe('readAnswer', () => {
	it('reads JSON with a byte order mark and blanks around it', () => {
		const response = asResponse({ status: 200, body: '\uFEFF \n{"id":1}\n' });
		expect(readAnswer(response)).toMatchObject({ form: 'json', body: { id: 1 } });
	});

	it.each([undefined, null, '', ' \n', '\uFEFF'])('takes %j for nothing', (body) => {
		expect(readAnswer({ statusCode: 204, headers: {}, body } as never).form).toBe('empty');
	});

	it('never throws, whatever comes', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.json(), fc.anything()), fc.nat(599), (body, status) => {
				let response;
				try {
					response = { statusCode: status, headers: {}, body };
					JSON.stringify(body);
				} catch {
					return;
				}
				const answer = readAnswer(response as never);
				const found = failureOf(answer, read, service, 1000);
				if (found) expect(found.message).toMatch(/\S/);
			}),
			{ numRuns: 1000 },
		);
	});
});

describe('retryAfter', () => {
	const now = Date.UTC(2026, 0, 1);

	it.each<[unknown, number | undefined]>([
		['120', 120_000],
		[' 1.5 ', 1500],
		[30, 30_000],
		['0', 0],
		['Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
		['Wed, 31 Dec 2025 23:59:00 GMT', 0],
		['soon', undefined],
		['', undefined],
		[undefined, undefined],
		[['1'], undefined],
	])('reads %j', (value, expected) => {
		expect(retryAfter({ 'retry-after': value }, now)).toBe(expected);
	});
});

it('finds the code of a lost connection where n8n 1 keeps it', () => {
	const error = new NodeApiError(node, new NetworkError('ECONNRESET') as never);
	Object.defineProperty(error, 'cause', { value: undefined });
	expect(answerOfFault(error).fault).toBe('ECONNRESET');
});
