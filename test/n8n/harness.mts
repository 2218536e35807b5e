import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { afterAll, expect, inject, onTestFinished } from 'vitest';
import {
	N8nClient,
	type Execution,
	type RunOptions,
	type StoredWorkflow,
	type Workflow,
} from '../../sandbox/n8n/client.mjs';
import { provideCredentials, readExamples } from '../../sandbox/provision.mjs';
import { startWorld } from '../../sandbox/world.mjs';

const world = await startWorld();
afterAll(world.stop);

export const { link, data, model } = world;
export const owner = inject('owner');
/** The n8n under test, signed in as its owner. */
export const client = await N8nClient.connect(inject('n8nUrl'), owner);
export const postgres = inject('postgres');
/** The credentials that are stored in it, by type: they lead to this file's services. */
export const credentials = await provideCredentials(client, world, postgres);
const examples = await readExamples(credentials, world.website);

/** Services and model back to the start; for `beforeEach`. */
export function resetWorld(): void {
	link.reset();
	data.reset();
	model.script.length = 0;
	model.requests.length = 0;
}

export function output({ outputs }: Execution, name: string): IDataObject[] {
	return (outputs[name] ?? []).map(({ json }) => json);
}

/** The address of a form, at the end of what a node says. */
export function addressIn(waiting: Execution, node: string): string {
	const [, address = ''] = /(http\S+)$/.exec(String(output(waiting, node)[0]?.text)) ?? [];
	return address;
}

/** Answers the form whose address a node says, as its page does, and waits for the end. The page says so. */
export async function answerForm(
	waiting: Execution,
	node: string,
	answers: string[],
	says = '',
): Promise<Execution> {
	const fields = Object.fromEntries(answers.map((value, index) => [`field-${index}`, value]));
	const { data: page } = await axios.postForm<unknown>(addressIn(waiting, node), fields);
	expect(String(page)).toContain(says);
	// n8n 1 stores that an execution has ended a moment before it stores its data.
	const ended = async () => await client.waitForExecution(waiting.id, 'waiting');
	await expect.poll(async () => (await ended()).outputs).not.toEqual(waiting.outputs);
	return await ended();
}

/** Imports an example as `npm start` does, or with changes. */
export async function importExample(
	number: number,
	change?: (workflow: Workflow) => void,
): Promise<StoredWorkflow> {
	const example = structuredClone(examples.find(({ name }) => Number.parseInt(name) === number));
	if (!example) throw new Error(`There is no example ${number}.`);
	change?.(example);
	return await client.createWorkflow(example);
}

/** Imports an example and has it in production until the test ends. */
export async function publishExample(number: number): Promise<void> {
	const { id } = await importExample(number);
	onTestFinished(async () => await client.deactivateWorkflow(id));
	await client.activateWorkflow(id);
}

/** Imports an example and runs it from a trigger. */
export async function runExample(
	number: number,
	options: RunOptions,
	change?: (workflow: Workflow) => void,
): Promise<Execution> {
	return await client.runWorkflow((await importExample(number, change)).id, options);
}
