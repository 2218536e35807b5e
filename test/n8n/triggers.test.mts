import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { N8nClient, type Credential } from '../../sandbox/n8n/client.mjs';
import { installN8n } from '../../sandbox/n8n/install.mjs';
import { startN8n, type Instance } from '../../sandbox/n8n/instance.mjs';
import { packPackage, placePackage } from '../../sandbox/n8n/package.mjs';
import { owner } from '../../sandbox/provision.mjs';
import { startServices } from '../../sandbox/services/start.mjs';

/** An n8n of its own, since these tests end it again and again. */
const installation = await installN8n(process.env.N8N_VERSION || undefined, console.log);
const userFolder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-triggers-'));
const services = await startServices({ links: 300 });
const { link } = services;
let n8n: Instance;
let client: N8nClient;
let credential: Credential;

const name = 'Link Manager Trigger';
const everyFiveSeconds = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 5} * * * * *`,
}));

async function start(): Promise<void> {
	n8n = await startN8n({ installation, userFolder });
	client = await N8nClient.connect(n8n.baseUrl, owner);
}

beforeAll(async () => {
	await placePackage(await packPackage(userFolder), userFolder);
	await start();
	credential = await client.createCredential('Links', 'linkManagerApi', {
		baseUrl: link.baseUrl,
		apiKey: link.apiKey,
	});
}, 240_000);

afterAll(async () => {
	await n8n.stop();
	await services.stop();
});

async function publish(used: Credential, parameters: IDataObject): Promise<string> {
	const { id } = await client.createWorkflow({
		name,
		nodes: [
			{
				id: 'trigger',
				name,
				type: 'n8n-nodes-link-manager-reference-data.linkManagerTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: { event: 'linkDisabled', pollTimes: { item: everyFiveSeconds }, ...parameters },
				credentials: { linkManagerApi: { id: used.id, name: used.name } },
			} as never,
		],
		connections: {},
	});
	await client.activateWorkflow(id);
	return id;
}

/** The IDs of all links that the workflow was started for, the earliest first, once there are so many. */
async function told(workflow: string, count: number, limit = 30_000): Promise<unknown[]> {
	const deadline = Date.now() + limit;
	for (;;) {
		const executions = await client.listExecutions(workflow);
		const ids: unknown[] = [];
		for (const { id, status } of executions.reverse()) {
			if (status === 'error') continue;
			const { nodes } = await client.waitForExecution(id);
			ids.push(...(nodes[name]?.[0]?.outputs[0] ?? []).map(({ json }) => json.id));
		}
		if (ids.length >= count || Date.now() > deadline) return ids;
		await wait(500);
	}
}

function disable(count: number): number[] {
	const active = [...link.links.values()].filter(({ disabled }) => disabled === 0);
	const changed = active.slice(0, count).map((record) => ({ ...record, disabled: 1 }));
	for (const record of changed) link.links.set(String(record.id), record);
	return changed.map(({ id }) => id);
}

test('nothing at first, everything once after it, over a restart and a crash', async () => {
	const workflow = await publish(credential, { options: { maxEvents: 3 } });
	await wait(6000);
	expect(await told(workflow, 0)).toEqual([]);

	const first = disable(5);
	expect(await told(workflow, 5)).toEqual(first);

	await n8n.stop();
	const second = disable(2);
	await start();
	expect(await told(workflow, 7)).toEqual([...first, ...second]);

	const third = disable(2);
	await told(workflow, 8);
	process.kill(n8n.pid, 'SIGKILL');
	await n8n.stop();
	await start();
	expect(new Set(await told(workflow, 9))).toEqual(new Set([...first, ...second, ...third]));
	await wait(6000);
	const all = await told(workflow, 9);
	expect(all.length - new Set(all).size).toBeLessThanOrEqual(2);
	await client.deactivateWorkflow(workflow);
}, 300_000);

test.each([429, 500, 503])(
	'HTTP %i when it is published: published all the same, and no flood',
	async (status) => {
		link.fault(status === 429 ? { kind: 'rateLimit' } : { kind: 'status', status });
		const workflow = await publish(credential, {});
		link.clearFaults();
		link.requests.length = 0;
		await expect.poll(() => link.requests.at(-1)?.status, { timeout: 20_000 }).toBe(200);
		const ids = disable(1);
		expect(await told(workflow, 1)).toEqual(ids);
		await client.deactivateWorkflow(workflow);
	},
	120_000,
);

test('a wrong key, a wrong setting: refused, with the reason in the publication status', async () => {
	const wrong = await client.createCredential('Wrong key', 'linkManagerApi', {
		baseUrl: link.baseUrl,
		apiKey: 'not this one',
	});
	await expect(publish(wrong, {})).rejects.toThrow('refused the API key');
	await expect(
		publish(credential, { event: 'clicksReached', clickMilestones: 'many' }),
	).rejects.toThrow('is not a list of numbers');
}, 60_000);
