import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import getPort from 'get-port';
import { answersHttp, startProcess, type Process } from '../processes.mjs';
import type { Installation } from './install.mjs';

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

export interface Instance extends Process {
	baseUrl: string;
	port: number;
}

/**
 * Starts an n8n on 127.0.0.1 and waits until it answers. It ends as every process here does.
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
	const port = await getPort({ port: options.port, host: '127.0.0.1' });
	const baseUrl = `http://127.0.0.1:${port}`;
	const started = await startProcess(installation.node, [programOf(installation), ...command], {
		name: 'n8n',
		folder: userFolder,
		startLimit: 180_000,
		environment: {
			...environmentOf(options),
			N8N_RUNNERS_BROKER_PORT: String(await getPort({ host: '127.0.0.1' })),
			...portSettings(port),
			...options.environment,
		},
		// While it starts it refuses, or answers with a page.
		async ready() {
			const type = (await answersHttp(baseUrl + readyPath))?.headers.get('content-type');
			return type?.includes('application/json') ?? false;
		},
	});
	return { ...started, baseUrl, port };
}

function programOf({ folder }: Installation): string {
	return path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}

function environmentOf({ installation, userFolder, encryptionKey }: InstanceOptions) {
	return {
		...callerEnvironment(installation),
		...settings,
		N8N_DISABLED_MODULES: presentModules(installation).join(','),
		N8N_USER_FOLDER: userFolder,
		N8N_ENCRYPTION_KEY: encryptionKey ?? 'sandbox-encryption-key',
	};
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
