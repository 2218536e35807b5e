import { request as send } from 'node:http';

export interface Reply {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	/** The parsed body; undefined when it is empty. */
	json<T = unknown>(): T;
}

/**
 * One request with exactly this target and these headers: nothing is normalised, added or followed.
 *
 * @throws when the connection breaks before the answer is whole
 */
export function request(
	baseUrl: string,
	method: string,
	target: string,
	headers: Record<string, string> = {},
	body = '',
): Promise<Reply> {
	const { hostname, port } = new URL(baseUrl);
	const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
	return new Promise((resolve, reject) => {
		const outgoing = send(
			{ hostname, port, method, path: target, headers: { ...length, ...headers } },
			(incoming) => {
				const chunks: Buffer[] = [];
				incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
				incoming.on('error', reject);
				incoming.on('end', () => {
					const text = Buffer.concat(chunks).toString('utf8');
					resolve({
						status: incoming.statusCode ?? 0,
						headers: incoming.headers,
						text,
						json: () => JSON.parse(text),
					});
				});
			},
		);
		outgoing.on('error', reject);
		outgoing.end(body);
	});
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
export const JSON_BODY = { 'content-type': 'application/json' };
