import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, inject, it } from 'vitest';
import { client, fullType, json, nodeNames, resetServices, runNode } from '../n8n/harness.mjs';
import { packageName, packageVersion } from './package.mjs';

beforeEach(resetServices);

const folder = path.join(inject('sandbox').userFolder, '.n8n', 'nodes', 'node_modules');

async function loadedNodes() {
	const types = (await client.nodeTypes()).map(({ name }) => name);
	return nodeNames.filter((node) => types.includes(fullType(node)));
}

it('is listed with its version, both nodes and both triggers, loaded', async () => {
	const [installed, ...others] = await client.listPackages();
	expect(others).toEqual([]);
	expect(installed).toMatchObject({
		packageName,
		installedVersion: packageVersion,
		failedLoading: false,
	});
	const withTriggers = nodeNames.map(fullType).flatMap((type) => [type, `${type}Trigger`]);
	expect(installed?.installedNodes.map(({ type }) => type).sort()).toEqual(withTriggers.sort());
});

it('brings no other package with it', async () => {
	expect(await readdir(folder)).toEqual([packageName]);
	const { dependencies } = JSON.parse(
		await readFile(path.join(folder, packageName, 'package.json'), 'utf8'),
	) as { dependencies?: object };
	expect(dependencies).toBeUndefined();
	expect(await readdir(path.join(folder, packageName))).not.toContain('node_modules');
});

it('can be removed and installed again without a restart', async () => {
	await client.uninstallPackage(packageName);
	expect(await client.listPackages()).toEqual([]);
	expect(await loadedNodes()).toEqual([]);

	await client.installPackage(packageName);
	expect(await loadedNodes()).toEqual(nodeNames);
	const run = await runNode('referenceData', {
		parameters: { resource: 'highSchool', operation: 'getProvinces' },
	});
	expect(json(run)).toHaveLength(9);
});
