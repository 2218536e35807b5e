import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { MINUTE } from '../../../nodes/shared/clock.js';
import { rateLimitOf } from '../../../nodes/shared/http/accounts.js';
import { openConnection, readBaseUrl } from '../../../nodes/shared/http/credential.js';
import type { RequestFunctions } from '../../../nodes/shared/http/types.js';
import { refusal } from '../refusal.mjs';
import { VirtualClock } from '../shared/virtualClock.mjs';
import { apiKey, service } from './fakeService.mjs';

const pasted = {
	versionPath: '/api/v1',
	pastedParts: ['/v1', '/api'],
	endpoints: ['links', 'pixels'],
};

describe('the base URL', () => {
	it.each([
		['https://x.example', 'https://x.example'],
		[' https://x.example// \n', 'https://x.example'],
		['HTTPS://X.Example', 'https://x.example'],
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
		['  ', 'The credential has no base URL'],
		[undefined, 'The credential has no base URL'],
		['x.example', 'it must start with http:// or https://'],
		['ftp://x.example', 'it must start with http:// or https://'],
		['https://', 'it is not a complete web address'],
		['https://exa mple.com', 'it is not a complete web address'],
		['https://me:secret-word@x.example', "it can't contain a username or password"],
		['https://x.example?key=1', 'it can\'t contain "?" or "#"'],
		['https://x.example/#a', 'it can\'t contain "?" or "#"'],
	])('%j is refused', (value, sentence) => {
		const error = refusal(() => readBaseUrl(value, pasted));
		expect(error.message).toContain(sentence);
		expect(`${error.message} ${error.description}`).not.toContain('secret-word');
		expect(error).toMatchObject({ failure: { cause: 'configuration-invalid' } });
	});
});

describe('the API key', () => {
	async function open(key: unknown) {
		const data = { baseUrl: 'https://x.example/api/v1/', apiKey: key };
		const functions = { getCredentials: async () => data } as unknown as RequestFunctions;
		return await openConnection(functions, service);
	}

	it.each([` ${apiKey}\n`, `Bearer ${apiKey}`, ` bearer\t${apiKey}`])(
		'is used without what people paste along: %j',
		async (key) => {
			expect(await open(key)).toMatchObject({
				baseUrl: 'https://x.example',
				apiKey,
				credential: { data: { apiKey } },
			});
		},
	);

	it.each([undefined, '', '  ', 'Bearer ', 12])("can't be %j", async (key) => {
		await expect(open(key)).rejects.toBeInstanceOf(UserError);
		await expect(open(key)).rejects.toThrow('The credential has no API key');
	});
});

describe('what a 429 taught', () => {
	const clock = new VirtualClock();
	const of = (baseUrl: string, key: string) => rateLimitOf(baseUrl, key, clock);

	it('is shared by all that use the same base URL and key', () => {
		const first = of('https://one.example', 'key');
		expect(of('https://one.example', 'key')).toBe(first);
		expect(of('https://one.example', 'other')).not.toBe(first);
		expect(of('https://two.example', 'key')).not.toBe(first);
	});

	it('is forgotten after ten minutes without a request', async () => {
		const first = of('https://idle.example', 'key');
		await clock.run(clock.sleep(10 * MINUTE));
		expect(of('https://idle.example', 'key')).toBe(first);
		await clock.run(clock.sleep(10 * MINUTE + 1));
		of('https://another.example', 'key');
		expect(of('https://idle.example', 'key')).not.toBe(first);
	});
});
