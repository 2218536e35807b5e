import { isBlank, isObject } from '../../../shared/values';
import { SubjectError } from './subjectError';

/** A field of an item, wherever it lies in it. */
export interface FlatField {
	/** The names on the way to it; its own is the last. */
	path: string[];
	value: unknown;
}

type Entry = [name: string, value: unknown];

const MOST_FIELDS = 500;
const MOST_CELLS = 1000;
const DEEPEST = 5;
const MOST_LEVELS = 100;

/** Rows of a list that are looked at: no learner has more. */
export const MOST_SUBJECTS = 100;

/** What a webhook has beside what was submitted. With a GET, that is in the query, and the body is empty. */
const BESIDE_BODY = ['headers', 'params', 'query'];

/**
 * The fields of an item and of the objects, lists and JSON texts in it, as forms and tables nest them.
 *
 * @throws SubjectError if there are more than any form has
 */
export function flatFields(item: unknown): FlatField[] {
	const fields: FlatField[] = [];
	let count = 0;
	const add = (given: unknown, path: string[]) => {
		if (++count > MOST_FIELDS) throw tooMany(`${MOST_FIELDS} fields`);
		const isJson = typeof given === 'string' && /^\s*(?:```(?:json)?\s*)?[[{]/.test(given);
		const value = isJson ? jsonIn(given) : given;
		if (isTooDeep(value)) throw tooMany(`${MOST_LEVELS} lists or objects in one another`);
		// A list of one is its entry, and an empty list is empty; a question in two branches has an empty entry.
		const filled = Array.isArray(value) ? value.filter((one) => !isBlank(one)) : [value];
		const only: unknown = filled.length < 2 ? filled[0] : value;
		// Elementor, WPForms, JotForm's API and the Tally Trigger have each question with its type under its ID.
		const name = path.at(-1) ?? '';
		const isById = isObject(value) && (String(value.id) === name || /^\d+$|^question_/.test(name));
		const answer = isById && 'type' in value && answerOf({ title: value.text, ...value });
		if (answer) return void add(answer[1], [...path.slice(0, -1), answer[0]]);
		const entries = path.length < DEEPEST && (answersIn(value) ?? entriesOf(only));
		if (!entries) return void fields.push({ path, value: only });
		for (const [name, inner] of entries) add(inner, [...path, name]);
	};
	const isWebhook = isObject(item) && isObject(item.body) && Object.keys(item.body).length > 0;
	for (const [name, value] of entriesOf(item) ?? []) {
		if (!isWebhook || !BESIDE_BODY.includes(name)) add(value, [name]);
	}
	const lists: unknown[][] = fields.map(({ value }) => (Array.isArray(value) ? value : []));
	if (hasTooManyCells(lists.flatMap((list) => list.slice(0, MOST_SUBJECTS))))
		throw tooMany(`${MOST_CELLS} values in lists`);
	return fields;
}

/** Whether a learner's lists have more texts and cells than any form. */
export function hasTooManyCells(rows: readonly unknown[]): boolean {
	const counts = rows.map((row) =>
		isObject(row) ? Object.keys(row).length : Number(typeof row === 'string'),
	);
	return counts.reduce((sum, one) => sum + one, 0) > MOST_CELLS;
}

/** Whether a value has more lists and objects in one another than a form, or than the stack has room for. */
export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

function tooMany(things: string): SubjectError {
	return new SubjectError(
		`The input item has more than ${things}`,
		'Keep only the fields with subjects and marks, for example with the Edit Fields node.',
	);
}

/** What a text is the JSON of, as models fence it, or else the text itself. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\s*```(?:json)?|```\s*$/g, '')) as unknown;
	} catch {
		return text;
	}
}

/** The names and values in an object. */
function entriesOf(value: unknown): Entry[] | undefined {
	return isObject(value) ? (answersOfTypeform(value) ?? Object.entries(value)) : undefined;
}

/** The names and values in a list of questions with their answers. */
function answersIn(value: unknown): Entry[] | undefined {
	if (!Array.isArray(value) || value.length === 0) return undefined;
	const answers = value.slice(0, MOST_FIELDS + 1).map(answerOf);
	return answers.every((answer) => answer !== undefined) ? answers : undefined;
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

/** Typeform has the questions in `definition`, and each answer under the name of its type. */
function answersOfTypeform({ definition, answers }: Record<string, unknown>): Entry[] | undefined {
	if (!isObject(definition) || !Array.isArray(answers)) return undefined;
	const titles = textsById(definition.fields);
	return answers.filter(isObject).map((answer) => {
		const value = answer[String(answer.type)];
		const id = isObject(answer.field) ? answer.field.id : undefined;
		return [titles.get(String(id)) ?? '', isObject(value) ? (value.label ?? value.labels) : value];
	});
}
