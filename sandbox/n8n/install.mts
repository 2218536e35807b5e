import { existsSync, rmSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { isAlive } from '../processes.mjs';
import { step } from '../step.mjs';

/** The two versions of n8n that this package is tested with. Each has a lock file next to this file. */
export const newestVersion = '2.41.1';
export const oldestVersion = '1.123.81';

export interface Installation {
	version: string;
	/** Holds node_modules; outside the checkout, shared by every checkout on this machine. */
	folder: string;
	node: string;
}

interface Manifest {
	/** A Node for each platform, of which npm installs one. */
	optionalDependencies: Record<string, string>;
}

/** Where installations and sandboxes are kept: in the user's folder for caches. */
export function cacheFolder(): string {
	const caches = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
	return path.join(caches, 'n8n-nodes-sandbox');
}

/**
 * Returns the n8n of that version with the Node it needs, and installs it in the cache first if necessary.
 * Nothing is compiled: its sqlite3 is the folder beside its lock file, over a package that ships binaries.
 *
 * The folder is named by the hash of the lock file, and only a complete installation gets that name:
 * an interrupted one is never used, and a changed lock file gets a new installation.
 *
 * @throws Error with what failed and npm's output
 */
export async function installN8n(version = newestVersion): Promise<Installation> {
	if (![newestVersion, oldestVersion].includes(version)) {
		const known = `${newestVersion} and ${oldestVersion}`;
		throw new Error(`N8N_VERSION is ${version}, but this checkout only has n8n ${known}.`);
	}
	const source = path.join(import.meta.dirname, version === newestVersion ? 'newest' : 'oldest');
	const lock = await readFile(path.join(source, 'package-lock.json'));
	const key = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	const platform = `${process.platform}-${process.arch}`;
	const folder = path.join(cacheFolder(), `n8n-${version}-${platform}-${key}`);
	const manifest = JSON.parse(
		await readFile(path.join(source, 'package.json'), 'utf8'),
	) as Manifest;
	if (!existsSync(folder)) {
		await removeUnfinished();
		const unfinished = `${folder}.unfinished-${process.pid}`;
		// Ctrl-C ends this process while npm works.
		process.once('exit', () => rmSync(unfinished, { recursive: true, force: true, maxRetries: 9 }));
		try {
			await cp(source, unfinished, { recursive: true });
			await cp(path.join(import.meta.dirname, '.npmrc'), path.join(unfinished, '.npmrc'));
			const command = ['ci', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=error'];
			await step(`Installing n8n ${version} (2.4 GB)`, () =>
				execa('npm', command, { cwd: unfinished }),
			);
			await rename(unfinished, folder);
		} catch (error) {
			// Another process may have installed it meanwhile.
			if (!existsSync(folder)) throw error;
		}
	}
	return { version, folder, node: nodeIn(folder, manifest) };
}

/** Removes what is left of interrupted installations. */
async function removeUnfinished(): Promise<void> {
	await mkdir(cacheFolder(), { recursive: true });
	for (const name of await readdir(cacheFolder())) {
		const [, pid] = /\.unfinished-(\d+)$/.exec(name) ?? [];
		if (!pid || isAlive(Number(pid))) continue;
		await rm(path.join(cacheFolder(), name), { recursive: true, force: true });
	}
}

function nodeIn(folder: string, { optionalDependencies }: Manifest): string {
	const modules = path.join(folder, 'node_modules');
	const name = Object.keys(optionalDependencies).find((one) => existsSync(path.join(modules, one)));
	if (!name) throw new Error(`There is no Node.js for ${process.platform} on ${process.arch}.`);
	return path.join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
