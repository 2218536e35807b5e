import { UserError } from 'n8n-workflow';

import { checkExpression } from '../text';
import { type Given } from './form';

/**
 * Handles an optional parameter that a user set, by an expression or by adding it to a collection, but that is
 * empty. An empty parameter is not a value: it never erases or creates anything, and never widens what is
 * changed or watched. Adds a hint, or throws. Empty required parameters are refused where they are read.
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
