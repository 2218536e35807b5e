import { isFailed, isNoText, isObject, trimmed } from '../values';
import { quoted } from '../text';

/**
 * True for what an expression gives when it finds nothing: undefined, null, an invalid date, a text that
 * writes nothing, an empty list or object, a resource locator without a value, or a list or object of such
 * things.
 *
 * @param stored what the workflow stores for the value: "null" typed by hand is a text
 */
export function isNothing(value: unknown, stored?: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return holdsNoText(value, stored);
	if (Array.isArray(value)) {
		return value.every((entry, index) => isNothing(entry, storedIn(stored, index)));
	}
	if (isFailed(value)) return true;
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
const EXPRESSIONS = /(?<!\\)\{\{[\s\S]*?\}\}/g;

/** A text that an author writes for a part that may be empty, as in `{{ $json.code ?? "" }}`. */
const EMPTY_TEXT = /(["'`])\s*\1/;

/** What JavaScript writes for nothing, by itself and where an expression adds texts. */
const WRITTEN = /^(?:undefined|null|NaN|\[object Object\])$/;
const ADDED = /(?<!\p{L})(?:undefined|\[object Object\]|(?:null|NaN)$)(?!\p{L})/u;

/**
 * The first text that lacks a part, since an expression within it finds nothing: "promo-" for
 * `=promo-{{ $json.code }}` where there is no code, or "promo-undefined" for `={{ "promo-" + $json.code }}`.
 * What is left is another text.
 *
 * @param stored what the workflow stores for the value
 * @param evaluate gives what one `{{ }}` finds
 * @returns the names that lead to it, and what it is, to follow "is" in a message
 */
export function findIncomplete(
	value: unknown,
	stored: unknown,
	evaluate: (expression: string) => unknown,
	path: readonly string[] = [],
): { path: readonly string[]; reason: string } | undefined {
	if (typeof stored === 'string') {
		const isText = typeof value === 'string' || typeof value === 'number';
		const reason = isText && !isTyped(stored) && whatIsMissing(value, stored, evaluate);
		return reason ? { path, reason } : undefined;
	}
	if (typeof value !== 'object' || value === null) return undefined;
	for (const [name, part] of Object.entries(value)) {
		const found = findIncomplete(part, storedIn(stored, name), evaluate, [...path, name]);
		if (found) return found;
	}
	return undefined;
}

function whatIsMissing(
	value: string | number,
	stored: string,
	evaluate: (expression: string) => unknown,
): string | undefined {
	const expressions = stored.match(EXPRESSIONS) ?? [];
	const [only = ''] = expressions;
	if (stored.slice(1).trim() !== only) {
		const empty = expressions.find((expression) => findsNothing(expression, evaluate(expression)));
		return empty && `incomplete, because ${empty} is empty`;
	}
	const added = /[+`]/.test(only) && ADDED.exec(String(value));
	return added && !only.includes(added[0]) ? quoted(value) : undefined;
}

function findsNothing(expression: string, value: unknown): boolean {
	if (typeof value !== 'string') return isNothing(value);
	return trimmed(value) === '' ? !EMPTY_TEXT.test(expression) : WRITTEN.test(value.trim());
}
