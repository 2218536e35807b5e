import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { runConcurrently } from '../concurrency';
import { inTurn } from '../eventLoop';
import { Client } from '../http/client';
import { openConnection } from '../http/credential';
import { asNotSent, failureIn, inOneText, shownError } from '../http/errors';
import { ExecutionCancelled, RequestQueue } from '../http/queue';
import { createdIds, RunState } from '../http/runState';
import type { Service } from '../http/types';
import { asHtml, cut, kindOf, listed } from '../text';
import { lazily } from '../values';
import { answerForModel, isTool } from './agentTool';
import { Form } from './form';
import { type Hint, Hints } from './hints';
import type { Item, Operation, Resource } from './operation';
import { DEFAULT_CONCURRENCY, retryPolicyOf, runnerOptions } from './options';
import { forErrorOutput, memoryOf } from './quirks';

/** How an item ended: with records or an error. */
type ItemEnding = { hints: readonly Hint[] } & ({ records: IDataObject[] } | { error: Error });

const endings = () => new Map<number, ItemEnding>();

/** What the items of one run are run with. */
interface Context {
	functions: IExecuteFunctions;
	/** Asked for once: n8n copies the whole node each time. */
	node: INode;
	service: Service;
	run: RunState;
	hints: Hints;
	/** The items that have ended for good, in this try or an earlier one. */
	endings: Map<number, ItemEnding>;
	itemCount: number;
	/** Those of the items that haven't ended, by their indexes. */
	forms: Map<number, Form>;
	continueOnFail: boolean;
	/** @throws UserError if the node has no such operation */
	operation(): Operation;
}

/**
 * Runs a node: each input item through its operation, several items at a time, the output in the order of
 * the input and linked to it. With n8n's Retry On Fail, only the items that failed in an earlier try run
 * again, but for those whose create may have happened.
 *
 * If the node changes something and stops at a failing item, the items go one after another.
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
	for (const [index, { json }] of input.entries()) {
		const form = new Form(
			(name, fallback, options) =>
				functions.getNodeParameter(name, index, fallback as string, options),
			{ json, ...surroundings },
		);
		forms.set(index, form);
	}
	const concurrency = readConcurrency(forms.get(0));
	const queue = new RequestQueue(concurrency, functions.getExecutionCancelSignal());
	const run = new RunState(queue, memoryOf(node, input));
	const context: Context = {
		functions,
		node,
		service,
		run,
		hints: new Hints(input.length),
		endings: run.acrossTries(endings),
		itemCount: input.length,
		forms,
		continueOnFail,
		operation: lazily(() => findOperation(functions, resources)),
	};
	const outputs = await runAll(context);
	context.hints.publish(functions);
	return [outputs.flat()];
}

/** @throws the failure of an item, if that stops the node */
async function runAll(context: Context): Promise<INodeExecutionData[][]> {
	const { forms, run } = context;
	const isInOrder = await changesInOrder(context);
	const lanes = isInOrder ? 1 : run.queue.concurrency;
	return await runConcurrently(forms, lanes, async ([index, form]) => {
		// Otherwise 10,000 items with bad input would block the event loop of n8n for two seconds.
		const output = await inTurn(async () => await runItem(context, index, form));
		forms.delete(index);
		return output;
	}).catch((error: Error) => {
		throw isInOrder ? withDone(error, context) : error;
	});
}

/**
 * Whether items run one after another: true if an item changes something in the service, and a failed item
 * stops the run. Reads the forms of all items.
 *
 * @throws the error of the first invalid form
 */
async function changesInOrder(context: Context): Promise<boolean> {
	const { node, run, endings, forms, operation } = context;
	if (context.continueOnFail) return false;
	let isChange = false;
	for (const [index, form] of forms) {
		run.queue.endIfCancelled();
		if (endings.has(index)) continue;
		const isReadOnly = await inTurn(() => {
			try {
				const { changes } = operation();
				if (changes === false) return true;
				if (changes(form)) isChange = true;
				return false;
			} catch (error) {
				throw withDone(nameItem(node, asNotSent(error), index, form.hints), context);
			}
		});
		if (isReadOnly) return false;
	}
	return isChange;
}

