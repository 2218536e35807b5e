import fc from 'fast-check';
import { expect, it } from 'vitest';

import { decodeForm } from '../../sandbox/services/phpForm.mjs';

it.each<[string, unknown]>([
	['', {}],
	['a=1&a=2', { a: '2' }],
	['a[]=1&a[]=2', { a: ['1', '2'] }],
	['a[]=', { a: [''] }],
	['a[0]=x&a[1]=y', { a: ['x', 'y'] }],
	['a[1]=x', { a: { 1: 'x' } }],
	['a%5B0%5D%5Bkey%5D=ZA&a[0][value]=x', { a: [{ key: 'ZA', value: 'x' }] }],
	['a[0][key]=x&a[0][key]=y', { a: [{ key: 'y' }] }],
	['constructor[x]=1', { constructor: { x: '1' } }],
	['url=https://x.example/?q[b]=c', { url: 'https://x.example/?q[b]=c' }],
	['a=%zz%41+%2B', { a: '%zzA +' }],
	['pixel_ids=1,2', { pixel_ids: '1,2' }],
])('decodes %s as PHP does', (body, expected) => {
	expect(JSON.parse(JSON.stringify(decodeForm(body)))).toEqual(expected);
});

it('gives back every text of any length of list', () => {
	const rows = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 60 });
	fc.assert(
		fc.property(rows, rows, (ids, values) => {
			const body = new URLSearchParams([
				...ids.map((id): [string, string] => ['ids[]', id]),
				...values.map((value, at): [string, string] => [`rows[${at}][value]`, value]),
			]);
			expect(decodeForm(String(body))).toEqual({ ids, rows: values.map((value) => ({ value })) });
		}),
	);
});
