import { afterEach, describe, expect, it, vi } from 'vitest';

import { parseJson } from '../../../nodes/shared/http/json.js';
import { readResponse, responseOfError } from '../../../nodes/shared/http/response.js';

const read = (body: unknown, headers = {}) =>
	readResponse({ statusCode: 200, headers, body: body as string });

describe('a response', () => {
	it('may begin with a byte order mark', () => {
		expect(read('\ufeff{"id":1}')).toMatchObject({ format: 'json', body: { id: 1 } });
	});

	it.each([
		['blanks', ' \n', {}, 'empty'],
		['a web page', '<!DOCTYPE html><p>Hello', {}, 'html'],
		['text that is sent as a web page', 'Access denied', { 'content-type': 'text/html' }, 'html'],
		['JSON that PHP sends as a web page', '{}', { 'content-type': 'text/html' }, 'json'],
		['text', 'Not found', {}, 'other'],
	])('with %s is recognized', (_, body, headers, format) => {
		expect(read(body, headers).format).toBe(format);
	});

	it.each([
		['in the error', { code: 'ECONNRESET' }],
		['in its cause', { message: 'x', cause: { cause: { code: 'ECONNRESET' } } }],
		['in place of a status', { httpCode: 'ECONNRESET' }],
	])('that never arrived has the network code: %s', (_, error) => {
		expect(responseOfError(error)).toMatchObject({ status: 0, networkCode: 'ECONNRESET' });
	});

	it('that failed without a code says so', () => {
		expect(responseOfError(new Error('odd'))).toMatchObject({
			networkCode: 'unknown',
			text: 'odd',
		});
	});
});

describe('Retry-After', () => {
	const now = Date.UTC(2026, 0, 1);

	afterEach(() => void vi.restoreAllMocks());

	it.each([
		['seconds', '20', 20_000],
		['an HTTP date', 'Thu, 01 Jan 2026 00:00:20 GMT', 20_000],
		['a Unix time', '1767225620', 20_000],
		['an HTTP date that has passed', 'Wed, 31 Dec 2025 00:00:00 GMT', 0],
		['a Unix time that has passed', '1735689600', 0],
		['something else', 'soon', undefined],
	])('is read as %s', (_, value, milliseconds) => {
		vi.spyOn(Date, 'now').mockReturnValue(now);
		expect(read('', { 'retry-after': value }).retryAfter).toBe(milliseconds);
	});
});

it.each<[string, unknown]>([
	['9007199254740991', 9007199254740991],
	['9007199254740992', '9007199254740992'],
	['-9007199254740993', '-9007199254740993'],
	['{"a": [98765432109876543210 ,\n0]}', { a: ['98765432109876543210', 0] }],
	['{"98765432109876543210": "9007199254740993"}', { '98765432109876543210': '9007199254740993' }],
	[
		'["\\"98765432109876543210", 98765432109876543211]',
		['"98765432109876543210', '98765432109876543211'],
	],
	['["\\\\", 98765432109876543210, "\\\\"]', ['\\', '98765432109876543210', '\\']],
	['0.12345678901234500000', 0.123456789012345],
	['12345678901234500.5', 12345678901234500],
	['12345678901234500e3', 1.23456789012345e19],
	['1e-12345678901234567', 0],
	['1e00000000000000001', 10],
])('JSON is read with all digits of its numbers: %s', (json, value) => {
	expect(parseJson(json)).toEqual(value);
});
