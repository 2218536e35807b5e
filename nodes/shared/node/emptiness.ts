import { UserError } from 'n8n-workflow';

import { checkExpression } from '../text';
import { type Given } from './form';

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
 * For a parameter that may be missing but not empty, because an empty one would widen a clean-up or a
 * trigger.
 *
 * @param advice why and what to do, as sentences
 */
export function refusedIfEmpty(advice: string): WhenEmpty {
	return ({ label }) => {
		throw emptyError(label, advice);
	};
}

/** @param more a sentence that says what to do */
export function tell({ form, label }: Given, result: string, more = ''): void {
	form.hint(`"${label}" is empty, so ${result}. ${more}`.trim(), 'info', { label, result });
}

/** The error for a parameter that is required and empty. */
export function emptyError(label: string, advice = 'Enter a value.'): UserError {
	return new UserError(`"${label}" is empty`, {
		description: `${advice} ${checkExpression(label)}`,
	});
}
