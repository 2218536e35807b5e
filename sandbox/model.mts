import fastify from 'fastify';
import { host } from './host.mjs';

/** What a model answers: a text, or the tools that it wants to use first. */
export interface Reply {
	text?: string;
	calls?: Array<{ name: string; arguments: Record<string, unknown> }>;
}

export interface CompletionRequest {
	messages: Array<{ role: string; content?: string | Array<{ text?: string }> | null }>;
	tools?: Array<{ function: { name: string; parameters?: object } }>;
	stream?: boolean;
}

const whoAmI =
	'I\'m a scripted placeholder for a model and only answer a few questions. Try "Which universities are in Limpopo?", "Which schools are called Kuzwayo?", "Is 0083 the postal code of Arcadia?", or "Create a short link to https://www.example.org".';

type Given = Record<string, string>;
type Rule = [question: RegExp, tool: string, read?: (given: Given, all: string) => object];

const toReview = (given: Given) => ({ toolParameters: given, hitlParameters: {} });

/** Which question goes to which tool of the examples, with what the pattern finds in it. */
const rules: Rule[] = [
	[/\bdelete\b.*\blink (?<alias>[\w-]+)/i, 'Delete_a_link', toReview],
	[/\bdisable\b.*\blink (?<alias>[\w-]+)/i, 'Disable_a_link', toReview],
	[/(?<destination_url>https?:\/\/[^\s,]+[^\s,.])/, 'Create_a_short_link'],
	[/\d\s*%/, 'Compare_universities', (_given, question) => comparison(question)],
	[/\b(?<postal_code>\d{4})\b.* of (?<suburb>[A-Z]\w*)/, 'Check_a_postal_code'],
	[/\b(?<emis_number>\d{9})\b/, 'Get_a_school'],
	[/\bEMIS number of (?<school_name>[^?]+)/i, 'Match_a_school'],
	[/\buniversit.*\bin (?<province>[A-Z][\w -]*\w)/i, 'Find_universities'],
	[/\bschools?\b.*\bcalled (?<name>[\w' -]+)/i, 'Find_schools'],
	[/\balias (?<alias>[\w-]+)/i, 'Find_short_links'],
];

function comparison(question: string): object {
	const marks = question.matchAll(/([A-Z][A-Za-z ]*?)\s+(\d{1,3})\s*%/g);
	const subjects = [...marks].map(([, name, mark]) => ({ name, percentage: Number(mark) }));
	const universities = question.match(/\b(UCT|UP|WITS|TUT|UJ)\b/g) ?? ['uct', 'up'];
	return { subjects: JSON.stringify(subjects), universities: universities.join().toLowerCase() };
}

function answer({ messages, tools = [] }: CompletionRequest): Reply {
	const asked = messages.findLastIndex(({ role }) => role === 'user');
	const results = messages.slice(asked + 1).filter(({ role }) => role === 'tool');
	if (results.length > 0) {
		return { text: `This is what I found: ${results.map(textOf).join('\n')}` };
	}
	const question = textOf(messages[asked] ?? {});
	for (const [pattern, name, read] of rules) {
		const found = pattern.exec(question);
		if (!found || !tools.some((tool) => tool.function.name === name)) continue;
		const given = { ...found.groups };
		// What a question may leave open.
		const values = read?.(given, question) ?? { alias: '', province: '', ...given };
		return { calls: [{ name, arguments: { ...values } }] };
	}
	return { text: whoAmI };
}

/** What a message says. */
export function textOf({
	content,
}: Pick<CompletionRequest['messages'][number], 'content'>): string {
	if (!Array.isArray(content)) return content ?? '';
	return content.map(({ text = '' }) => text).join('\n');
}

function choiceOf({ text, calls }: Reply) {
	const tool_calls = calls?.map(({ name, arguments: given }, index) => ({
		index,
		id: `call_${Date.now()}_${index}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(given) },
	}));
	const message = { role: 'assistant', content: text ?? null, tool_calls };
	return { message, finish_reason: calls ? 'tool_calls' : 'stop' };
}

/**
 * Starts a scripted placeholder for a language model that speaks OpenAI's chat completions,
 * so that the agents of the examples run without a key. It knows only what the examples ask.
 */
export async function startModel(port = 0) {
	/** What it says next, before it answers by its rules again. */
	const script: Reply[] = [];
	const requests: CompletionRequest[] = [];
	const server = fastify({ forceCloseConnections: true });
	server.get('/v1/models', () => ({ object: 'list', data: [{ id: 'sandbox', object: 'model' }] }));
	server.post<{ Body: CompletionRequest }>('/v1/chat/completions', ({ body }, reply) => {
		requests.push(body);
		const { message, finish_reason } = choiceOf(script.shift() ?? answer(body));
		// Streamed, the message comes as `delta`; whoever didn't ask for a stream reads the other.
		const choices = [{ index: 0, message, delta: message, finish_reason }];
		const common = { id: 'chatcmpl-sandbox', created: 0, model: 'sandbox', choices };
		if (!body.stream) return { ...common, object: 'chat.completion' };
		const chunk = JSON.stringify({ ...common, object: 'chat.completion.chunk' });
		return reply.type('text/event-stream').send(`data: ${chunk}\n\ndata: [DONE]\n\n`);
	});
	const baseUrl = `${await server.listen({ host, port })}/v1`;
	const stop = async () => await server.close();
	return { baseUrl, apiKey: 'sandbox-model-key', script, requests, stop };
}
