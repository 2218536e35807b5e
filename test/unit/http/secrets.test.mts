import { describe, expect, it } from 'vitest';

import { readResponse } from '../../../nodes/shared/http/response.js';
import { redact, withoutSecrets } from '../../../nodes/shared/http/secrets.js';

const responseOf = (record: object) =>
	readResponse({ statusCode: 200, headers: {}, body: JSON.stringify(record) });

describe("a secret in the service's words", () => {
	it('is replaced each time, and whole if another secret is part of it', () => {
		expect(redact('key-12-long, key-12, key-12', ['key-12', 'key-12-long'])).toBe('***, ***, ***');
	});

	it('is replaced without the blanks around it, which services trim', () => {
		expect(redact('Wrong: sesame', [' sesame '])).toBe('Wrong: ***');
	});

	it('of four characters is replaced', () => {
		expect(redact('The alias abcd is taken', ['abcd'])).toBe('The alias *** is taken');
	});

	it('of fewer than four characters leaves the words out', () => {
		expect(redact('The alias abc is taken', ['long-enough', 'abc'])).toBe('');
	});

	it('that is empty or blank changes nothing', () => {
		expect(redact('The alias is taken', ['', '  '])).toBe('The alias is taken');
	});
});

it('a password of 200,000 characters leaves shorter words as they are', () => {
	expect(redact('Too long.', ['&'.repeat(200_000)])).toBe('Too long.');
});

it('a text too long to be looked through for a long password is left out', () => {
	expect(redact('a'.repeat(3_000), ['a'.repeat(1_000) + 'b'])).toBe('');
});

it.each([
	['Sesame', true],
	[4815, true],
	['1', true],
	[{ hash: 'x' }, true],
	['', false],
	['0', false],
	[false, false],
	[null, null],
])('a record shows a password field of %j as %j', (value, shown) => {
	const response = responseOf({ password: value });
	expect(withoutSecrets(response, 'key', ['password'])).toEqual({ password: shown });
});

it('an API key of four characters is replaced in a record, a shorter one is no key', () => {
	const shown = (apiKey: string) => withoutSecrets(responseOf({ note: 'ab1c' }), apiKey);
	expect(shown('ab1c')).toEqual({ note: '***' });
	expect(shown('ab1')).toEqual({ note: 'ab1c' });
});
