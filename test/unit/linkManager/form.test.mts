import fc from 'fast-check';
import { expect, test } from 'vitest';

import { encodeForm, type FormFields, type FormValue } from '../../../nodes/LinkManager/form.js';
import { parseForm } from '../../../sandbox/services/service.mjs';

/** Any text a user may give, with what forms and PHP treat specially drawn more often. */
const text = fc.oneof(
	fc.string({ unit: 'grapheme' }),
	fc.string({ unit: fc.constantFrom(...'[]=&+%;.#?/ \0\r\n"\'<>é漢😀0a_') }),
);
const name = fc.constantFrom('url', 'alias', 'pixel_ids', 'country', 'rotation', 'a_1');
const row = fc.record(
	{ key: text, value: text },
	{ requiredKeys: ['value'], noNullPrototype: true },
);
const value: fc.Arbitrary<FormValue> = fc.oneof(
	text,
	fc.array(text, { maxLength: 40 }),
	fc.array(row, { maxLength: 40 }),
);
const anyFields: fc.Arbitrary<FormFields> = fc.dictionary(name, value, { noNullPrototype: true });

/** The record as it must arrive: an empty list comes as one empty element. */
function arrived(fields: FormFields): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(fields).map(([key, given]) => [
			key,
			given.length === 0 && given !== '' ? [''] : given,
		]),
	);
}

function plain(decoded: unknown): unknown {
	return JSON.parse(JSON.stringify(decoded));
}

test('a form is what a parser of PHP forms reads back as the same record', () => {
	fc.assert(
		fc.property(anyFields, (fields) => {
			expect(plain(parseForm(encodeForm(fields).toString()))).toEqual(arrived(fields));
		}),
		{ numRuns: 1000 },
	);
});
