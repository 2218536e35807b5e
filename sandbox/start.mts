import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import getPort from 'get-port';
import { N8nClient, newOwner, type Owner, type StoredWorkflow } from './n8n/client.mjs';
import { cacheFolder, installN8n } from './n8n/install.mjs';
import { startN8n } from './n8n/instance.mjs';
import { buildInto, checkout } from './n8n/package.mjs';
import { startPostgres } from './postgres.mjs';
import { isAlive } from './processes.mjs';
import { mcpToken, provideCredentials, readExamples } from './provision.mjs';
import { startHere } from './startHere.mjs';
import { step } from './step.mjs';
import { useOwnTemporaryFolder } from './temporary.mjs';
import { startWorld } from './world.mjs';

/** gulp has no types. */
const { watch } = createRequire(import.meta.url)('gulp') as {
	watch(globs: string[], options: object, task: () => Promise<void>): { close(): Promise<void> };
};
// Outside the checkout: linters walk into whatever lies in it.
const key = createHash('sha256').update(checkout).digest('hex').slice(0, 12);
const home = path.join(cacheFolder(), `home-${key}`);
const userFolder = path.join(home, 'n8n');
const pidFile = path.join(home, 'running');
const watched = ['nodes', 'credentials', 'icons'];
/** Functions that end what was started, in the order in which it was. */
const stops: Array<() => Promise<void>> = [];
let stopping: Promise<void> | undefined;

function stopEverything(reason: string, exitCode = 0): Promise<void> {
	stopping ??= (async () => {
		console.log(`\n${reason} Stopping…`);
		for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
		process.exit(exitCode);
	})();
	return stopping;
}

/** One sandbox per checkout: two would share a database. */
async function claim(): Promise<void> {
	await mkdir(home, { recursive: true, mode: 0o700 });
	const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
	if (pid && isAlive(pid)) {
		throw new Error(
			`The sandbox of this checkout is already running (process ${pid}). Stop it first.`,
		);
	}
	await writeFile(pidFile, String(process.pid));
	stops.push(async () => await rm(pidFile, { force: true }));
}

/** The owner's random password is made with the sandbox's home and kept in it. */
async function ownerOf(): Promise<Owner> {
	const file = path.join(home, 'owner.json');
	const text = await readFile(file, 'utf8').catch(async () => {
		const made = JSON.stringify(newOwner());
		await writeFile(file, made);
		return made;
	});
	return JSON.parse(text) as Owner;
}

/** Builds again whatever changes; a build that fails leaves the last one in place. */
function rebuildOnChange(): void {
	const globs = watched.map((folder) => `${folder}/**`);
	const watcher = watch(globs, { cwd: checkout }, async () => {
		try {
			await step('Building after a change', () => buildInto(userFolder));
		} catch (error) {
			console.error((error as Error).message);
		}
	});
	stops.push(async () => await watcher.close());
}

async function start(): Promise<void> {
	// Whatever is written from here on, n8n's database too, is for this user alone.
	process.umask(0o077);
	useOwnTemporaryFolder();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => void stopEverything(`${signal}.`));
	}
	await claim();
	const installation = await installN8n();
	await step('Building the package', () => buildInto(userFolder));

	const free = async (port: number) => await getPort({ port, host: '127.0.0.1' });
	const world = await startWorld({
		link: await free(4010),
		data: await free(4020),
		website: await free(4030),
		model: await free(4040),
	});
	stops.push(world.stop);
	const database = await startPostgres();
	if (database) stops.push(database.stop);
	else console.log('Example 8 needs PostgreSQL. Debian or Ubuntu: apt-get install postgresql.');

	const environment = { N8N_DEV_RELOAD: 'true', NODE_ENV: 'development' };
	const n8n = await step(`Starting n8n ${installation.version}`, () =>
		startN8n({ installation, userFolder, port: 5678, environment }),
	);
	stops.push(n8n.stop);
	void n8n.ended.then(() => stopEverything(`n8n has ended, see ${n8n.logFile}.`, 1));

	const owner = await ownerOf();
	const client = await N8nClient.connect(n8n.baseUrl, owner);
	const { link, data, model, website } = world;
	const credentials = await provideCredentials(client, world, database?.address);
	const examples = await readExamples(credentials, website);
	const stored = await client.request<StoredWorkflow[]>('GET', '/workflows');
	const ids = new Map(stored.map(({ id, name }) => [name, id]));
	for (const workflow of [...examples.reverse(), startHere(credentials)]) {
		// What is there stays as the user has changed it.
		if (ids.has(workflow.name)) continue;
		ids.set(workflow.name, (await client.createWorkflow(workflow)).id);
	}
	rebuildOnChange();

	console.log(`
The sandbox is ready. Open this address and sign in:

  Start here       ${n8n.baseUrl}/workflow/${ids.get('Start here')}
  Email            ${owner.email}
  Password         ${owner.password}

The credentials are already set up. To create one yourself, enter:

  Link Manager     base URL ${link.baseUrl}   API key ${link.apiKey}
  Reference Data   base URL ${data.baseUrl}   API key ${data.apiKey}
  OpenAI           base URL ${model.baseUrl}   API key ${model.apiKey}
  MCP server       token ${mcpToken} (example 20)

All examples are in the list of workflows, each with a note that explains it.
Your workflows are saved in ${home}.
If you change a file in ${watched.join(', ')}, n8n reloads it in a few seconds.
Browsers cache icons for a day. To see a changed one, open a private window.
Press Ctrl-C to stop everything.`);
}

await start().catch(async (error: unknown) => {
	if (stopping) return await stopping;
	console.error(error instanceof Error ? error.message : error);
	await stopEverything("The sandbox couldn't start.", 1);
});
