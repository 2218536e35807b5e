import { execFileSync, spawnSync } from 'node:child_process';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { encodeForm, type FormFields, type FormValue } from '../../../nodes/LinkManager/form.js';
import { parseForm } from '../../../sandbox/services/service.mjs';

const DECODE_IN_PHP = `
foreach (json_decode(stream_get_contents(STDIN)) as $body) {
	parse_str($body, $fields);
	$decoded[] = (object) $fields;
}
echo json_encode($decoded);`;
const hasPhp = spawnSync('php', ['--version']).status === 0;

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

	it.skipIf(!hasPhp)('writes what PHP itself reads back as the same record', () => {
		const records = fc
			.sample(anyFields, { numRuns: 2000, seed: 1 })
			.filter((fields) => Object.keys(fields).length > 0);
		const bodies = records.map((fields) => encodeForm(fields).toString());
		const options = {
			input: JSON.stringify(bodies),
			encoding: 'utf8' as const,
			maxBuffer: 2 ** 28,
		};
		const decoded: unknown = JSON.parse(execFileSync('php', ['-r', DECODE_IN_PHP], options));
		expect(decoded).toEqual(records.map(arrived));
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
