import { setTimeout as pause } from 'node:timers/promises';

import Fastify, {
	type FastifyError,
	type FastifyReply,
	type FastifyRequest,
	type HTTPMethods,
} from 'fastify';

import { jsonAnswer, Refusal, type Answer, type ErrorBodies } from './answers.mjs';
import { controlRoutes } from './control.mjs';
import { type BrokenConnection, faultAnswer, FaultList } from './faults.mjs';
import { RateWindow } from './rateWindow.mjs';
import type { Fault, Quirks, RateLimit, RecordedRequest, Service } from './types.mjs';

/** A request as a route sees it. */
export interface Call {
	method: string;
	path: string;
	params: Record<string, string>;
	query: URLSearchParams;
	headers: Record<string, string>;
	body: string;
}

export interface Route {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	url: string;
	/** Answers, or throws a Refusal. */
	handle(call: Call): Answer;
}

/** One of the two services, without what they share. */
export interface ServiceDefinition {
	apiKey: string;
	routes: Route[];
	errors: ErrorBodies;
	/** What becomes of an error for a client that sends these headers; as it is by default. */
	adaptError?(answer: Answer, call: Call): Answer;
	/** What GET /__sandbox/records and GET /__sandbox/ledger answer. */
	records(): unknown;
	ledger(): unknown;
	/** Data and ledger back to the start. */
	reset(): void;
}

/** What a definition needs to know while it answers. */
export interface ServiceState {
	quirks: Quirks;
	/** The services' own clock, in milliseconds since 1970. */
	now(): number;
}

export interface ServiceSettings {
	host: string;
	port: number;
	latencyMs: number;
	rateLimit: RateLimit | undefined;
	seed: number;
}

const ALL_METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const KEPT_REQUESTS = 250_000;
const BODY_LIMIT = 8 * 1024 * 1024;
const LONGEST_IDENTIFIER = 8192;

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Puts a definition on HTTP: recording, latency, rate limit, faults and controls, with 404 and 405
 * for what it has no route for.
 *
 * @throws when the port is taken
 */
export async function runService(
	definition: ServiceDefinition,
	state: ServiceState,
	settings: ServiceSettings,
): Promise<{ service: Service; stop(): Promise<void> }> {
	const { errors } = definition;
	const requests: RecordedRequest[] = [];
	const faults = new FaultList(settings.seed);
	const rateWindow = settings.rateLimit && new RateWindow(settings.rateLimit);

	function record(call: Call, query: string): RecordedRequest {
		const { method, path, headers, body } = call;
		const entry: RecordedRequest = { method, path, query, headers, body, at: state.now() };
		if (requests.length >= KEPT_REQUESTS) requests.splice(0, KEPT_REQUESTS / 10);
		requests.push(entry);
		return entry;
	}

	function answerTo(call: Call, handle: Route['handle']): Answer {
		try {
			return handle(call);
		} catch (error) {
			const answer =
				error instanceof Refusal ? error.answer : jsonAnswer(500, errors.forStatus(500));
			return definition.adaptError?.(answer, call) ?? answer;
		}
	}

	/** The answer of a service that ignores all filters this once. */
	function unfiltered(call: Call, handle: Route['handle']): Answer {
		const { quirks } = state;
		state.quirks = { ...quirks, ignoreFilters: true };
		try {
			return answerTo(call, handle);
		} finally {
			state.quirks = quirks;
		}
	}

	function serve(handle: Route['handle']): Handler {
		return async (request, reply) => {
			const call = readCall(request);
			const entry = record(call, splitTarget(request).query);
			if (settings.latencyMs > 0) await pause(settings.latencyMs);

			const refused = rateWindow?.take(state.now());
			if (refused) {
				return send(reply, entry, jsonAnswer(429, errors.forStatus(429), refused));
			}
			const fault = faults.take(call.method, call.path);
			if (!fault) return send(reply, entry, answerTo(call, handle));

			entry.fault = fault.kind;
			if (fault.kind === 'ignoreFilters') return send(reply, entry, unfiltered(call, handle));
			const isWrite = call.method !== 'GET';
			const given = fault.applied || !isWrite ? answerTo(call, handle) : undefined;
			const { kind } = fault;
			if (isBroken(kind)) {
				return breakConnection(kind, reply, given?.body ? given : jsonAnswer(200, '{"data":{}}'));
			}
			const { headers, body } = call;
			const answer = faultAnswer({ ...fault, kind }, { headers, body, now: state.now() }, errors);
			return send(reply, entry, answer);
		};
	}

	const notFound = serve(() => {
		throw new Refusal(jsonAnswer(404, errors.forStatus(404)));
	});
	const app = Fastify({
		forceCloseConnections: true,
		bodyLimit: BODY_LIMIT,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_IDENTIFIER },
		exposeHeadRoutes: false,
		ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
		frameworkErrors: (_error, request, reply) => notFound(request, reply),
	});

	const service: Service = {
		baseUrl: '',
		apiKey: definition.apiKey,
		requests,
		fault: (fault: Fault) => faults.add(fault),
		quirk: (quirks: Quirks) => Object.assign(state.quirks, quirks),
		clearFaults: () => faults.clear(),
		reset() {
			faults.clear();
			state.quirks = {};
			requests.length = 0;
			rateWindow?.reset();
			definition.reset();
		},
	};

	await app.register(controlRoutes(service, definition), { prefix: '/__sandbox' });
	await app.register(async (scope) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
			done(null, body),
		);
		for (const { method, url, handle } of definition.routes) {
			scope.route({ method, url, handler: serve(handle) });
		}
		for (const [url, methods] of methodsByUrl(definition.routes)) {
			const allow = methods.join(', ');
			const refuse = serve(() => {
				throw new Refusal(jsonAnswer(405, errors.forStatus(405), { allow }));
			});
			const others = ALL_METHODS.filter((method) => !methods.includes(method));
			scope.route({ method: others, url, handler: refuse });
		}
		scope.setNotFoundHandler(notFound);
		scope.setErrorHandler<FastifyError>((error, request, reply) => {
			const status = error.statusCode ?? 500;
			const refuse = serve(() => {
				throw new Refusal(jsonAnswer(status, errors.forStatus(status)));
			});
			return refuse(request, reply);
		});
	});

	service.baseUrl = await app.listen({ host: settings.host, port: settings.port });
	return { service, stop: () => app.close() };
}

