import { readdirSync } from 'node:fs';
import path from 'node:path';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { afterAll, expect, inject } from 'vitest';
import {
	N8nClient,
	type Execution,
	type RunOptions,
	type StoredWorkflow,
} from '../../sandbox/n8n/client.mjs';
import { provideCredentials, readWorkflow } from '../../sandbox/provision.mjs';
import { startWorld } from '../../sandbox/world.mjs';

const examples = path.resolve(import.meta.dirname, '..', '..', 'examples');

export function exampleFile(number: number): string {
	const name = readdirSync(examples).find((file) => Number.parseInt(file) === number);
	return path.join(examples, name ?? `no example ${number}`);
}

const world = await startWorld();
afterAll(world.stop);

export const { link, data, model } = world;
export const owner = inject('owner');
/** The n8n under test, signed in as its owner. */
export const client = await N8nClient.connect(inject('n8nUrl'), owner);
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

export function output({ nodes }: Execution, name: string): IDataObject[] {
	const items = nodes[name]?.at(-1)?.outputs[0] ?? [];
	return items.map(({ json }) => json);
}

/** The address of a form, at the end of what a node says. */
export function addressIn(waiting: Execution, node: string): string {
	const [, address = ''] = /(http\S+)$/.exec(String(output(waiting, node)[0]?.text)) ?? [];
	return address;
}

/** Answers the form whose address a node says, as its page does, and waits for the end. */
export async function answerForm(
	waiting: Execution,
	node: string,
	answer: string,
): Promise<Execution> {
	await axios.postForm(addressIn(waiting, node), { 'field-0': answer });
	// n8n 1 stores that an execution has ended a moment before it stores its data.
	const ended = async () => await client.waitForExecution(waiting.id, 'waiting');
	await expect.poll(async () => (await ended()).nodes).not.toEqual(waiting.nodes);
	return await ended();
}

/** Imports a workflow file as `npm start` does. */
export async function importWorkflowFile(file: string): Promise<StoredWorkflow> {
	return await client.createWorkflow(await readWorkflow(file, credentials, world.website));
}

/** Imports a workflow file as `npm start` does and runs it from a trigger. */
export async function runWorkflowFile(file: string, options: RunOptions): Promise<Execution> {
	return await client.runWorkflow((await importWorkflowFile(file)).id, options);
}
