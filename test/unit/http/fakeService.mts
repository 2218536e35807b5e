import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INode,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { RetryPolicy, Service } from '../../../nodes/shared/http/types.js';
import { RequestQueue } from '../../../nodes/shared/http/queue.js';
import { Client } from '../../../nodes/shared/http/client.js';
import { openConnection } from '../../../nodes/shared/http/credential.js';
import { RateLimit } from '../../../nodes/shared/http/rateLimit.js';
import { RunState } from '../../../nodes/shared/http/runState.js';

export const node: INode = {
	id: 'node',
	name: 'Node under test',
	type: 'linkManager',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

export const service: Service = {
	credential: 'testApi',
	name: 'test service',
	versionPath: '/api/v1',
	endpoints: ['links'],
	largestPage: 100,
	pageSizeFor: () => 100,
};

const apiKey = 'key-4f9c/81+2=&"';

/** One scripted answer: an HTTP answer, or the network's error. */
export type Scripted = { status: number; body?: unknown; headers?: IDataObject } | NetworkError;

/** A failure without an answer, as axios reports it. */
export class NetworkError extends Error {
	constructor(
		readonly code: string,
		message = code,
	) {
		super(message);
	}
}

/** An answer as n8n hands it over: the body as text. */
export function asResponse(answer: Exclude<Scripted, NetworkError>): IN8nHttpFullResponse {
	const { status, body, headers = {} } = answer;
	const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
	return { statusCode: status, headers, body: text };
}

export const POLICY: RetryPolicy = { maxRetries: 4, maxWait: 300_000, timeout: 60_000 };

/** Takes the whole body of a response, of any shape. */
export const whole = (body: unknown) => ({ body });

/** A client of the fake service; by default with the retry policy of the interface. */
export function fakeClient(
	answer: (request: IHttpRequestOptions) => Scripted | Promise<Scripted>,
	{
		queue = new RequestQueue(10),
		rateLimit = new RateLimit(),
		policy = {},
	}: { queue?: RequestQueue; rateLimit?: RateLimit; policy?: Partial<RetryPolicy> } = {},
): Client {
	/** What a node gets from n8n, as far as a client uses it; failures come wrapped as n8n wraps them. */
	const functions = {
		getNode: () => node,
		getCredentials: async () => ({ baseUrl: 'https://service.example', apiKey }),
		helpers: {
			async httpRequestWithAuthentication(_type: string, request: IHttpRequestOptions) {
				const scripted = await answer(request);
				if (scripted instanceof NetworkError) throw new NodeApiError(node, scripted as never);
				return asResponse(scripted);
			},
		},
	} as unknown as IExecuteFunctions;
	return new Client(
		functions,
		service,
		new RunState(queue),
		async () => ({ ...(await openConnection(functions, service)), rateLimit }),
		{ ...POLICY, ...policy },
	);
}
