import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isTool } from './agentOutput';

/**
 * What is remembered of each run, by what its tries share: n8n makes new items each time a node runs, in a
 * loop too, and gives the same ones to every try. For an AI agent's tool it may make a new item for each
 * try (makeHandleToolInvocation of n8n-core), but all tries of one call hold the same object of arguments,
 * and no other call does. Nothing is stored in the execution, and nothing outlives it.
 */
const memories = new WeakMap<object, Map<string, unknown>>();

/**
 * The memory of this run. With n8n's Retry On Fail, which runs all items again, it is the one that the
 * earlier tries left; without it, it begins empty.
 */
export function memoryOf(
	functions: Pick<IExecuteFunctions, 'getNode'>,
	[first]: INodeExecutionData[],
): Map<string, unknown> {
	if (first === undefined || functions.getNode().retryOnFail !== true) return new Map();
	const shared = isTool(functions) ? first.json : first;
	const memory = memories.get(shared) ?? new Map<string, unknown>();
	memories.set(shared, memory);
	return memory;
}
