import { access, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import getPort from 'get-port';
import { startProcess } from './processes.mjs';

const debianFolder = '/usr/lib/postgresql';

/** How to reach the sandbox's database, as n8n's Postgres credential holds it. */
export interface PostgresAddress {
	host: string;
	port: number;
	database: string;
	user: string;
	password: string;
}

export interface Postgres {
	address: PostgresAddress;
	/** Ends the server and removes its data. */
	stop(): Promise<void>;
}

/** The folder with this machine's PostgreSQL programs, the newest first; undefined without any. */
export async function findPostgres(): Promise<string | undefined> {
	const versions = await readdir(debianFolder).catch(() => []);
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	const folders = [
		...newestFirst.map((version) => path.join(debianFolder, version, 'bin')),
		...(process.env.PATH ?? '').split(path.delimiter),
	];
	for (const folder of folders) {
		const programs = ['initdb', 'postgres', 'psql'].map((name) => access(path.join(folder, name)));
		if (await succeeds(Promise.all(programs))) return folder;
	}
	return undefined;
}

/**
 * Starts a PostgreSQL with an empty database, on 127.0.0.1 and a free port. It ends as every process
 * here does.
 *
 * @param programs the folder that `findPostgres` gave
 * @throws Error with what the server said when it does not start
 */
export async function startPostgres(programs: string): Promise<Postgres> {
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-postgres-'));
	const owner = await serverUser();
	const data = path.join(folder, 'data');
	const passwordFile = path.join(folder, 'password');
	const port = await getPort({ host: '127.0.0.1' });
	const user = 'sandbox';
	const password = 'sandbox';
	const address = { host: '127.0.0.1', port, database: 'postgres', user, password };
	await writeFile(passwordFile, password);
	if (owner) {
		await Promise.all([folder, passwordFile].map((file) => chown(file, owner.uid, owner.gid)));
	}
	const login = ['--username', user, '--pwfile', passwordFile, '--auth', 'scram-sha-256'];
	await execa(
		path.join(programs, 'initdb'),
		['--pgdata', data, ...login, '--encoding', 'UTF8', '--no-sync'],
		{ ...owner, cwd: folder },
	);

	const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
	const server = await startProcess(
		path.join(programs, 'postgres'),
		['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
		{
			name: 'PostgreSQL',
			folder,
			user: owner,
			ready: async () => await succeeds(queryPostgres(programs, address, 'SELECT 1')),
		},
	);
	const stop = async () => {
		await server.stop();
		await rm(folder, { recursive: true, force: true });
	};
	return { address, stop };
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
	const { stdout } = await execa(
		path.join(programs, 'psql'),
		[
			['--host', host, '--port', String(port), '--username', user, '--dbname', database],
			['--no-psqlrc', '--tuples-only', '--no-align', '--field-separator', '\t'],
			['--set', 'ON_ERROR_STOP=1', '--command', sql],
		].flat(),
		{ env: { PGPASSWORD: password } },
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
		['-u', '-g'].map(async (flag) => Number((await execa('id', [flag, 'postgres'])).stdout)),
	);
	return { uid: uid ?? 0, gid: gid ?? 0 };
}

async function succeeds(attempt: Promise<unknown>): Promise<boolean> {
	return await attempt.then(
		() => true,
		() => false,
	);
}
