import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { packPackage } from '../../sandbox/n8n/package.mjs';
import { startWorld } from '../n8n/world.mjs';

const run = promisify(execFile);

/** An n8n whose user has run `npm install` with the packed package in `~/.n8n/nodes`. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
	return await startWorld(project, {
		async install(userFolder) {
			const nodes = path.join(userFolder, '.n8n', 'nodes');
			await mkdir(nodes, { recursive: true });
			await run('npm', ['install', '--loglevel=error', await packPackage(userFolder)], {
				cwd: nodes,
				shell: process.platform === 'win32',
			});
		},
	});
}
