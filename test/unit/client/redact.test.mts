import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { redact } from '../../../nodes/shared/client/redact.js';
import { apiKey, fakeClient, NetworkError, type Scripted } from './fakeService.mjs';

type Encoder = (text: string) => string;

function entities(text: string): string {
	const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
	return text.replace(/[&<>"]/g, (sign) => `&${names[sign]};`).replaceAll("'", '&#039;');
}

function json(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

/** How services, frameworks and logs spell a text that they repeat. */
const encoders: Record<string, Encoder> = {
	plain: (text) => text,
	percent: encodeURIComponent,
	percentLowerCase: (text) =>
		encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
	percentTwice: (text) => encodeURIComponent(encodeURIComponent(text)),
	form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
	json,
	jsonOfPhp: (text) =>
		json(text)
			.replaceAll('/', '\\/')
			.replace(
				/[\u0080-\uffff]/g,
				(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
			),
	jsonTwice: (text) => json(json(text)),
	html: entities,
	htmlTwice: (text) => entities(entities(text)),
	htmlNumbers: (text) => [...text].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
	htmlHex: (text) => [...text].map((sign) => `&#x${sign.codePointAt(0)?.toString(16)};`).join(''),
};

const anyEncoder = fc.constantFrom(...Object.keys(encoders)).map((name) => ({
	name,
	encode: encoders[name] ?? ((text: string) => text),
}));

/** Signs that occur in no sentence of the node, so that every trace of a secret can be told. */
const secretSign = fc.constantFrom(...'QZ0123456789$&<>"\'\\/+=%^[](){}|.*?é漢😀\t ');
const anySecret = fc
	.string({ unit: secretSign, minLength: 4, maxLength: 24 })
	.filter((text) => text.trim() === text && new Set(text).size > 2 && /[QZ$^é漢😀]/u.test(text));

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
		expect(redact('no: a1', ['a1'])).toBe('(withheld, since it repeats a password)');
		expect(redact('no: %C3%A9', ['é'])).toBe('(withheld, since it repeats a password)');
		expect(redact('no: b2', ['a1'])).toBe('no: b2');
	});

	it.each([
		['secret & 100% \\ safe', '\\'.repeat(20_000) + '&amp;amp;'.repeat(5000) + '%25'.repeat(5000)],
		['\\'.repeat(24) + 'Q', '\\'.repeat(20_000)],
		['\\a'.repeat(20) + 'Q', ('\\'.repeat(8) + 'a').repeat(2000)],
		['%25%25%25%25%25%25Q', '%25'.repeat(20_000)],
		['&amp;&amp;&amp;&amp;Q', '&amp;'.repeat(20_000)],
	])('is quick, also when the secret %j almost fits everywhere', (secret, text) => {
		const start = performance.now();
		expect(redact(text, [secret]) === text).toBe(true);
		expect(performance.now() - start).toBeLessThan(2000);
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
				async (echo, password, { encode }, length) => {
					const filler = '~'.repeat(length);
					const written = [password, apiKey].map(encode);
					const client = fakeClient(() => echo(`${filler}${written.join('~')}`), {
						patience: { maxRetries: 0 },
					});
					const request = {
						method: 'POST' as const,
						path: ['links'],
						subject: 'the new link',
						secrets: [password],
					};
					const error = (await client.request(request).catch((caught: unknown) => caught)) as Error;
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
