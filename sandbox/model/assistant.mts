/** A message of a chat, as the chat completions API writes it. */
export interface Message {
	role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
	content?: string | Array<{ type: string; text?: string }> | null;
}

export interface ToolCall {
	name: string;
	arguments: Record<string, unknown>;
}

/** What a model answers: a text, or the tools that it wants to use first. */
export type Reply = { text: string } | { calls: ToolCall[] };

interface Rule {
	/** What the question must contain. */
	pattern: RegExp;
	tool: string;
	arguments(question: string): Record<string, unknown>;
}

const MOST_LINES = 10;

/** A change of one link, by a tool that n8n runs once a person has approved it. */
function approved(pattern: RegExp, tool: string): Rule {
	return {
		pattern,
		tool,
		arguments: (question) => ({
			toolParameters: { alias: /\blink\s+"?([\w-]+)/i.exec(question)?.[1] ?? '' },
			hitlParameters: {},
		}),
	};
}

/** Which tool answers which question; the first that fits. The names are those of the examples' tools. */
const rules: Rule[] = [
	approved(/\b(delete|remove|erase)\b/i, 'Delete_a_link'),
	approved(/\b(disable|switch off)\b/i, 'Disable_a_link'),
	{
		pattern: /https?:\/\//i,
		tool: 'Create_a_short_link',
		arguments: (question) => ({
			destination_url: /https?:\/\/[^\s"'<>]+/i.exec(question)?.[0].replace(/[.,;!?)]+$/, ''),
			alias: /\balias\s+"?([\w-]+)/i.exec(question)?.[1] ?? '',
		}),
	},
	{
		pattern: /\d\s*%/,
		tool: 'Compare_universities',
		arguments: (question) => ({
			subjects: JSON.stringify(
				[...question.matchAll(/([A-Za-z][A-Za-z ]*?)\s+(\d{1,3})\s*%/g)].map(
					([, name, percentage]) => ({
						name: name?.replace(/^\s*(and|with|have|for|get|at)\s+/i, ''),
						percentage: Number(percentage),
					}),
				),
			),
			universities: (
				question.match(/\b(uct|up|wits|tut|uj|ukzn|su|ru|ul|nwu)\b/gi) ?? ['uct', 'up', 'tut']
			)
				.join(',')
				.toLowerCase(),
		}),
	},
	{
		pattern: /\bpostal code|\bpostcode/i,
		tool: 'Check_a_postal_code',
		arguments: (question) => ({
			postal_code: /\b\d{3,4}\b/.exec(question)?.[0] ?? '',
			suburb: /\b(?:for|in|of)\s+([A-Z][\w' -]*)/.exec(question)?.[1]?.trim() ?? '',
		}),
	},
	{
		pattern: /\b\d{9}\b/,
		tool: 'Get_a_school',
		arguments: (question) => ({ emis_number: /\b\d{9}\b/.exec(question)?.[0] }),
	},
	{
		pattern: /\bEMIS number (of|for)\b/i,
		tool: 'Match_a_school',
		arguments: (question) => ({
			school_name: /\bEMIS number (?:of|for)\s+"?([^"?]+)/i.exec(question)?.[1]?.trim() ?? '',
			province: provinceIn(question),
		}),
	},
	{
		pattern: /\buniversit/i,
		tool: 'Find_universities',
		arguments: (question) => ({ province: provinceIn(question) }),
	},
	{
		pattern: /\bschools?\b/i,
		tool: 'Find_schools',
		arguments: (question) => ({
			name: /\bcalled\s+"?([\w' -]+)/i.exec(question)?.[1]?.trim() ?? '',
			province: provinceIn(question),
		}),
	},
	{
		pattern: /\blinks?\b/i,
		tool: 'Find_short_links',
		arguments: (question) => ({ alias: /\balias\s+"?([\w-]+)/i.exec(question)?.[1] ?? '' }),
	},
];

const PROVINCE =
	/Eastern Cape|Free State|Gauteng|KwaZulu-Natal|KZN|Limpopo|Mpumalanga|North West|Northern Cape|Western Cape/i;

/** The fields worth telling, the one that names a record first. */
const TOLD_FIELDS = [
	'reason',
	'emis',
	'name',
	'university',
	'short_url',
	'suburb',
	'status',
	'nat_emis',
	'town',
	'province',
	'url',
	'postal_code',
	'street_code',
	'box_code',
	'aps_score',
	'aps_minimum',
	'qualifies',
	'application_closes',
] as const;

/**
 * Answers as a model would, by simple rules: a question becomes a call of the tool that fits it, what
 * tools gave becomes a list, and what no tool can do is said.
 *
 * @param toolNames the tools that the caller offers; no other is ever called
 */
export function answer(messages: readonly Message[], toolNames: readonly string[]): Reply {
	const lastQuestion = messages.findLastIndex(({ role }) => role === 'user');
	const results = messages.slice(lastQuestion + 1).filter(({ role }) => role === 'tool');
	if (results.length > 0) return { text: results.map((result) => tell(textOf(result))).join('\n') };

	const question = textOf(messages[lastQuestion]);
	const rule = rules.find(
		({ pattern, tool }) => toolNames.includes(tool) && pattern.test(question),
	);
	const changes = /\b(delete|remove|erase|disable|switch off|change|update|edit)\b/i.test(question);
	if (changes && !rule?.tool.match(/^(Delete|Disable)_/)) {
		return { text: 'I cannot do that: I have no tool that changes or deletes anything.' };
	}
	if (rule) return { calls: [{ name: rule.tool, arguments: rule.arguments(question) }] };
	return {
		text: 'I\'m only a placeholder for a model and know just a few questions. Try "universities in Limpopo", "schools in KZN", "the postal code 0083 in Arcadia", or a short link to an address.',
	};
}

function textOf(message: Message | undefined): string {
	const content = message?.content ?? '';
	if (typeof content === 'string') return content;
	return content.map(({ text = '' }) => text).join('\n');
}

function provinceIn(question: string): string {
	return PROVINCE.exec(question)?.[0] ?? '';
}

function tell(result: string): string {
	const records = recordsIn(result);
	if (records === undefined) return `The tool said: ${result}`;
	if (records.length === 0) return 'I found nothing.';
	const lines = records.slice(0, MOST_LINES).map((record) => `- ${tellRecord(record)}`);
	const more = records.length - lines.length;
	if (more > 0) lines.push(`… and ${more} more.`);
	return [`This is what I found:`, ...lines].join('\n');
}

function recordsIn(result: string): Array<Record<string, unknown>> | undefined {
	try {
		const parsed: unknown = JSON.parse(result);
		const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
		return list.every((entry) => typeof entry === 'object' && entry !== null)
			? (list as Array<Record<string, unknown>>)
			: undefined;
	} catch {
		return undefined;
	}
}

function tellRecord(record: Record<string, unknown>): string {
	const told = TOLD_FIELDS.filter((field) => !['', null, undefined].includes(record[field] as ''));
	const [first, ...others] = told;
	if (first === undefined) return JSON.stringify(record);
	const details = others.map((field) => `${field.replaceAll('_', ' ')} ${String(record[field])}`);
	return details.length > 0
		? `${String(record[first])} (${details.join(', ')})`
		: String(record[first]);
}
