import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { Client } from '../http/client';
import { openConnection } from '../http/credential';
import {
	asNotSent,
	descriptionOf,
	inOneText,
	isFinal,
	outcomeOf,
	shownError,
} from '../http/errors';
import { ExecutionCancelled, RequestQueue } from '../http/queue';
import type { Service } from '../http/types';
import { runConcurrently } from '../concurrency';
import { Breaks } from '../eventLoop';
import { counted, kindOf } from '../text';
import { lazily } from '../values';
import { answerForModel, isTool, type Rest } from './agentOutput';
import { Form } from './form';
import { type Hint, Hints } from './hints';
import type { Item, Operation, OperationRun, Resource } from './operation';
import { DEFAULT_CONCURRENCY, retryPolicyOf, runnerOptions } from './options';
import { forErrorOutput, memoryOf } from './quirks';
import { RunState } from '../http/runState';

/** How an item ended: with its records, or in an error. */
type ItemEnding = { hints: readonly Hint[] } & ({ records: IDataObject[] } | { error: Error });

/** What the items of one run are run with. */
interface Context {
	functions: IExecuteFunctions;
	/** Asked for once: n8n copies the whole node each time. */
	node: INode;
	service: Service;
	input: readonly INodeExecutionData[];
	run: RunState;
	hints: Hints;
	/** The form of an item, the same one until the item ends. */
	formOf(index: number): Form;
	continueOnFail: boolean;
	/** The operation, begun for these items. @throws UserError if the node has no such operation */
	begun(): OperationRun;
}

/**
 * Runs a node: each input item through its operation, several items at a time, the output in the order of
 * the input and linked to it. With n8n's Retry On Fail, only the items that failed in an earlier try run
 * again, but for those whose create may have happened.
 *
 * A failing item throws, naming itself, unless the node is set to continue: then it becomes an item
 * `{ error, message, details: { outcome } }` (what happened, what to check), which n8n recognizes for the error output.
 */
export async function runItems(
	functions: IExecuteFunctions,
	service: Service,
	resources: ReadonlyArray<Resource>,
	continueOnFail: boolean,
): Promise<INodeExecutionData[][]> {
	const node = functions.getNode();
	const input = functions.getInputData();
	const surroundings = { timezone: functions.getTimezone(), isTool: isTool(node) };
	const forms = new Map<number, Form>();
	const formOf = (index: number) => {
		const form =
			forms.get(index) ??
			newForm(functions, index, { json: input[index]?.json ?? {}, ...surroundings });
		forms.set(index, form);
		return form;
	};
	const concurrency = readConcurrency(formOf(0));
	const queue = new RequestQueue(concurrency, functions.getExecutionCancelSignal?.());
	const run = new RunState(queue, concurrency, memoryOf(node, input));
	const begun = lazily(() => findOperation(functions, resources).begin(input.length, formOf));
	const hints = new Hints(input.length);
	const context = { functions, node, service, input, run, hints, formOf, continueOnFail, begun };

	const results: INodeExecutionData[][] = [];
	let stopped: ItemError | undefined;
	// Without breaks, 10,000 items with bad input block the event loop of n8n for two seconds.
	const breaks = new Breaks();
	await runConcurrently(
		input.length,
		concurrency,
		async (index) => {
			const result = await breaks.run(async () => await runItem(context, index));
			if (Array.isArray(result)) results[index] = result;
			else stopped ??= result;
			forms.delete(index);
		},
		() => stopped === undefined,
	);
	if (stopped) {
		const done = [...endingsOf(run).values()].filter((ending) => 'records' in ending).length;
		throw withOthers(stopped, done, input.length - 1);
	}
	hints.publish(functions);
	return [results.flat()];
}

/** What becomes of an item: its records, or its failure, which is an error if it stops the node. */
async function runItem(context: Context, index: number): Promise<INodeExecutionData[] | ItemError> {
	const { node, hints } = context;
	const ending = await endItem(context, index);
	for (const hint of ending.hints) hints.add(hint, index);
	const pairedItem = { item: index };
	if ('records' in ending) return ending.records.map((json) => ({ json, pairedItem }));
	const { error } = ending;
	const named = nameItem(node, error, index);
	if (!context.continueOnFail || error instanceof ExecutionCancelled) return named;
	hints.addFailure();
	const failed = { json: failureJson(node, named.message, error), pairedItem };
	if (node.onError !== 'continueErrorOutput') return [failed];
	return [forErrorOutput(failed, named)];
}

