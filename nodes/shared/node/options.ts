import { SECOND } from '../clock';
import type { RetryPolicy } from '../http/types';
import { groupField, settingsField } from './collection';
import { type AnyField, type Field, flagField, forTools, numberField, type Values } from './field';

export const DEFAULT_CONCURRENCY = 50;

/** How requests are sent, in the units of the form. */
const requestEntries = [
	numberField({
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
		default: DEFAULT_CONCURRENCY,
		description:
			'Maximum number of requests to send at the same time (1 to 50). A lower number takes longer, but leaves more of the rate limit to others. Unless "On Error" is set to Continue, items that change something go one after another.',
	}).filled(),
	numberField({
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 20, numberPrecision: 0 },
		default: 4,
		description:
			"How many times to retry a request, e.g. after a lost connection or HTTP 503. Waiting after HTTP 429 doesn't count as a retry. If 0, one lost connection ends the item.",
	}).filled(),
	...forTools(
		numberField({
			displayName: 'Max Wait (Seconds)',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 86_400, numberPrecision: 0 },
			default: 300,
			description:
				'Maximum total time that a request may wait for its turn, e.g. after the service reported too many requests (HTTP 429). A request that would have to wait longer fails.',
			builderHint: { propertyHint: 'In seconds.' },
		}).filled(),
		// A person is waiting for the agent's answer.
		{ default: 30 },
	),
	numberField({
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3600, numberPrecision: 0 },
		default: 60,
		description:
			'How long to wait for the whole response to a request. If it is too short, the service may still make a change that the node reports as failed.',
		builderHint: { propertyHint: 'In seconds.' },
	}).filled(),
] as const;

/** An entry of Options that every operation and event has. */
const requests = groupField(
	{
		displayName: 'Requests',
		name: 'requests',
		type: 'fixedCollection',
		// As in n8n's HTTP Request: with the group, the editor shows its fields at once.
		default: { settings: {} },
		description: 'How the node sends its requests',
	},
	{ name: 'settings', displayName: 'Settings' },
	requestEntries,
);

/** An entry of Options: the runner then adds the input item's own fields to each record, as `input`. */
export const includeInputFields = flagField({
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the fields of the input item to each result, in a field named "input"',
}).filled();

const OPTIONS = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
} as const;

/** The Options collection of an operation: its own entries, which it reads, and those of the runner. */
export function optionsField<const F extends readonly AnyField[]>(
	...own: F
): Field<'options', Values<F>> {
	return settingsField(OPTIONS, own, alphabetical([...own, requests]));
}

/** The Options of an operation that has none of its own. */
export const plainOptions = optionsField();

/** The options that the runner reads for every operation. */
export const runnerOptions = settingsField(OPTIONS, [requests, includeInputFields]);

/** In milliseconds. */
export function retryPolicyOf(settings: Values<typeof requestEntries>): RetryPolicy {
	const { maxRetries, maxWait, timeout } = settings;
	return { maxRetries, maxWait: maxWait * SECOND, timeout: timeout * SECOND };
}

/** Fields in the order in which the form shows the entries of a collection. */
export function alphabetical<F extends AnyField>(fields: readonly F[]): F[] {
	return [...fields].sort((one, other) => (one.label < other.label ? -1 : 1));
}
