import { describe, expect, it, vi } from 'vitest';

import { linkService } from '../../../nodes/LinkManager/transport/api.js';
import { openConnection, readBaseUrl } from '../../../nodes/shared/http/credential.js';
import type { RequestFunctions } from '../../../nodes/shared/http/types.js';
import { readList } from '../../list.mjs';

describe('the base URL', () => {
	it.each(readList(import.meta.dirname, 'baseUrls.txt', ['json', 'expected']))(
		'$json is used as, or refused because: $expected',
		({ json, expected }) => {
			const read = () => readBaseUrl(JSON.parse(json), linkService);
			if (expected.startsWith('http')) return expect(read()).toBe(expected);
			const hidden: unknown = expect.not.stringContaining('secret-word');
			expect(read).toThrow(expected);
			expect(read).toThrow(expect.objectContaining({ message: hidden, description: hidden }));
		},
	);

	it('with a non-ASCII letter stays the same when it is read again', () => {
		const read = Array.from({ length: 10_000 }, () =>
			readBaseUrl('https://bücher.example', linkService),
		);
		expect([...new Set(read)]).toEqual(['https://xn--bcher-kva.example']);
	});
});

it('the rate limit is shared by everything with the same base URL and key, which are not stored', async () => {
	const of = async (baseUrl: string, apiKey: string) => {
		const functions = { getCredentials: async () => ({ baseUrl, apiKey }) };
		return (await openConnection(functions as unknown as RequestFunctions, linkService)).rateLimit;
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
