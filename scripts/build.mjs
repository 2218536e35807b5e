import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Builds the package into `dist` of this checkout, or of the folder that is given: what the compiler
 * makes, icons, codex files and output previews, and the descriptions as JSON, from which n8n shows
 * the nodes without running their code. It never empties the folder, so whoever reads it meanwhile
 * finds the last build or this one.
 */
const require = createRequire(import.meta.url);
const checkout = path.resolve(import.meta.dirname, '..');
const target = path.resolve(process.argv[2] ?? checkout);
const dist = path.join(target, 'dist');

/** What is built elsewhere finds n8n's packages here, as it does in an n8n. */
const env = { ...process.env, NODE_PATH: path.join(checkout, 'node_modules') };
const run = (program, args) =>
	execFileSync(process.execPath, [program, ...args], { cwd: target, env, stdio: 'inherit' });

run(require.resolve('typescript/bin/tsc'), [
	...['--project', checkout, '--outDir', dist, '--noEmitOnError'],
	// What was compiled before is remembered beside it, except in the checkout.
	...(target === checkout
		? []
		: ['--incremental', '--tsBuildInfoFile', path.join(target, '.tsbuildinfo')]),
]);
await prune();
await cp(path.join(checkout, 'icons'), path.join(dist, 'icons'), { recursive: true });
await copyJson('nodes');
run(require.resolve('n8n-core/bin/generate-metadata'), []);
// Read by nothing outside n8n's own packages.
await rm(path.join(dist, 'methods'), { recursive: true, force: true });

/** Removes compiled files whose source is gone, so that they don't get into the package. */
async function prune() {
	for (const folder of ['nodes', 'credentials']) {
		for (const file of await readdir(path.join(dist, folder), { recursive: true })) {
			const source = path.join(checkout, folder, file);
			const isThere = [source, source.replace(/\.js$/, '.ts')].some(existsSync);
			if (!isThere) await rm(path.join(dist, folder, file), { recursive: true, force: true });
		}
	}
}

/** Codex files and output previews. */
async function copyJson(folder) {
	const isWanted = /\.node\.json$|__schema__.*\.json$/;
	for (const file of await readdir(path.join(checkout, folder), { recursive: true })) {
		if (!isWanted.test(file)) continue;
		await cp(path.join(checkout, folder, file), path.join(dist, folder, file));
	}
}
