import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import qs from 'qs';
import { host } from '../host.mjs';
import { FORMATS } from './contract.mjs';
import { answerOf, isHit, type ActiveFault, type ErrorBody, type Fault } from './faults.mjs';

/** How a service behaves for all requests, as services of its kind do. All are off at first. */
export interface Quirks {
	ignorePage?: boolean;
	/** Filters that have no effect: all of them, or those named. */
	ignoreFilters?: boolean | string[];
	/** Schools are searched by whole words, not by their beginnings. */
	wholeWords?: boolean;
	/** Records move while the list is read: each page after the first begins this many earlier. */
	shift?: number;
	/** By how much the total of lists is too high. */
	wrongTotal?: number;
	/** Fields that no record shows, at any depth. */
	hideFields?: string[];
}

export interface RecordedRequest {
	method: string;
	/** As sent: undecoded, without the query. */
	path: string;
	/** As sent, without the question mark. */
	query: string;
	body: string;
	/** The status of the response. Absent until then, and if there is no response. */
	status?: number;
	fault?: Fault['kind'];
}

export type Service = Awaited<ReturnType<typeof runService>>['service'];

type OtherHand = (request: RecordedRequest) => void;

/** What is specific to one of the two services. */
export interface Definition {
	apiKey: string;
	errorBody: ErrorBody;
	routes(app: FastifyInstance, quirks: Quirks): void | Promise<void>;
	reset(): void;
}

/** The maximum number of requests per window. Beyond it, the service returns 429. */
export interface RateLimit {
	requests: number;
	windowMs: number;
}

export interface Settings {
	port: number;
	latencyMs?: number;
	/** None by default. */
	rateLimit?: RateLimit;
}

/** Thrown by a route to respond with an error. */
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
 * Serves a definition over HTTP, with recording, latency, rate limit and faults.
 */
export async function runService(
	{ apiKey, errorBody, routes, reset }: Definition,
	{ port, latencyMs = 0, rateLimit: limit }: Settings,
) {
	const faults: ActiveFault[] = [];
	const requests: RecordedRequest[] = [];
	const quirks: Quirks = {};
	let otherHand: OtherHand | undefined;
	let window = 0;
	const app = Fastify({
		forceCloseConnections: true,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8192 },
		exposeHeadRoutes: false,
		ajv: {
			customOptions: {
				removeAdditional: false,
				coerceTypes: false,
				allErrors: true,
				formats: FORMATS,
			},
		},
	});
	app.register(async (scope) => {
		addRecording(scope, requests, latencyMs);
		scope.addHook('preValidation', async ({ entry }) => otherHand?.(entry));
		if (limit) {
			await scope.register(rateLimit, {
				max: limit.requests,
				timeWindow: limit.windowMs,
				hook: 'preParsing',
				keyGenerator: () => String(window),
			});
		}
		addFaults(scope, faults, errorBody);
		scope.setReplySerializer((payload) => jsonOf(payload, quirks));
		scope.setErrorHandler<FastifyError | Refusal>((error, _request, reply) => {
			const { status, message, fields } = refusalOf(error);
			void reply.code(status).send(errorBody(status, message || undefined, fields));
		});
		scope.setNotFoundHandler(() => {
			throw new Refusal(404);
		});
		await routes(scope, quirks);
	});
	const baseUrl = await app.listen({ host, port });
	/** Ends all faults. Quirks stay. */
	const clearFaults = () => void faults.splice(0);
	const service = {
		baseUrl,
		apiKey,
		requests,
		clearFaults,
		fault: (fault: Fault) => void faults.push({ ...fault, matched: 0 }),
		/** Called before each request is carried out, to change what somebody else would. */
		onRequest: (hand: OtherHand) => void (otherHand = hand),
		/** Turns on more quirks. */
		quirk: (more: Quirks) => void Object.assign(quirks, more),
		/** Resets faults, quirks, `onRequest`, requests, ledger, rate window and data, for another account. */
		reset() {
			clearFaults();
			for (const name of Object.keys(quirks)) delete quirks[name as keyof Quirks];
			requests.length = 0;
			otherHand = undefined;
			window++;
			service.apiKey = `${apiKey}#${window}`;
			reset();
		},
	};
	return { service, stop: () => app.close() };
}

/** Form-encoded bodies and no others. PHP decodes them likewise: brackets nest, lists count from 0. */
export async function takeForms(app: FastifyInstance): Promise<void> {
	app.removeAllContentTypeParsers();
	await app.register(formbody, {
		parser: (body) => qs.parse(body, { allowSparse: true, arrayLimit: 1000 }),
	});
}

