import { expect, it } from 'vitest';

import { readResponse } from '../../../nodes/shared/http/response.js';
import { redact, withoutSecrets } from '../../../nodes/shared/http/secrets.js';

const responseOf = (record: object) =>
	readResponse({ statusCode: 200, headers: {}, body: JSON.stringify(record) });

const long = `${'a'.repeat(1_000)}b`;

it.each<[string, text: string, secrets: string[], shown: string]>([
	['each time, whole', 'key-12-long, key-12, key-12', ['key-12', 'key-12-long'], '***, ***, ***'],
	['without the blanks that services trim', 'Wrong: sesame', [' sesame '], 'Wrong: ***'],
	['of four characters', 'The alias abcd is taken', ['abcd'], 'The alias *** is taken'],
	['of fewer, with all words', 'The alias abc is taken', ['long-enough', 'abc'], ''],
	['that is blank, in no words', 'The alias is taken', ['', '  '], 'The alias is taken'],
	['of 200,000 characters, in no shorter words', 'Too long.', ['&'.repeat(200_000)], 'Too long.'],
	['that is long, with words too long to look through', 'a'.repeat(3_000), [long], ''],
])("a secret in the service's words is replaced: one %s", (_which, text, secrets, shown) => {
	expect(redact(text, secrets)).toBe(shown);
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
