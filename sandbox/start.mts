import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { cacheFolder } from './cache.mjs';
import { lock } from './lock.mjs';
import { findPostgres } from './postgres.mjs';
import { importWorkflows, owner, workflowFiles } from './provision.mjs';
import { step } from './step.mjs';
import { useOwnTemporaryFolder } from './temporary.mjs';
import { startWorld, stopAll, type Stops } from './world.mjs';

const checkout = path.resolve(import.meta.dirname, '..');
// Outside the checkout: linters walk into whatever lies in it.
const home = path.join(
	cacheFolder(),
	`home-${createHash('sha256').update(checkout).digest('hex').slice(0, 12)}`,
);
const userFolder = path.join(home, 'n8n');
const ports = { n8n: 5678, link: 4010, data: 4020, website: 4030, model: 4040 };
const stops: Stops = [];
let stopping = false;

/** Stops what was started and ends this process. */
async function stopEverything(reason: string, exitCode = 0): Promise<never> {
	if (!stopping) {
		stopping = true;
		console.log(`\n${reason} Stopping…`);
		await stopAll(stops);
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
		if (process.ppid !== parent) void stopEverything('The terminal was closed.');
	}, 1_000).unref();
}

/** One sandbox per checkout: two would share a database. */
async function claim(): Promise<void> {
	await mkdir(userFolder, { recursive: true });
	try {
		// Long enough to outlast the lock of a sandbox that was killed.
		stops.push(await lock(home, { retries: 6, factor: 1, minTimeout: 2_000 }));
	} catch (error) {
		throw new Error('The sandbox of this checkout is already running. Stop it first.', {
			cause: error,
		});
	}
}

/** @throws Error with what the compiler said when it fails */
async function build(): Promise<void> {
	const { failed, all } = await execa('npm', ['run', 'build'], {
		cwd: checkout,
		all: true,
		reject: false,
	});
	if (failed) throw new Error(`The build failed:\n${all}`);
}

async function start(): Promise<void> {
	useOwnTemporaryFolder();
	stopOnSignals();
	await claim();
	await step(console.log, 'Building the package', build);
	if ((await findPostgres()) === undefined) {
		console.log("PostgreSQL isn't installed, so example 8 won't run.");
	}
	const { n8n, client, link, data, model, website, credentials } = await startWorld(stops, {
		userFolder,
		ports,
	});
	void n8n.ended.then(() => stopEverything(`n8n has stopped. See its log: ${n8n.logFile}.`, 1));
	const files = [
		...(await workflowFiles(path.join(checkout, 'examples'))).reverse(),
		path.join(import.meta.dirname, 'startHere.json'),
	];
	const surroundings = { credentials, website: website.baseUrl };
	await importWorkflows(client, files, surroundings, path.join(userFolder, 'imported.json'));

	console.log(`
The sandbox is ready.

  Editor           ${n8n.baseUrl}
  Email            ${owner.email}
  Password         ${owner.password}

Its credentials are already set up. To create one yourself, enter:

  Link Manager     base URL ${link.baseUrl}   API key ${link.apiKey}
  Reference Data   base URL ${data.baseUrl}   API key ${data.apiKey}
  OpenAI           base URL ${model.baseUrl}   API key ${model.apiKey}

First steps: open the workflow "Start here" and click "Execute workflow".
Then double-click a node to see its parameters and its output.
The examples are in the list of workflows, each with notes that explain it.
Your workflows are saved in ${home}.
Press Ctrl-C to stop everything.`);
}

await start().catch(async (error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	await stopEverything("The sandbox couldn't start.", 1);
});
