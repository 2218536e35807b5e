import { request as send } from 'node:http';

import type { Service } from '../../sandbox/services/start.mjs';

export interface Reply {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	/** The parsed body. */
	json<T = unknown>(): T;
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
export const JSON_BODY = { 'content-type': 'application/json' };

/**
 * One request with exactly this target, with the service's key and accepting JSON unless the headers
 * say otherwise; nothing is normalized or followed.
 *
 * @throws when the connection breaks before the answer is whole
 */
export function ask(
	{ baseUrl, apiKey }: Pick<Service, 'baseUrl' | 'apiKey'>,
	method: string,
	path: string,
	body = '',
	more: Record<string, string> = {},
): Promise<Reply> {
	const { hostname, port } = new URL(baseUrl);
	const headers = {
		accept: 'application/json',
		authorization: `Bearer ${apiKey}`,
		'x-api-key': apiKey,
		...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
		...more,
	};
	return new Promise((resolve, reject) => {
		const outgoing = send({ hostname, port, method, path, headers }, (incoming) => {
			const { statusCode: status = 0, headers: answered } = incoming;
			let text = '';
			incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
			incoming.on('error', reject);
			incoming.on('end', () =>
				resolve({ status, headers: answered, text, json: () => JSON.parse(text) }),
			);
		});
		outgoing.on('error', reject);
		outgoing.end(body);
	});
}
