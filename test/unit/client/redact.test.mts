import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { occurrences, redact, withoutSecrets, wordOf } from '../../../nodes/shared/http/secrets.js';
import { apiKey, fakeClient, NetworkError, type Scripted } from './fakeService.mjs';
import { anyEncoder, encoders, json } from './spellings.mjs';

/** Signs that occur in no sentence of the node, so that every trace of a secret can be told. */
const secretSign = fc.constantFrom(...'QZ0123456789$&<>"\'\\/+=%^[](){}|.*?é漢😀\t ');
const anySecret = fc
	.string({ unit: secretSign, minLength: 4, maxLength: 24 })
	.filter((text) => text.trim() === text && new Set(text).size > 2 && /[QZ$^é漢😀]/u.test(text));

const longSecret = fc.oneof(
	anySecret.filter(({ length }) => length >= 8),
	fc.integer({ min: 10_000_000, max: Number.MAX_SAFE_INTEGER }).map(String),
);

/** All pieces of a secret that are long enough to be one, and that no sentence of the node holds. */
function partsOf(text: string): string[] {
	return Array.from({ length: text.length - 3 }, (_, start) => text.slice(start, start + 4)).filter(
		(part) => /[QZ$^é漢😀]/u.test(part),
	);
}

describe('redact', () => {
	it('takes a secret out wherever and however it is spelled', () => {
		fc.assert(
			fc.property(
				anySecret,
				anyEncoder,
				fc.string({ unit: fc.constantFrom(...'abc xyz') }),
				fc.string({ unit: fc.constantFrom(...'abc xyz') }),
				(secret, { encode }, before, after) => {
					const written = encode(secret);
					const text = `${before}:${written},${written};${after}`;
					expect(redact(text, ['unrelated', secret])).toBe(`${before}:***,***;${after}`);
				},
			),
			{ numRuns: 500 },
		);
	});

	it('leaves a text alone that holds no secret', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), anySecret, (text, secret) => {
				fc.pre(!Object.values(encoders).some((encode) => text.includes(encode(secret))));
				expect(redact(text, [secret, ''])).toBe(text);
			}),
		);
	});

	it('gives a text up that holds a secret too short to be told from letters', () => {
		expect(redact('no: a1', ['a1'])).toBe('(hidden because it contains a password)');
		expect(redact('no: %C3%A9', ['é'])).toBe('(hidden because it contains a password)');
		expect(redact('no: b2', ['a1'])).toBe('no: b2');
	});

	it('takes a key of thousands of characters out, however it is spelled', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: secretSign, minLength: 2500, maxLength: 5000, size: 'max' }),
				anyEncoder,
				(secret, { encode }) => {
					expect(redact(`Bearer ${encode(`"${secret}"`)}`, [`"${secret}"`])).toBe('Bearer ***');
				},
			),
			{ numRuns: 20 },
		);
	});

	it('looks at a text a limited number of times, whatever it and the secret are', () => {
		const decoding = vi.spyOn(String.prototype, 'matchAll');
		for (const [secret, text] of [
			[
				'secret & 100% \\ safe',
				`${'\\\\'.repeat(999)}${'&amp;amp;'.repeat(999)}${'%2525'.repeat(999)}`,
			],
			[`${'\\'.repeat(24)}Q`, '\\'.repeat(20_000)],
			['%25%25%25%25%25%25Q', '%25'.repeat(20_000)],
		] as const) {
			decoding.mockClear();
			expect(redact(text, [secret])).toBe(text);
			expect(decoding.mock.calls.length).toBeLessThan(100);
		}
		decoding.mockRestore();
	});
});

