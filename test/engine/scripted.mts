import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { afterAll, beforeEach } from 'vitest';

import { runNode, type NodeName, type NodeResult, type NodeRun } from './harness.mjs';

/** A request as the service received it. */
export interface Received {
	method: string;
	path: string;
	/** Decoded. */
	query: Record<string, string>;
	body: string;
	/** Milliseconds, by the clock of this process. */
	at: number;
}

/** What the service answers: JSON, or a text as it stands. Status 200 unless it says otherwise. */
export interface Answer {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
}

/** A service that answers as a test says, and records what it received. */
export interface ScriptedService {
	baseUrl: string;
	/** Another one for each test, because requests of one account share what a 429 taught. */
	apiKey: string;
	requests: Received[];
	/** Sets what is answered from now on. Each test starts with status 404 for everything. */
	answers(script: (request: Received) => Answer): void;
}

/** Starts a service for one test file; stops it after the last test. */
export async function startScripted(): Promise<ScriptedService> {
	const notFound = () => ({ status: 404, body: { message: 'Resource not found.' } });
	let script: (request: Received) => Answer = notFound;
	const requests: Received[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => (body += chunk.toString()));
		request.on('end', () => {
			const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
			const received: Received = {
				method: request.method ?? '',
				path: pathname,
				query: Object.fromEntries(searchParams),
				body,
				at: Date.now(),
			};
			requests.push(received);
			const { status = 200, headers = {}, body: answer } = script(received);
			const isText = typeof answer === 'string';
			response.writeHead(status, {
				'content-type': isText ? 'text/html' : 'application/json',
				...headers,
			});
			response.end(isText ? answer : JSON.stringify(answer));
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const service: ScriptedService = {
		baseUrl: `http://127.0.0.1:${port}`,
		apiKey: '',
		requests,
		answers: (given) => void (script = given),
	};
	let tests = 0;
	beforeEach(() => {
		requests.length = 0;
		script = notFound;
		service.apiKey = `key-of-test-${(tests += 1)}`;
	});
	afterAll(() => void server.close());
	return service;
}

/** Runs a node with these parameters against the service. */
export function nodeOn(node: NodeName, service: ScriptedService) {
	return async (
		parameters: IDataObject,
		more: Partial<NodeRun> = {},
	): Promise<NodeResult & { records: IDataObject[]; texts: string[] }> => {
		const { baseUrl, apiKey } = service;
		const result = await runNode({ node, parameters, credentials: { baseUrl, apiKey }, ...more });
		return {
			...result,
			records: result.items.map(({ json }) => json),
			texts: result.hints.map(({ message }) => message),
		};
	};
}

/** The requests as `METHOD path`, in order. */
export function linesOf({ requests }: ScriptedService): string[] {
	return requests.map(({ method, path }) => `${method} ${path}`);
}

/** A list of links or pixels as the link management service returns it, one page of at most 100. */
export function listOf(records: object[], page = 1): Answer {
	const total = records.length;
	return {
		body: {
			data: records.slice((page - 1) * 100, page * 100),
			links: { next: null },
			meta: {
				current_page: page,
				last_page: Math.max(1, Math.ceil(total / 100)),
				per_page: 100,
				total,
			},
			status: 200,
		},
	};
}
