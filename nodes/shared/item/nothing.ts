import { Unfinished } from '../unfinished';
import { isFailed, isNoText, isObject, trimmed } from '../values';
import { quoted } from '../wording';

/**
 * True for what an expression gives when it finds nothing: undefined, null, an invalid date, a text that
 * writes nothing or misses a part, an empty list or object, a resource locator without a value, or a list
 * or object of such things.
 *
 * @param stored what the workflow stores for the value: "null" typed by hand is a text
 */
export function isNothing(value: unknown, stored?: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return holdsNoText(value, stored);
	if (Array.isArray(value)) {
		return value.every((entry, index) => isNothing(entry, storedIn(stored, index)));
	}
	if (isFailed(value) || value instanceof Unfinished) return true;
	if (!isObject(value) || Object.prototype.toString.call(value) !== '[object Object]') return false;
	const entries = '__rl' in value ? [['value', value.value] as const] : Object.entries(value);
	return entries.every(([name, entry]) => isNothing(entry, storedIn(stored, name)));
}

/** Whether what the workflow stores is typed by hand, without an expression. */
export function isTyped(stored: unknown): boolean {
	return typeof stored === 'string' && !stored.startsWith('=');
}

export function holdsNoText(text: string, stored: unknown): boolean {
	return isTyped(stored) ? trimmed(text) === '' : isNoText(text);
}

/** What the workflow stores for a part of a value; one text for a whole is that of each part. */
export function storedIn(stored: unknown, name: string | number): unknown {
	if (typeof stored !== 'object' || stored === null) return stored;
	return (stored as Record<string | number, unknown>)[name];
}

/** How n8n finds the expressions within a text. */
const EXPRESSIONS = /\{\{[\s\S]*?\}\}/g;

/** What JavaScript writes for nothing where an expression adds texts. */
const WRITTEN = /(?<!\p{L})(?:undefined|null|NaN|\[object Object\])(?!\p{L})/u;

/**
 * A value in which each text that lacks a part is `Unfinished`: "promo-" for `=promo-{{ $json.code }}`
 * where there is no code, or "promo-undefined" for `={{ "promo-" + $json.code }}`.
 *
 * @param stored what the workflow stores for the value
 * @param evaluate gives what one `{{ }}` finds
 */
export function markUnfinished(
	value: unknown,
	stored: unknown,
	evaluate: (expression: string) => unknown,
): unknown {
	if (typeof stored === 'string') {
		const isText = typeof value === 'string' || typeof value === 'number';
		return isText && !isTyped(stored) ? finished(value, stored, evaluate) : value;
	}
	const mark = (part: unknown, name: string | number) =>
		markUnfinished(part, storedIn(stored, name), evaluate);
	if (Array.isArray(value)) return value.map(mark);
	if (!isObject(value) || !isObject(stored)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mark(part, name)]));
}

function finished(
	value: string | number,
	stored: string,
	evaluate: (expression: string) => unknown,
): unknown {
	const expressions = stored.match(EXPRESSIONS) ?? [];
	const [only = ''] = expressions;
	if (stored.slice(1).trim() !== only) {
		const empty = expressions.find((expression) => isNothing(evaluate(expression)));
		return empty ? new Unfinished(`incomplete, because ${empty} is empty`) : value;
	}
	const adds = /[+`]/.test(only) && WRITTEN.exec(String(value));
	return adds && !only.includes(adds[0]) ? new Unfinished(quoted(value)) : value;
}
