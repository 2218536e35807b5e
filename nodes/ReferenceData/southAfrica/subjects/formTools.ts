import { isBlank, isObject } from '../../../shared/values';

export type Entry = readonly [name: string, value: unknown];

/** How a form tool, a database or a model nests answers; each with an item that needs it. */
interface FormTool {
	of: string;
	example: unknown;
	/**
	 * What stands for a value of this kind: one in its place, entries in it, or an entry beside it under
	 * another name.
	 *
	 * @param name the value's own
	 */
	open(
		value: unknown,
		name: string,
	): { as: unknown } | { in: Entry[] } | { beside: Entry } | undefined;
}

export const FORM_TOOLS: readonly FormTool[] = [
	{
		of: 'AI models, and JSON in a cell',
		example: { output: '```json\n{ "Mathematics": 72 }\n```' },
		open(value) {
			const isJson = typeof value === 'string' && /^\s*(?:```(?:json)?\s*)?[[{]/.test(value);
			const data = isJson ? jsonIn(value) : value;
			return data === value ? undefined : { as: data };
		},
	},
	{
		of: 'Elementor, WPForms, JotForm’s API, the Tally Trigger: a question with its type under its ID',
		example: { '4': { name: 'q4', text: 'Mathematics', type: 'control_number', answer: '72' } },
		open(value, name) {
			if (!isObject(value) || !('type' in value)) return undefined;
			const isById = String(value.id) === name || /^\d+$|^question_/.test(name);
			const answer = isById && answerOf({ title: value.text, ...value });
			return answer ? { beside: answer } : undefined;
		},
	},
	{
		of: 'Tally, and others that list questions with their answers',
		example: { fields: [{ label: 'Mathematics', value: 72 }] },
		open(value) {
			const answers = Array.isArray(value) ? value.slice(0, MAX_FIELDS + 1).map(answerOf) : [];
			const areAnswers = answers.length > 0 && answers.every((answer) => answer !== undefined);
			return areAnswers ? { in: answers } : undefined;
		},
	},
	{
		of: 'Typeform: questions in `definition`, each answer under the name of its type',
		example: {
			definition: { fields: [{ id: 'a', title: 'Mathematics' }] },
			answers: [{ type: 'number', number: 72, field: { id: 'a' } }],
		},
		open(value) {
			if (!isObject(value)) return undefined;
			const { definition, answers } = value;
			if (!isObject(definition) || !Array.isArray(answers)) return undefined;
			const titles = textsById(definition.fields);
			const entries = answers.filter(isObject).map((answer): Entry => {
				const given = answer[String(answer.type)];
				const id = isObject(answer.field) ? answer.field.id : undefined;
				const title = titles.get(String(id)) ?? '';
				return [title, isObject(given) ? (given.label ?? given.labels) : given];
			});
			return { in: entries };
		},
	},
	{
		of: 'JotForm’s input table: rows by their numbers',
		example: { marks: { '0': ['Mathematics', '72'], '1': ['Life Orientation', '80'] } },
		open(value) {
			const rows = isObject(value) ? Object.entries(value) : [];
			const isTable = rows.every(([name, row]) => /^\d+$/.test(name) && Array.isArray(row));
			return rows.length > 1 && isTable ? { as: rows.map(([, row]) => row) } : undefined;
		},
	},
	{
		of: 'Firestore: each value under the name of its type',
		example: { fields: { mathematics: { integerValue: '72' } } },
		open(value) {
			const [entry, ...others] = isObject(value) ? Object.entries(value) : [];
			if (entry === undefined || others.length > 0) return undefined;
			const [type, inner] = entry;
			if (/^(?:integer|double|string|null)Value$/.test(type)) return { as: inner };
			if (type === 'mapValue' && isObject(inner)) return { as: inner.fields };
			return type === 'arrayValue' && isObject(inner) ? { as: inner.values } : undefined;
		},
	},
	{
		of: 'Airtable’s lookups, Google Apps Script: a list of one is its entry, without those of other branches',
		example: { 'Mathematics mark': ['', '72'] },
		open(value) {
			if (!Array.isArray(value)) return undefined;
			const filled = value.filter((one) => !isBlank(one));
			return filled.length < 2 ? { as: filled[0] } : undefined;
		},
	},
];

/** Fields of an item that are read: more than any form has. */
export const MAX_FIELDS = 500;

/** What a text is the JSON of, as models fence it, or else the text itself. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\s*```(?:json)?|```\s*$/g, '')) as unknown;
	} catch {
		return text;
	}
}

/** A question and its answer, as Tally has them: `{ label, value, options }`. */
function answerOf(entry: unknown): Entry | undefined {
	if (!isObject(entry)) return undefined;
	const answer = ['value', 'answer'].find((key) => key in entry);
	const question = ['label', 'question', 'title', 'name'].find((key) => entry[key] !== undefined);
	if (answer === undefined || question === undefined) return undefined;
	const { [answer]: value, [question]: label, rows, options, columns } = entry;
	const name = String(label ?? '');
	const texts = textsById(options ?? columns);
	if (!isObject(value)) return [name, withTexts(value, texts)];
	const names = textsById(rows);
	const cells = Object.entries(value).map(([id, cell]) => {
		return [names.get(id) ?? id, withTexts(cell, texts)] as const;
	});
	return [name, Object.fromEntries(cells)];
}

/** What the IDs of choices, or of questions, stand for. */
function textsById(choices: unknown): Map<string, string> {
	const known = (Array.isArray(choices) ? choices : []).filter(isObject);
	const texts = known.map(({ id, value = id, text, title, label }) => {
		return [String(value), String(text ?? title ?? label ?? value)] as const;
	});
	return new Map(texts);
}

function withTexts(value: unknown, texts: Map<string, string>): unknown {
	if (Array.isArray(value)) return value.map((one: unknown) => withTexts(one, texts));
	return isBlank(value) ? value : (texts.get(String(value)) ?? value);
}
