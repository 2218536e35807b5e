import type {
	IDataObject,
	IDisplayOptions,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Client } from '../http/client';
import type { Hint } from './hints';
import type { ItemParameters } from './parameters';
import type { RunState } from './runState';
import type { Rest } from './agentOutput';
import { withoutExpression } from './wholeExpression';

/** What an operation gets for one input item. */
export interface Item {
	index: number;
	/** The input item's own data. */
	json: IDataObject;
	parameters: ItemParameters;
	client: Client;
	/** What the items of this execution share. */
	run: RunState;
	functions: IExecuteFunctions;
	/** A sentence for the output pane, beside the records; see `Hint`. */
	hint(text: string, type?: Hint['type']): void;
	/** Counts a word over all items of the run, for one hint: "2 matched, 1 not found". */
	count(word: string): void;
	/** What a function reads of each item of the run, in their order; an item that it refuses is left out. */
	readAllItems<T>(read: (parameters: ItemParameters) => T): Promise<T[]>;
	/** Tells an AI agent how the list goes on that the operation returns. */
	rest(rest: Rest): void;
}

/** One entry of the Operation dropdown: how it looks, its parameters, and what it does. */
export interface Operation {
	/** `value` is what workflows store; it never changes. */
	option: INodePropertyOptions & { value: string };
	/** In the order of the form; shown for this operation only, without saying so themselves. */
	properties: INodeProperties[];
	/** A filter that holds nothing is refused: leaving it out would widen what the operation changes. */
	emptyFilters?: 'refuse';
	/** The fields that Clear Fields of Update empties; a hint on an empty one says so. */
	clearableFields?: readonly string[];
	/** The records for one item; the runner links them to it. */
	execute(item: Item): Promise<IDataObject[]>;
}

/** One entry of the Resource dropdown: a list of operations. */
export interface Resource {
	option: INodePropertyOptions & { value: string };
	operations: Operation[];
	/** The value of the operation that a new node starts with. */
	defaultOperation: string;
}

/** All parameters of a node, from its resources: Resource, Operation, and each operation's own. */
export function nodeProperties(
	resources: readonly Resource[],
	defaultResource: string,
): INodeProperties[] {
	const resourceProperty: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ option }) => option),
		default: defaultResource,
	};
	return [resourceProperty, ...resources.flatMap(resourceProperties)];
}

function resourceProperties({ option, operations, defaultOperation }: Resource): INodeProperties[] {
	const operationProperty: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [option.value] } },
		options: operations
			.map((operation) => operation.option)
			.sort((one, other) => one.name.localeCompare(other.name)),
		default: defaultOperation,
	};
	const own = operations.flatMap((operation) => {
		const place = { resource: [option.value], operation: [operation.option.value] };
		return operation.properties.map((property) => shownFor(place, withoutExpression(property)));
	});
	return [operationProperty, ...own];
}

/**
 * By hand, because updateDisplayOptions of n8n-workflow copies deeply, at every start of n8n. The place
 * comes first: n8n shows a parameter at the first condition on one that is an expression.
 */
function shownFor(
	place: NonNullable<IDisplayOptions['show']>,
	property: INodeProperties,
): INodeProperties {
	const { displayOptions } = property;
	return {
		...property,
		displayOptions: { ...displayOptions, show: { ...place, ...displayOptions?.show } },
	};
}
