import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

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

describe('encodeForm', () => {
	it('writes what a parser of PHP forms reads back as the same record', () => {
		fc.assert(
			fc.property(anyFields, (fields) => {
				expect(plain(parseForm(encodeForm(fields).toString()))).toEqual(arrived(fields));
			}),
			{ numRuns: 1000 },
		);
	});

	it('writes each kind of field as the contract shows it', () => {
		const form = encodeForm({
			url: 'https://example.com/?a=1&b=2',
			disabled: '0',
			password: '',
			pixel_ids: ['3', '5'],
			country: [
				{ key: 'ZA', value: 'https://za.example' },
				{ key: 'NA', value: 'https://na.example' },
			],
			rotation: [],
		});
		expect([...form]).toEqual([
			['url', 'https://example.com/?a=1&b=2'],
			['disabled', '0'],
			['password', ''],
			['pixel_ids[]', '3'],
			['pixel_ids[]', '5'],
			['country[0][key]', 'ZA'],
			['country[0][value]', 'https://za.example'],
			['country[1][key]', 'NA'],
			['country[1][value]', 'https://na.example'],
			['rotation[]', ''],
		]);
	});
});
