import getPort from 'get-port';
import { beforeEach, describe, expect, it } from 'vitest';
import { client, credentials, data, link, resetServices } from './harness.mjs';

beforeEach(resetServices);

async function test(type: string, values: { baseUrl: string; apiKey: string }) {
	const credential = credentials[type];
	if (credential === undefined) throw new Error(`The sandbox has no credential of type ${type}.`);
	return await client.testCredential(credential, values);
}

const cases = [
	{ type: 'linkManagerApi', service: link, version: '/api/v1' },
	{ type: 'referenceDataApi', service: data, version: '/v1' },
];

describe.each(cases)('the connection test of $type', ({ type, service, version }) => {
	const { baseUrl, apiKey } = service;

	it.each(['', '/', '///', version, `${version}/`])(
		'accepts the base URL with "%s"',
		async (end) => {
			expect(await test(type, { baseUrl: `${baseUrl}${end}`, apiKey })).toMatchObject({
				status: 'OK',
			});
			const [request] = await service.requests();
			expect(request?.path.startsWith(`${version}/`)).toBe(true);
			expect(request?.path).not.toContain('//');
		},
	);

	it('says that the service cannot be reached', async () => {
		const result = await test(type, { baseUrl: `http://127.0.0.1:${await getPort()}`, apiKey });
		expect(result).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/reach|connect/i),
		});
	});

	it('says that the key is refused', async () => {
		const result = await test(type, { baseUrl, apiKey: 'wrong' });
		expect(result).toMatchObject({ status: 'Error', message: expect.stringMatching(/key/i) });
	});

	it('says that a web page answered instead of the API', async () => {
		await service.fault({ kind: 'html' });
		const result = await test(type, { baseUrl, apiKey });
		expect(result).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/(web page|HTML).*base URL|base URL.*(web page|HTML)/is),
		});
	});
});

describe('the connection test of referenceDataApi', () => {
	it('names the scope and the plan that the key lacks', async () => {
		const result = await test('referenceDataApi', {
			baseUrl: data.baseUrl,
			apiKey: 'sandbox-data-no-postal-codes',
		});
		expect(result.message).toMatch(/postal_codes:read/);
		expect(result.message).toMatch(/Free plan/i);
	});
});
