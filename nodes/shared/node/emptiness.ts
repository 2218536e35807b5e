import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { type Given, isExpression } from './form';
import { hintOfExpression } from './wholeExpression';

/**
 * What it means that a user set a parameter, by an expression or by adding it to a collection, and that
 * it holds nothing: nothing is not a value, so it never widens, erases or creates. Says so in a hint, or
 * throws to refuse it.
 */
export type WhenEmpty = (given: Given) => void;

export const leftOut: WhenEmpty = (given) => tell(given, 'it was left out');

export const leftAsItIs: WhenEmpty = (given) => tell(given, 'it was left as it is');

export const defaultUsed: WhenEmpty = (given) => tell(given, 'the default was used');

/** @param describe why and what to do, as sentences */
export function refused(describe: (property: INodeProperties) => string): WhenEmpty {
	return ({ label, property }) => {
		throw new UserError(`"${label}" is empty`, { description: describe(property) });
	};
}

/** @param more what to do about it, as a sentence */
export function tell({ form, label, property }: Given, result: string, more = ''): void {
	const texts = [`"${label}" is empty, so ${result}.`, more];
	if (property.type === 'fixedCollection') {
		texts.push(hintOfExpression(label), 'Add rows, and set their fields by expressions.');
	}
	form.hint(texts.filter((text) => text !== '').join(' '));
}

/**
 * Refuses half of a key: "promo-" from `promo-{{ $json.code }}` would be one record for every row
 * without a code.
 *
 * @throws UserError for a text from an expression that begins or ends in "-" or "_"
 */
export function wholeKey(text: string, given: Given): string {
	if (!/^[-_]|[-_]$/.test(text) || !isExpression(given)) return text;
	const { label } = given;
	throw new UserError(`"${label}" looks incomplete: "${text}"`, {
		description: `It comes from an expression, and begins or ends in "-" or "_". Make sure every field that "${label}" refers to has a value.`,
	});
}
