import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { Client } from '../http/client';
import { openConnection } from '../http/credential';
import { inOneText, isFinal, outcomeOf, withMessage } from '../http/errors';
import { ExecutionCancelled, RequestQueue } from '../http/queue';
import type { Service } from '../http/types';
import { runConcurrently } from '../concurrency';
import { Breaks } from '../eventLoop';
import { fillOrRemove, kindOf } from '../text';
import { type Hint, Hints } from './hints';
import type { Item, Operation, Resource } from './operation';
import { DEFAULT_CONCURRENCY, type RequestOptions, retryPolicyOf } from './options';
import { ItemParameters, type OnNothing } from './parameters';
import { memoryOf } from './resume';
import { RunState } from './runState';
import { answerForModel, isTool, type Rest } from './agentOutput';
import { hintOfExpression } from './wholeExpression';

/** How an item ended: with its records, or in an error. */
type Ending = { hints: Hint[] } & ({ records: IDataObject[] } | { error: Error });

/** What the items of one run are run with. */
interface Context {
	functions: IExecuteFunctions;
	service: Service;
	resources: readonly Resource[];
	input: readonly INodeExecutionData[];
	run: RunState;
	hints: Hints;
}

/**
 * Runs a node: each input item through the operation that it names, several items at a time, the
 * output in the order of the input and linked to it. With n8n's Retry On Fail, only the items that
 * failed in an earlier try run again, but for those whose create may have happened.
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
	const concurrency = readConcurrency(functions, resources);
	const queue = new RequestQueue(concurrency, functions.getExecutionCancelSignal?.());
	const run = new RunState(queue, concurrency, memoryOf(functions, input));
	const context = { functions, service, resources, input, run, hints: new Hints() };

	const results: INodeExecutionData[][] = [];
	// Without breaks, 10,000 items with bad input block the event loop of n8n for two seconds.
	const breaks = new Breaks();
	await runConcurrently(input.length, concurrency, async (index) => {
		results[index] = await breaks.run(async () => await runItem(context, index));
	});
	context.hints.publish(functions, input.length, (index) => keyOf(context, index));
	return [results.flat()];
}

/** What becomes of an item: its records, or its failure if the node is set to continue. */
async function runItem(context: Context, index: number): Promise<INodeExecutionData[]> {
	const { functions } = context;
	const ending = await endItem(context, index);
	for (const hint of ending.hints) context.hints.add(hint, index);
	const pairedItem = { item: index };
	if ('records' in ending) return ending.records.map((json) => ({ json, pairedItem }));
	const { error } = ending;
	const named = nameItem(functions, error, index, keyOf(context, index));
	if (!functions.continueOnFail() || error instanceof ExecutionCancelled) throw named;
	const failed = { json: failureJson(named), pairedItem };
	if (functions.getNode().onError !== 'continueErrorOutput') return [failed];
	// n8n 1 sends an item with `details` to the error output only if it has an error of its own. That one
	// must not be copied: n8n would replace the json by its message.
	return [Object.defineProperty(failed, 'error', { value: named, enumerable: false })];
}

/** How an item ends. One that ended in an earlier try, or may not run again, stays as it is. */
async function endItem(context: Context, index: number): Promise<Ending> {
	const endings = context.run.acrossTries('endings', () => new Map<number, Ending>());
	const earlier = endings.get(index);
	if (earlier) return earlier;
	const hints: Hint[] = [];
	try {
		const ending = { records: await executeItem(context, index, hints), hints };
		endings.set(index, ending);
		return ending;
	} catch (caught) {
		const error = caught as Error;
		if (isFinal(error)) endings.set(index, { error, hints });
		return { error, hints };
	}
}

async function executeItem(context: Context, index: number, hints: Hint[]): Promise<IDataObject[]> {
	const { functions, service, run } = context;
	const operation = findOperation(context, index);
	const hint: Item['hint'] = (text, type) => hints.push({ text, type });
	const parameters = parametersOf(functions, operation, index, whenNothing(operation, hint));
	const options = parameters.filled<RequestOptions>('options');
	const connect = async () =>
		await run.once('connection', async () => await openConnection(functions, service));
	let rest: Rest = { nouns: 'records', left: 0 };
	const item: Item = {
		index,
		json: context.input[index]?.json ?? {},
		parameters,
		client: new Client(functions, service, connect, run.queue, retryPolicyOf(options)),
		run,
		functions,
		hint,
		count: (word) => hints.push({ text: word, isCounted: true }),
		readAllItems: async (read) => await readAllItems(context, operation, read),
		rest: (of) => {
			rest = of;
		},
	};
	const records = await operation.execute(item);
	if (isTool(functions)) return answerForModel(records, hints, rest);
	return options.includeInputFields === true
		? records.map((record) => ({ ...record, input: { ...item.json } }))
		: records;
}

/** An item that is refused here is refused again in its turn. */
async function readAllItems<T>(
	{ functions, input }: Context,
	operation: Operation,
	read: (parameters: ItemParameters) => T,
): Promise<T[]> {
	const breaks = new Breaks();
	const found: T[] = [];
	for (const index of input.keys()) {
		try {
			found.push(await breaks.run(() => read(parametersOf(functions, operation, index))));
		} catch {
			continue;
		}
	}
	return found;
}

/** What people know an item by, where there are several; its number alone sends them counting. */
function keyOf(context: Context, index: number): string | undefined {
	if (context.input.length === 1) return undefined;
	try {
		return parametersOf(context.functions, findOperation(context, index), index).key();
	} catch {
		// Its own expression may be what failed.
		return undefined;
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
		const isUpdate = collection === 'updateFields';
		const left = collection === 'options' ? 'so the default was used' : 'so it was left out';
		const texts = [`${nothing}, ${isUpdate ? 'so it was left as it is' : left}.`];
		if (clearableFields?.includes(name)) {
			texts.push(`To empty a field, use ${isUpdate ? '' : '"Update" with '}"Clear Fields".`);
		}
		if (type === 'fixedCollection') {
			texts.push(hintOfExpression(label), 'Add rows, and set their fields by expressions.');
		}
		hint(texts.join(' '));
	};
}

/** Concurrency of the first item; a value that is not usable is reported by the item itself. */
function readConcurrency(functions: IExecuteFunctions, resources: readonly Resource[]): number {
	try {
		const operation = findOperation({ functions, resources }, 0);
		return parametersOf(functions, operation, 0).filled<RequestOptions>('options').concurrency;
	} catch {
		return DEFAULT_CONCURRENCY;
	}
}

function findOperation(
	{ functions, resources }: Pick<Context, 'functions' | 'resources'>,
	index: number,
): Operation {
	const resourceName = functions.getNodeParameter('resource', index, '');
	const operationName = functions.getNodeParameter('operation', index, '');
	const resource = resources.find(({ option }) => option.value === resourceName);
	const operation = resource?.operations.find(({ option }) => option.value === operationName);
	if (operation) return operation;
	const [label, value] = resource ? ['Operation', operationName] : ['Resource', resourceName];
	throw new UserError(`"${label}" can't be ${kindOf(value)}`, {
		description: 'Choose one from the list.',
	});
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
