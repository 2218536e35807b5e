import { setTimeout as pause } from 'node:timers/promises';
import { Readable } from 'node:stream';
import fastify from 'fastify';
import type { IDataObject } from 'n8n-workflow';
import { afterAll, afterEach, beforeEach } from 'vitest';

import { nodesOn } from './harness.mjs';

export { formOf, lines } from './harness.mjs';

/** A request as the service received it. */
export interface Received {
	method: string;
	path: string;
	query: Record<string, string>;
	headers: Record<string, string | string[] | undefined>;
	body: string;
	/** Milliseconds, by the clock of this process. */
	at: number;
}

/** A response of the service: JSON, or a text that is sent unchanged. The default status is 200. */
export interface Answer {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
	/** Responds after this many milliseconds. Infinity: never. */
	delay?: number;
	/** Sends a space every 100 ms without an end. */
	trickles?: true;
}

type Script = (request: Received) => Answer | Promise<Answer>;

/**
 * A service for one test file, with the nodes that use it. It returns the responses that a test sets, and
 * records the requests.
 *
 * @param certificate makes it speak HTTPS
 */
export async function useScripted(certificate?: Record<'key' | 'cert', string>) {
	const notFound = () => ({ status: 404, body: { message: 'Resource not found.' } });
	let script: Script = notFound;
	const requests: Received[] = [];
	const server = fastify({
		https: certificate ?? null,
		forceCloseConnections: true,
		bodyLimit: 2 ** 24,
		routerOptions: { maxParamLength: 8192 },
	});
	server.removeAllContentTypeParsers();
	const asText = async (_request: object, body: string) => body;
	server.addContentTypeParser('*', { parseAs: 'string' }, asText);
	server.all<{ Body?: string }>('*', async (request, reply) => {
		const { method, url, headers, body = '' } = request;
		const { pathname, searchParams } = new URL(url, 'http://service');
		const query = Object.fromEntries(searchParams);
		const received = { method, path: pathname, query, headers, body, at: Date.now() };
		requests.push(received);
		const answer = await script(received);
		if (answer.delay === Infinity) return await new Promise(() => undefined);
		await pause(answer.delay);
		const isText = typeof answer.body === 'string';
		reply.code(answer.status ?? 200).type(isText ? 'text/html' : 'application/json');
		reply.headers(answer.headers ?? {});
		if (answer.trickles) return Readable.from(blanks());
		return isText ? answer.body : JSON.stringify(answer.body);
	});
	const failures: Error[] = [];
	server.addHook('onError', async (_request, _reply, error) => void failures.push(error));
	const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });
	const service = {
		baseUrl,
		/** A new key for each test, because requests of the same account share a rate limit. */
		apiKey: '',
		requests,
		/** Sets the responses from now on. Each test starts with status 404 for everything. */
		answers: (given: Script) => void (script = given),
		/** Returns the responses in order, then repeats the last one. */
		answersInTurn(...answers: Answer[]) {
			script = () => (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
		},
	};
	let tests = 0;
	beforeEach(() => {
		requests.length = 0;
		script = notFound;
		service.apiKey = `key-of-test-${(tests += 1)}`;
	});
	// A script that throws is an HTTP 500 to the node, and must fail its test.
	afterEach(() => {
		const [failure] = failures.splice(0);
		if (failure) throw failure;
	});
	afterAll(async () => await server.close());
	return { service, ...nodesOn({ linkManager: service, referenceData: service }) };
}

async function* blanks() {
	for (;;) {
		yield ' ';
		await pause(100);
	}
}

/** A list of links or pixels as the link management service returns it, one page of at most 100. */
export function listOf(records: object[], page = 1): Answer {
	const total = records.length;
	const last = Math.max(1, Math.ceil(total / 100));
	return {
		body: {
			data: records.slice((page - 1) * 100, page * 100),
			links: { next: null },
			meta: { current_page: page, last_page: last, per_page: 100, total },
			status: 200,
		},
	};
}

/** An active link as the service shows it. */
export function linkOf(id: number, fields: IDataObject = {}): IDataObject {
	const { alias = `link-${id}` } = fields;
	return {
		id,
		alias,
		url: `https://shop.example/p/${id}`,
		short_url: `https://go.example/${String(alias)}`,
		title: `Link ${id}`,
		disabled: 0,
		clicks: 3,
		expiration_url: null,
		expiration_clicks: null,
		ends_at: null,
		space: null,
		domain: { id: 11, name: 'go.example' },
		pixels: [],
		updated_at: '2026-01-02T10:00:00Z',
		...fields,
	};
}
