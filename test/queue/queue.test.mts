import { readFile } from 'node:fs/promises';
import waitFor from 'p-wait-for';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Instance } from '../../sandbox/n8n/instance.mjs';
import { fullType, nodeOf, wires } from '../../sandbox/n8n/workflow.mjs';
import { provideCredentials } from '../../sandbox/provision.mjs';
import { startServices } from '../../sandbox/services/start.mjs';
import { startCluster, workerConcurrency, type Cluster } from './cluster.mjs';

const { link, data, stop } = await startServices({ latencyMs: 100 });
let cluster: Cluster;
let webhook: string;

beforeAll(async () => {
	cluster = await startCluster();
	webhook = await publishWorkflow();
}, 600_000);
afterAll(async () => {
	await cluster?.stop();
	await stop();
}, 60_000);

it('200 executions on two workers, one of them killed: nothing lost, nothing doubled', async () => {
	const aliases = Array.from({ length: 200 }, (_, index) => `campaign-${index}`);
	const [victim, survivor] = cluster.workers;
	const sending = send(aliases);
	await waitFor(() => created().length >= 50, { interval: 20, timeout: 120_000 });
	process.kill(victim.pid, 'SIGKILL');
	await victim.ended;
	await sending;
	const statuses = await untilAllEnded();

	expect(statuses).toHaveLength(200);
	const failed = statuses.filter((status) => status !== 'success');
	// What the killed worker had begun, and one more that its log may not tell of.
	expect(failed.length).toBeLessThanOrEqual(workerConcurrency + 1);
	for (const status of failed) expect(status).toMatch(/^(error|crashed)$/);
	expect((await begunBy(survivor)).length).toBeGreaterThan(20);
	expect((await begunBy(victim)).length).toBeGreaterThan(5);
	expect(new Set(created()).size).toBe(created().length);

	// Whoever runs all of them again gets what was cut short, and nothing twice.
	await send(aliases);
	const again = (await untilAllEnded()).slice(200);
	expect(again).toEqual(aliases.map(() => 'success'));
	expect(created().sort()).toEqual(aliases.sort());
	console.log(`${failed.length} executions ended with the killed worker, 200 links of 200 made.`);
}, 300_000);

/** Webhook → create or update a link → look up a school; answers at once. Gives the webhook's URL. */
async function publishWorkflow(): Promise<string> {
	const { client, main } = cluster;
	const model = { baseUrl: link.baseUrl, apiKey: 'none' };
	const credentials = await provideCredentials(client, { link, data, model });
	const hook = { httpMethod: 'POST', path: 'campaign', responseMode: 'onReceived' };
	const upsert = {
		...{ resource: 'link', operation: 'upsert', matchBy: 'alias' },
		url: 'https://www.example.org/campaign',
		alias: '={{ $json.body.alias }}',
		domainId: { __rl: true, mode: 'id', value: '11' },
	};
	const get = {
		...{ resource: 'highSchool', operation: 'get' },
		schoolId: { __rl: true, mode: 'emis', value: '210000007' },
	};
	const stored = await client.createWorkflow({
		name: 'Queue mode',
		nodes: [
			nodeOf('Webhook', 'n8n-nodes-base.webhook', hook, { webhookId: 'campaign' }),
			nodeOf('Link', fullType('linkManager'), upsert, { credential: credentials.linkManagerApi }),
			nodeOf('School', fullType('referenceData'), get, {
				credential: credentials.referenceDataApi,
			}),
		],
		connections: { ...wires('Webhook', 'Link'), ...wires('Link', 'School') },
	});
	await client.activateWorkflow(stored.id);
	return `${main.baseUrl}/webhook/campaign`;
}

/**
 * Starts one execution per alias, 20 at a time; each must be taken. An n8n too busy to hear from its
 * database answers 503 before it starts anything, and is asked again.
 */
async function send(aliases: string[]): Promise<void> {
	const waiting = [...aliases];
	const start = async (alias: string) => {
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify({ alias });
		const response = await fetch(webhook, { method: 'POST', headers, body });
		await response.body?.cancel();
		if (response.status !== 503) expect(response.status).toBe(200);
		return response.status === 200;
	};
	const lane = async () => {
		for (let alias = waiting.shift(); alias !== undefined; alias = waiting.shift()) {
			const next = alias;
			await waitFor(async () => await start(next), { interval: 1_000, timeout: 60_000 });
		}
	};
	await Promise.all(Array.from({ length: 20 }, lane));
}

/** The aliases of the links that the service has really created, one entry per creation. */
function created(): string[] {
	return link.ledger
		.filter(({ action }) => action === 'created')
		.map(({ after }) => (after && 'alias' in after ? after.alias : ''));
}

/** Waits until no execution is queued or running, and gives the status of each in order. */
async function untilAllEnded(): Promise<string[]> {
	const statuses = async () => {
		const rows = await cluster.query('SELECT status FROM execution_entity ORDER BY id');
		return rows.map(([status]) => status ?? '');
	};
	const isOver = (all: string[]) => !all.some((status) => ['new', 'running'].includes(status));
	await waitFor(async () => isOver(await statuses()), { interval: 500, timeout: 120_000 });
	return await statuses();
}

/** The executions that a worker's log says it has begun. */
async function begunBy(worker: Instance): Promise<string[]> {
	const log = await readFile(worker.logFile, 'utf8');
	return [...log.matchAll(/Worker started execution (\d+)/g)].map(([, id]) => id ?? '');
}
