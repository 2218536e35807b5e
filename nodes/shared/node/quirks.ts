import type { INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { RunMemory } from '../http/runState';
import { isObject } from '../values';
import { isTool } from './agentTool';
import type { Given } from './form';

// Undocumented behavior of n8n, each with the versions in which it was seen.

/**
 * An entry of every collection and group. n8n (1.123 to 2.41) replaces a collection that is one expression
 * by an empty one before a node sees it: a link would be made without its password. It looks each entry up on
 * the expression's text, and a text has a length: this entry is displayed, and handed over, only then. As a
 * notice it is in no definition that an assistant builds with.
 */
export const lengthOfExpression: INodeProperties = {
	displayName: 'Length of Expression',
	name: 'length',
	type: 'notice',
	// n8n returns the defaults of all fields of a group, but this one isn't displayed.
	default: -1,
	displayOptions: { show: { length: [{ _cnd: { gte: 0 } }] } },
};

/** @throws UserError if the workflow sets a whole collection or group by one expression */
export function refuseExpression({ value, label }: Given): void {
	if (!isObject(value) || !(lengthOfExpression.name in value)) return;
	throw new UserError(`"${label}" can't be a single expression`, {
		description: `n8n doesn't pass such an expression on to the node. Add the fields to "${label}" and set each one with its own expression.`,
	});
}

/**
 * An item for the error output. n8n 1.123 sends one with `details` there only if it has an error of its
 * own, which must not be copied: n8n would replace the json by its message.
 */
export function forErrorOutput(item: INodeExecutionData, error: Error): INodeExecutionData {
	return Object.defineProperty(item, 'error', { value: error, enumerable: false });
}

/**
 * The memory of each run, by an object that only its tries share. n8n (1.123 to 2.41) creates new items each
 * time a node runs, even in a loop, and passes the same items to every try. For an AI agent's tool, it may
 * create a new item for each try (makeHandleToolInvocation of n8n-core), but all tries of a call, and no
 * other call, share the object of arguments. Nothing is stored in the execution, and nothing outlives it.
 */
const memories = new WeakMap<object, RunMemory>();

/**
 * The memory of this run. With n8n's Retry On Fail, which runs all items again, it is that of the earlier
 * tries. Otherwise, it starts empty.
 */
export function memoryOf(node: INode, [first]: INodeExecutionData[]): RunMemory {
	if (first === undefined || node.retryOnFail !== true) return new Map();
	const shared = isTool(node) ? first.json : first;
	const memory = memories.get(shared) ?? (new Map() as RunMemory);
	memories.set(shared, memory);
	return memory;
}
