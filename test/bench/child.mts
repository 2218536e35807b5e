/*
 * Measures in a separate process, so that nothing else is on the event loop. Tasks run one after another.
 */
import { createRequire } from 'node:module';
import { getEachMessage, sendMessage } from 'execa';
import type { IDataObject, INodeType, IVersionedNodeType } from 'n8n-workflow';
import 'reflect-metadata';
import type { NodeName, NodeRun } from '../engine/harness.mjs';

/** A node to run on n8n's engine. */
export interface NodeToRun {
	/** The checkout, or the file of n8n's HTTP Request. */
	from: string;
	node: NodeName;
	parameters: IDataObject;
	items: IDataObject[];
	credentials: { baseUrl: string; apiKey: string };
	onError?: NodeRun['onError'];
	/** The number of executions at the same time. Default: 1. */
	executions?: number;
}

export interface Outcome {
	milliseconds: number;
	/** Output items of all executions, without those that failed. */
	done: number;
	error?: string;
}

const require = createRequire(import.meta.url);
await import('../engine/environment.mjs');
const { packageNode } = await import('./packageNode.mjs');

async function run({ from, executions = 1, ...options }: NodeToRun): Promise<Outcome> {
	const { runNode } = await import('../engine/harness.mjs');
	const type = from.endsWith('.js') ? httpRequest(from) : await packageNode(from, options.node);
	const start = performance.now();
	const runs = Array.from({ length: executions }, async () => await runNode({ ...options, type }));
	const results = await Promise.all(runs);
	const milliseconds = performance.now() - start;
	const items = results.flatMap((result) => result.items);
	return {
		milliseconds,
		done: items.filter(({ json }) => json.error === undefined).length,
		error: results.find(({ error }) => error)?.error?.message,
	};
}

function httpRequest(file: string): INodeType {
	const { HttpRequest } = require(file) as { HttpRequest: new () => IVersionedNodeType };
	const version = 4.5;
	const type = new HttpRequest().getNodeType(version);
	const description = { ...type.description, version };
	return Object.assign(Object.create(type) as INodeType, { description });
}

for await (const message of getEachMessage()) {
	await sendMessage({ ...(await run(message as object as NodeToRun)) });
}
