import { describe, expect, it } from 'vitest';

import { redact, withoutSecrets } from '../../../nodes/shared/http/secrets.js';

describe("a secret in the service's words", () => {
	it('is replaced each time, and whole if another secret is part of it', () => {
		expect(redact('key-12-long, key-12, key-12', ['key-12', 'key-12-long'])).toBe('***, ***, ***');
	});

	it('is replaced without the blanks around it, which services trim', () => {
		expect(redact('Wrong: sesame', [' sesame '])).toBe('Wrong: ***');
	});

	it('of fewer than four characters leaves the words out', () => {
		expect(redact('The alias abc is taken', ['long-enough', 'abc'])).toBe('');
	});

	it('that is empty or blank changes nothing', () => {
		expect(redact('The alias is taken', ['', '  '])).toBe('The alias is taken');
	});
});

describe('a record', () => {
	const secrets = { apiKey: 'key/4f9c81', passwords: ['Sesame', '12345678', 'a title'] };
	const clean = (body: unknown) =>
		withoutSecrets({ body, text: JSON.stringify(body) }, secrets, ['password', 'privacy_password']);

	it.each([
		['part of a text', { note: 'Open, Sesame!' }],
		['an ID', { id: 'Sesame' }],
		['an alias', { alias: 'Sesame' }],
		['a title', { title: 'a title' }],
		['a number as text', { clicks: '12345678' }],
	])('is left alone if the password is only %s', (_, body) => {
		expect(clean({ ...body })).toEqual(body);
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
	])('shows a password field of %j as %j', (value, shown) => {
		expect(clean({ data: [{ password: value }] })).toEqual({ data: [{ password: shown }] });
	});
});