/** The media type of a request's body, without its parameters; empty when there is none. */
export function mediaType(call: Call): string {
	return (call.headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase();
}

function methodsByUrl(routes: Route[]): Map<string, HTTPMethods[]> {
	const methods = new Map<string, HTTPMethods[]>();
	for (const { url, method } of routes) methods.set(url, [...(methods.get(url) ?? []), method]);
	return methods;
}

function splitTarget({ raw }: FastifyRequest): { path: string; query: string } {
	const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(raw.url ?? '') ?? [];
	return { path, query };
}

function readCall(request: FastifyRequest): Call {
	const { path, query } = splitTarget(request);
	const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
		name,
		Array.isArray(value) ? value.join(', ') : (value ?? ''),
	]);
	return {
		method: request.method,
		path,
		params: { ...(request.params as Record<string, string>) },
		query: new URLSearchParams(query),
		headers: Object.fromEntries(headers),
		body: typeof request.body === 'string' ? request.body : '',
	};
}

function send(reply: FastifyReply, entry: RecordedRequest, answer: Answer): void {
	entry.status = answer.status;
	if (answer.contentType !== undefined) reply.type(answer.contentType);
	reply
		.code(answer.status)
		.headers(answer.headers ?? {})
		.send(answer.body);
}

function isBroken(kind: Fault['kind']): kind is BrokenConnection {
	return ['reset', 'timeout', 'truncated', 'trickle'].includes(kind);
}

/**
 * Ends a request without a whole answer: at once with a reset, never (the socket stays open until
 * the client or the service leaves), half-way through the answer's body, or with one blank after
 * another for ever.
 */
function breakConnection(kind: BrokenConnection, reply: FastifyReply, answer: Answer): void {
	reply.hijack();
	const { raw } = reply;
	if (kind === 'reset') raw.socket?.resetAndDestroy();
	if (kind === 'trickle') {
		raw.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' });
		const trickle = setInterval(() => raw.write(' '), 200);
		raw.on('close', () => clearInterval(trickle));
	}
	if (kind !== 'truncated') return;
	const body = Buffer.from(answer.body);
	raw.writeHead(answer.status, {
		'content-type': 'application/json; charset=utf-8',
		'content-length': body.length,
	});
	raw.write(body.subarray(0, Math.ceil(body.length / 2)), () => raw.socket?.destroy());
}
