import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { Client } from '../http/client';
import { type Connection, openConnection } from '../http/credential';
import { inOneText, isFinal, outcomeOf, withMessage } from '../http/errors';
import { ExecutionCancelled, RequestQueue } from '../http/queue';
import type { RetryPolicy, Service } from '../http/types';
import { runConcurrently } from '../concurrency';
import { Breaks } from '../eventLoop';
import { fillOrRemove, kindOf } from '../text';
import { type RequestOptions, requestOptions } from './options';
import type { Hint } from './hints';
import type { Item, Operation, Resource } from './operation';
import { ItemParameters, type OnNothing } from './parameters';
import { memoryOf } from './resume';
import { Run } from './runState';
import { answerForModel, isTool, type Rest } from './agentOutput';
import { hintOfExpression } from './wholeExpression';

/**
 * Runs a node: each input item through the operation that it names, several items at a time, the
 * output in the order of the input and linked to it. With n8n's Retry On Fail, only the items that
 * failed in an earlier try run again.
 *
 * A failing item throws, naming itself, unless the node is set to continue: then it becomes an item
 * `{ error, message, details: { outcome } }` (what happened, what to check), which n8n recognizes for the error output.
 */
export async function runItems(
	functions: IExecuteFunctions,
	service: Service,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const input = functions.getInputData();
	const memory = memoryOf(functions, input);
	const concurrency = readConcurrency(functions, resources);
	const queue = new RequestQueue(concurrency, functions.getExecutionCancelSignal?.());
	const run = new Run(queue, concurrency, memory.shared);
	const connect = async (): Promise<Connection> =>
		await run.once('connection', async () => await openConnection(functions, service));
	const continues = functions.continueOnFail();
	const results: INodeExecutionData[][] = [];

	// Without breaks, 10,000 items with bad input block the event loop of n8n for two seconds.
	const breaks = new Breaks();
	const runItem = async (index: number) => {
		const pairedItem = { item: index };
		try {
			const records = await breaks.run(async () => await endItem(index));
			results[index] = records.map((json) => ({ json, pairedItem }));
		} catch (error) {
			const named = nameItem(functions, error as Error, index, keyOf(index));
			if (!continues || error instanceof ExecutionCancelled) throw named;
			results[index] = [{ json: failureJson(named), pairedItem }];
		}
	};
	await runConcurrently(input.length, concurrency, runItem);
	run.hints.publish(functions, input.length, keyOf);
	return [results.flat()];

	/** What people know an item by, where there are several; its number alone sends them counting. */
	function keyOf(index: number): string | undefined {
		if (input.length === 1) return undefined;
		try {
			return parametersOf(functions, findOperation(functions, resources, index), index).key();
		} catch {
			// Its own expression may be what failed.
			return undefined;
		}
	}

	/** The records of an item, from an earlier try if it ended there. */
	async function endItem(index: number): Promise<IDataObject[]> {
		const earlier = memory.endings.get(index);
		const hints = earlier?.hints ?? [];
		try {
			if (earlier?.error) throw earlier.error;
			const records = earlier?.records ?? (await executeItem(index, hints));
			memory.endings.set(index, { records, hints });
			return records;
		} catch (error) {
			if (isFinal(error)) memory.endings.set(index, { error, hints });
			throw error as Error;
		} finally {
			for (const hint of hints) run.hints.add(hint, index);
		}
	}

	async function executeItem(index: number, hints: Hint[]): Promise<IDataObject[]> {
		const operation = findOperation(functions, resources, index);
		const hint: Item['hint'] = (text, type, forModel) => hints.push({ text, type, forModel });
		const parameters = parametersOf(functions, operation, index, whenNothing(operation, hint));
		const options = parameters.filled<RequestOptions>('options');
		let rest: Rest = { nouns: 'records', left: 0 };
		const item: Item = {
			index,
			json: input[index]?.json ?? {},
			parameters,
			client: new Client(functions, service, connect, queue, retryPolicyOf(options)),
			run,
			functions,
			hint,
			count: (word) => hints.push({ text: word, isCounted: true }),
			parametersOf: (other) => parametersOf(functions, operation, other),
			rest: (of) => {
				rest = of;
			},
			serialize: async (key, task) => await run.serialize(key, task),
		};
		const records = await operation.execute(item);
		if (isTool(functions)) return answerForModel(records, hints, rest);
		return options.includeInputFields === true
			? records.map((record) => ({ ...record, input: { ...item.json } }))
			: records;
	}
}