describe('withoutSecrets', () => {
	it('takes a secret out of an answer at any depth, and leaves the others as they are', () => {
		const layout = fc.constantFrom(
			(value: unknown) => ({ data: [{ id: 7, note: value }] }),
			(value: unknown) => [[value], 'a\\b'],
			(value: unknown) => ({ [String(value)]: { deep: [value] } }),
		);
		fc.assert(
			fc.property(longSecret, anyEncoder, layout, fc.boolean(), (secret, { encode }, lay, bare) => {
				const name = JSON.stringify(encode(secret));
				const value = bare && /^\d+$/.test(secret) ? `${secret}.0` : name;
				const text = JSON.stringify(lay('§'))
					.replaceAll('"§":', () => `${name}:`)
					.replaceAll('"§"', () => value);
				const body: unknown = JSON.parse(text);
				expect(withoutSecrets({ body, text }, ['unrelated', ` ${secret}\t`])).toEqual(lay('***'));
				expect(withoutSecrets({ body, text }, ['unrelated'])).toBe(body);
			}),
			{ numRuns: 500 },
		);
	});

	it('knows digits without the zeros before them, and a short secret as the name of a field', () => {
		const shown = (body: unknown, secret: string) =>
			withoutSecrets({ body, text: JSON.stringify(body) }, [secret]);
		expect(shown({ tel: 821234567 }, '0821234567')).toEqual({ tel: '***' });
		expect(shown({ pin: 2026, year: 12 }, '002026')).toEqual({ pin: '***', year: 12 });
		expect(shown({ a1b2: 'a1b2c' }, 'a1b2')).toEqual({ '***': 'a1b2c' });
		expect(shown({ title: 'My title' }, 'title')).toEqual({ title: 'My title' });
	});

	it('takes a short secret out where the text says what it is, and leaves ordinary words', () => {
		const secretUnit = fc.constantFrom(...'abcXYZ0189!-_');
		const shortSecret = fc.string({ unit: secretUnit, minLength: 4, maxLength: 7 });
		const announced = fc.constantFrom('Bearer ', 'password: ', 'x?key=', '{"api_key":"', 'PIN : ');
		const after = fc.constantFrom('', '.', ' is not valid', '"}', '&page=2');
		fc.assert(
			fc.property(shortSecret, announced, after, anyEncoder, (secret, before, end, { encode }) => {
				const note = encode(`${before}${secret}${end}`);
				const word = `${before.replace(/\W+$/, '')} ${secret}`;
				const body = { note, [`${before}${secret}`]: 1, word, longer: `Bearer ${secret}s` };
				const shown = withoutSecrets({ body, text: JSON.stringify(body) }, [secret]) as object;
				expect(Object.keys(shown)[1]).toBe(`${before}***`);
				expect(Object.values(shown).slice(2)).toEqual([
					before === 'Bearer ' ? 'Bearer ***' : word,
					`Bearer ${secret}s`,
				]);
				expect(Object.values(shown)[0]).toContain('***');
				const sent = [`${before}${secret}`];
				expect(
					withoutSecrets({ body, text: JSON.stringify(body) }, [secret], { sent }),
				).toMatchObject({ note });
			}),
		);
	});

	it('shows nothing of a password field but whether it is set, whatever its form', () => {
		fc.assert(
			fc.property(fc.jsonValue(), longSecret, (value, secret) => {
				const fields = { one: [secret, value], other: { value, secret: [secret] }, password: '' };
				const body = { data: [fields, { one: [], other: { value: '' } }] };
				expect(
					withoutSecrets({ body, text: JSON.stringify(body) }, ['password'], {
						passwordFields: ['one', 'other', 'password'],
					}),
				).toEqual({
					data: [
						{ one: true, other: true, password: false },
						{ one: false, other: false },
					],
				});
			}),
		);
	});

	it('leaves IDs alone, and what was sent in the open; not the same secret beside it', () => {
		const digits = fc.integer({ min: 1000, max: Number.MAX_SAFE_INTEGER });
		fc.assert(
			fc.property(digits, longSecret, anyEncoder, (id, secret, { encode }) => {
				const body = (pw: string) => ({
					id,
					space: { id: String(id) },
					pixel_ids: [id],
					short_url: `https://s.example/${encode(`-${secret}-`)}/`,
					note: `${pw}!`,
					pw: [pw],
				});
				const answer = { body: body(secret), text: JSON.stringify(body(secret)) };
				expect(withoutSecrets(answer, [String(id), secret], { sent: [`-${secret}-`] })).toEqual(
					body('***'),
				);
			}),
		);
	});
});

