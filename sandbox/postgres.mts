import { execFile } from 'node:child_process';
import { access, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './freePort.mjs';
import { startServer } from './server.mjs';

const run = promisify(execFile);

const debianFolder = '/usr/lib/postgresql';

/** How to reach the sandbox's database, as n8n's Postgres credential holds it. */
export interface PostgresAddress {
	host: string;
	port: number;
	database: string;
	user: string;
	password: string;
}

export interface Postgres extends PostgresAddress {
	/** Ends the server and removes its data. */
	stop(): Promise<void>;
}

/** The folder with this machine's PostgreSQL programs, the newest first; undefined without any. */
export async function findPostgres(): Promise<string | undefined> {
	const versions = await readdir(debianFolder).catch(() => []);
	const folders = [
		...versions
			.sort((a, b) => Number(b) - Number(a))
			.map((version) => path.join(debianFolder, version, 'bin')),
		...(process.env.PATH ?? '').split(path.delimiter),
	];
	for (const folder of folders) {
		const programs = ['initdb', 'postgres', 'psql'].map((name) => access(path.join(folder, name)));
		if ((await Promise.allSettled(programs)).every(({ status }) => status === 'fulfilled')) {
			return folder;
		}
	}
	return undefined;
}

/**
 * Starts a PostgreSQL with an empty database, on 127.0.0.1 and a free port. It ends with `stop()`, or
 * by itself as soon as the calling process is gone.
 *
 * @param programs the folder that `findPostgres` gave
 * @throws Error with what the server said when it does not start
 */
export async function startPostgres(programs: string): Promise<Postgres> {
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-postgres-'));
	const user = await serverUser();
	const data = path.join(folder, 'data');
	const passwordFile = path.join(folder, 'password');
	const address: PostgresAddress = {
		host: '127.0.0.1',
		port: await freePort(),
		database: 'postgres',
		user: 'sandbox',
		password: 'sandbox',
	};
	await writeFile(passwordFile, address.password);
	if (user) {
		await Promise.all([folder, passwordFile].map((file) => chown(file, user.uid, user.gid)));
	}
	await run(
		path.join(programs, 'initdb'),
		[
			['--pgdata', data],
			['--username', address.user],
			['--pwfile', passwordFile],
			['--auth', 'scram-sha-256'],
			['--encoding', 'UTF8'],
			['--no-sync'],
		].flat(),
		{ ...user, cwd: folder },
	);

	const end = await startServer(
		[
			path.join(programs, 'postgres'),
			['-D', data],
			['-p', String(address.port)],
			['-c', 'listen_addresses=127.0.0.1'],
			['-c', 'unix_socket_directories='],
			['-c', 'fsync=off'],
		].flat(),
		{ folder, user, answers: async () => await answers(programs, address) },
	);
	const stop = async () => {
		await end();
		await rm(folder, { recursive: true, force: true });
	};
	return { ...address, stop };
}

/**
 * Runs SQL with psql and gives the rows of its result, each a list of texts.
 *
 * @param programs the folder that `findPostgres` gave
 * @throws Error with what the server said
 */
export async function queryPostgres(
	programs: string,
	{ host, port, database, user, password }: PostgresAddress,
	sql: string,
): Promise<string[][]> {
	const { stdout } = await run(
		path.join(programs, 'psql'),
		[
			['--host', host, '--port', String(port), '--username', user, '--dbname', database],
			['--no-psqlrc', '--tuples-only', '--no-align', '--field-separator', '\t'],
			['--set', 'ON_ERROR_STOP=1', '--command', sql],
		].flat(),
		{ env: { ...process.env, PGPASSWORD: password } },
	);
	return stdout
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => line.split('\t'));
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package made. */
async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.platform === 'win32' || userInfo().uid !== 0) return undefined;
	const [uid, gid] = await Promise.all(
		['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
	);
	return { uid: uid ?? 0, gid: gid ?? 0 };
}

async function answers(programs: string, address: PostgresAddress): Promise<boolean> {
	try {
		await queryPostgres(programs, address, 'SELECT 1');
		return true;
	} catch {
		return false;
	}
}
