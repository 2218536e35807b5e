import { setTimeout as pause } from 'node:timers/promises';
import axios from 'axios';
import { answerParent } from './child.mjs';

/** One request of a bare loop. */
export interface PlainRequest {
	method: 'GET' | 'POST';
	url: string;
	form?: Record<string, string>;
	json?: object;
}

export interface Loop {
	requests: PlainRequest[];
	headers: Record<string, string>;
	inFlight: number;
	/** What the service allows, for a loop that knows it and never asks for more. */
	limit?: { requests: number; windowMs: number };
}

export interface LoopResult {
	milliseconds: number;
}

/**
 * The same requests as a node's, sent as somebody would with axios and nothing else: the limit.
 *
 * @throws AxiosError when one is not answered with success
 */
async function run({ requests, headers, inFlight, limit }: Loop): Promise<LoopResult> {
	const answers: unknown[] = [];
	const send = async ({ method, url, form, json }: PlainRequest) => {
		const { data } = await axios.request<unknown>({
			method,
			url,
			headers: { Accept: 'application/json', ...headers },
			data: form ? new URLSearchParams(form) : json,
		});
		answers.push(data);
	};
	const sendAll = async (some: PlainRequest[], answered = () => undefined as void) => {
		let next = 0;
		const lane = async () => {
			for (let request = some[next++]; request; request = some[next++]) {
				await send(request);
				answered();
			}
		};
		await Promise.all(Array.from({ length: Math.min(inFlight, some.length) }, lane));
	};

	const started = performance.now();
	if (limit) {
		for (let from = 0; from < requests.length; from += limit.requests) {
			let opened: Promise<void> | undefined;
			// The window opens no later than the first answer.
			const open = () => void (opened ??= pause(limit.windowMs));
			await sendAll(requests.slice(from, from + limit.requests), open);
			if (from + limit.requests < requests.length) await opened;
		}
	} else {
		await sendAll(requests);
	}
	return { milliseconds: performance.now() - started };
}

answerParent(run);
