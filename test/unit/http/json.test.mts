import fc from 'fast-check';
import { expect, it } from 'vitest';

import { parseJson } from '../../../nodes/shared/http/json.js';

/** Text with what looks like numbers and like the end of a string in it. */
const tricky = fc.string({
	unit: fc.constantFrom('98765432109876543210', ...'"\\0123456789eE+-.,:[]{} a\n\u2028é'),
});
const unsafe = fc
	.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
	.filter((integer) => integer > 2n ** 53n || integer < -(2n ** 53n));
const fraction = fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true });

/** The JSON of a value, and what is wanted of it. */
const anyValue = fc.oneof(
	fc.oneof(tricky, fc.constant(null), fc.maxSafeInteger(), fraction).map((plain) => ({
		json: JSON.stringify(plain),
		wanted: plain as unknown,
	})),
	unsafe.map((integer) => ({ json: String(integer), wanted: String(integer) })),
);

it('keeps every digit of an integer wherever it stands, and everything else as JSON.parse', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(tricky, anyValue)), (entries) => {
			const rows = entries.map(([key, { json }]) => `{${JSON.stringify(key)}: [${json} ,\n0]}`);
			const wanted = entries.map(([key, { wanted: value }]) => ({ [key]: [value, 0] }));
			expect(parseJson(`[${rows.join()}]`)).toEqual(wanted);
		}),
		{ numRuns: 2000 },
	);
});

it.each<[string, unknown]>([
	['9007199254740991', 9007199254740991],
	['9007199254740992', '9007199254740992'],
	['28.04730000000000123', 28.0473],
	['1234567890123456e3', 1.234567890123456e18],
])('reads %s', (json, value) => {
	expect(parseJson(json)).toEqual(value);
});
