import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readBaseUrl } from '../../../nodes/shared/http/credential.js';
import { refusal } from '../refusal.mjs';

const pasted = {
	versionPath: '/api/v1',
	pastedParts: ['/v1', '/api'],
	endpoints: ['links', 'pixels'],
};

describe('readBaseUrl', () => {
	it.each([
		['https://x.example', 'https://x.example'],
		[' https://x.example/ \n', 'https://x.example'],
		['https://x.example//', 'https://x.example'],
		['HTTPS://X.Example', 'https://x.example'],
		['https://x.example:8443/sub/folder/', 'https://x.example:8443/sub/folder'],
		['https://x.example/api/v1', 'https://x.example'],
		['https://x.example/sub/API/V1/', 'https://x.example/sub'],
		['https://x.example/v1', 'https://x.example'],
		['https://x.example/api/', 'https://x.example'],
		['https://x.example/api/v1/links', 'https://x.example'],
		['https://x.example/sub/v1/Links/12/', 'https://x.example/sub'],
		['https://x.example/apiv1', 'https://x.example/apiv1'],
		['https://x.example/my-api', 'https://x.example/my-api'],
		['https://x.example/links/api/v1', 'https://x.example/links'],
		['https://x.example/v2/api/v1/', 'https://x.example/v2'],
		['https://x.example/my-links', 'https://x.example/my-links'],
		['http://localhost:5678', 'http://localhost:5678'],
		['http://[::1]:3000/', 'http://[::1]:3000'],
		['https://x.example/a/../b', 'https://x.example/b'],
	])('reads %j', (value, baseUrl) => {
		expect(readBaseUrl(value, pasted)).toBe(baseUrl);
	});

	it.each<[unknown, RegExp]>([
		['', /has no base URL/],
		['  ', /has no base URL/],
		[undefined, /has no base URL/],
		[12, /has no base URL/],
		['x.example', /must start with http:\/\/ or https:\/\//],
		['/api/v1', /must start with/],
		['ftp://x.example', /must start with/],
		['file:///etc/passwd', /must start with/],
		['javascript:alert(1)', /must start with/],
		['https://', /is not a complete web address/],
		['https://exa mple.com', /is not a complete web address/],
		['http://x.example:99999', /is not a complete web address/],
		['https://me@x.example', /username or password/],
		['https://:secret-word@x.example', /username or password/],
		['https://x.example?key=1', /"\?" or "#"/],
		['https://x.example/#a', /"\?" or "#"/],
		['https://x.example/api/v1/links?search=a', /"\?" or "#"/],
		['https://x.example/links', /"\/links" is an endpoint/],
		['https://x.example/sub/Links/12/', /"\/Links\/12\/" is an endpoint/],
		['https://x.example/api/v1/linksx', /"\/api\/v1\/linksx" is an address within/],
		['https://x.example/api/v2', /"\/api\/v2" is another version than \/api\/v1/],
		['https://x.example/v2.1/pixels', /"\/pixels" is an endpoint/],
		['https://x.example/v2/pixels/a/b', /"\/v2\/pixels\/a\/b" is another version/],
	])('refuses %j', (value, sentence) => {
		const { message, description } = refusal(() => readBaseUrl(value, pasted));
		expect(message).toMatch(sentence);
		expect(`${message} ${description}`).not.toContain('secret-word');
	});

	it('gives an address to which a path can be added, or refuses', () => {
		const scheme = fc.constantFrom(
			'https://',
			'http://',
			'HTTP:',
			'ftp://',
			'//',
			'https:\\\\',
			'',
		);
		const host = fc.constantFrom(
			'x.example',
			'user:pass@x.example',
			'10.0.0.1:80',
			'[::1]',
			'',
			'a b',
		);
		const rest = fc.string({ unit: fc.constantFrom(...'/.?#%\\:@a1 \t\né') });
		fc.assert(
			fc.property(fc.tuple(scheme, host, rest), (parts) => {
				const value = parts.join('');
				let baseUrl: string;
				try {
					baseUrl = readBaseUrl(value, pasted);
				} catch (error) {
					expect(error).toBeInstanceOf(UserError);
					return;
				}
				const url = new URL(`${baseUrl}/api/v1/links`);
				expect(url.href).toBe(`${baseUrl}/api/v1/links`);
				expect(url.host).toBe(new URL(value.trim()).host);
				expect(['http:', 'https:']).toContain(url.protocol);
				expect(url.username + url.password + url.search + url.hash).toBe('');
			}),
			{ numRuns: 2000 },
		);
	});
});
