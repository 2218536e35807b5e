import { execFileSync, spawnSync } from 'node:child_process';

import fc from 'fast-check';
import qs from 'qs';
import { describe, expect, it } from 'vitest';

import { decodeForm, type FormValue } from '../../sandbox/services/phpForm.mjs';

const DECODE_IN_PHP = `
foreach (json_decode(stream_get_contents(STDIN)) as $body) {
	parse_str($body, $fields);
	$decoded[] = (object) $fields;
}
echo json_encode($decoded, JSON_INVALID_UTF8_SUBSTITUTE);`;
const hasPhp = spawnSync('php', ['--version']).status === 0;

/** The bodies as PHP itself decodes them. */
function decodeWithPhp(bodies: string[]): unknown[] {
	const input = JSON.stringify(bodies);
	return JSON.parse(execFileSync('php', ['-r', DECODE_IN_PHP], { input, encoding: 'utf8' }));
}

/** As plain JSON, so that an object without a prototype equals one with it. */
function plain(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value));
}

const text = fc.string({ unit: 'grapheme' });
const fieldName = fc.stringMatching(/^[a-z_]{1,12}$/);
const innerKey = fc
	.string({ unit: 'grapheme', minLength: 1 })
	.filter((key) => !key.includes(']') && key.trim() !== '' && !/^-?\d+$/.test(key));
const { value } = fc.letrec<{ value: FormValue }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		text,
		fc.array(tie('value'), { minLength: 1, maxLength: 30 }),
		fc.dictionary(innerKey, tie('value'), { minKeys: 1, maxKeys: 5 }),
	),
}));

describe('decodeForm', () => {
	it('gives back what an independent encoder wrote', () => {
		fc.assert(
			fc.property(fc.dictionary(fieldName, value, { minKeys: 1 }), (fields) => {
				const body = qs.stringify(fields, { format: 'RFC1738', indices: true });
				expect(plain(decodeForm(body))).toEqual(plain(fields));
			}),
		);
	});

	it('gives back every text that URLSearchParams wrote', () => {
		fc.assert(
			fc.property(text, text, (key, cell) => {
				const body = new URLSearchParams([
					['country[0][key]', key],
					['country[0][value]', cell],
				]);
				expect(plain(decodeForm(String(body)))).toEqual({ country: [{ key, value: cell }] });
			}),
		);
	});

	it.each<[string, unknown]>([
		['', {}],
		['a', { a: '' }],
		['a=1&a=2', { a: '2' }],
		['a[]=1&a[]=2', { a: ['1', '2'] }],
		['a[]=', { a: [''] }],
		['a[0]=x&a[1]=y', { a: ['x', 'y'] }],
		['a[1]=x&a[0]=y', { a: { 0: 'y', 1: 'x' } }],
		['a[5]=x&a[]=y', { a: { 5: 'x', 6: 'y' } }],
		['a%5B0%5D%5Bkey%5D=ZA', { a: [{ key: 'ZA' }] }],
		['a=1&a[]=2', { a: ['2'] }],
		['a[]=1&a=2', { a: '2' }],
		['a.b=1&c d=2', { a_b: '1', c_d: '2' }],
		['a[b.c]=1', { a: { 'b.c': '1' } }],
		['a[b=1', { a_b: '1' }],
		['a[b]c=1', { a: { b: '1' } }],
		['a[b[c]]=1', { a: { 'b[c': '1' } }],
		['[a]=1', {}],
		['a[ ]=1&a[  ]=2', { a: { 0: '1', '  ': '2' } }],
		['a%00b=1', { a: '1' }],
		['=1', {}],
		['url=https://x.example/?q[b]=c', { url: 'https://x.example/?q[b]=c' }],
		['a=%zz%41+%2B', { a: '%zzA +' }],
		['a=1=2', { a: '1=2' }],
		['pixel_ids=1,2', { pixel_ids: '1,2' }],
	])('decodes %s as PHP does', (body, expected) => {
		expect(plain(decodeForm(body))).toEqual(expected);
		if (hasPhp) expect(decodeWithPhp([body])).toEqual([expected]);
	});

	it('keeps __proto__ and constructor as keys', () => {
		const fields = decodeForm('__proto__[x]=1&a[__proto__]=2&constructor=3');
		expect(Object.keys(fields)).toEqual(['__proto__', 'a', 'constructor']);
		expect(Object.getPrototypeOf(fields)).toBeNull();
	});

	it.skipIf(!hasPhp)('agrees with PHP on any body', () => {
		const pieces = [
			'a',
			'b',
			'0',
			'1',
			'[',
			']',
			'=',
			'&',
			'.',
			'+',
			'%20',
			'%00',
			'%5B',
			'%C3%A9',
			'%',
		];
		const body = fc.array(fc.constantFrom(...pieces), { maxLength: 16 });
		fc.assert(
			fc.property(fc.array(body, { minLength: 200, maxLength: 400 }), (drawn) => {
				const bodies = drawn.map((drawnPieces) => drawnPieces.join(''));
				const decoded = bodies.map((one) => plain(decodeForm(one)));
				expect(decoded).toEqual(decodeWithPhp(bodies));
			}),
			{ numRuns: 20, endOnFailure: true },
		);
	});
});
