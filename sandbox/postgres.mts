import { randomBytes } from 'node:crypto';
import { appendFile, chown, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import getPort from 'get-port';
import { host } from './host.mjs';
import { startProcess } from './processes.mjs';

/** How to reach the sandbox's database, as n8n's Postgres credential holds it. */
export type PostgresAddress = NonNullable<Awaited<ReturnType<typeof startPostgres>>>['address'];

/**
 * Starts a PostgreSQL with an empty database, on a free port, with a random
 * password. It ends as every process here does.
 *
 * @returns undefined where PostgreSQL isn't installed
 * @throws Error with what the server said when it does not start
 */
export async function startPostgres() {
	const env = await environment();
	const { failed } = await execa('postgres', ['--version'], { env, reject: false });
	if (failed) return undefined;
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-postgres-'));
	const server = { env, ...(await serverUser()) };
	const passwordFile = path.join(folder, 'password');
	const password = randomBytes(16).toString('hex');
	await writeFile(passwordFile, password, { mode: 0o600 });
	for (const place of [folder, passwordFile]) await chown(place, server.uid, server.gid);
	const data = path.join(folder, 'data');
	const user = 'sandbox';
	const signIn = ['--auth', 'scram-sha-256', '--username', user, '--pwfile', passwordFile];
	await execa('initdb', ['--pgdata', data, ...signIn, '--encoding', 'UTF8', '--no-sync'], {
		...server,
		cwd: folder,
	});
	await appendFile(path.join(data, 'pg_hba.conf'), 'host all all samenet scram-sha-256\n');
	const port = await getPort({ host });
	const address = { host, port, database: 'postgres', user, password };
	const settings = [`listen_addresses=${host}`, 'unix_socket_directories=', 'fsync=off'];
	const { stop } = await startProcess(
		'postgres',
		['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
		{
			name: 'PostgreSQL',
			folder,
			...server,
			ready: async () => await queryPostgres(address, 'SELECT 1').then(Boolean, () => false),
		},
	);
	return { address, stop };
}

/**
 * Runs SQL with psql and gives the rows of its result, each a list of texts.
 *
 * @throws Error with what the server said
 */
export async function queryPostgres(
	{ host, port, database, user, password }: PostgresAddress,
	sql: string,
): Promise<string[][]> {
	const url = `postgresql://${user}@${host}:${port}/${database}`;
	const format = ['--no-psqlrc', '--tuples-only', '--no-align', '--field-separator', '\t'];
	const command = [...format, '--set', 'ON_ERROR_STOP=1', '--command', sql, url];
	const env = { ...(await environment()), PGPASSWORD: password };
	const { stdout } = await execa('psql', command, { env, lines: true });
	return stdout.map((line) => line.split('\t'));
}

/** Debian keeps the server's programs out of the PATH, in a folder for each version. */
async function environment(): Promise<{ PATH: string }> {
	const versions = await readdir('/usr/lib/postgresql').catch(() => []);
	const folders = versions.map((version) => `/usr/lib/postgresql/${version}/bin`);
	return { PATH: [...folders, process.env.PATH].join(path.delimiter) };
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package made. */
async function serverUser(): Promise<{ uid: number; gid: number }> {
	const { uid, gid } = userInfo();
	if (uid !== 0) return { uid, gid };
	const idOf = async (flag: string) => Number((await execa('id', [flag, 'postgres'])).stdout);
	return { uid: await idOf('-u'), gid: await idOf('-g') };
}