function addRecording(app: FastifyInstance, requests: RecordedRequest[], latencyMs: number): void {
	app.decorateRequest('hitBy', undefined);
	app.addHook('onRequest', async (request) => {
		const [path = '', ...query] = (request.raw.url ?? '').split('?');
		request.entry = { method: request.method, path, query: query.join('?'), body: '' };
		requests.push(request.entry);
		if (latencyMs > 0) await pause(latencyMs);
	});
	app.addHook('preParsing', async ({ entry }, _reply, payload) => {
		entry.body = await text(payload);
		return Readable.from([Buffer.from(entry.body)]);
	});
}

const NEVER = new Promise<never>(() => undefined);

/** A fault responds before the route or, if it is applied, replaces the response of the route. */
function addFaults(
	app: FastifyInstance,
	faults: readonly ActiveFault[],
	errorBody: ErrorBody,
): void {
	app.addHook('preValidation', async (request, reply) => {
		const fault = faults.find((one) => isHit(one, request.entry));
		if (!fault) return;
		request.hitBy = fault;
		request.entry.fault = fault.kind;
		if (fault.applied) return;
		void reply.send('');
		// If this ended, Fastify would go on to the route once the client is gone.
		await NEVER;
	});
	app.addHook('onSend', async ({ entry, hitBy, raw }, reply, payload) => {
		if (hitBy?.kind === 'reset') raw.socket.resetAndDestroy();
		if (hitBy?.kind === 'reset' || hitBy?.kind === 'silence') return await NEVER;
		if (hitBy) {
			const { status, body, headers } = answerOf(hitBy, errorBody);
			reply.code(status).headers(headers);
			payload = body;
		}
		entry.status = reply.statusCode;
		return payload;
	});
}

/** A response without hidden fields. The ID of a school is a raw integer, because a JavaScript number has fewer digits. */
function jsonOf(payload: unknown, { hideFields = [] }: Quirks): string {
	const shown = (name: string, value: unknown) => (hideFields.includes(name) ? undefined : value);
	return JSON.stringify(payload, shown).replaceAll(/"id":"(\d+)"(?=,"nat_emis")/g, '"id":$1');
}

function refusalOf(error: FastifyError | Refusal): Refusal {
	if (error instanceof Refusal) return error;
	const { validation, statusCode = 500 } = error;
	if (!validation) return new Refusal(statusCode);
	// Real servers crash if a list is not a list.
	if (validation.some(({ params }) => params.type === 'array')) return new Refusal(500);
	const fields: Record<string, string[]> = {};
	for (const { instancePath, params, message } of validation) {
		const own = params.additionalProperty ?? params.missingProperty ?? '';
		const name = [...instancePath.split('/').slice(1), String(own)].filter(Boolean).join('.');
		(fields[name] ??= []).push(`The ${name} field ${message}.`);
	}
	return new Refusal(422, undefined, fields);
}

/** The records that meet a filter. The value is in lower case, because filters ignore case. */
export type Filters<T> = Record<
	string,
	(record: T, wanted: string, query: Record<string, string>, quirks: Quirks) => boolean
>;

export function selectRecords<T>(
	records: Iterable<T>,
	filters: Filters<T>,
	query: Record<string, string>,
	quirks: Quirks,
): T[] {
	const { ignoreFilters = false } = quirks;
	const used = Object.entries(filters).flatMap(([name, matches]) => {
		const isIgnored = Array.isArray(ignoreFilters) ? ignoreFilters.includes(name) : ignoreFilters;
		const wanted = query[name]?.toLowerCase();
		return wanted && !isIgnored ? [{ matches, wanted }] : [];
	});
	return [...records].filter((record) =>
		used.every(({ matches, wanted }) => matches(record, wanted, query, quirks)),
	);
}

export function takePage(
	all: readonly object[],
	query: Record<string, string>,
	usualSize: number,
	quirks: Quirks,
) {
	const page = quirks.ignorePage ? 1 : Number(query.page ?? 1);
	const perPage = Number(query.per_page ?? usualSize);
	const moved = page > 1 ? (quirks.shift ?? 0) : 0;
	const start = (page - 1) * perPage - moved;
	const end = Math.min(page * perPage, all.length) - moved;
	const total = all.length + (quirks.wrongTotal ?? 0);
	return {
		records: all.slice(Math.max(0, start), Math.max(0, end)),
		page,
		perPage,
		total,
		lastPage: Math.max(1, Math.ceil(total / perPage)),
	};
}
