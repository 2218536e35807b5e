import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import getPort from 'get-port';
import { N8nClient } from '../../sandbox/n8n/client.mjs';
import { installN8n } from '../../sandbox/n8n/install.mjs';
import { startN8n, startWorker, type Instance } from '../../sandbox/n8n/instance.mjs';
import { packPackage, placePackage } from '../../sandbox/n8n/package.mjs';
import { findPostgres, queryPostgres, startPostgres } from '../../sandbox/postgres.mjs';
import { startProcess } from '../../sandbox/processes.mjs';
import { owner } from '../../sandbox/provision.mjs';
import { step } from '../../sandbox/step.mjs';

/** How many executions each worker runs at once. */
export const workerConcurrency = 5;

/** An n8n in queue mode: one main, two workers, a PostgreSQL and a Redis. */
export interface Cluster {
	client: N8nClient;
	main: Instance;
	workers: [Instance, Instance];
	/** Asks n8n's database. */
	query(sql: string): Promise<string[][]>;
	stop(): Promise<void>;
}

/**
 * Starts a cluster with the package in each part; each has a folder of its own, as on machines of
 * their own.
 *
 * @throws Error when PostgreSQL or Redis is missing, or a part does not start
 */
export async function startCluster(): Promise<Cluster> {
	const programs = await findPostgres();
	const redisVersion = await execa('redis-server', ['--version'], { reject: false });
	if (programs === undefined || redisVersion.failed) {
		throw new Error(
			'Queue mode needs PostgreSQL and Redis. Debian or Ubuntu: apt-get install postgresql redis-server.',
		);
	}
	const installation = await installN8n(undefined, console.log);
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-queue-'));
	const stops = [async () => await rm(folder, { recursive: true, force: true })];
	const stop = async () => {
		for (let last = stops.pop(); last; last = stops.pop()) await last();
	};
	try {
		const { address, stop: stopPostgres } = await startPostgres(programs);
		stops.push(stopPostgres);
		const redisPort = await startRedis(folder, stops);
		const environment = {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redisPort),
			// A worker that is gone is missed after 15 seconds and not after a minute.
			QUEUE_WORKER_LOCK_DURATION: '15000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
			QUEUE_WORKER_STALLED_INTERVAL: '5000',
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: address.host,
			DB_POSTGRESDB_PORT: String(address.port),
			DB_POSTGRESDB_DATABASE: address.database,
			DB_POSTGRESDB_USER: address.user,
			DB_POSTGRESDB_PASSWORD: address.password,
		};
		const tarball = await packPackage(folder);
		const optionsOf = async (name: string) => {
			const userFolder = path.join(folder, name);
			await placePackage(tarball, userFolder);
			return { installation, userFolder, environment };
		};
		const main = await step(console.log, 'Starting the main n8n', async () =>
			startN8n(await optionsOf('main')),
		);
		stops.push(main.stop);
		const start = async (name: string) => {
			const options = { ...(await optionsOf(name)), concurrency: workerConcurrency };
			const worker = await step(console.log, `Starting ${name}`, () => startWorker(options));
			stops.push(worker.stop);
			return worker;
		};
		const workers: [Instance, Instance] = [await start('worker 1'), await start('worker 2')];
		const client = await N8nClient.connect(main.baseUrl, owner);
		const query = async (sql: string) => await queryPostgres(programs, address, sql);
		return { client, main, workers, query, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function startRedis(folder: string, stops: Array<() => Promise<void>>): Promise<number> {
	const port = await getPort({ host: '127.0.0.1' });
	const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
	const ready = async () => await listensAt(port);
	const redis = await startProcess('redis-server', args, { name: 'Redis', folder, ready });
	stops.push(redis.stop);
	return port;
}

async function listensAt(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy().destroyed));
		socket.once('error', () => resolve(false));
	});
}
