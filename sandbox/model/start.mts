import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyReply } from 'fastify';
import { answer, type Message, type Reply } from './assistant.mjs';

export type { Message, Reply, ToolCall } from './assistant.mjs';

const MODEL = 'sandbox-stand-in';

/** A request for a completion; what a stand-in has no use for is left out. */
export interface CompletionRequest {
	model: string;
	messages: Message[];
	tools?: Array<{
		type: 'function';
		function: { name: string; description?: string; parameters?: object };
	}>;
	stream?: boolean;
}

export interface Model {
	/** What an OpenAI credential takes as its base URL. */
	baseUrl: string;
	apiKey: string;
	stop(): Promise<void>;
}

/**
 * Starts a stand-in for a language model that speaks OpenAI's chat completions, streamed or not. It
 * answers by the simple rules of `assistant.mts`, or, first, what it was given to say:
 *
 * - `POST /__sandbox/script` with a list of replies puts them in line
 * - `GET /__sandbox/requests` gives the requests since the last reset
 * - `POST /__sandbox/reset` empties both
 *
 * @param port 0 (default) takes a free one
 */
export async function startModel(port = 0, apiKey = 'sandbox-model-key'): Promise<Model> {
	const script: Reply[] = [];
	const requests: CompletionRequest[] = [];
	const server = fastify({ forceCloseConnections: true });

	server.addHook('onRequest', async (request, reply) => {
		const allowed = request.headers.authorization === `Bearer ${apiKey}`;
		if (request.url.startsWith('/v1/') && !allowed) {
			await reply.code(401).send({ error: { message: 'Incorrect API key provided.' } });
		}
	});
	server.get('/v1/models', () => ({
		object: 'list',
		data: [{ id: MODEL, object: 'model', created: 0, owned_by: 'sandbox' }],
	}));
	server.post<{ Body: CompletionRequest }>('/v1/chat/completions', async (request, reply) => {
		const { body } = request;
		requests.push(body);
		const names = body.tools?.map((tool) => tool.function.name) ?? [];
		const said = script.shift() ?? answer(body.messages, names);
		return body.stream ? stream(said, reply) : completion(said);
	});

	server.post<{ Body: Reply[] }>('/__sandbox/script', ({ body }) => {
		script.push(...body);
		return { waiting: script.length };
	});
	server.get('/__sandbox/requests', () => requests);
	server.post('/__sandbox/reset', () => {
		script.length = 0;
		requests.length = 0;
		return { reset: true };
	});

	await server.listen({ host: '127.0.0.1', port });
	const address = server.server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${address.port}/v1`,
		apiKey,
		stop: async () => await server.close(),
	};
}

function completion(said: Reply): object {
	return {
		id: `chatcmpl-${randomUUID()}`,
		object: 'chat.completion',
		created: Math.floor(Date.now() / 1000),
		model: MODEL,
		choices: [{ index: 0, message: messageOf(said), finish_reason: finishReason(said) }],
		usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
	};
}

function messageOf(said: Reply): object {
	if ('text' in said) return { role: 'assistant', content: said.text };
	const calls = said.calls.map(({ name, arguments: given }, index) => ({
		index,
		id: `call_${randomUUID()}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(given) },
	}));
	return { role: 'assistant', content: null, tool_calls: calls };
}

function finishReason(said: Reply): string {
	return 'text' in said ? 'stop' : 'tool_calls';
}

/** The answer as server-sent events: its words one by one, or all its tool calls at once. */
function stream(said: Reply, reply: FastifyReply): FastifyReply {
	const id = `chatcmpl-${randomUUID()}`;
	const chunk = (delta: object, finish_reason: string | null = null) =>
		`data: ${JSON.stringify({
			id,
			object: 'chat.completion.chunk',
			created: Math.floor(Date.now() / 1000),
			model: MODEL,
			choices: [{ index: 0, delta, finish_reason }],
		})}\n\n`;
	const deltas =
		'text' in said
			? (said.text.match(/\s*\S+/g) ?? []).map((word) => ({ role: 'assistant', content: word }))
			: [messageOf(said)];
	const events = [
		...deltas.map((delta) => chunk(delta)),
		chunk({}, finishReason(said)),
		'data: [DONE]\n\n',
	];
	return reply.type('text/event-stream').send(events.join(''));
}
