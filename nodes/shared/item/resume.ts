import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { UnknownOutcome } from '../client/errors';
import type { Hint } from './hints';

/** How an item ended: with its records, or in an error that no further try may change. */
export interface Ending {
	records?: IDataObject[];
	error?: Error;
	hints: Hint[];
}

/** What the tries of one run share. */
interface RunMemory {
	endings: Map<number, Ending>;
	shared: Map<string, unknown>;
}

/**
 * What is remembered of each run, by its first input item. n8n makes new items each time a node runs,
 * in a loop too, and gives the same ones to every try of one run; only an AI agent's tool may see the
 * same items in several runs, which their index tells apart. Nothing is stored in the execution, and
 * nothing outlives it.
 */
const memories = new WeakMap<INodeExecutionData, Map<unknown, RunMemory>>();

/**
 * The memory of this run. With n8n's Retry On Fail, which runs all items again, it is the one that the
 * earlier tries left; without it, it begins empty.
 */
export function memoryOf(
	functions: Pick<IExecuteFunctions, 'getNode' | 'evaluateExpression'>,
	[first]: INodeExecutionData[],
): RunMemory {
	const empty: RunMemory = { endings: new Map(), shared: new Map() };
	if (first === undefined || functions.getNode().retryOnFail !== true) return empty;
	const runs = memories.get(first) ?? new Map<unknown, RunMemory>();
	memories.set(first, runs);
	const runIndex = functions.evaluateExpression('{{ $runIndex }}', 0);
	const memory = runs.get(runIndex) ?? empty;
	runs.set(runIndex, memory);
	return memory;
}

/** A create whose outcome is unknown stays unknown: it is never sent again. */
export function isFinal(error: unknown): error is UnknownOutcome {
	return error instanceof UnknownOutcome;
}
