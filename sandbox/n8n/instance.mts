import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import axios from 'axios';
import getPort from 'get-port';
import { startProcess } from '../processes.mjs';
import { newestVersion, type Installation } from './install.mjs';
import { packPackage, placePackage } from './package.mjs';

/** The variables of the caller's environment that n8n gets. Settings of n8n and of test runners are left out. */
const inherited = ['HOME', 'LANG', 'TMPDIR', 'TEMP', 'USERPROFILE', 'SystemRoot'];

/** No telemetry, no lookups on the internet, no banners, plain http on the local machine only. */
const settings = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	// Otherwise, n8n 1 runs Code nodes in its own process, and expressions can't read their output.
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
	QUEUE_HEALTH_CHECK_ACTIVE: 'true',
};

export interface InstanceOptions {
	installation: Installation;
	/** Holds the database, the key and the community packages; default a new one with this package. */
	userFolder?: string;
	port?: number;
	/** Starts a worker of queue mode that runs this many executions at the same time. */
	workerConcurrency?: number;
	environment?: Record<string, string>;
}

export type Instance = Awaited<ReturnType<typeof startN8n>>;

/**
 * Starts an n8n on 127.0.0.1 and waits until it responds. It ends as every process here does.
 *
 * @throws Error with the end of n8n's log if it ends or doesn't respond within three minutes
 */
export async function startN8n(options: InstanceOptions) {
	const {
		installation,
		userFolder = await withPackage(),
		workerConcurrency,
		environment,
	} = options;
	const { folder, node, version } = installation;
	await mkdir(userFolder, { recursive: true });
	const freePort = async (port?: number) => String(await getPort({ port, host: '127.0.0.1' }));
	const port = await freePort(options.port);
	const baseUrl = `http://127.0.0.1:${port}`;
	const program = path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	const command = workerConcurrency ? ['worker', `--concurrency=${workerConcurrency}`] : ['start'];
	// A worker has only the health checks.
	const readyPath = workerConcurrency ? '/healthz/readiness' : '/rest/settings';
	const started = await startProcess(node, [program, ...command], {
		name: 'n8n',
		folder: userFolder,
		startLimit: 180_000,
		env: {
			...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
			...settings,
			PATH: [path.dirname(node), process.env.PATH].join(path.delimiter),
			// Parts that ask the internet, or do work that nobody looks at. n8n 1 doesn't know the first.
			N8N_DISABLED_MODULES: version === newestVersion ? 'mcp-registry,insights' : 'insights',
			N8N_USER_FOLDER: userFolder,
			N8N_PORT: port,
			QUEUE_HEALTH_CHECK_PORT: port,
			N8N_RUNNERS_BROKER_PORT: await freePort(),
			...environment,
		},
		ready: async () => await answersJson(baseUrl + readyPath),
	});
	return { ...started, baseUrl, userFolder };
}

/** A user folder with the packed package, installed as a user does. */
async function withPackage(): Promise<string> {
	const userFolder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-user-'));
	await placePackage(await packPackage(userFolder), userFolder);
	return userFolder;
}

/** While n8n starts, it refuses connections or returns a web page. */
async function answersJson(url: string): Promise<boolean> {
	const answer = await axios.get<unknown>(url, { timeout: 5_000 }).catch(() => undefined);
	return typeof answer?.data === 'object';
}
