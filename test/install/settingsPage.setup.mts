import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import type { N8nClient } from '../../sandbox/n8n/client.mjs';
import { installN8n } from '../../sandbox/n8n/install.mjs';
import { packPackage } from '../../sandbox/n8n/package.mjs';
import { startRegistry } from '../../sandbox/registry/start.mjs';
import { provideWorld } from '../n8n/world.mjs';
import { packageName } from './package.mjs';

/** An n8n whose owner has installed the published package on the settings page. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
	const { node } = await installN8n(undefined, console.log);
	const registry = await startRegistry(node, console.log);
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-packed-'));
	await registry.publish(await packPackage(folder));
	await rm(folder, { recursive: true, force: true });
	const options = {
		install: async () => undefined,
		environment: registry.environment,
		async prepare(client: N8nClient) {
			await client.installPackage(packageName);
		},
	};
	return await provideWorld(project, options, [registry.stop]);
}
