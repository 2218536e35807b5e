import {
	htmlAnswer,
	jsonAnswer,
	retryAfterHeader,
	type Answer,
	type ErrorBodies,
} from './answers.mjs';
import { seededRandom, type Random } from './data/random.mjs';
import type { Fault } from './types.mjs';

interface ActiveFault {
	fault: Fault;
	path: RegExp | undefined;
	matched: number;
	hits: number;
}

/** The faults that are switched on, and which request each of them hits. */
export class FaultList {
	private active: ActiveFault[] = [];
	private random: Random;

	constructor(private readonly seed: number) {
		this.random = seededRandom(seed);
	}

	/** @throws SyntaxError when `path` is no regular expression */
	add(fault: Fault): void {
		const path = fault.path === undefined ? undefined : new RegExp(fault.path);
		this.active.push({ fault, path, matched: 0, hits: 0 });
	}

	clear(): void {
		this.active = [];
		this.random = seededRandom(this.seed);
	}

	/** The fault that this request is answered with, the first that hits it; counts the hit. */
	take(method: string, path: string): Fault | undefined {
		return this.active.find((entry) => this.hits(entry, method, path))?.fault;
	}

	private hits(entry: ActiveFault, method: string, path: string): boolean {
		const { fault } = entry;
		if (fault.method !== undefined && fault.method !== method) return false;
		if (entry.path && !entry.path.test(path)) return false;
		entry.matched++;
		if (entry.matched <= (fault.after ?? 0)) return false;
		if (entry.hits >= (fault.times ?? Number.POSITIVE_INFINITY)) return false;
		if (fault.probability !== undefined && !this.random.chance(fault.probability)) return false;
		entry.hits++;
		return true;
	}
}

/** What of the request a fault may answer with. */
export interface FaultyRequest {
	headers: Record<string, string>;
	body: string;
	now: number;
}

/** The kinds that end the connection and so are no answer: see `breakConnection` in service.mts. */
export type BrokenConnection = 'reset' | 'timeout' | 'truncated' | 'trickle';

/** The answer of a fault that is one. */
export function faultAnswer(
	fault: Fault & { kind: Exclude<Fault['kind'], BrokenConnection | 'ignoreFilters'> },
	request: FaultyRequest,
	bodies: ErrorBodies,
): Answer {
	const { status, retryAfter, retryAfterSeconds = 1 } = fault;
	switch (fault.kind) {
		case 'rateLimit':
			return jsonAnswer(
				429,
				bodies.forStatus(429),
				retryAfterHeader(retryAfter ?? retryAfterSeconds, retryAfterSeconds, request.now),
			);
		case 'status':
			return jsonAnswer(
				status ?? 500,
				bodies.forStatus(status ?? 500),
				retryAfterHeader(retryAfter ?? 'none', retryAfterSeconds, request.now),
			);
		case 'html':
			return htmlAnswer(status ?? 200, 'Welcome');
		case 'redirect':
			return { status: status ?? 302, body: '', headers: { location: fault.location ?? '/login' } };
		case 'empty':
			return jsonAnswer(status ?? 200, '');
		case 'invalidJson':
			return jsonAnswer(status ?? 200, '{"data": [{"id": 1, "name": ');
		case 'wrongEnvelope':
			return jsonAnswer(status ?? 200, '{"result":{"items":[]}}');
		case 'errorIn200':
			return jsonAnswer(200, bodies.inSuccess(status ?? 500));
		case 'validation':
			return jsonAnswer(
				422,
				bodies.forFields(
					{
						alias: ['The alias is taken.', 'The alias is too short.'],
						name: ['The name field is required.'],
					},
					fault.shape ?? 'message',
				),
			);
		case 'body':
			return jsonAnswer(status ?? 200, fault.body ?? '{}');
		case 'echo':
			return jsonAnswer(status ?? 500, bodies.forStatus(status ?? 500, echo(request)));
	}
}

/** Everything the client sent, as a careless service tells it in an error: keys and passwords too. */
function echo({ headers, body }: FaultyRequest): string {
	const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	return `Unexpected request. ${sent.join('; ')}. Body: ${body}. Decoded: ${decoded(body)}`;
}

function decoded(body: string): string {
	return [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`).join('; ');
}
