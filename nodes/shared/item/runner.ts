import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

import type { Patience, Service } from '../client/request';
import { apiError } from '../client/errors';
import { ExecutionCancelled, Gate } from '../client/gate';
import { Client, type Connection, openConnection } from '../client/client';
import { ItemParameters } from './parameters';
import { inLanes } from '../lanes';
import type { Item, Operation, Resource } from './operation';
import { Run } from './run';
import { DEFAULT_CONCURRENCY } from './commonProperties';
import { isTool } from './tool';
import { Turns } from '../turns';

/** The entries of Options that every operation has, in the units of the form. */
export interface RequestOptions {
	concurrency: number;
	maxRetries: number;
	/** Seconds. */
	maxWait: number;
	/** Seconds. */
	timeout: number;
}

/**
 * Runs a node: each input item through the operation that it names, several items at a time, the
 * output in the order of the input and linked to it.
 *
 * A failing item throws, naming itself, unless the node is set to continue: then it becomes an item
 * `{ error, message }` (what happened, what to check), which n8n recognises for the error output.
 */
export async function runItems(
	functions: IExecuteFunctions,
	service: Service,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const input = functions.getInputData();
	const concurrency = readConcurrency(functions);
	const gate = new Gate(concurrency, functions.getExecutionCancelSignal?.());
	const run = new Run(gate, concurrency, input.length);
	const connect = async (): Promise<Connection> =>
		await run.once('connection', async () => await openConnection(functions, service));
	const turns = new Turns();
	const continues = functions.continueOnFail();
	const results: INodeExecutionData[][] = [];

	const runItem = async (index: number) => {
		const pairedItem = { item: index };
		await turns.next();
		try {
			results[index] = (await executeItem(index)).map((json) => ({ json, pairedItem }));
		} catch (error) {
			const named = nameItem(functions, error as Error, index);
			if (!continues || error instanceof ExecutionCancelled) throw named;
			results[index] = [{ json: failureJson(named), pairedItem }];
		}
	};
	await inLanes(input.length, concurrency, runItem);
	run.hints.publish(functions, input.length);
	return [results.flat()];

	async function executeItem(index: number): Promise<IDataObject[]> {
		const operation = findOperation(functions, resources, index);
		const parameters = new ItemParameters(functions, operation.properties, index);
		const item: Item = {
			index,
			json: input[index]?.json ?? {},
			parameters,
			client: new Client(functions, service, connect, gate, readPatience(parameters)),
			run,
			functions,
			hint: (text, type) => run.hints.add(text, index, type),
		};
		return await operation.execute(item);
	}
}

/** The gate's width; a value that is not usable is reported by the items that hold it. */
function readConcurrency(functions: IExecuteFunctions): number {
	const value = Number(functions.getNodeParameter('options.concurrency', 0, DEFAULT_CONCURRENCY));
	return Number.isInteger(value) && value >= 1 && value <= 50 ? value : DEFAULT_CONCURRENCY;
}

function readPatience(parameters: ItemParameters): Patience {
	const {
		maxRetries = 4,
		maxWait = 300,
		timeout = 60,
	} = parameters.collection<RequestOptions>('options');
	return { maxRetries, maxWait: maxWait * 1000, timeout: timeout * 1000 };
}

function findOperation(
	functions: IExecuteFunctions,
	resources: readonly Resource[],
	index: number,
): Operation {
	const resourceName = functions.getNodeParameter('resource', index);
	const operationName = functions.getNodeParameter('operation', index);
	const operation = resources
		.find(({ option }) => option.value === resourceName)
		?.operations.find(({ option }) => option.value === operationName);
	if (operation) return operation;
	throw new UserError(
		`This node has no operation "${String(operationName)}" for the resource "${String(resourceName)}"`,
		{ description: 'Choose a resource and an operation from the lists.' },
	);
}

/**
 * The error that an item ends in, with the item's index in its text as n8n writes it. For a tool, with
 * the advice in its text: that is all that a model gets to read.
 */
function nameItem(functions: IExecuteFunctions, error: Error, itemIndex: number): ItemError {
	const node = functions.getNode();
	const description =
		'description' in error && typeof error.description === 'string' ? error.description : undefined;
	const message = isTool(functions)
		? [error.message, description].filter(Boolean).join('. ')
		: `${error.message} [item ${itemIndex}]`;
	if (error instanceof NodeApiError) {
		const { httpCode } = error;
		const named = apiError(
			node,
			{ message, description, httpCode: httpCode ?? undefined },
			NodeApiError,
		);
		named.context.itemIndex = itemIndex;
		return named;
	}
	return new NodeOperationError(node, message, { itemIndex, description });
}

type ItemError = NodeApiError | NodeOperationError;

function failureJson({ message, description }: ItemError): IDataObject {
	return description ? { error: message, message: description } : { error: message };
}
