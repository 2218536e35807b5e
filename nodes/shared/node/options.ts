import type { INodeProperties } from 'n8n-workflow';

import { SECOND } from '../clock';
import type { RetryPolicy } from '../http/types';

/** Return All and Limit, as every Get Many has them. */
export const returnAllOrLimit: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

/** The entries of Options that every operation has, in the units of the form. */
export interface RequestOptions {
	concurrency: number;
	maxRetries: number;
	/** Seconds. */
	maxWait: number;
	/** Seconds. */
	timeout: number;
	/** Only some operations have it. */
	includeInputFields?: boolean;
}

/** In milliseconds. */
export function retryPolicyOf({ maxRetries, maxWait, timeout }: RequestOptions): RetryPolicy {
	return { maxRetries, maxWait: maxWait * SECOND, timeout: timeout * SECOND };
}

export const DEFAULT_CONCURRENCY = 10;

const requestOptions: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
		default: DEFAULT_CONCURRENCY,
		description:
			"Maximum number of requests that one run of the node sends at the same time (1 to 50). If items have different values, the first item's applies.",
	},
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 20, numberPrecision: 0 },
		default: 4,
		description:
			"How many times to retry a request, e.g. after a lost connection or HTTP 503. Waiting after HTTP 429 doesn't count as a retry.",
	},
	{
		displayName: 'Max Wait (Seconds)',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 86_400, numberPrecision: 0 },
		default: 300,
		description:
			'Maximum total time a request may wait while the service reports too many requests (HTTP 429)',
		builderHint: { propertyHint: 'In seconds.' },
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3600, numberPrecision: 0 },
		default: 60,
		description: 'How long to wait for the response to a request',
		builderHint: { propertyHint: 'In seconds.' },
	},
];

/** An entry of Options: the runner then adds the input item's own fields to each record, as `input`. */
export const includeInputFieldsProperty: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the fields of the input item to each result, in a field named "input"',
};

/** The Options collection of an operation: its own entries and the ones that every operation has. */
export function optionsCollection(...own: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: alphabetical([...own, ...requestOptions]),
	};
}

/** The Filters collection of an operation or of a trigger's events, in the order given. */
export function filtersCollection(...entries: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: entries,
	};
}

/**
 * A parameter that is required while another one has a value, as two entries of one name of which n8n
 * shows one. Where the other one is an expression it shows the first, and the operation judges.
 * Assistants read the conditions of the first alone, so a hint says the rest.
 *
 * @param isSet the other parameter's name and value
 */
export function requiredWhile(
	[name, value]: readonly [name: string, value: string],
	property: INodeProperties,
): INodeProperties[] {
	const hint = [`Required if "${name}" is "${value}".`, property.builderHint?.propertyHint];
	const shared = { ...property, builderHint: { propertyHint: hint.join(' ').trim() } };
	const whenNot = { ...property.displayOptions, hide: { [name]: [value] } };
	const when = { hide: { [name]: [{ _cnd: { not: value } }] } };
	return [
		{ ...shared, displayOptions: whenNot },
		{ ...shared, required: true, displayOptions: when },
	];
}

/** The entries of a collection in the order in which the form shows them. */
export function alphabetical(properties: readonly INodeProperties[]): INodeProperties[] {
	return [...properties].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
}
