import type { IExecuteFunctions } from 'n8n-workflow';

import { linkService } from '../../../nodes/LinkManager/transport/api.js';
import { Client } from '../../../nodes/shared/http/client.js';
import { RequestQueue } from '../../../nodes/shared/http/queue.js';
import { RateLimit } from '../../../nodes/shared/http/rateLimit.js';
import { RunState } from '../../../nodes/shared/http/runState.js';

/** An answer, in words of no interest. Without an answer, the scripted service throws what n8n does. */
export interface Scripted {
	status: number;
	headers?: Record<string, string>;
}

/** A client of a service that answers as scripted; by default with the retry policy of the interface. */
export function fakeClient(
	answer: () => Scripted | Promise<Scripted>,
	{ queue = new RequestQueue(10), rateLimit = new RateLimit(), maxWait = 300_000 } = {},
): Client {
	/** What a node gets from n8n, as far as a client uses it. */
	const functions = {
		getNode: () => ({ name: 'Node under test' }),
		helpers: {
			async httpRequestWithAuthentication() {
				const { status, headers = {} } = await answer();
				return { statusCode: status, headers, body: '{}' };
			},
		},
	} as unknown as IExecuteFunctions;
	const credential = { id: '', name: '', type: '' };
	const redact = (text: string) => text;
	const connection = { baseUrl: '', apiKey: 'key', account: 'one', redact, credential, rateLimit };
	const policy = { maxRetries: 4, maxWait, timeout: 60_000 };
	const connect = async () => connection;
	return new Client(functions, linkService, new RunState(queue), connect, policy);
}
