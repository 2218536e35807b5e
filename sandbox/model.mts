import fastify from 'fastify';

/**
 * A scripted stand-in for a language model that speaks OpenAI's chat completions, so that the agents
 * of the examples run without a key. It knows only what the examples ask.
 */

/** What a model answers: a text, or the tools that it wants to use first. */
export type Reply =
	| { text: string }
	| { calls: Array<{ name: string; arguments: Record<string, unknown> }> };

export interface CompletionRequest {
	messages: Array<{ role: string; content?: string | Array<{ text?: string }> | null }>;
	tools?: Array<{ function: { name: string; description?: string; parameters?: object } }>;
	stream?: boolean;
}

type Rule = [pattern: RegExp, tool: string, argumentsOf: (question: string) => object];

const whoAmI =
	'I\'m a scripted stand-in for a model and know just a few questions. Try "Which universities are in Limpopo?", "Which schools are called Kuzwayo?", "Is 0083 the postal code of Arcadia?", or "Create a short link to https://www.example.org".';

const find = (pattern: RegExp, text: string) => pattern.exec(text)?.[1]?.trim() ?? '';
const province = (text: string) => find(/\bin ((?:[A-Z][\w-]*\s?)+)/, text);
const reviewed = (text: string) => ({
	toolParameters: { alias: find(/\blink\s+([\w-]+)/i, text) },
	hitlParameters: {},
});

/** Which tool answers which question; the first that fits. The tools are those of the examples. */
const rules: Rule[] = [
	[/\bdelete\b/i, 'Delete_a_link', reviewed],
	[/\bdisable\b/i, 'Disable_a_link', reviewed],
	[
		/https?:\/\//,
		'Create_a_short_link',
		(text) => ({ destination_url: find(/(https?:\/\/[^\s,]+[^\s,.])/, text), alias: '' }),
	],
	[
		/\d\s*%/,
		'Compare_universities',
		(text) => ({
			subjects: JSON.stringify(
				[...text.matchAll(/([A-Z][A-Za-z ]*?)\s+(\d{1,3})\s*%/g)].map(([, name, mark]) => ({
					name,
					percentage: Number(mark),
				})),
			),
			universities: (text.match(/\b(UCT|UP|WITS|TUT|UJ)\b/g) ?? ['uct', 'up']).join().toLowerCase(),
		}),
	],
	[
		/\bpostal code/i,
		'Check_a_postal_code',
		(text) => ({ postal_code: find(/\b(\d{4})\b/, text), suburb: find(/ of ([A-Z]\w*)/, text) }),
	],
	[/\b\d{9}\b/, 'Get_a_school', (text) => ({ emis_number: find(/\b(\d{9})\b/, text) })],
	[
		/\bEMIS number of\b/i,
		'Match_a_school',
		(text) => ({ school_name: find(/\bEMIS number of ([^?]+)/i, text), province: '' }),
	],
	[/\buniversit/i, 'Find_universities', (text) => ({ province: province(text) })],
	[
		/\bschools?\b/i,
		'Find_schools',
		(text) => ({ name: find(/\bcalled ([\w' -]+)/i, text), province: province(text) }),
	],
	[/\blinks?\b/i, 'Find_short_links', (text) => ({ alias: find(/\balias ([\w-]+)/i, text) })],
];

function answer({ messages, tools = [] }: CompletionRequest): Reply {
	const asked = messages.findLastIndex(({ role }) => role === 'user');
	const results = messages.slice(asked + 1).filter(({ role }) => role === 'tool');
	if (results.length > 0)
		return { text: `This is what I found: ${results.map(textOf).join('\n')}` };
	const question = textOf(messages[asked]);
	const names = tools.map((tool) => tool.function.name);
	const rule = rules.find(([pattern, tool]) => names.includes(tool) && pattern.test(question));
	if (!rule || (/\bdelete\b/i.test(question) && rule[1] !== 'Delete_a_link'))
		return { text: whoAmI };
	const [, name, argumentsOf] = rule;
	return { calls: [{ name, arguments: { ...argumentsOf(question) } }] };
}

function textOf(message: CompletionRequest['messages'][number] | undefined): string {
	const content = message?.content ?? '';
	return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n');
}

function messageOf(said: Reply): object {
	if ('text' in said) return { role: 'assistant', content: said.text };
	const tool_calls = said.calls.map(({ name, arguments: given }, index) => ({
		...{ index, id: `call_${Date.now()}_${index}`, type: 'function' },
		function: { name, arguments: JSON.stringify(given) },
	}));
	return { role: 'assistant', content: null, tool_calls };
}

export interface Model {
	/** What an OpenAI credential takes as its base URL. */
	baseUrl: string;
	apiKey: string;
	/** What it says next, before it answers by its rules again. */
	script: Reply[];
	requests: CompletionRequest[];
	stop(): Promise<void>;
}

/** Starts the stand-in on 127.0.0.1. @param port 0 (default) takes a free one */
export async function startModel(port = 0): Promise<Model> {
	const script: Reply[] = [];
	const requests: CompletionRequest[] = [];
	const server = fastify({ forceCloseConnections: true });
	const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
	const common = { id: 'chatcmpl-sandbox', created: 0, model: 'sandbox', usage };
	server.get('/v1/models', () => ({ object: 'list', data: [{ id: 'sandbox', object: 'model' }] }));
	server.post<{ Body: CompletionRequest }>('/v1/chat/completions', ({ body }, reply) => {
		requests.push(body);
		const said = script.shift() ?? answer(body);
		const message = messageOf(said);
		const finish_reason = 'text' in said ? 'stop' : 'tool_calls';
		if (!body.stream) {
			const choices = [{ index: 0, message, finish_reason }];
			return { ...common, object: 'chat.completion', choices };
		}
		const choices = [{ index: 0, delta: message, finish_reason }];
		const chunk = JSON.stringify({ ...common, object: 'chat.completion.chunk', choices });
		return reply.type('text/event-stream').send(`data: ${chunk}\n\ndata: [DONE]\n\n`);
	});
	const address = await server.listen({ host: '127.0.0.1', port });
	const stop = async () => await server.close();
	return { baseUrl: `${address}/v1`, apiKey: 'sandbox-model-key', script, requests, stop };
}
