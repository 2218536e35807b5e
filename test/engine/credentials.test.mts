import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';

import { runNode, testCredentials } from './harness.mjs';
import { credentialsOf, lines, useSandbox } from './sandbox.mjs';

const { link, data } = await useSandbox({ links: 20, schools: 20 });

describe.each([
	['linkManager', link, 'GET /api/v1/links?per_page=10', 'link management service'],
	['referenceData', data, 'GET /v1/postal-codes?per_page=1', 'reference data service'],
] as const)('the connection test of %s', (node, service, request, name) => {
	const result = async (changes: object = {}) =>
		await testCredentials(node, { ...credentialsOf(service), ...changes });

	test('is one small read', async () => {
		expect(await result()).toEqual({ status: 'OK', message: 'Connection tested successfully' });
		expect(lines(service)).toEqual([request]);
	});

	test.each(['/', '/v1', '/v1/', request.replace(/^GET |\?.*/g, '')])(
		'a base URL that ends in %s does no harm',
		async (ending) => {
			const address = await result({ baseUrl: `${service.baseUrl}${ending}` });
			expect(address.status).toBe('OK');
			expect(lines(service)).toEqual([request]);
		},
	);

	test('says that the service cannot be reached', async () => {
		expect(await result({ baseUrl: 'http://127.0.0.1:9' })).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(
				new RegExp(`^The ${name} could not be reached: it refused the connection\\. Check`),
			) as string,
		});
	});

	test('says that the key was refused, without repeating it', async () => {
		const { status, message } = await result({ apiKey: 'a-wrong-key-7431' });
		expect(status).toBe('Error');
		expect(message).toMatch(new RegExp(`^The ${name} refused the API key \\(HTTP 401\\)\\.`));
		expect(message).not.toContain('a-wrong-key-7431');
	});

	test('says that there is no key', async () => {
		expect(await result({ apiKey: ' ' })).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/^The credential has no API key/) as string,
		});
		expect(service.requests).toEqual([]);
	});

	test.each([
		[{ kind: 'html' }, /web page instead of data/],
		[{ kind: 'html', status: 404 }, /^No .+ answers at this address \(HTTP 404\)\. Check the base/],
		[{ kind: 'status', status: 404 }, /^No .+ answers at this address \(HTTP 404\)/],
		[{ kind: 'body', body: '{"items":[]}' }, /^No .+ answers at this address \(HTTP 200\)/],
		[{ kind: 'redirect' }, /redirected the request for the list of .+ \(HTTP 302\)/],
		[{ kind: 'status', status: 500 }, /\(HTTP 500\)/],
		[{ kind: 'status', status: 429 }, /too many requests before .+ \(HTTP 429\)\. Try again later/],
		[
			{ kind: 'invalidJson' },
			/something other than JSON.*Check the base URL.*may have been cut off/,
		],
		[{ kind: 'body', body: '{"success":false}' }, /rejected the request/],
	] as const)('says what is wrong: %j', async (fault, message) => {
		service.fault(fault);
		const { status, message: text } = await result();
		expect(status).toBe('Error');
		expect(text).toMatch(message);
	});

	test.each([
		['ftp://example.org', /must start with http/],
		['https://me:pass@example.org', /can't contain a username or password/],
		['', /has no base URL/],
	])('refuses the base URL "%s"', async (baseUrl, message) => {
		const { status, message: text } = await result({ baseUrl });
		expect(status).toBe('Error');
		expect(text).toMatch(message);
		expect(text).not.toContain('me:pass');
	});

	test('an echoed key is not shown', async () => {
		service.fault({ kind: 'echo', status: 400 });
		const { message } = await result();
		expect(message).not.toContain(service.apiKey);
	});

	test.each([' Bearer ', 'bearer\t', 'BEARER\n '])(
		'a key pasted with %j before it works in the test and in the node, and stays hidden',
		async (before) => {
			const credentials = { ...credentialsOf(service), apiKey: `${before}${service.apiKey} ` };
			expect((await testCredentials(node, credentials)).status).toBe('OK');
			const resource = node === 'linkManager' ? 'link' : 'university';
			const run = { node, credentials, parameters: { resource, operation: 'getAll' } };
			expect((await runNode(run)).error).toBeUndefined();
			service.fault({ kind: 'echo', status: 400 });
			const shown = [await testCredentials(node, credentials), (await runNode(run)).error];
			for (const error of shown) {
				expect(error?.message).toContain('(HTTP 400)');
				expect(inspect(error)).not.toContain(service.apiKey);
			}
		},
	);
});

test('a plan without postal codes is told scope and plan', async () => {
	const { status, message } = await testCredentials('referenceData', {
		baseUrl: data.baseUrl,
		apiKey: 'sandbox-data-no-postal-codes',
	});
	expect(status).toBe('Error');
	expect(message).toMatch(/\(HTTP 403\).*postal_codes:read.*Free plan and above/);
});
