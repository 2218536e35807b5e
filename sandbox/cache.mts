import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { lock } from './lock.mjs';
import { step, type Report } from './step.mjs';

/** npm's settings for every installation in the cache. */
const npmrc = path.join(import.meta.dirname, 'n8n', '.npmrc');

export interface LockedInstallation {
	/** How the installation is called, in messages and in the name of its folder. */
	name: string;
	/** The folder that holds its package.json and package-lock.json. */
	source: string;
	/** What to expect of it, for the person who waits. */
	size: string;
	report: Report;
	/** What is left to do in the folder once npm has filled it. */
	finish?(folder: string): Promise<void>;
}

/**
 * Gives a folder in which everything of a lock file is installed, outside the checkout and shared by
 * every checkout on this machine: from the cache, or by installing it there.
 *
 * The folder is named by the hash of the lock file, and only a complete installation ever gets that
 * name, so an interrupted one is never used and a changed lock file never meets an old one. A
 * second process that asks meanwhile waits for the first.
 *
 * @throws Error with what failed and the end of npm's output
 */
export async function installLocked(wanted: LockedInstallation): Promise<string> {
	const { name, source, size, report, finish } = wanted;
	const lockText = await readFile(path.join(source, 'package-lock.json'));
	const key = createHash('sha256').update(lockText).digest('hex').slice(0, 12);
	const cache = cacheFolder();
	const folder = path.join(cache, `${name}-${process.platform}-${process.arch}-${key}`);
	if (existsSync(folder)) return folder;

	await mkdir(cache, { recursive: true });
	const release = await lock(folder, { forever: true, minTimeout: 500, maxTimeout: 2_000 });
	try {
		if (existsSync(folder)) return folder;
		await removeUnfinished(folder);
		const unfinished = `${folder}.unfinished-${process.pid}`;
		await mkdir(unfinished);
		const files = ['package.json', 'package-lock.json'].map((file) => path.join(source, file));
		for (const file of [...files, npmrc]) {
			await cp(file, path.join(unfinished, path.basename(file)));
		}
		await step(report, `Installing ${name} into ${unfinished} (${size})`, () =>
			run(
				unfinished,
				'npm',
				['ci', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=error'],
				{},
			),
		);
		await finish?.(unfinished);
		await rename(unfinished, folder);
	} finally {
		await release();
	}
	return folder;
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

/**
 * Where installations and sandboxes are kept: `N8N_SANDBOX_CACHE`, or the platform's folder for caches.
 */
export function cacheFolder(): string {
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

/**
 * Runs a program to its end, its output in a log file beside the installation.
 *
 * @throws Error with the last lines of the output when it fails
 */
export async function run(
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
