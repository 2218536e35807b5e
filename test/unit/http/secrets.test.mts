import { expect, it } from 'vitest';

import {
	redactorOf,
	OddValue,
	redact,
	withoutSecrets,
} from '../../../nodes/shared/http/secrets.js';

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
	const record = { password: value };
	const response = withoutSecrets(record, JSON.stringify(record), undefined, ['password']);
	expect(response).toEqual({ password: shown });
});

it('an API key of four characters is replaced in records, and a shorter one is not', () => {
	const shown = (apiKey: string) =>
		withoutSecrets({ note: 'ab1c' }, '{"note":"ab1c"}', redactorOf(apiKey));
	expect(shown('ab1c')).toEqual({ note: '***' });
	expect(shown('ab1')).toEqual({ note: 'ab1c' });
});

// A key with characters that each spelling escapes differently.
const KEY = 'sk/Live+4f9="c&1>';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const everyUnit = (text: string) =>
	[...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

it.each([
	['plain', `Key ${KEY}.`, 'Key ***.'],
	['in capitals', `Key ${KEY.toUpperCase()}.`, 'Key ***.'],
	['in small letters', `Key ${KEY.toLowerCase()}.`, 'Key ***.'],
	['as JSON in a text', `{"key":"${everyUnit(KEY)}"}`, '{"key":"***"}'],
	[
		'with capital digits',
		`Key ${everyUnit(KEY).replace(/(?<=u)..../g, (x) => x.toUpperCase())}.`,
		'Key ***.',
	],
	['as JSON in JSON in a text', `Key ${everyUnit(KEY).replaceAll('\\', '\\\\\\')}.`, 'Key ***.'],
	['as PHP writes JSON', `Key ${KEY.replaceAll('/', '\\/').replaceAll('"', '\\"')}.`, 'Key ***.'],
	['in a URL', `?key=${encodeURIComponent(KEY)}&page=2`, '?key=***&page=2'],
	['in a URL, with small digits', `?key=${encodeURIComponent(KEY).toLowerCase()}`, '?key=***'],
	[
		'in a URL in a URL',
		`?next=${encodeURIComponent(`/?key=${encodeURIComponent(KEY)}`)}`,
		'?next=/?key=***',
	],
	[
		'in a URL in a URL in a URL',
		`?key=${encodeURIComponent(encodeURIComponent(encodeURIComponent(KEY)))}%2525.`,
		'?key=***%.',
	],
	['in a form', `${new URLSearchParams({ key: KEY })}`, 'key=***'],
	['in a web page', '<b>sk/Live+4f9=&quot;c&amp;1&gt;</b>', '<b>***</b>'],
	['in a web page, by number', '<b>sk/Live&#43;4f9=&#x22;c&#038;1&gt;</b>', '<b>***</b>'],
	['in base64', `Key ${base64(KEY)}.`, 'Key ***=.'],
	['in base64 without padding', `Key ${base64(KEY).replace(/=+$/, '')}.`, 'Key ***.'],
	['in base64 for URLs', `Key ${Buffer.from(KEY).toString('base64url')}.`, 'Key ***.'],
	['in base64 in a URL', `?auth=${encodeURIComponent(base64(KEY))}`, '?auth=***%3D'],
	['in base64 of a header', base64(`Bearer ${KEY}`), 'QmVhcmVyI***'],
	['in base64 of a user and a password', base64(`user:${KEY}:x`), 'dXNlcj***p4'],
	['in base64 after two bytes more', base64(`Bearer: ${KEY}`), 'QmVhcmVyOi***=='],
])('the API key is hidden: %s', (_spelling, text, shown) => {
	expect(redactorOf(KEY)(text)).toBe(shown);
});

it.each([
	['a URL in it', encodeURIComponent(KEY)],
	['a web page in it', 'sk/Live+4f9=&quot;c&amp;1&gt;'],
	['JSON in it', everyUnit(KEY)],
	['base64 in it', base64(KEY).replace(/=+$/, '')],
	['nothing in it', KEY],
])('a key is replaced in JSON that escapes every character: with %s', (_what, spelling) => {
	const json = `{"note":"${everyUnit(spelling)}"}`;
	expect(withoutSecrets(JSON.parse(json), json, redactorOf(KEY))).toEqual({ note: '***' });
});

it('JSON may have 100 nested lists', () => {
	const nested = (lists: number) => {
		const json = '['.repeat(lists) + ']'.repeat(lists);
		return withoutSecrets(JSON.parse(json), json);
	};
	expect(JSON.stringify(nested(100))).toHaveLength(200);
	expect(() => nested(101)).toThrow(OddValue);
});

it('a text without the key stays as it is, with its escapes', () => {
	const text = 'https://a.example/?q=100%25&x=\\u0041&amp;';
	expect(redactorOf(KEY)(text)).toBe(text);
});

it.each(['\\', '%41', '%25', '25', '&amp;', '\\u0041', 'sk/', '%'])(
	'looking for the key takes linear time, among 2,000,000 characters of %j too',
	(part) => {
		const text = part.repeat(2_000_000 / part.length);
		const { user } = process.cpuUsage();
		expect(redactorOf(KEY)(text)).toBe(text);
		expect(process.cpuUsage().user - user).toBeLessThan(3_000_000);
	},
);
