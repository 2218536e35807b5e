import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import qs from 'qs';
import { FORMATS } from './contract.mjs';
import {
	answerOf,
	FaultList,
	type Answer,
	type ErrorBodies,
	type Fault,
	type FaultKind,
} from './faults.mjs';

/** How a service always is, within what services of its kind do; all off at the start. */
export interface Quirks {
	/**
	 * Link service: the envelope of lists (`full`, `data` alone, a `bare` array). Reference service:
	 * `bare` answers single records outside `data`, `data` puts the APS result into `data`.
	 */
	envelope?: 'full' | 'data' | 'bare';
	/** Every page is page 1. */
	ignorePage?: boolean;
	/** Filters that have no effect: all of them, or those named. */
	ignoreFilters?: boolean | string[];
	/** Lists of links and pixels come in the order of creation, whatever is asked for. */
	unsorted?: boolean;
	/** No page has more records than this, whatever is asked for. */
	mostPerPage?: number;
	/** Records move while the list is read: each page after the first begins this many earlier. */
	shift?: number;
	/** By how much the total that lists give is too high. */
	wrongTotal?: number;
	deleteAnswer?: 'object' | 'empty';
	/** Fields left out of records. */
	hideFields?: string[];
	/** Fields that are null in records. */
	nullFields?: string[];
}

export interface RecordedRequest {
	method: string;
	/** As sent: undecoded, without the query. */
	path: string;
	/** As sent, without the question mark. */
	query: string;
	headers: Record<string, string>;
	body: string;
	/** When it came, in milliseconds since 1970. */
	at: number;
	/** The status answered; absent while unanswered and where no answer was given. */
	status?: number;
	/** The fault it was answered with. */
	fault?: FaultKind;
}

export interface Service {
	/** Without a trailing slash, for example http://127.0.0.1:4010. */
	baseUrl: string;
	apiKey: string;
	/** Every request, in order. */
	requests: RecordedRequest[];
	/** Called with each request before it is answered, for a test that changes records meanwhile. */
	onRequest?: (request: RecordedRequest) => void;
	fault(fault: Fault): void;
	/** Adds to the quirks that are on. */
	quirk(quirks: Quirks): void;
	/** Ends all faults; quirks stay. */
	clearFaults(): void;
	/** Faults, quirks, requests, ledger, rate window, data and `onRequest` back to the start. */
	reset(): void;
}

/** At most `requests` in each window of `windowMs`; beyond that, 429. */
export interface RateLimit {
	requests: number;
	windowMs: number;
	/** The form of Retry-After: `seconds` (default), an HTTP `date`, or `none`. */
	retryAfter?: 'seconds' | 'date' | 'none';
}

/** One of the two services, without what they share. */
export interface Definition {
	apiKey: string;
	quirks: Quirks;
	errors: ErrorBodies;
	/** Adds its routes. */
	routes(app: FastifyInstance): void;
	/** What becomes of an error for a client that sends these headers; as it is by default. */
	adaptError?(answer: Answer, headers: Record<string, string>): Answer;
	/** Data and ledger back to the start. */
	reset(): void;
}

export interface Settings {
	port: number;
	latencyMs: number;
	rateLimit: RateLimit | undefined;
}

/** Thrown by a route to answer with an error. */
export class Refusal extends Error {
	/** @param fields for a 422: what is wrong, by field */
	constructor(
		readonly status: number,
		message?: string,
		readonly fields?: Record<string, string[]>,
	) {
		super(message);
	}
}

declare module 'fastify' {
	interface FastifyRequest {
		entry: RecordedRequest;
		hitBy: Fault | undefined;
	}
}

/**
 * Puts a definition on HTTP at 127.0.0.1: recording, latency, rate limit and faults.
 *
 * @throws when the port is taken
 */
export async function runService(
	definition: Definition,
	settings: Settings,
): Promise<{ service: Service; stop(): Promise<void> }> {
	const { apiKey, quirks } = definition;
	const faults = new FaultList();
	const service: Service = {
		...{ baseUrl: '', apiKey, requests: [] },
		fault: (fault) => faults.add(fault),
		quirk: (more) => Object.assign(quirks, more),
		clearFaults: () => faults.clear(),
		reset() {
			faults.clear();
			service.onRequest = undefined;
			for (const name of Object.keys(quirks)) delete quirks[name as keyof Quirks];
			service.requests.length = 0;
			window++;
			definition.reset();
		},
	};
	let window = 0;

	const app = Fastify({
		forceCloseConnections: true,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8192 },
		exposeHeadRoutes: false,
		ajv: {
			customOptions: {
				...{ removeAdditional: false, coerceTypes: false, allErrors: true },
				formats: FORMATS,
			},
		},
	});
	app.register(async (scope) => {
		addRecording(scope, service, settings.latencyMs);
		if (settings.rateLimit) await addLimit(scope, settings.rateLimit, () => String(window));
		scope.addHook('preHandler', async ({ entry }) => service.onRequest?.(entry));
		addFaults(scope, faults, definition);
		scope.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
			const answer = refusalAnswer(error, definition.errors);
			send(reply, definition.adaptError?.(answer, request.entry.headers) ?? answer);
		});
		scope.setNotFoundHandler(() => {
			throw new Refusal(404);
		});
		definition.routes(scope);
	});
	service.baseUrl = await app.listen({ host: '127.0.0.1', port: settings.port });
	return { service, stop: () => app.close() };
}

/** Form-encoded bodies and no others. PHP decodes them likewise: brackets nest, lists count from 0. */
export async function takeForms(app: FastifyInstance): Promise<void> {
	app.removeAllContentTypeParsers();
	await app.register(formbody, { parser: parseForm });
}

