import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Hint } from './hints';
import { isTool } from './agentOutput';

/** How an item ended: with its records, or in an error. */
export type Ending = { hints: Hint[] } & (
	| { records: IDataObject[]; error?: undefined }
	| { records?: undefined; error: Error }
);

/** What the tries of one run share. */
interface RunMemory {
	/** Of the items that no further try runs again. */
	endings: Map<number, Ending>;
	shared: Map<string, unknown>;
}

/**
 * What is remembered of each run, by what its tries share: n8n makes new items each time a node runs, in a
 * loop too, and gives the same ones to every try. For an AI agent's tool it may make a new item for each
 * try (makeHandleToolInvocation of n8n-core), but all tries of one call hold the same object of arguments,
 * and no other call does. Nothing is stored in the execution, and nothing outlives it.
 */
const memories = new WeakMap<object, RunMemory>();

/**
 * The memory of this run. With n8n's Retry On Fail, which runs all items again, it is the one that the
 * earlier tries left; without it, it begins empty.
 */
export function memoryOf(
	functions: Pick<IExecuteFunctions, 'getNode'>,
	[first]: INodeExecutionData[],
): RunMemory {
	const empty: RunMemory = { endings: new Map(), shared: new Map() };
	if (first === undefined || functions.getNode().retryOnFail !== true) return empty;
	const shared = isTool(functions) ? first.json : first;
	const memory = memories.get(shared) ?? empty;
	memories.set(shared, memory);
	return memory;
}
