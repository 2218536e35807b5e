import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { N8nClient, type Credential, type StoredWorkflow } from '../../sandbox/n8n/client.mjs';
import { installN8n } from '../../sandbox/n8n/install.mjs';
import { runN8nCommand, startN8n, type Instance } from '../../sandbox/n8n/instance.mjs';
import { packPackage, placePackage } from '../../sandbox/n8n/package.mjs';
import { fullType, nodeOf } from '../../sandbox/n8n/workflow.mjs';
import { owner } from '../../sandbox/provision.mjs';
import { startServices, type Fault, type LinkRecord } from '../../sandbox/services/start.mjs';

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
	credential = await credentialFor('Links');
}, 240_000);

beforeEach(() => link.clearFaults());

afterAll(async () => {
	await n8n.stop();
	await services.stop();
});

async function credentialFor(label: string, more: IDataObject = {}): Promise<Credential> {
	const { baseUrl, apiKey } = link;
	return await client.createCredential(label, 'linkManagerApi', { baseUrl, apiKey, ...more });
}

function nodesOf(used: Credential, parameters: INodeParameters): INode[] {
	const all = { event: 'linkDisabled', pollTimes: { item: everyFiveSeconds }, ...parameters };
	return [nodeOf(name, `${fullType('linkManager')}Trigger`, all, { credential: used })];
}

async function publish(used: Credential, parameters: INodeParameters): Promise<string> {
	const nodes = nodesOf(used, parameters);
	const { id } = await client.createWorkflow({ name, nodes, connections: {} });
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

/** Changes the oldest links that are not disabled. */
function change(count: number, changes: Partial<LinkRecord>, { links } = link): number[] {
	const active = [...links.values()].filter(({ disabled }) => disabled === 0).slice(0, count);
	for (const record of active) links.set(String(record.id), { ...record, ...changes });
	return active.map(({ id }) => id);
}

function disable(count: number, service = link): number[] {
	return change(count, { disabled: 1 }, service);
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
	const seen = link.requests.length;
	await expect.poll(() => link.requests[seen]?.status, { timeout: 20_000, interval: 1 }).toBe(200);
	await crash();
	const known = [...first, ...second, ...third];
	expect(new Set(await told(workflow, 9))).toEqual(new Set(known));

	const fourth = disable(2);
	await told(workflow, 10);
	await crash();
	expect(new Set(await told(workflow, 11))).toEqual(new Set([...known, ...fourth]));
	await wait(6000);
	const all = await told(workflow, 11);
	expect(all.length - new Set(all).size).toBeLessThanOrEqual(4);
	await client.deactivateWorkflow(workflow);
}, 400_000);

async function crash(): Promise<void> {
	process.kill(n8n.pid, 'SIGKILL');
	await n8n.stop();
	await start();
}

test.each<Fault>([
	{ kind: 'rateLimit' },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 503 },
	{ kind: 'reset' },
])(
	'$kind $status when it is published: published all the same, and no flood',
	async (fault) => {
		link.requests.length = 0;
		link.fault(fault);
		const workflow = await publish(credential, {});
		expect(link.requests.at(-1)?.fault).toBe(fault.kind);
		link.clearFaults();
		await expect.poll(() => link.requests.at(-1)?.status, { timeout: 20_000 }).toBe(200);
		const ids = disable(1);
		expect(await told(workflow, 1)).toEqual(ids);
		await client.deactivateWorkflow(workflow);
	},
	120_000,
);

test('a service that is down when it is published: published all the same, and no flood', async () => {
	const linkPort = await getPort({ host: '127.0.0.1' });
	const down = await credentialFor('Down', { baseUrl: `http://127.0.0.1:${linkPort}` });
	const workflow = await publish(down, {});
	const { link: late, stop } = await startServices({ linkPort, links: 20 });
	await expect.poll(() => late.requests.at(-1)?.status, { timeout: 60_000 }).toBe(200);
	const ids = disable(1, late);
	expect(await told(workflow, 1)).toEqual(ids);
	await client.deactivateWorkflow(workflow);
	await stop();
}, 120_000);

test('polls that overlap: each event once, the oldest first', async () => {
	const latencyMs = 8000;
	const { link: slow, stop } = await startServices({ links: 30, latencyMs });
	const used = await credentialFor('Slow', { baseUrl: slow.baseUrl });
	const workflow = await publish(used, { options: { maxEvents: 2 } });
	const ids = disable(5, slow);
	expect(await told(workflow, 5, 90_000)).toEqual(ids);
	const times = slow.requests.map(({ at }) => at);
	expect(times.some((at, index) => at < (times[index - 1] ?? 0) + latencyMs)).toBe(true);
	await client.deactivateWorkflow(workflow);
	await stop();
}, 180_000);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** What is set at first, and then: much holds by the second that does not by the first. */
const settings: Record<string, [before: INodeParameters, after: INodeParameters]> = {
	event: [{ event: 'linkCreated' }, {}],
	filter: [{ filters: { search: 'nothing', searchBy: 'alias' } }, {}],
	days: [
		{ event: 'linkExpiresSoon', days: 1 },
		{ event: 'linkExpiresSoon', days: 300 },
	],
	milestone: [
		{ event: 'clicksReached', clickMilestones: '100000000' },
		{ event: 'clicksReached', clickMilestones: '10, 100000000' },
	],
};