/** Decodes a form-encoded body: `a[0][b]=1` is a list of one object. */
export function parseForm(body: string): Record<string, unknown> {
	return qs.parse(body, { allowSparse: true, arrayLimit: 1000 });
}

function addRecording(app: FastifyInstance, { requests }: Service, latencyMs: number): void {
	app.decorateRequest('hitBy', undefined);
	app.addHook('onRequest', async (request) => {
		const [path = '', ...query] = (request.raw.url ?? '').split('?');
		const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
		request.entry = {
			...{ method: request.method, path, query: query.join('?'), body: '', at: Date.now() },
			headers: Object.fromEntries(headers) as Record<string, string>,
		};
		requests.push(request.entry);
		if (latencyMs > 0) await pause(latencyMs);
	});
	app.addHook('preParsing', async ({ entry }, _reply, payload) => {
		entry.body = await text(payload);
		return Readable.from([Buffer.from(entry.body)]);
	});
}

/** A fixed window that opens with the first request; refused requests do not prolong it. */
async function addLimit(
	app: FastifyInstance,
	{ requests: max, windowMs: timeWindow, retryAfter = 'seconds' }: RateLimit,
	keyGenerator: () => string,
): Promise<void> {
	await app.register(rateLimit, { max, timeWindow, hook: 'preParsing', keyGenerator });
	app.addHook('onSend', async (_request, reply) => {
		const seconds = Number(reply.getHeader('retry-after'));
		if (Number.isNaN(seconds) || retryAfter === 'seconds') return;
		reply.removeHeader('retry-after');
		const moment = new Date(Date.now() + (seconds + 1) * 1000);
		if (retryAfter === 'date') reply.header('retry-after', moment.toUTCString());
	});
}

/** A fault answers before the route, or, if it is to be applied, in place of the route's answer. */
function addFaults(app: FastifyInstance, faults: FaultList, { errors }: Definition): void {
	app.addHook('preValidation', async (request, reply) => {
		const { method, path } = request.entry;
		request.hitBy = faults.take(method, path);
		if (request.hitBy) request.entry.fault = request.hitBy.kind;
		if (request.hitBy && !request.hitBy.applied) return reply.send('');
	});
	app.addHook('onSend', async ({ raw, entry, hitBy }, reply, payload) => {
		if (hitBy?.kind === 'reset') raw.socket.resetAndDestroy();
		if (hitBy?.kind === 'reset' || hitBy?.kind === 'timeout') {
			return await new Promise(() => undefined);
		}
		if (hitBy) {
			const { status, body, headers } = answerOf(hitBy, entry, errors);
			reply.code(status).removeHeader('content-type').headers(headers);
			payload = body;
		}
		entry.status = reply.statusCode;
		return payload;
	});
}

function send(reply: FastifyReply, { status, headers, body }: Answer): void {
	void reply.code(status).headers(headers).send(body);
}

function refusalAnswer(error: FastifyError | Refusal, errors: ErrorBodies): Answer {
	const headers = { 'content-type': 'application/json; charset=utf-8' };
	if (error instanceof Refusal) {
		const { status, message, fields } = error;
		const body = fields
			? errors.forFields(fields, 'errors')
			: errors.forStatus(status, message || undefined);
		return { status, body, headers };
	}
	const { validation, statusCode: status = 500 } = error;
	if (!validation) return { status, body: errors.forStatus(status), headers };
	// A real server is known to crash on a list that is none.
	if (validation.some(({ params }) => params.type === 'array')) {
		return { status: 500, body: errors.forStatus(500), headers };
	}
	const fields: Record<string, string[]> = {};
	for (const { instancePath, params, message = '' } of validation) {
		const own = String(params.additionalProperty ?? params.missingProperty ?? '');
		const name = [...instancePath.split('/').slice(1), own].filter(Boolean).join('.');
		const wanted = Array.isArray(params.allowedValues)
			? `must be one of: ${params.allowedValues.join(', ')}`
			: message;
		(fields[name] ??= []).push(`The ${name} field ${wanted}.`);
	}
	return { status: 422, body: errors.forFields(fields, 'errors'), headers };
}

/** Whether a filter has been made ineffective by a quirk. */
export function isIgnored({ ignoreFilters }: Quirks, name: string): boolean {
	return Array.isArray(ignoreFilters) ? ignoreFilters.includes(name) : ignoreFilters === true;
}

/** What a list asks for beside its filters. */
export interface Page<T> {
	records: T[];
	page: number;
	perPage: number;
	total: number;
	lastPage: number;
}

/** One page of the records, with the quirks of pages and fields applied. */
export function takePage<T extends object>(
	all: readonly T[],
	query: Record<string, string>,
	usualSize: number,
	quirks: Quirks,
): Page<object> {
	const page = quirks.ignorePage ? 1 : Number(query.page ?? 1);
	const perPage = Math.min(Number(query.per_page ?? usualSize), quirks.mostPerPage ?? Infinity);
	const start = (page - 1) * perPage;
	const moved = page > 1 ? (quirks.shift ?? 0) : 0;
	const end = Math.min(start + perPage, all.length);
	const records = all.slice(Math.max(0, start - moved), Math.max(0, end - moved));
	const total = all.length + (quirks.wrongTotal ?? 0);
	return {
		...{ page, perPage, total, lastPage: Math.max(1, Math.ceil(total / perPage)) },
		records: records.map((record) => withFieldQuirks(record, quirks)),
	};
}

/** A record with the quirks of fields applied. */
export function withFieldQuirks(record: object, { hideFields, nullFields }: Quirks): object {
	if (!hideFields && !nullFields) return record;
	const shown = Object.entries(record).filter(([name]) => !hideFields?.includes(name));
	return Object.fromEntries(
		shown.map(([name, value]) => [name, nullFields?.includes(name) ? null : (value as unknown)]),
	);
}
