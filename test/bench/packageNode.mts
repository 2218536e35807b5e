import { createRequire } from 'node:module';
import type { INodeType } from 'n8n-workflow';
import type { NodeName } from '../engine/harness.mjs';

const require = createRequire(import.meta.url);

/** A node of a build, loaded as n8n loads it. */
export async function packageNode(folder: string, name: NodeName): Promise<INodeType> {
	const { PackageDirectoryLoader } = require('n8n-core') as typeof import('n8n-core');
	const loader = new PackageDirectoryLoader(folder);
	await loader.loadAll();
	return loader.getNode(name).type as INodeType;
}
