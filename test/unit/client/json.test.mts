import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseJson } from '../../../nodes/shared/http/json.js';

/** Text with what looks like numbers and like the end of a string in it. */
const tricky = fc.string({ unit: fc.constantFrom(...'"\\0123456789eE+-.,:[]{} a\n\u2028é') });
const digits = fc
	.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
	.filter((integer) => integer > 2n ** 53n || integer < -(2n ** 53n));
const safeNumber = fc.oneof(
	fc.maxSafeInteger(),
	fc
		.double({ noNaN: true, noDefaultInfinity: true })
		.filter((number) => Number.isSafeInteger(number) || !/^-?\d+$/.test(String(number))),
);

/** A value, and the same with its unsafe integers as text; JSON has the first, the second is wanted. */
const { value: anyValue } = fc.letrec<{ value: { json: string; wanted: unknown } }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		fc.oneof(tricky, fc.constant(null), fc.boolean(), safeNumber).map((plain) => ({
			json: JSON.stringify(plain),
			wanted: JSON.parse(JSON.stringify(plain)) as unknown,
		})),
		digits.map((integer) => ({ json: String(integer), wanted: String(integer) })),
		fc.array(tie('value'), { maxLength: 6 }).map((entries) => ({
			json: `[${entries.map(({ json }) => json).join(' ,\n')}]`,
			wanted: entries.map(({ wanted }) => wanted),
		})),
		fc.dictionary(tricky, tie('value'), { maxKeys: 6 }).map((record) => ({
			json: `{${Object.entries(record)
				.map(([key, { json }]) => `${JSON.stringify(key)}: ${json}`)
				.join(',')}}`,
			wanted: Object.fromEntries(Object.entries(record).map(([key, { wanted }]) => [key, wanted])),
		})),
	),
}));

describe('parseJson', () => {
	it('keeps every digit of an integer wherever it stands, and everything else as JSON.parse', () => {
		fc.assert(
			fc.property(anyValue, ({ json, wanted }) => {
				expect(parseJson(json)).toEqual(wanted);
			}),
			{ numRuns: 2000 },
		);
	});

	it.each(['', '{"a":1234567890123456789', '12345678901234567890a'])(
		'throws for %j, which is not JSON',
		(text) => {
			expect(() => parseJson(text)).toThrow(SyntaxError);
		},
	);

	it.each<[string, unknown]>([
		['9007199254740991', 9007199254740991],
		['9007199254740992', '9007199254740992'],
		['-9007199254740993', '-9007199254740993'],
		[
			'{"id":9007199254740993,"name":"9007199254740993"}',
			{ id: '9007199254740993', name: '9007199254740993' },
		],
		['28.04730000000000123', 28.0473],
		['1234567890123456e3', 1.234567890123456e18],
	])('reads %s', (json, value) => {
		expect(parseJson(json)).toEqual(value);
	});
});
