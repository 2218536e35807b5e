import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../freePort.mjs';
import type { Installation } from './install.mjs';

const startLimit = 180_000;
const stopLimit = 15_000;

/** What of the caller's environment an n8n may see; its own settings and test runners' stay out. */
const inherited = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TEMP', 'USERPROFILE', 'SystemRoot'];

/** No telemetry, no look-ups on the internet, no banners, plain http on the local machine only. */
const settings = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	// n8n 1 runs code nodes in its own process otherwise, and expressions cannot read what they gave.
	N8N_RUNNERS_ENABLED: 'true',
	N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
	N8N_HOST: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
	GENERIC_TIMEZONE: 'Africa/Johannesburg',
};

/** Parts of n8n that ask the internet, or do work that nobody looks at. */
const needlessModules = ['mcp-registry', 'insights'];

export interface InstanceOptions {
	installation: Installation;
	/** N8N_USER_FOLDER: holds the database, the key and the community packages. */
	userFolder: string;
	/** The port to take if it is free. */
	port?: number;
	/** One key for every instance that shares a database. */
	encryptionKey?: string;
	/** More settings of n8n, or others in place of the ones above. */
	environment?: Record<string, string>;
}

export interface WorkerOptions extends InstanceOptions {
	/** How many executions it runs at once. */
	concurrency: number;
}

export interface Instance {
	baseUrl: string;
	port: number;
	/** The process that leads the group of everything this n8n started. */
	pid: number;
	/** Everything n8n wrote, for when something goes wrong. */
	logFile: string;
	/** Settles when n8n has ended, for whatever reason. */
	ended: Promise<void>;
	/** Ends n8n and everything it started. Calling it again does no harm. */
	stop(): Promise<void>;
}

/**
 * Starts an n8n on 127.0.0.1 and waits until it answers.
 *
 * It ends with `stop()`, or by itself as soon as the calling process is gone.
 *
 * @throws Error with the end of n8n's log when it ends or does not answer within three minutes
 */
export async function startN8n(options: InstanceOptions): Promise<Instance> {
	return await launch(options, ['start'], '/rest/settings', (port) => ({
		N8N_PORT: String(port),
	}));
}

/**
 * Starts a worker of queue mode, which executes what a main n8n hands out. Its port has only the
 * health checks; it ends as an n8n does.
 *
 * @param options the environment leads to the same database and Redis as the main one's, with the
 *   same encryption key
 * @throws Error with the end of the worker's log when it is not ready within three minutes
 */
export async function startWorker(options: WorkerOptions): Promise<Instance> {
	const command = ['worker', `--concurrency=${options.concurrency}`];
	return await launch(options, command, '/healthz/readiness', (port) => ({
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	}));
}

async function launch(
	options: InstanceOptions,
	command: string[],
	readyPath: string,
	portSettings: (port: number) => Record<string, string>,
): Promise<Instance> {
	const { installation, userFolder } = options;
	await mkdir(userFolder, { recursive: true });
	const port = await freePort(options.port);
	const brokerPort = await freePort();
	const baseUrl = `http://127.0.0.1:${port}`;
	const logFile = path.join(userFolder, 'n8n.log');
	// A file and not a pipe: n8n spins for ever when it outlives the reader of its output.
	const log = await open(logFile, 'w');
	const child = spawn(
		installation.node,
		[
			path.join(import.meta.dirname, 'untilParentEnds.mjs'),
			path.join(installation.folder, 'node_modules', 'n8n', 'bin', 'n8n'),
			...command,
		],
		{
			cwd: userFolder,
			// A group of its own: the terminal's Ctrl-C goes to the caller alone, which then stops the
			// whole group.
			detached: true,
			stdio: ['pipe', log.fd, log.fd],
			env: {
				...callerEnvironment(installation),
				...settings,
				N8N_DISABLED_MODULES: presentModules(installation).join(','),
				N8N_USER_FOLDER: userFolder,
				N8N_ENCRYPTION_KEY: options.encryptionKey ?? 'sandbox-encryption-key',
				N8N_RUNNERS_BROKER_PORT: String(brokerPort),
				...portSettings(port),
				...options.environment,
			},
		},
	);
	const ended = new Promise<void>((resolve) => {
		child.once('error', () => resolve());
		child.once('exit', () => resolve());
	});
	await log.close();
	const stop = async () => await endGroup(child, ended);
	try {
		await untilReady(baseUrl + readyPath, ended);
	} catch (error) {
		await stop();
		const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n');
		throw new Error(
			`${(error as Error).message} The end of ${logFile}:\n${lines.slice(-30).join('\n')}`,
			{ cause: error },
		);
	}
	return { baseUrl, port, pid: child.pid ?? 0, logFile, ended, stop };
}

/** An older n8n refuses to start when it is told to leave out a part that it does not have. */
function presentModules({ folder }: Installation): string[] {
	const modules = path.join(folder, 'node_modules', 'n8n', 'dist', 'modules');
	return needlessModules.filter((name) => existsSync(path.join(modules, name)));
}

function callerEnvironment(installation: Installation): NodeJS.ProcessEnv {
	const environment: NodeJS.ProcessEnv = {};
	for (const name of inherited) {
		if (process.env[name] !== undefined) environment[name] = process.env[name];
	}
	const binaries = path.dirname(installation.node);
	return { ...environment, PATH: [binaries, process.env.PATH].join(path.delimiter) };
}

/** Asks until n8n answers with JSON; while it starts it refuses, or answers with a page. */
async function untilReady(url: string, ended: Promise<void>): Promise<void> {
	const deadline = Date.now() + startLimit;
	let running = true;
	void ended.then(() => (running = false));
	while (running) {
		if (await answersJson(url)) return;
		if (Date.now() > deadline) throw new Error('n8n did not answer within three minutes.');
		await wait(100);
	}
	throw new Error('n8n ended while it started.');
}

async function answersJson(url: string): Promise<boolean> {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
		const type = response.headers.get('content-type') ?? '';
		await response.body?.cancel();
		return response.ok && type.includes('application/json');
	} catch {
		return false;
	}
}

/** Asks the group to end, and ends it by force when it has not done so in good time. */
async function endGroup(child: ChildProcess, ended: Promise<void>): Promise<void> {
	signal(child, 'SIGTERM');
	const patience = new AbortController();
	await Promise.race([
		ended,
		wait(stopLimit, undefined, { signal: patience.signal }).catch(() => undefined),
	]);
	patience.abort();
	signal(child, 'SIGKILL');
	await ended;
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		// A negative id addresses the whole group; Windows has no groups.
		process.kill(process.platform === 'win32' ? child.pid : -child.pid, name);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}
