import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { inTurn } from '../eventLoop';
import type { Client } from '../http/client';
import type { RunState } from '../http/runState';
import { type AnyField, type Values, valuesOf } from './field';
import type { Form } from './form';
import type { Hint } from './hints';
import { plainOptions, runnerOptions } from './options';

/** What an operation gets in addition to the input of one item. */
export interface Item<Input = unknown> {
	index: number;
	client: Client;
	/** What the items of this execution share. */
	run: RunState;
	/** How many items the run has. */
	itemCount: number;
	/** Whether an AI agent runs the node. */
	isTool: boolean;
	/** A sentence for the output pane, beside the records; see `Hint`. */
	hint(text: string, type?: Hint['type']): void;
	/** Counts a word over all items of the run, for one hint: "2 matched, 1 not found". */
	count(word: string): void;
	/**
	 * The inputs of all items that haven't ended, in their order, without those that `read` refuses: each
	 * throws when it is run.
	 */
	inputs(): Promise<Input[]>;
}

/** One entry of the Operation dropdown. */
export interface Operation {
	/** `value` is what workflows store; it never changes. */
	option: INodePropertyOptions & { value: string };
	/**
	 * In the order of the form. They are shown for this operation only, without display options of their
	 * own.
	 */
	properties: readonly INodeProperties[];
	/**
	 * Whether an item changes something in the service; false if none ever does. Throws a UserError if its
	 * form can't be used.
	 */
	changes: false | ((form: Form) => boolean);
	/**
	 * The records for an item; the runner links them to it.
	 *
	 * @param open the forms of all items that haven't ended
	 */
	run(form: Form, item: Omit<Item, 'inputs'>, open: Iterable<Form>): Promise<IDataObject[]>;
}

/** An operation: its form, how it reads an item, and what it does. */
interface Definition<F extends readonly AnyField[], Input> {
	option: Operation['option'];
	/** Options only if the operation has some of its own. */
	fields: F;
	/**
	 * Whether it changes something in the service, maybe only for some inputs. If a failing item stops the
	 * run, the forms of all items are then read before anything is sent, and the items go one after another.
	 */
	changes: boolean | ((input: Input) => boolean);
	/**
	 * The input of an item, checked, from what its fields give; without it, all that they give. Sends
	 * nothing, waits for nothing, and sees no other item.
	 *
	 * @throws UserError
	 */
	read?(values: Values<F>, form: Form): Input;
	run(input: Input, item: Item<Input>): Promise<IDataObject[]>;
}

export function operation<const F extends readonly AnyField[], Input = Values<F>>({
	option,
	fields,
	changes,
	read = (values) => ({ ...values }) as unknown as Input,
	run,
}: Definition<F, Input>): Operation {
	// Kept as long as its form, which goes when the item ends, unless an item has asked for all inputs.
	const inputs = new WeakMap<Form, Input>();
	const inputOf = (form: Form) => {
		const input = inputs.get(form) ?? read(valuesOf(fields, form), form);
		inputs.set(form, input);
		return input;
	};
	const hasOptions = fields.some(({ name }) => name === plainOptions.name);
	const shown = hasOptions ? fields : [...fields, plainOptions];
	return {
		option,
		properties: shown.map(({ property }) => property),
		changes:
			changes !== false &&
			((form) => {
				runnerOptions.of(form);
				const input = inputOf(form);
				return changes === true || changes(input);
			}),
		async run(form, item, open) {
			const all = async () =>
				await item.run.once('inputs', async () => await readAll(open, inputOf, item.run));
			return await run(inputOf(form), { ...item, inputs: all });
		},
	};
}

async function readAll<Input>(
	forms: Iterable<Form>,
	inputOf: (form: Form) => Input,
	{ queue }: RunState,
): Promise<Input[]> {
	const inputs: Input[] = [];
	for (const form of forms) {
		queue.endIfCancelled();
		await inTurn(() => {
			try {
				inputs.push(inputOf(form));
			} catch {
				// The item throws again when it is run.
			}
		});
	}
	return inputs;
}

/** One entry of the Resource dropdown: a list of operations. */
export interface Resource {
	option: INodePropertyOptions & { value: string };
	operations: readonly Operation[];
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
			.map((entry) => entry.option)
			.sort((one, other) => one.name.localeCompare(other.name)),
		default: defaultOperation,
	};
	const own = operations.flatMap(({ option: { value }, properties }) => {
		const place = { show: { resource: [option.value], operation: [value] } };
		// Resource and operation come first: n8n shows a parameter as soon as a condition refers to an expression.
		return properties.flatMap(({ displayOptions = {}, ...property }) =>
			updateDisplayOptions(displayOptions, [{ ...property, displayOptions: place }]),
		);
	});
	return [operationProperty, ...own];
}
