/** Advice if the cause may go away by itself. A trigger says instead that its next poll tries again. */
export const TRY_AGAIN = 'Try again later.';

/** A value as text, cut to the longest that a message shows. */
export function cut(value: unknown, longest = 200): string {
	const text = String(value);
	return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** A value in quotes, cut to a length that fits a message; in single ones if it has double ones. */
export function quoted(value: unknown, longest = 60): string {
	const text = String(value);
	const escaped = JSON.stringify(cut(text, longest));
	return text.includes('"') ? `'${escaped.slice(1, -1).replace(/\\"/g, '"')}'` : escaped;
}

/** What sort of value something is, in the words of a message: "a list", "an object", "empty". */
export function kindOf(value: unknown): string {
	if (value === undefined || value === null) return 'empty';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	if (typeof value === 'boolean') return String(value);
	return quoted(value);
}

/**
 * A text in a Unicode normal form. At most 30 marks per letter stay, as in Unicode's stream-safe format,
 * because sorting 200,000 of them takes 20 seconds.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
	return text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize(form);
}

/** The order of two names in a list, by their beginnings, since ICU puts their marks in order, too. */
export function compareNamesInList(one: string, other: string): number {
	return one.slice(0, 200).localeCompare(other.slice(0, 200), 'en');
}

/** For hints and descriptions of errors, which n8n renders as HTML. */
export function asHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A number with its noun: `1 link`, `2 links`. */
export function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A time in whole seconds, rounded up: `1 second`, `30 seconds`. */
export function seconds(milliseconds: number): string {
	return counted(Math.ceil(milliseconds / 1000), 'second');
}

/** What to check if a parameter is empty, as a sentence. */
export function checkExpression(label: string): string {
	return `If "${label}" is an expression, make sure the field it refers to has a value.`;
}

/** Maximum number of names in a text. */
export const MAX_LISTED = 10;

/** `a, b`, and of more than ten the first ones: `a, b and 3 more`. */
export function listed(names: readonly string[], separator = ', '): string {
	const more = names.length - MAX_LISTED;
	const list = names.slice(0, MAX_LISTED).join(separator);
	return more > 0 ? `${list} and ${more} more` : list;
}

/** `a, b or c`. */
export function joined(names: readonly string[], word: 'and' | 'or'): string {
	const [last = '', ...others] = [...names].reverse();
	return others.length === 0 ? last : `${others.reverse().join(', ')} ${word} ${last}`;
}
