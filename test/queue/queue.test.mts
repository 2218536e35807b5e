import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import axios from 'axios';
import { execa } from 'execa';
import getPort from 'get-port';
import waitFor from 'p-wait-for';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { N8nClient, newOwner } from '../../sandbox/n8n/client.mjs';
import { installN8n } from '../../sandbox/n8n/install.mjs';
import { startN8n, type Instance } from '../../sandbox/n8n/instance.mjs';
import { fullType, locator, nodeOf, wires } from '../../sandbox/n8n/workflow.mjs';
import { queryPostgres, startPostgres } from '../../sandbox/postgres.mjs';
import { startProcess } from '../../sandbox/processes.mjs';
import { startServices } from '../../sandbox/services/start.mjs';

/** One main n8n and two workers, each with its own folder, as on different machines. */
const workerConcurrency = 5;
const services = await startServices({ latencyMs: 100 });
const { link } = services;
const postgres = await startPostgres();
const redisVersion = await execa('redis-server', ['--version'], { reject: false });
if (postgres === undefined || redisVersion.failed) {
	throw new Error(
		'Queue mode needs PostgreSQL and Redis. Debian or Ubuntu: apt-get install postgresql redis-server.',
	);
}
const database = postgres.address;
const redisPort = String(await getPort({ host: '127.0.0.1' }));
const redisArgs = ['--bind', '127.0.0.1', '--port', redisPort, '--save', '', '--appendonly', 'no'];
const redis = await startProcess('redis-server', redisArgs, {
	name: 'Redis',
	folder: await mkdtemp(path.join(tmpdir(), 'n8n-nodes-redis-')),
	env: { PATH: process.env.PATH },
	ready: async () => {
		const { stdout } = await execa('redis-cli', ['-p', redisPort, 'ping'], { reject: false });
		return stdout === 'PONG';
	},
});
const installation = await installN8n();
const environment = {
	EXECUTIONS_MODE: 'queue',
	N8N_ENCRYPTION_KEY: randomUUID(),
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: redisPort,
	// n8n notices a lost worker after 15 seconds instead of a minute.
	QUEUE_WORKER_LOCK_DURATION: '15000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: database.host,
	DB_POSTGRESDB_PORT: String(database.port),
	DB_POSTGRESDB_DATABASE: database.database,
	DB_POSTGRESDB_USER: database.user,
	DB_POSTGRESDB_PASSWORD: database.password,
};
const main = await startN8n({ installation, environment });
const workers = [
	await startN8n({ installation, environment, workerConcurrency }),
	await startN8n({ installation, environment, workerConcurrency }),
];
const webhook = `${main.baseUrl}/webhook/campaign`;

/** Publishes: webhook → create or update a link. The webhook responds immediately. */
beforeAll(async () => {
	const client = await N8nClient.connect(main.baseUrl, newOwner());
	const { baseUrl, apiKey } = link;
	const credential = await client.createCredential('Links', 'linkManagerApi', { baseUrl, apiKey });
	const hook = { httpMethod: 'POST', path: 'campaign', responseMode: 'onReceived' };
	const upsert = {
		resource: 'link',
		operation: 'upsert',
		matchBy: 'alias',
		domainId: locator('11'),
		url: 'https://www.example.org/campaign',
		alias: '={{ $json.body.alias }}',
	};
	const { id } = await client.createWorkflow({
		name: 'Queue mode',
		nodes: [
			nodeOf('Webhook', 'n8n-nodes-base.webhook', hook, { webhookId: 'campaign' }),
			nodeOf('Link', fullType('linkManager'), upsert, { credential }),
		],
		connections: wires('Webhook', 'Link'),
	});
	await client.activateWorkflow(id);
});

afterAll(async () => {
	for (const { stop } of [...workers, main, redis, postgres, services]) await stop();
}, 60_000);

it('200 executions on two workers create no link twice if a worker is killed, and a second run creates the rest', async () => {
	const aliases = Array.from({ length: 200 }, (_, index) => `campaign-${index}`);
	const sending = send(aliases);
	await waitFor(() => created().length >= 50, { interval: 20, timeout: 120_000 });
	const [victim] = workers;
	process.kill(victim?.pid ?? 0, 'SIGKILL');
	await victim?.ended;
	await sending;
	const statuses = await untilAllEnded();

	expect(statuses).toHaveLength(200);
	const failed = statuses.filter((status) => status !== 'success');
	// The executions of the killed worker, and one that may be missing from its log.
	expect(failed.length).toBeLessThanOrEqual(workerConcurrency + 1);
	for (const status of failed) expect(status).toMatch(/^(error|crashed)$/);
	for (const worker of workers) expect(await begunBy(worker)).toBeGreaterThan(5);
	expect(new Set(created()).size).toBe(created().length);

	// Running all of them again completes the failed ones and creates nothing twice.
	await send(aliases);
	const again = (await untilAllEnded()).slice(200);
	expect(again).toEqual(aliases.map(() => 'success'));
	expect(created().sort()).toEqual(aliases.sort());
}, 300_000);

/** Starts one execution per alias, 20 at a time, until n8n has accepted each. */
async function send(aliases: string[]): Promise<void> {
	// n8n returns 503 before it starts anything if its database is too slow.
	const validateStatus = (status: number) => [200, 503].includes(status);
	const start = async (alias: string) =>
		(await axios.post(webhook, { alias }, { validateStatus })).status === 200;
	const insist = async (alias: string) =>
		await waitFor(async () => await start(alias), { interval: 1_000, timeout: 60_000 });
	for (let first = 0; first < aliases.length; first += 20) {
		await Promise.all(aliases.slice(first, first + 20).map(insist));
	}
}

/** The aliases of the links that the service created, one per creation. */
function created(): unknown[] {
	const creations = link.ledger.filter(({ action }) => action === 'created');
	return creations.map(({ fields }) => fields.alias);
}

/** Waits until no execution is queued or running, and returns the status of each in order. */
async function untilAllEnded(): Promise<string[]> {
	return await waitFor(
		async () => {
			const rows = await queryPostgres(database, 'SELECT status FROM execution_entity ORDER BY id');
			const statuses = rows.flat();
			const isOver = !statuses.some((status) => ['new', 'running'].includes(status));
			return isOver && waitFor.resolveWith(statuses);
		},
		{ interval: 500, timeout: 120_000 },
	);
}

async function begunBy({ logFile }: Instance): Promise<number> {
	const log = await readFile(logFile, 'utf8');
	return log.match(/Worker started execution \d+/g)?.length ?? 0;
}
