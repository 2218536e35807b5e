import { describe, expect, it, vi } from 'vitest';

import { openConnection, readBaseUrl } from '../../../nodes/shared/http/credential.js';
import type { RequestFunctions } from '../../../nodes/shared/http/types.js';
import { refusal } from '../refusal.mjs';
import { service } from './fakeService.mjs';

const pasted = {
	...service,
	pastedParts: ['/v1', '/api'],
	endpoints: ['links', 'pixels'],
};

describe('the base URL', () => {
	it.each([
		['\u200b HTTPS://X.example// \n\u200b', 'https://x.example'],
		['https://x.example:8443/sub/folder/', 'https://x.example:8443/sub/folder'],
		['https://x.example/sub/API/V1/', 'https://x.example/sub'],
		['https://x.example/v1', 'https://x.example'],
		['https://x.example/api/', 'https://x.example'],
		['https://x.example/api/v1/links', 'https://x.example'],
		['https://x.example/sub/v1/Links/12/', 'https://x.example/sub'],
		['https://x.example/my-api', 'https://x.example/my-api'],
		['https://x.example/links/api/v1', 'https://x.example/links'],
		['http://[::1]:3000/', 'http://[::1]:3000'],
	])('%j is used as %j', (value, baseUrl) => {
		expect(readBaseUrl(value, pasted)).toBe(baseUrl);
	});

	it.each<[unknown, string]>([
		[undefined, 'The credential has no base URL'],
		['x.example', 'it must start with http:// or https://'],
		['https://', 'it is not a complete web address'],
		['https://exa mple.com', 'it is not a complete web address'],
		['https://me:secret-word@x.example', "it can't contain a username or password"],
		['https://x.example?key=1', 'it can\'t contain "?" or "#"'],
	])('%j is refused', (value, sentence) => {
		const error = refusal(() => readBaseUrl(value, pasted));
		expect(error.message).toContain(sentence);
		expect(`${error.message} ${error.description}`).not.toContain('secret-word');
	});

	it('with a letter beyond ASCII is one, however often it is read', () => {
		const read = Array.from({ length: 10_000 }, () =>
			readBaseUrl('https://bücher.example', pasted),
		);
		expect([...new Set(read)]).toEqual(['https://xn--bcher-kva.example']);
	});
});

it('what a 429 taught is shared by all that use the same base URL and key, which are not kept', async () => {
	const of = async (baseUrl: string, apiKey: string) => {
		const functions = { getCredentials: async () => ({ baseUrl, apiKey }) };
		return (await openConnection(functions as unknown as RequestFunctions, service)).rateLimit;
	};
	const stored = vi.spyOn(Map.prototype, 'set');
	const first = await of('https://one.example', 'a-key-to-hide');
	expect(stored.mock.calls.flat().join()).not.toContain('a-key-to-hide');
	stored.mockRestore();
	expect(await of('https://one.example/', 'a-key-to-hide')).toBe(first);
	expect(await of('https://one.example', 'other')).not.toBe(first);
	expect(await of('https://two.example', 'a-key-to-hide')).not.toBe(first);
	for (let index = 0; index < 1000; index++) await of('https://many.example', `key-${index}`);
	expect(await of('https://one.example', 'a-key-to-hide')).not.toBe(first);
});