/** How an item ends. One that ended in an earlier try, or may not run again, stays as it is. */
async function endItem(context: Context, index: number): Promise<ItemEnding> {
	const endings = endingsOf(context.run);
	const earlier = endings.get(index);
	if (earlier) return earlier;
	const { hints } = context.formOf(index);
	try {
		const ending = { records: await executeItem(context, index), hints };
		endings.set(index, ending);
		return ending;
	} catch (caught) {
		const error = caught as Error;
		if (isFinal(error)) endings.set(index, { error, hints });
		return { error, hints };
	}
}

/** How items have ended for good, in this try or an earlier one. */
function endingsOf(run: RunState): Map<number, ItemEnding> {
	return run.acrossTries('endings', () => new Map<number, ItemEnding>());
}

async function executeItem(context: Context, index: number): Promise<IDataObject[]> {
	const { functions, service, run, input } = context;
	const operation = context.begun();
	const form = context.formOf(index);
	const { includeInputFields, ...options } = runnerOptions.of(form);
	const connect = async () =>
		await run.once('connection', async () => await openConnection(functions, service));
	let rest: Rest = { nouns: 'records', left: 0 };
	const client = new Client(functions, service, run, connect, retryPolicyOf(options));
	const item: Omit<Item, 'inputs'> = {
		index,
		client,
		run,
		itemCount: input.length,
		isTool: form.surroundings.isTool,
		hint: (text, type) => form.hint(text, type),
		count: (word) => form.hints.push({ text: word, isCounted: true }),
		rest: (of) => {
			rest = of;
		},
	};
	const records = await operation.run(index, item).catch((error: unknown) => {
		throw client.hasSent ? error : asNotSent(error);
	});
	if (item.isTool) return answerForModel(records, form.hints, rest);
	return includeInputFields
		? records.map((record) => ({ ...record, input: { ...input[index]?.json } }))
		: records;
}

function newForm(
	functions: IExecuteFunctions,
	index: number,
	surroundings: Form['surroundings'],
): Form {
	const source = {
		// What n8n validates, beyond what is checked here, is of types that no parameter has.
		value: (name: string, fallback: unknown) =>
			functions.getNodeParameter(name, index, fallback as string, { skipValidation: true }),
		stored: (name: string) => functions.getNodeParameter(name, index, '', { rawExpressions: true }),
	};
	return new Form(source, surroundings);
}

/** Concurrency of the first item; a value that is not usable is reported by the item itself. */
function readConcurrency(form: Form): number {
	try {
		return runnerOptions.of(form).concurrency;
	} catch {
		return DEFAULT_CONCURRENCY;
	}
}

function findOperation(
	functions: IExecuteFunctions,
	resources: ReadonlyArray<Resource>,
): Operation {
	const resourceName = functions.getNodeParameter('resource', 0, '');
	const operationName = functions.getNodeParameter('operation', 0, '');
	const resource = resources.find(({ option }) => option.value === resourceName);
	const operation = resource?.operations.find(({ option }) => option.value === operationName);
	if (operation) return operation;
	const [label, value] = resource ? ['Operation', operationName] : ['Resource', resourceName];
	throw new UserError(`"${label}" can't be ${kindOf(value)}`, {
		description: 'Choose one from the list.',
	});
}

/**
 * The error that an item ends in, with the item's index in its text as n8n writes it. For a tool, with the
 * advice in its text: that is all that a model gets to read.
 */
function nameItem(node: INode, error: Error, itemIndex: number): ItemError {
	const message = isTool(node) ? inOneText(error) : `${error.message} [item ${itemIndex}]`;
	const named = shownError(node, error, message);
	named.context.itemIndex = itemIndex;
	return named;
}

/** A run that stops leaves no other trace of the items that were carried out before. */
function withOthers(error: ItemError, done: number, others: number): ItemError {
	if (others === 0) return error;
	const told = `${done === 0 ? 'None' : done} of the ${counted(others, 'other item')} ${done === 1 ? 'was' : 'were'} carried out.`;
	error.description = [error.description, told].filter(Boolean).join(' ');
	return error;
}

type ItemError = ReturnType<typeof shownError>;

function failureJson(node: INode, message: string, error: Error): IDataObject {
	const description = isTool(node) ? '' : descriptionOf(error);
	const details = { outcome: outcomeOf(error) };
	return { error: message, ...(description && { message: description }), details };
}
