import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import getPort from 'get-port';
import waitFor from 'p-wait-for';
import { installDebianPackage } from '../../sandbox/debian.mjs';
import { N8nClient } from '../../sandbox/n8n/client.mjs';
import { installN8n } from '../../sandbox/n8n/install.mjs';
import { startN8n, startWorker, type Instance } from '../../sandbox/n8n/instance.mjs';
import { packPackage } from '../../sandbox/n8n/package.mjs';
import { findPostgres, queryPostgres, startPostgres } from '../../sandbox/postgres.mjs';
import { startProcess } from '../../sandbox/processes.mjs';
import { owner } from '../../sandbox/provision.mjs';
import { startRegistry } from '../../sandbox/registry/start.mjs';
import { step } from '../../sandbox/step.mjs';
import { stopAll, type Stops } from '../../sandbox/world.mjs';
import { packageName } from '../install/package.mjs';

/** How many executions each worker runs at once. */
export const workerConcurrency = 5;

export interface Servers {
	/** The folder with PostgreSQL's programs. */
	postgres: string;
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

/** PostgreSQL's programs, installed first, as is Redis, where that is possible; else what is missing. */
export async function findServers(): Promise<Servers | { missing: string }> {
	const problems: Array<string | undefined> = [];
	if (!(await findPostgres())) problems.push(await installDebianPackage('postgresql'));
	if (!(await hasRedis())) problems.push(await installDebianPackage('redis-server'));
	const postgres = await findPostgres();
	if (postgres !== undefined && (await hasRedis())) return { postgres };
	return {
		missing: `Queue mode needs PostgreSQL and Redis: ${problems.filter(Boolean).join('; ')}.`,
	};
}

async function hasRedis(): Promise<boolean> {
	return !(await execa('redis-server', ['--version'], { reject: false })).failed;
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
	const stops: Stops = [async () => await rm(folder, { recursive: true, force: true })];
	const stop = async () => await stopAll(stops);
	try {
		const registry = await startRegistry(installation.node, console.log);
		stops.push(registry.stop);
		await registry.publish(await packPackage(folder));
		const { address: postgres, stop: stopPostgres } = await startPostgres(servers.postgres);
		stops.push(stopPostgres);
		const redisPort = await getPort({ host: '127.0.0.1' });
		const redis = await startProcess(
			'redis-server',
			['--bind', '127.0.0.1', '--port', String(redisPort), '--save', '', '--appendonly', 'no'],
			{ name: 'Redis', folder, ready: async () => await listensAt(redisPort) },
		);
		stops.push(redis.stop);

		const environment = {
			...registry.environment,
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redisPort),
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
	await waitFor(() => existsSync(installed), {
		interval: 200,
		timeout: { milliseconds: 60_000, message: `No package came to ${installed}.` },
	});
}

async function listensAt(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy().destroyed));
		socket.once('error', () => resolve(false));
	});
}