test('another event, filter, number of days, milestone or address: no flood, then what is new once', async () => {
	change(2, { clicks: 0, ends_at: null, expiration_clicks: null });
	const { link: other, stop } = await startServices({ links: 300, seed: 2 });
	const moved = await credentialFor('Moved');
	const workflows: Record<string, string> = { address: await publish(moved, {}) };
	for (const [setting, [before]] of Object.entries(settings)) {
		workflows[setting] = await publish(credential, before);
	}
	await client.updateCredential(moved, { baseUrl: other.baseUrl, apiKey: other.apiKey });
	for (const [setting, [, after]] of Object.entries(settings)) {
		const id = workflows[setting] ?? '';
		await client.updateWorkflow(id, { nodes: nodesOf(credential, after) });
		await client.activateWorkflow(id);
	}
	await wait(12_000);

	const disabled = disable(1);
	const near = change(1, { clicks: 10, ends_at: inDays(100) });
	const news: Record<string, unknown> = {
		address: disable(1, other),
		...{ event: disabled, filter: disabled, days: near, milestone: near },
	};
	const found = async () => {
		const all = Object.entries(workflows).map(async ([setting, id]) => [
			setting,
			await told(id, 1),
		]);
		return Object.fromEntries(await Promise.all(all)) as unknown;
	};
	expect(await found()).toEqual(news);
	await wait(6000);
	expect(await found()).toEqual(news);
	for (const id of Object.values(workflows)) await client.deactivateWorkflow(id);
	await stop();
}, 180_000);

/** A workflow as n8n's own export gives it, with what its trigger remembers. */
async function exported(id: string): Promise<StoredWorkflow> {
	const file = path.join(userFolder, 'exported.json');
	const command = ['export:workflow', `--id=${id}`, `--output=${file}`];
	await runN8nCommand({ installation, userFolder }, command);
	const [workflow] = JSON.parse(await readFile(file, 'utf8')) as StoredWorkflow[];
	if (!workflow) throw new Error(`n8n exported nothing for ${id}`);
	return workflow;
}

/** Imports workflows with n8n's own command, saves them, and publishes them. */
async function importAndPublish(workflows: Array<Pick<StoredWorkflow, 'id' | 'nodes'>>) {
	const file = path.join(userFolder, 'imported.json');
	const inactive = workflows.map((workflow) => ({ ...workflow, active: false }));
	await writeFile(file, JSON.stringify(inactive));
	await runN8nCommand({ installation, userFolder }, ['import:workflow', `--input=${file}`]);
	for (const { id, nodes } of workflows) {
		// n8n 2.0 has no version to publish of what its command imported, until a change is saved.
		const moved = nodes.map((node) => ({ ...node, position: [100, 100] as [number, number] }));
		await client.updateWorkflow(id, { nodes: moved });
		await client.activateWorkflow(id);
	}
}

test('imported with what it remembers it goes on from there; without, or with another credential, it starts silently', async () => {
	const original = await publish(credential, {});
	const before = disable(2);
	expect(await told(original, 2)).toEqual(before);
	await client.deactivateWorkflow(original);
	const workflow = await exported(original);
	expect(JSON.stringify(workflow)).toContain('watched');

	const meanwhile = disable(2);
	const { id, name: label } = await credentialFor('Links, elsewhere');
	const credentials = { linkManagerApi: { id, name: label } };
	const nodes = workflow.nodes.map((node) => ({ ...node, credentials }));
	const copies = [
		{ ...workflow, id: 'moved' },
		{ ...workflow, id: 'bare', staticData: null },
		{ ...workflow, id: 'elsewhere', nodes },
	];
	await importAndPublish(copies);
	expect(await told('moved', 2)).toEqual(meanwhile);

	await wait(6000);
	const after = disable(1);
	expect(await told('moved', 3)).toEqual([...meanwhile, ...after]);
	expect(await told('bare', 1)).toEqual(after);
	expect(await told('elsewhere', 1)).toEqual(after);
	for (const copy of copies) await client.deactivateWorkflow(copy.id);
}, 300_000);

test('a wrong key, a missing scope, a wrong setting: refused, with the reason in the publication status', async () => {
	const wrong = await credentialFor('Wrong key', { apiKey: 'not this one' });
	await expect(publish(wrong, {})).rejects.toThrow('refused the API key');
	link.fault({ kind: 'status', status: 403 });
	await expect(publish(credential, {})).rejects.toThrow("doesn't have permission");
	link.clearFaults();
	await expect(
		publish(credential, { event: 'clicksReached', clickMilestones: 'many' }),
	).rejects.toThrow('is not a list of numbers');
}, 180_000);
