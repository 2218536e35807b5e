import path from 'node:path';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { afterAll, inject } from 'vitest';
import {
	N8nClient,
	type Execution,
	type NodeRun,
	type RunOptions,
	type StoredWorkflow,
	type Workflow,
} from '../../sandbox/n8n/client.mjs';
import {
	afterTrigger,
	fullType,
	nodeOf,
	START,
	type NodeName,
} from '../../sandbox/n8n/workflow.mjs';
import { provideCredentials, readWorkflow } from '../../sandbox/provision.mjs';
import type { RecordedRequest } from '../../sandbox/services/start.mjs';
import { startWorld } from '../../sandbox/world.mjs';

export { fullType, type NodeName } from '../../sandbox/n8n/workflow.mjs';
export const nodeNames: NodeName[] = ['linkManager', 'referenceData'];
export const examples = path.resolve(import.meta.dirname, '..', '..', 'examples');

const nodeUnderTest = 'Node under test';
const world = await startWorld();
afterAll(world.stop);

export const { link, data, model } = world;
/** The n8n under test, signed in as its owner. */
export const client = await N8nClient.connect(inject('n8nUrl'));
export const n8nVersion = inject('n8nVersion');
export const postgres = inject('postgres');
/** The credentials that are stored in it, by type: they lead to this file's services. */
export const credentials = await provideCredentials(client, world, postgres);

/** Services and model back to the start; for `beforeEach`. */
export function resetWorld(): void {
	link.reset();
	data.reset();
	model.script.length = 0;
	model.requests.length = 0;
}

export interface NodeTest {
	/** `resource`, `operation` and the rest, as a workflow stores them. */
	parameters: INodeParameters;
	/** What the trigger hands to the node; default one empty item. */
	items?: IDataObject[];
	onError?: INode['onError'];
}

/** Runs one node of the package behind a manual trigger. */
export async function runNode(node: NodeName, test: NodeTest): Promise<NodeRun> {
	const { parameters, items = [{}], onError } = test;
	const under = nodeOf(nodeUnderTest, fullType(node), parameters, {
		onError,
		credential: credentials[`${node}Api`],
	});
	const stored = await client.createWorkflow({
		...afterTrigger(`${node} ${JSON.stringify(parameters)}`, under),
		pinData: { [START]: items.map((one) => ({ json: one })) },
	});
	const execution = await client.runWorkflow(stored.id, { trigger: START });
	const run = execution.nodes[nodeUnderTest]?.at(-1);
	if (run === undefined) {
		throw new Error(`The node did not run: ${JSON.stringify(execution.error)}`);
	}
	return run;
}

/** The json of every item that came out of an output. @throws the node's error if it failed */
export function json(run: NodeRun, output = 0): IDataObject[] {
	if (run.error) throw new Error(`The node failed: ${run.error.message}`);
	return (run.outputs[output] ?? []).map((item) => item.json);
}

/** Imports a workflow file as `npm start` does, with a change made to it first if one is given. */
export async function importWorkflowFile(
	file: string,
	change?: (workflow: Workflow) => void,
): Promise<StoredWorkflow> {
	const workflow = await readWorkflow(file, credentials, world.website);
	change?.(workflow);
	return await client.createWorkflow(workflow);
}

/** Imports a workflow file as `npm start` does and runs it from a trigger. */
export async function runWorkflowFile(file: string, options: RunOptions): Promise<Execution> {
	return await client.runWorkflow((await importWorkflowFile(file)).id, options);
}

/** What a request's JSON body holds. */
export function jsonBody({ body }: RecordedRequest): IDataObject {
	return JSON.parse(body) as IDataObject;
}