describe('occurrences', () => {
	it('finds every place, with at most two comparisons for each character', () => {
		const few = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b'), maxLength });
		fc.assert(
			fc.property(
				fc.oneof(
					fc.tuple(few(200), few(8)),
					fc.tuple(few(8), fc.nat(900)).map(([end, count]) => {
						const word = 'a'.repeat(count) + end;
						return [`${word.slice(1)}${word.slice(0, -1)}`.repeat(3), word] as const;
					}),
				),
				([text, secret]) => {
					fc.pre(secret !== '');
					let reads = 0;
					const counted = new Proxy([...secret], {
						get(target, name) {
							if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
							return Reflect.get(target, name) as unknown;
						},
					});
					const word = { ...wordOf(secret), text: counted };
					const expected = [...text].flatMap((_, at) => (text.startsWith(secret, at) ? [at] : []));
					expect([...occurrences(text, word)]).toEqual(expected);
					expect(reads).toBeLessThanOrEqual(3 * text.length);
				},
			),
			{ numRuns: 500 },
		);
	});
});

describe('what a user is told of a failure', () => {
	/** Every way for a service to repeat something. */
	const echoes: Array<(text: string) => Scripted> = [
		(text) => ({ status: 401, body: { message: text } }),
		(text) => ({ status: 403, body: { error: { code: text, message: text } } }),
		(text) => ({ status: 422, body: { message: { password: [text] } } }),
		(text) => ({ status: 422, body: { message: 'No', errors: { [text]: text } } }),
		(text) => ({ status: 422, body: { errors: [text, { detail: text }] } }),
		(text) => ({ status: 400, body: text }),
		(text) => ({ status: 404, body: { message: text } }),
		(text) => ({ status: 409, body: { error: text, message: 'No' } }),
		(text) => ({ status: 500, body: { message: text } }),
		(text) => ({ status: 200, body: { error: text } }),
		(text) => ({ status: 200, body: `{"data": ${text}` }),
		(text) => new NetworkError('EWHATEVER', text),
		(text) => new NetworkError('CERT_HAS_EXPIRED', text),
	];

	it('never holds any part of the key or of a password, also where a long text is cut', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...echoes),
				anySecret,
				anyEncoder,
				fc.integer({ min: 0, max: 320 }),
				fc.boolean(),
				async (echo, password, { encode }, length, isLater) => {
					const filler = '~'.repeat(length);
					const written = [password, apiKey].map(encode);
					let answered = 0;
					const client = fakeClient(
						() => {
							const isEarly = isLater && ++answered === 1;
							return isEarly ? { status: 200, body: {} } : echo(`${filler}${written.join('~')}`);
						},
						{ patience: { maxRetries: 0 } },
					);
					const request = {
						method: 'POST' as const,
						path: ['links'],
						subject: 'the new link',
						secrets: [password],
					};
					if (isLater) await client.request(request);
					const error = (await client
						.request(isLater ? { ...request, method: 'GET', secrets: [] } : request)
						.catch((caught: unknown) => caught)) as Error;
					const shown = `${error.message} ${'description' in error ? error.description : ''}`;
					const leaked = [...written, password, apiKey, json(password), json(apiKey)]
						.flatMap(partsOf)
						.filter((part) => shown.includes(part));
					expect(leaked).toEqual([]);
					expect(JSON.stringify(error)).not.toContain(json(password));
				},
			),
			{ numRuns: 500 },
		);
	});
});
