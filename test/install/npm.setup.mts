import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import type { TestProject } from 'vitest/node';
import { packPackage } from '../../sandbox/n8n/package.mjs';
import { provideWorld } from '../n8n/world.mjs';

/**
 * An n8n whose user has run npm with the packed package in `~/.n8n/nodes`, as the README says. n8n
 * gives its own n8n-workflow to the nodes; as a peer npm would install another, of 140 MB.
 */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
	return await provideWorld(project, {
		async install(userFolder) {
			const nodes = path.join(userFolder, '.n8n', 'nodes');
			await mkdir(nodes, { recursive: true });
			const tarball = await packPackage(userFolder);
			await execa('npm', ['install', '--omit=peer', '--loglevel=error', tarball], {
				cwd: nodes,
				extendEnv: false,
				env: userEnvironment(),
			});
		},
	});
}

/** Without this checkout's npm settings, which npm hands down to what its scripts start. */
function userEnvironment(): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')),
	);
}
