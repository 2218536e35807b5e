import { isObject } from '../../../shared/values';
import { type Entry, FORM_TOOLS, MAX_FIELDS } from './formTools';
import { SubjectError } from './subjectError';

/** A field of an item, wherever it lies in it. */
export interface FlatField {
	/** The names on the way to it; its own is the last. */
	path: string[];
	value: unknown;
}

const MAX_CELLS = 1000;
const DEEPEST = 5;
const MAX_LEVELS = 100;

/** Rows of a list that are looked at: no learner has more. */
export const MAX_SUBJECTS = 100;

const BESIDE_BODY = ['headers', 'params', 'query'];

/**
 * The fields of an item and of the objects, lists and JSON texts in it, as forms and tables nest them.
 *
 * @throws SubjectError if there are more than any form has
 */
export function flatFields(item: unknown): FlatField[] {
	const fields: FlatField[] = [];
	let count = 0;
	const addAll = (entries: Iterable<Entry>, path: readonly string[]) => {
		for (const [name, inner] of entries) {
			if (++count > MAX_FIELDS) throw tooMany(`${MAX_FIELDS} fields`);
			add(inner, [...path, name]);
		}
	};
	const add = (value: unknown, path: string[]): void => {
		if (isTooDeep(value)) throw tooMany(`${MAX_LEVELS} levels of lists or objects`);
		const mayOpen = path.length < DEEPEST;
		for (const tool of typeof value === 'object' || typeof value === 'string' ? FORM_TOOLS : []) {
			const opened = tool.open(value, path.at(-1) ?? '');
			if (opened && 'as' in opened) return add(opened.as, path);
			if (opened && 'beside' in opened) return addAll([opened.beside], path.slice(0, -1));
			if (opened && mayOpen) return addAll(opened.in, path);
		}
		if (isObject(value) && mayOpen) addAll(Object.entries(value), path);
		else fields.push({ path, value });
	};
	add(submittedIn(item), []);
	const lists: unknown[][] = fields.map(({ value }) => (Array.isArray(value) ? value : []));
	if (hasTooManyCells(lists.flatMap((list) => list.slice(0, MAX_SUBJECTS))))
		throw tooMany(`${MAX_CELLS} values in lists`);
	return fields;
}

/** An item without what a webhook has beside what was submitted. With a GET, that is in the query. */
function submittedIn(item: unknown): Record<string, unknown> {
	const whole = isObject(item) ? item : {};
	if (!isObject(whole.body) || Object.keys(whole.body).length === 0) return whole;
	return Object.fromEntries(Object.entries(whole).filter(([name]) => !BESIDE_BODY.includes(name)));
}

/** Whether a learner's lists have more texts and cells than any form. */
export function hasTooManyCells(rows: readonly unknown[]): boolean {
	const counts = rows.map((row) =>
		isObject(row) ? Object.keys(row).length : Number(typeof row === 'string'),
	);
	return counts.reduce((sum, one) => sum + one, 0) > MAX_CELLS;
}

/** Whether a value has more lists and objects in one another than a form, or than the stack has room for. */
export function isTooDeep(value: unknown, levels = MAX_LEVELS): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

function tooMany(things: string): SubjectError {
	return new SubjectError(
		`The input item has more than ${things}`,
		'Keep only the fields with subjects and marks, for example with the Edit Fields node.',
	);
}
