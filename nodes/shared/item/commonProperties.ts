import type { INodeProperties } from 'n8n-workflow';

/** How many requests run at once when the user does not say: the interface's default. */
export const DEFAULT_CONCURRENCY = 10;

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

const requestOptions: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
		default: DEFAULT_CONCURRENCY,
		description:
			'How many requests may be under way at once, over all items of this run (1 to 50). The value of the first item counts. Use 1 to work strictly one after another.',
	},
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 20, numberPrecision: 0 },
		default: 4,
		description:
			'How often to try a request again after a fault, such as a lost connection or HTTP 503. Waiting because the service asks for it (HTTP 429) does not count.',
	},
	{
		displayName: 'Max Wait (Seconds)',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 86_400, numberPrecision: 0 },
		default: 300,
		description:
			'How long one request may be held back in all while the service answers that there are too many requests (HTTP 429)',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3600, numberPrecision: 0 },
		default: 60,
		description: 'How long to wait for the answer to one request',
	},
];

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

/** The entries of a collection in the order in which the form shows them. */
export function alphabetical(properties: readonly INodeProperties[]): INodeProperties[] {
	return [...properties].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
}