/** Runs one item, and returns its records or its failure. @throws if that stops the node */
async function runItem(context: Context, index: number, form: Form): Promise<INodeExecutionData[]> {
	const { node, hints } = context;
	const ending = await runUnlessEnded(context, index, form);
	for (const hint of ending.hints) hints.add(hint, index);
	const pairedItem = { item: index };
	if ('records' in ending) return ending.records.map((json) => ({ json, pairedItem }));
	const { error } = ending;
	const named = nameItem(node, error, index, ending.hints);
	if (!context.continueOnFail || error instanceof ExecutionCancelled) {
		context.run.queue.close();
		throw named;
	}
	hints.addFailure();
	const failed = { json: failureJson(node, named.message, error), pairedItem };
	if (node.onError !== 'continueErrorOutput') return [failed];
	return [forErrorOutput(failed, named)];
}

/** How an item ends. One that ended for good in an earlier try isn't run again. */
async function runUnlessEnded(context: Context, index: number, form: Form): Promise<ItemEnding> {
	const { endings } = context;
	const earlier = endings.get(index);
	if (earlier) return earlier;
	const { hints } = form;
	try {
		const ending = { records: await executeItem(context, index, form), hints };
		endings.set(index, ending);
		return ending;
	} catch (caught) {
		const error = caught as Error;
		if (failureIn(error).isFinal) endings.set(index, { error, hints });
		return { error, hints };
	}
}

async function executeItem(context: Context, index: number, form: Form): Promise<IDataObject[]> {
	const { functions, service, run, itemCount, forms } = context;
	run.queue.endIfCancelled();
	const operation = context.operation();
	const { json, isTool: isAsTool } = form.surroundings;
	const { includeInputFields, requests } = runnerOptions.of(form);
	const connect = async () => await openConnection(functions, service);
	const client = new Client(functions, service, run, connect, retryPolicyOf(requests));
	const item: Omit<Item, 'inputs'> = {
		index,
		client,
		run,
		itemCount,
		isTool: isAsTool,
		hint: (text, type) => form.hint(text, type),
		count: (word) => form.hints.push({ text: word, isCounted: true }),
	};
	const records = await operation.run(form, item, forms.values()).catch((error: unknown) => {
		throw client.hasSent ? error : asNotSent(error);
	});
	const whole = includeInputFields
		? records.map((record) => ({ ...record, input: { ...json } }))
		: records;
	return isAsTool ? answerForModel(whole, form.hints) : whole;
}

/** Concurrency of the first item; a value that is not usable is reported by the item itself. */
function readConcurrency(form?: Form): number {
	try {
		return form ? runnerOptions.of(form).requests.concurrency : DEFAULT_CONCURRENCY;
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
 * advice and the hints in its text: that is all that a model gets to read.
 */
function nameItem(
	node: INode,
	error: Error,
	itemIndex: number,
	hints: readonly Hint[],
): ReturnType<typeof shownError> {
	const message = isTool(node)
		? [inOneText(error), ...hints.map(({ text }) => text)].join(' ')
		: `${error.message} [item ${itemIndex}]`;
	const named = shownError(node, error, message);
	named.context.itemIndex = itemIndex;
	// n8n adds a description that isn't in the message, for example one in HTML.
	if (isTool(node)) named.description = '';
	return named;
}

/** If a run stops, only its error can tell which items were completed before it. */
function withDone(error: Error, { run, endings, itemCount }: Context): Error {
	if (itemCount === 1) return error;
	const done = [...endings.values()].filter((ending) => 'records' in ending).length;
	const created = run.acrossTries(createdIds).map((id) => asHtml(cut(id)));
	const told = [
		failureIn(error).description,
		done === 0 ? 'No items were completed before it.' : `Items completed before it: ${done}.`,
		created.length > 0 && `IDs of the records created: ${listed(created)}.`,
	];
	return Object.assign(error, { description: told.filter(Boolean).join(' ') });
}

function failureJson(node: INode, message: string, error: Error): IDataObject {
	const { outcome, description } = failureIn(error);
	const advice = isTool(node) ? '' : description;
	return { error: message, ...(advice && { message: advice }), details: { outcome } };
}
