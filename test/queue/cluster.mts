import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { installDebianPackage } from '../../sandbox/debian.mjs';
import { N8nClient } from '../../sandbox/n8n/client.mjs';
import { installN8n } from '../../sandbox/n8n/install.mjs';
import { startN8n, startWorker, type Instance } from '../../sandbox/n8n/instance.mjs';
import { packPackage } from '../../sandbox/n8n/package.mjs';
import { findPostgres, queryPostgres, startPostgres } from '../../sandbox/postgres.mjs';
import { owner } from '../../sandbox/provision.mjs';
import { startRegistry } from '../../sandbox/registry/start.mjs';
import { step } from '../../sandbox/step.mjs';
import { packageName } from '../install/package.mjs';
import { findRedis, startRedis } from './redis.mjs';

const followLimit = 60_000;

/** How many executions each worker runs at once. */
export const workerConcurrency = 5;

export interface Servers {
	/** The folder with PostgreSQL's programs. */
	postgres: string;
	/** The path of redis-server. */
	redis: string;
}

/** An n8n in queue mode: one main, two workers, a PostgreSQL and a Redis. */
export interface Cluster {
	client: N8nClient;
	main: Instance;
	workers: [Instance, Instance];
	/** Asks n8n's database. */
	query(sql: string): Promise<string[][]>;
	stop(): Promise<void>;
}

/** The servers that queue mode needs, installed first where that is possible; else what is missing. */
export async function findServers(): Promise<Servers | { missing: string }> {
	const problems: string[] = [];
	if (!(await findPostgres())) problems.push((await installDebianPackage('postgresql')) ?? '');
	if (!(await findRedis())) problems.push((await installDebianPackage('redis-server')) ?? '');
	const [postgres, redis] = await Promise.all([findPostgres(), findRedis()]);
	if (postgres !== undefined && redis !== undefined) return { postgres, redis };
	return { missing: `Queue mode needs PostgreSQL and Redis: ${problems.join('; ')}.` };
}

/**
 * Starts a cluster and installs the package on the main's settings page; the workers follow it. Each
 * process has a folder of its own, as on machines of their own.
 *
 * @throws Error when a part does not start, or a worker does not install the package in a minute
 */
export async function startCluster(servers: Servers): Promise<Cluster> {
	const installation = await installN8n(undefined, console.log);
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-queue-'));
	const stops: Array<() => Promise<void>> = [
		async () => await rm(folder, { recursive: true, force: true }),
	];
	const stop = async () => {
		for (const stopOne of stops.reverse()) await stopOne();
	};
	try {
		const registry = await startRegistry(installation.node, console.log);
		stops.push(registry.stop);
		await registry.publish(await packPackage(folder));
		const postgres = await startPostgres(servers.postgres);
		stops.push(postgres.stop);
		const redis = await startRedis(servers.redis);
		stops.push(redis.stop);

		const environment = {
			...registry.environment,
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: redis.host,
			QUEUE_BULL_REDIS_PORT: String(redis.port),
			// A worker that is gone is missed after 15 seconds and not after a minute.
			QUEUE_WORKER_LOCK_DURATION: '15000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
			QUEUE_WORKER_STALLED_INTERVAL: '5000',
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: postgres.host,
			DB_POSTGRESDB_PORT: String(postgres.port),
			DB_POSTGRESDB_DATABASE: postgres.database,
			DB_POSTGRESDB_USER: postgres.user,
			DB_POSTGRESDB_PASSWORD: postgres.password,
		};
		const userFolder = (name: string) => path.join(folder, name);
		const main = await step(console.log, 'Starting the main n8n', () =>
			startN8n({ installation, userFolder: userFolder('main'), environment }),
		);
		stops.push(main.stop);
		const startOne = async (name: string) => {
			const worker = await step(console.log, `Starting ${name}`, () =>
				startWorker({
					installation,
					userFolder: userFolder(name),
					environment,
					concurrency: workerConcurrency,
				}),
			);
			stops.push(worker.stop);
			return worker;
		};
		const workers: [Instance, Instance] = [await startOne('worker 1'), await startOne('worker 2')];

		const client = await N8nClient.connect(main.baseUrl, owner);
		await client.installPackage(packageName);
		await Promise.all(['worker 1', 'worker 2'].map((name) => untilInstalled(userFolder(name))));
		const query = async (sql: string) => await queryPostgres(servers.postgres, postgres, sql);
		return { client, main, workers, query, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Waits until a worker has the package, of which the main has told it over Redis. */
async function untilInstalled(userFolder: string): Promise<void> {
	const installed = path.join(userFolder, '.n8n', 'nodes', 'node_modules', packageName, 'dist');
	const deadline = Date.now() + followLimit;
	while (
		!(await access(installed).then(
			() => true,
			() => false,
		))
	) {
		if (Date.now() > deadline) throw new Error(`No package came to ${installed}.`);
		await wait(200);
	}
}
