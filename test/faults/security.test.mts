import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { credentialsOf, everythingShown, locator, records } from '../engine/sandbox.mjs';
import { runNode } from '../engine/harness.mjs';
import { allColumns } from './operations.mjs';
import { startWorld } from './world.mjs';

const world = await startWorld({ universities: 4 });
const servers: Server[] = [];
afterAll(async () => {
	for (const server of servers) {
		server.closeAllConnections();
		server.close();
	}
	await world.stop();
});
beforeEach(world.reset);

async function serve(listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	servers.push(server);
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a redirect', async () => {
	const seen: string[] = [];
	const elsewhere = await serve((request, response) => {
		seen.push(`${request.method} ${request.url}`);
		response.setHeader('content-type', 'application/json').end('{"data":{"id":1}}');
	});
	const columns = allColumns(world.samples);

	it.each([301, 302, 303, 307, 308])(
		'with status %i is followed by no operation',
		async (status) => {
			for (const { node, parameters, items } of columns) {
				world.reset();
				const service = node === 'linkManager' ? world.link : world.data;
				service.fault({ kind: 'redirect', status, location: `${elsewhere}/api/v1/links` });
				const [item = {}] = items;
				const { error } = await runNode({
					node,
					parameters,
					credentials: credentialsOf(service),
					items: [item],
				});
				expect(error?.message).toMatch(/redirected the request for .+ \(HTTP 30\d\)/);
				const [first, ...looks] = service.requests.map(({ method }) => method);
				// Such a redirect may follow a create that was carried out, which may be looked up.
				const isLost = status <= 303 && node === 'linkManager' && first === 'POST';
				expect(isLost ? looks.filter((method) => method !== 'GET') : looks).toEqual([]);
			}
			expect(seen).toEqual([]);
		},
	);
});

describe('a base URL', () => {
	const baseUrl = () => new URL(world.link.baseUrl);
	it.each([
		['with a user', () => `http://user:secret@${baseUrl().host}`, /username or password/],
		['with a user only', () => `http://user@${baseUrl().host}`, /username or password/],
		['for FTP', () => `ftp://${baseUrl().host}`, /http:\/\/ or https:\/\//],
		['with a script', () => 'javascript:alert(1)', /http:\/\/ or https:\/\//],
		['for a file', () => 'file:///etc/passwd', /http:\/\/ or https:\/\//],
		['with data', () => 'data:application/json,{}', /http:\/\/ or https:\/\//],
		['without a scheme', () => baseUrl().host, /http:\/\/ or https:\/\//],
		['with a query', () => `${world.link.baseUrl}/?x=`, /can't contain "\?" or "#"/],
		['with a fragment', () => `${world.link.baseUrl}/#x`, /can't contain "\?" or "#"/],
		['that is empty', () => ' ', /has no base URL/],
	])('%s is refused before a request is sent', async (_name, address, text) => {
		const credentials = { ...credentialsOf(world.link), baseUrl: address() };
		const parameters = { resource: 'link', operation: 'getAll' };
		const result = await runNode({ node: 'linkManager', parameters, credentials });
		expect(result.error?.message).toMatch(text);
		expect(everythingShown(result)).not.toContain('secret');
		expect(world.link.requests).toEqual([]);
	});
});

describe('a record with names that mean something to JavaScript', () => {
	const odd =
		'{"id":7,"name":"x","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null}';

	it.each([
		['link', 'get', { linkId: '7' }, `{"data":${odd}}`],
		['link', 'getAll', {}, `{"data":[${odd}],"meta":{"total":1}}`],
		['link', 'update', { linkId: '7', updateFields: { alias: 'x' } }, `{"data":${odd}}`],
		['link', 'create', { url: 'https://example.com' }, `{"data":${odd}}`],
		['pixel', 'get', { pixelId: '7' }, `{"data":${odd}}`],
		['pixel', 'delete', { pixelId: '7' }, odd.replace('{', '{"deleted":true,')],
		['highSchool', 'get', { schoolId: locator('7'), simplify: false }, `{"data":${odd}}`],
		['highSchool', 'getProvinces', {}, `{"data":[${odd}]}`],
		['postalCode', 'getAll', {}, `{"data":[${odd}],"meta":{"total":1}}`],
		['university', 'getAll', {}, `{"data":[${odd}],"meta":{"total":1}}`],
	])('passes through %s: %s as data', async (resource, operation, parameters, body) => {
		const baseUrl = await serve((_request, response) => {
			response.setHeader('content-type', 'application/json').end(body);
		});
		const result = await runNode({
			node: ['link', 'pixel'].includes(resource) ? 'linkManager' : 'referenceData',
			parameters: { resource, operation, ...parameters },
			credentials: { baseUrl, apiKey: 'key' },
		});
		expect(result.error).toBeUndefined();
		const [record = {}] = records(result);
		expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
		expect(Object.hasOwn(record, '__proto__')).toBe(true);
		expect(JSON.parse(JSON.stringify(record))).toMatchObject(JSON.parse(odd));
		expect(JSON.stringify(record)).toContain('"__proto__":{"polluted":true}');
		expect('polluted' in {}).toBe(false);
	});

	it.each([
		'{"__proto__":{"data":[]},"message":{"__proto__":["x"],"constructor":["y"]}}',
		'{"error":{"__proto__":1}}',
		'{"errors":{"__proto__":{"a":1},"toString":["z"]}}',
	])('in an error makes an error like any other: %s', async (body) => {
		const baseUrl = await serve((_request, response) => {
			response.writeHead(422, { 'content-type': 'application/json' }).end(body);
		});
		const { error } = await runNode({
			node: 'linkManager',
			parameters: { resource: 'link', operation: 'get', linkId: '7' },
			credentials: { baseUrl, apiKey: 'key' },
		});
		expect(error?.message).toMatch(
			/^The link management service did not accept (?:the )?link 7.*HTTP 422/,
		);
	});
});
