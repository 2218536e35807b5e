import waitFor from 'p-wait-for';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { N8nClient, newOwner, type Credential } from '../../sandbox/n8n/client.mjs';
import { installN8n } from '../../sandbox/n8n/install.mjs';
import { startN8n, type Instance } from '../../sandbox/n8n/instance.mjs';
import { fullType, nodeOf } from '../../sandbox/n8n/workflow.mjs';
import { startServices } from '../../sandbox/services/start.mjs';

/** An n8n of its own, because these tests end it. */
const owner = newOwner();
const installation = await installN8n(inject('n8nVersion'));
const { link, stop } = await startServices({ links: 30 });
const name = 'Link Manager Trigger';
let n8n: Instance | undefined;
let client: N8nClient;
let credential: Credential;

async function start(): Promise<void> {
	n8n = await startN8n({ installation, userFolder: n8n?.userFolder });
	client = await N8nClient.connect(n8n.baseUrl, owner);
}

beforeAll(async () => {
	await start();
	const { baseUrl, apiKey } = link;
	credential = await client.createCredential('Links', 'linkManagerApi', { baseUrl, apiKey });
}, 240_000);

afterAll(async () => {
	await n8n?.stop();
	await stop();
});

beforeEach(() => link.reset());

/** Every two seconds; n8n refuses a single schedule that is shorter than a minute. */
const pollTimes = {
	item: Array.from({ length: 30 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 2} * * * * *`,
	})),
};

async function publish(used = credential): Promise<string> {
	const parameters = { event: 'linkDisabled', pollTimes };
	const type = `${fullType('linkManager')}Trigger`;
	const nodes = [nodeOf(name, type, parameters, { credential: used })];
	const { id } = await client.createWorkflow({ name, nodes, connections: {} });
	onTestFinished(async () => await client.deactivateWorkflow(id));
	await client.activateWorkflow(id);
	return id;
}

/** Waits for two more polls, because n8n has then stored the state of the first. */
async function twoPolls(): Promise<void> {
	const before = link.requests.length;
	const answered = () => link.requests.slice(before).filter(({ status }) => status === 200);
	await waitFor(() => answered().length >= 2, { interval: 50, timeout: 60_000 });
}

/** Waits until the workflow was started for this many links, and returns their IDs in that order. */
async function told(workflow: string, count: number): Promise<unknown[]> {
	return await waitFor(
		async () => {
			const ids: unknown[] = [];
			for (const { id } of (await client.listExecutions(workflow)).reverse()) {
				const { outputs } = await client.waitForExecution(id);
				ids.push(...(outputs[name] ?? []).map(({ json }) => json.id));
			}
			return ids.length >= count && waitFor.resolveWith(ids);
		},
		{ interval: 500, timeout: 60_000 },
	);
}

/** Disables the oldest links that are still enabled. */
function disable(count: number): number[] {
	const active = [...link.links.values()].filter(({ disabled }) => disabled === 0).slice(0, count);
	for (const record of active) link.links.set(String(record.id), { ...record, disabled: 1 });
	return active.map(({ id }) => id);
}

test('links that were disabled after the first poll start the workflow once, even while n8n was down', async () => {
	const workflow = await publish();
	await twoPolls();
	const first = disable(3);
	expect(await told(workflow, 3)).toEqual(first);
	await twoPolls();

	await n8n?.stop();
	const second = disable(2);
	await start();
	expect(await told(workflow, 5)).toEqual([...first, ...second]);
	await twoPolls();
	expect(await told(workflow, 5)).toEqual([...first, ...second]);
}, 240_000);

test('publishing with a wrong API key fails with the reason', async () => {
	const { baseUrl } = link;
	const values = { baseUrl, apiKey: 'not this one' };
	const wrong = await client.createCredential('Wrong key', 'linkManagerApi', values);
	await expect(publish(wrong)).rejects.toThrow(/key/);
}, 120_000);
