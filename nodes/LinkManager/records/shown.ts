import { normalized } from '../../shared/text';
import { isObject } from '../../shared/values';

/**
 * What a link's own record shows about a question. `absent`: the record doesn't have the field.
 * `unreadable`: it has the field, but the value answers neither yes nor no.
 */
export type Shown = 'yes' | 'no' | 'absent' | 'unreadable';

/** True for `absent` and `unreadable`. */
export function leavesOpen(shown: Shown): boolean {
	return shown === 'absent' || shown === 'unreadable';
}

/** The answer to several questions at once: no if one is no, and yes only if all are. */
export function allShown(answers: readonly Shown[]): Shown {
	if (answers.includes('no')) return 'no';
	return answers.find((shown) => shown !== 'yes') ?? 'yes';
}

/** Whether a field has exactly the value that is sent. */
export function showsSame(value: unknown, sent: unknown): Shown {
	return showsThat(value, (text) => text === sent);
}

/** Whether a field has a text, or a number, that meets a condition. */
export function showsThat(value: unknown, isMet: (text: string) => boolean): Shown {
	if (value === undefined) return 'absent';
	if (value === null) return 'no';
	return isTextOrNumber(value) ? answer(isMet(String(value))) : 'unreadable';
}

/** Whether a text contains another one, as MySQL's usual collation compares: without case and accents. */
export function containsText(text: string, searched: string): boolean {
	return plainText(text).includes(plainText(searched));
}

function plainText(text: string): string {
	return normalized(text, 'NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.toLowerCase();
}

/**
 * Whether a link's space or domain has this ID; null means that it has none. IDs are compared as text,
 * because services write the same ID as a number or as text.
 */
export function showsId(owner: unknown, wanted: string): Shown {
	if (owner === undefined) return 'absent';
	if (isNone(owner)) return 'no';
	return isObject(owner) ? showsSame(owner.id, wanted) : 'unreadable';
}

/** Null and 0 say that there is none; an empty text too, because Laravel stores it as null. */
export function isNone(value: unknown): boolean {
	return value === null || value === 0 || value === '0' || value === '';
}

export function isTextOrNumber(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}

export function answer(isSo: boolean): Shown {
	return isSo ? 'yes' : 'no';
}
