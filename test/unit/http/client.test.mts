import type { IHttpRequestOptions } from 'n8n-workflow';
import { afterEach, expect, it, vi } from 'vitest';

import type { ServiceRequest } from '../../../nodes/shared/http/types.js';
import { VirtualClock } from '../shared/virtualClock.mjs';
import { fakeClient, NetworkError, type Scripted, whole } from './fakeService.mjs';

// What n8n's engine can't show. The rest is in test/engine and test/faults.

afterEach(() => void vi.restoreAllMocks());

const remove: ServiceRequest = { method: 'DELETE', path: ['links', '12'], subject: 'link 12' };

it('keeps every segment of the path a segment, and asks for JSON', async () => {
	const sent: IHttpRequestOptions[] = [];
	const client = fakeClient((request) => {
		sent.push(request);
		return { status: 200, body: {} };
	});
	await client.request({ ...remove, path: ['links', 'a/b?c#d é%'] }, whole);
	const url = 'https://service.example/api/v1/links/a%2Fb%3Fc%23d%20%C3%A9%25';
	expect(sent).toMatchObject([{ url, headers: { Accept: 'application/json' } }]);
});

it('a deletion that is answered "not found" fails if its connection was refused, not lost', async () => {
	const gone = { status: 404, body: { message: 'Resource not found.' } };
	const answers: Scripted[] = [new NetworkError('ECONNREFUSED')];
	const client = fakeClient(() => answers.shift() ?? gone);
	const ending = new VirtualClock().run(client.request(remove, whole));
	await expect(ending).rejects.toThrow('Not found: link 12 (HTTP 404)');
});
