import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import envPaths from 'env-paths';
import { execa } from 'execa';
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
			run('npm', ['ci', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=error'], unfinished),
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

/** Where installations and sandboxes are kept: `N8N_SANDBOX_CACHE`, or the platform's folder for caches. */
export function cacheFolder(): string {
	const { N8N_SANDBOX_CACHE } = process.env;
	if (N8N_SANDBOX_CACHE) return path.resolve(N8N_SANDBOX_CACHE);
	return envPaths('n8n-nodes-sandbox', { suffix: '' }).cache;
}

/**
 * Runs a program to its end.
 *
 * @throws Error with the last lines of its output when it fails
 */
export async function run(
	program: string,
	args: string[],
	cwd: string,
	env: NodeJS.ProcessEnv = {},
): Promise<void> {
	const { failed, shortMessage, all } = await execa(program, args, {
		cwd,
		env,
		all: true,
		stdin: 'ignore',
		reject: false,
	});
	if (failed) throw new Error(`${shortMessage}\n${all.split('\n').slice(-20).join('\n')}`);
}
