import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './cache.mjs';
import { freePort } from './freePort.mjs';
import { lock } from './lock.mjs';
import { N8nClient } from './n8n/client.mjs';
import { installN8n } from './n8n/install.mjs';
import { startN8n } from './n8n/instance.mjs';
import { startModel } from './model/start.mjs';
import { packPackage, placePackage } from './n8n/package.mjs';
import { findPostgres, startPostgres, type Postgres } from './postgres.mjs';
import { importWorkflows, owner, provideCredentials, workflowFiles } from './provision.mjs';
import { startServices } from './services/start.mjs';
import { step } from './step.mjs';
import { startWebsite } from './website.mjs';

const checkout = path.resolve(import.meta.dirname, '..');
// Outside the checkout: linters walk into whatever lies in it.
const home = path.join(
	cacheFolder(),
	`home-${createHash('sha256').update(checkout).digest('hex').slice(0, 12)}`,
);
const userFolder = path.join(home, 'n8n');
const usualPorts = { n8n: 5678, link: 4010, data: 4020, website: 4030, model: 4040 };

const run = promisify(execFile);
const startedThings: Array<() => Promise<void>> = [];
let stopping = false;

/** Stops what was started, the last first, and ends this process. */
async function stopEverything(reason: string, exitCode = 0): Promise<never> {
	if (!stopping) {
		stopping = true;
		console.log(`\n${reason} Stopping …`);
		for (const stop of startedThings.reverse()) await stop();
		process.exit(exitCode);
	}
	return await new Promise(() => undefined);
}

function stopOnSignals(): void {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => void stopEverything(`${signal}.`));
	}
	// A terminal that is gone takes no more output.
	process.stdout.on('error', () => undefined);
	// A parent that is ended by force, or that does not pass a signal on, is seen only by its absence.
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) void stopEverything('The terminal is gone.');
	}, 1_000).unref();
}

/** One sandbox per checkout: two would share a database. */
async function claim(): Promise<void> {
	await mkdir(userFolder, { recursive: true });
	try {
		// Long enough to outlast the lock of a sandbox that was killed.
		startedThings.push(await lock(home, { retries: 6, factor: 1, minTimeout: 2_000 }));
	} catch (error) {
		throw new Error('The sandbox of this checkout is running already: stop that one first.', {
			cause: error,
		});
	}
}

/** @throws Error with what the compiler said when it fails */
async function build(): Promise<void> {
	try {
		await run('npm', ['run', 'build'], { cwd: checkout, shell: process.platform === 'win32' });
	} catch (error) {
		const { stdout, stderr } = error as { stdout: string; stderr: string };
		throw new Error(`The build failed:\n${stdout}${stderr}`, { cause: error });
	}
}

/** The database of one example; the sandbox does without it where PostgreSQL is not installed. */
async function startDatabase(): Promise<Postgres | undefined> {
	const programs = await findPostgres();
	if (programs === undefined) {
		console.log('PostgreSQL is not installed: example 8 needs it and will not run.');
		return undefined;
	}
	const postgres = await startPostgres(programs);
	startedThings.push(postgres.stop);
	return postgres;
}

async function start(): Promise<void> {
	stopOnSignals();
	await claim();
	await step(console.log, 'Building the package', build);
	const installation = await installN8n(undefined, console.log);
	await placePackage(await packPackage(home), userFolder);

	const services = await startServices({
		linkPort: await freePort(usualPorts.link),
		dataPort: await freePort(usualPorts.data),
	});
	startedThings.push(services.stop);
	const website = await startWebsite(await freePort(usualPorts.website));
	startedThings.push(website.stop);
	const model = await startModel(await freePort(usualPorts.model));
	startedThings.push(model.stop);
	const postgres = await startDatabase();
	const n8n = await step(console.log, `Starting n8n ${installation.version}`, () =>
		startN8n({ installation, userFolder, port: usualPorts.n8n }),
	);
	startedThings.push(n8n.stop);
	void n8n.ended.then(() => stopEverything(`n8n has ended; its log is ${n8n.logFile}.`, 1));

	const client = await N8nClient.connect(n8n.baseUrl, owner);
	const credentials = await provideCredentials(client, { ...services, model, postgres });
	const files = [
		...(await workflowFiles(path.join(checkout, 'examples'))).reverse(),
		path.join(import.meta.dirname, 'startHere.json'),
	];
	const surroundings = { credentials, website: website.baseUrl };
	await importWorkflows(client, files, surroundings, path.join(userFolder, 'imported.json'));

	console.log(`
The sandbox is ready.

  Editor           ${n8n.baseUrl}
  Sign in          ${owner.email}
  Password         ${owner.password}

  Link service     ${services.link.baseUrl}
  Data service     ${services.data.baseUrl}
  Model stand-in   ${model.baseUrl}

What to click first: open the workflow "Start here" and click "Execute workflow".
Then double-click a node to see its parameters and what came out of it.
The nine examples are in the list of workflows; each explains itself in its notes.
Your workflows are kept in ${home}. Ctrl-C stops everything.`);
}

await start().catch(async (error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	await stopEverything('The sandbox could not start.', 1);
});