function parametersOf(
	functions: IExecuteFunctions,
	{ properties }: Operation,
	index: number,
	onNothing?: OnNothing,
): ItemParameters {
	return new ItemParameters(
		{
			// What n8n validates, beyond what is checked here, is of types that no parameter has.
			value: (name, fallback) =>
				functions.getNodeParameter(name, index, fallback as string, { skipValidation: true }),
			stored: (name) => functions.getNodeParameter(name, index, '', { rawExpressions: true }),
		},
		properties,
		onNothing,
	);
}

/**
 * Nothing is not a value: what an expression leaves empty never widens, erases or creates. It is left
 * out and the user is told, or refused where leaving it out would widen what the operation changes.
 */
function whenNothing(
	{ option, emptyFilters, clearableFields }: Operation,
	hint: Item['hint'],
): OnNothing {
	return (collection, entry) => {
		const { name, displayName: label, type } = entry;
		const nothing = `"${label}" is empty`;
		if (collection === 'filters' && emptyFilters === 'refuse') {
			throw new UserError(nothing, {
				description: `"${option.name}" never ignores a filter, because it could change more than you meant. ${fillOrRemove(entry)}`,
			});
		}
		const result =
			collection === 'updateFields'
				? 'so it was left as it is.'
				: collection === 'options'
					? 'so the default was used.'
					: 'so it was left out.';
		const clear =
			collection === 'updateFields' ? 'use "Clear Fields"' : 'use "Update" with "Clear Fields"';
		const advice = clearableFields?.includes(name) ? ` To empty a field, ${clear}.` : '';
		const rows =
			type === 'fixedCollection'
				? ` ${hintOfExpression(label)} Add rows, and set their fields by expressions.`
				: '';
		hint(`${nothing}, ${result}${advice}${rows}`);
	};
}

/** Concurrency of the first item; a value that is not usable is reported by the item itself. */
function readConcurrency(functions: IExecuteFunctions, resources: readonly Resource[]): number {
	try {
		const operation = findOperation(functions, resources, 0);
		return parametersOf(functions, operation, 0).filled<RequestOptions>('options').concurrency;
	} catch {
		return requestOptions.find(({ name }) => name === 'concurrency')?.default as number;
	}
}

function retryPolicyOf({ maxRetries, maxWait, timeout }: RequestOptions): RetryPolicy {
	return { maxRetries, maxWait: maxWait * 1000, timeout: timeout * 1000 };
}

function findOperation(
	functions: IExecuteFunctions,
	resources: readonly Resource[],
	index: number,
): Operation {
	const resourceName = functions.getNodeParameter('resource', index, '');
	const operationName = functions.getNodeParameter('operation', index, '');
	const resource = resources.find(({ option }) => option.value === resourceName);
	const operation = resource?.operations.find(({ option }) => option.value === operationName);
	if (operation) return operation;
	throw new UserError(
		resource
			? `"Operation" can't be ${kindOf(operationName)} for the resource "${resource.option.name}"`
			: `"Resource" can't be ${kindOf(resourceName)}`,
		{ description: `Choose ${resource ? 'an operation' : 'a resource'} from the list.` },
	);
}

/**
 * The error that an item ends in, with the item's index in its text as n8n writes it, after its key unless
 * the text has it. For a tool, with the advice in its text: that is all that a model gets to read.
 */
function nameItem(
	functions: IExecuteFunctions,
	error: Error,
	itemIndex: number,
	key?: string,
): ItemError {
	const node = functions.getNode();
	const known = key === undefined || error.message.includes(key) ? '' : ` (${key})`;
	const message = isTool(functions)
		? inOneText(error)
		: `${error.message}${known} [item ${itemIndex}]`;
	const named = withMessage(node, error, message);
	named.context.itemIndex = itemIndex;
	return named;
}

type ItemError = ReturnType<typeof withMessage>;

function failureJson(error: ItemError): IDataObject {
	const { message, description } = error;
	const details = { outcome: outcomeOf(error) };
	return { error: message, ...(description && { message: description }), details };
}
