import { UserError } from 'n8n-workflow';

import { emptyError } from '../identifiers';
import { quoted } from '../text';
import { type Given, readLocator } from './form';

/**
 * What it means that a user set a parameter, by an expression or by adding it to a collection, and that
 * it holds nothing: nothing is not a value, so it never erases or creates, nor widens what is changed or
 * watched. Says so in a hint, or throws to refuse it. What is required is refused where it is read.
 */
export type WhenEmpty = (given: Given) => void;

/** Fields and filters that may be missing: a field of an update then stays as it is. */
export const leftOut: WhenEmpty = (given) => tell(given, 'it was left out');

/** Options. */
export const defaultUsed: WhenEmpty = (given) => tell(given, 'the default was used');

/**
 * What may be missing but not empty, such as what would widen a clean-up or a trigger.
 *
 * @param advice why and what to do, as sentences
 */
export function refusedIfEmpty(advice: string): WhenEmpty {
	return ({ label }) => {
		throw emptyError(label, advice);
	};
}

/** @param more what to do about it, as a sentence */
export function tell({ form, label }: Given, result: string, more = ''): void {
	form.hint(`"${label}" is empty, so ${result}. ${more}`.trim(), 'info', { label, result });
}

/**
 * Refuses half of a key: "promo-" from `promo-{{ $json.code }}` would be one record for every row
 * without a code. What an expression alone gives is taken as it is.
 *
 * @throws UserError for a text that ends (or begins) in its own "-" or "_" beside an empty expression
 */
export function wholeKey(text: string, given: Given): string {
	const { value: stored } = readLocator(given.stored());
	if (typeof stored !== 'string') return text;
	// What stands around the expressions.
	const own = stored
		.slice(1)
		.split('{{')
		.map((part) => (part.split('}}').at(-1) ?? '').trim());
	const texts = own.filter((part) => part !== '');
	const [first = ''] = texts;
	const last = texts.at(-1) ?? '';
	const beginsOpen = own[0] === '' && /^[-_]/.test(first) && text.startsWith(first);
	const endsOpen = own.at(-1) === '' && /[-_]$/.test(last) && text.endsWith(last);
	if (!endsOpen && !beginsOpen) return text;
	const { label } = given;
	throw new UserError(`"${label}" looks incomplete: ${quoted(text)}`, {
		description: `An expression in it returned nothing. Make sure every field that "${label}" refers to has a value.`,
	});
}
