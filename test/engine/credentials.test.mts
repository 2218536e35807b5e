import { readFile } from 'node:fs/promises';

import { describe, expect, test } from 'vitest';

import { LinkManagerApi } from '../../credentials/LinkManagerApi.credentials.js';
import { ReferenceDataApi } from '../../credentials/ReferenceDataApi.credentials.js';
import { loadDropdown, publish, testCredentials } from './harness.mjs';
import { linkOf, listOf, useScripted } from './scripted.mjs';
import { lines, useSandbox } from './sandbox.mjs';

const UNUSABLE_KEY = "The API key in the credential can't be used: it contains a space, a line";

const { link, data, runLeast } = await useSandbox({ links: 20, schools: 20 });

describe.each([
	['linkManager', link, 'GET /api/v1/links?per_page=10', 'link management service'],
	['referenceData', data, 'GET /v1/postal-codes?per_page=1', 'reference data service'],
] as const)('the connection test of %s', (node, service, request, name) => {
	const result = async (changes: object = {}) =>
		await testCredentials(node, { ...service, ...changes });

	test('sends one small read, even if the base URL ends with a pasted path', async () => {
		const baseUrl = `${service.baseUrl}${request.replace(/^GET |\?.*/g, '')}`;
		for (const changes of [{}, { baseUrl: `${service.baseUrl}/v1/` }, { baseUrl }]) {
			const success = { status: 'OK', message: 'Connection tested successfully' };
			expect(await result(changes)).toEqual(success);
		}
		expect(lines(service)).toEqual([request, request, request]);
	});

	test.each([
		[{ baseUrl: 'http://127.0.0.1:9' }, `The ${name} could not be reached: it refused the conn`],
		[{ apiKey: 'a-wrong-key-7431' }, `The ${name} refused the API key (HTTP 401).`],
		[{ apiKey: ' ' }, 'The credential has no API key'],
		[{ apiKey: 'two words' }, UNUSABLE_KEY],
		[{ apiKey: 'line\nbreak' }, UNUSABLE_KEY],
		[{ apiKey: 'zero\u200bwidth' }, UNUSABLE_KEY],
		[{ apiKey: 'caf\u00e9' }, UNUSABLE_KEY],
		[{ baseUrl: 'https://me:a-wrong-key-7431@a.example' }, 'The base URL in the credential '],
	])('fails with the reason for %j', async (changes, start) => {
		const { status, message } = await result(changes);
		expect(status).toBe('Error');
		expect(message.slice(0, start.length)).toBe(start);
		expect(message).not.toContain('a-wrong-key-7431');
	});

	test.each([
		[{ kind: 'html' }, /something unexpected.*Check the base URL/],
		[{ kind: 'html', status: 404 }, /returned a web page .+ \(HTTP 404\)\. Check the base URL/],
		[{ kind: 'html', status: 400 }, /returned a web page .+ starts with https:\/\/ or http:\/\/,/],
		[{ kind: 'status', status: 404 }, /^There is no .+ at this address \(HTTP 404\)/],
		[{ kind: 'body', body: '{"items":[]}' }, /something unexpected .+ \(HTTP 200\)\./],
		[
			{ kind: 'redirect' },
			/redirected the request for the connection test \(HTTP 302\)\. The redirect points to "/,
		],
		[{ kind: 'status', status: 500 }, /\(HTTP 500\)/],
		[
			{ kind: 'status', status: 429 },
			/so the request for the connection test wasn't carried out \(HTTP 429\)\. Try/,
		],
		[{ kind: 'invalidJson' }, /something unexpected/],
		[{ kind: 'body', body: '{"success":false}' }, /rejected the request/],
	] as const)('fails with the reason for the response %j', async (fault, message) => {
		service.fault(fault);
		const said = expect.stringMatching(message) as string;
		expect(await result()).toMatchObject({ status: 'Error', message: said });
	});

	test('a key pasted with "Bearer" works in the test and in the node, and stays hidden', async () => {
		const credentials = { ...service, apiKey: ` Bearer\t${service.apiKey} ` };
		const operation = node === 'linkManager' ? 'link getAll' : 'university getAll';
		const run = async () => await runLeast(operation, {}, { credentials });
		expect((await testCredentials(node, credentials)).status).toBe('OK');
		expect((await run()).error).toBeUndefined();
		const body = JSON.stringify({ message: `Unknown key: Bearer ${service.apiKey}` });
		service.fault({ kind: 'body', status: 400, body });
		const { error } = await run();
		const { message } = await testCredentials(node, credentials);
		for (const shown of [message, `${error?.message} ${error?.description}`]) {
			expect(shown).toContain('Unknown key: Bearer ***');
			expect(shown).not.toContain(service.apiKey);
		}
	});
});

test('the HTTP Request node sends a key pasted with "Bearer" as these nodes do', async () => {
	const pasted = { apiKey: ' Bearer\tk1 ' };
	const sent = [new LinkManagerApi(), new ReferenceDataApi()].map(
		async ({ authenticate }) => (await authenticate(pasted, { url: '' })).headers,
	);
	expect(await Promise.all(sent)).toEqual([{ Authorization: 'Bearer k1' }, { 'X-API-Key': 'k1' }]);
});

describe('a self-signed certificate', async () => {
	const pem = await readFile(new URL('selfSigned.pem', import.meta.url), 'utf8');
	const { service } = await useScripted({ key: pem, cert: pem });
	const node = 'linkManager';
	/** The results of the node, the trigger, a dropdown and the connection test. */
	async function endings(allowUnauthorizedCerts: boolean): Promise<string[]> {
		const credentials = { ...service, allowUnauthorizedCerts };
		const { error } = await runLeast('link getAll', {}, { credentials });
		const parameters = { event: 'linkCreated', days: 7 };
		const trigger = { node: 'linkManagerTrigger', parameters, credentials } as const;
		const tries = [
			publish(trigger, { mode: 'manual' }).poll(),
			loadDropdown({ node, method: 'searchLinks', credentials }),
		];
		const ends = await Promise.allSettled(tries);
		const said = ends.map((end) => (end.status === 'rejected' ? String(end.reason) : 'ok'));
		return [error?.message ?? 'ok', ...said, (await testCredentials(node, credentials)).message];
	}

	test('is accepted only if the credential ignores SSL issues', async () => {
		service.answers(() => listOf([linkOf(1)]));
		for (const end of await endings(false)) {
			expect(end).toMatch(/Couldn't connect securely to the link management service/);
		}
		expect(await endings(true)).toEqual(['ok', 'ok', 'ok', 'Connection tested successfully']);
	});
});
