import { mkdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { N8nClient, newOwner } from '../sandbox/n8n/client.mjs';
import { installN8n, oldestVersion } from '../sandbox/n8n/install.mjs';
import { startN8n } from '../sandbox/n8n/instance.mjs';
import { checkout, packageName, packPackage, placePackage } from '../sandbox/n8n/package.mjs';
import { nodeOf, wires } from '../sandbox/n8n/workflow.mjs';
import { startServices } from '../sandbox/services/start.mjs';
import { step } from '../sandbox/step.mjs';
import { useOwnTemporaryFolder } from '../sandbox/temporary.mjs';
import { serviceTrees, writeTree, type ServiceTree } from './services.mjs';

/**
 * Everything that must hold before a version is published, beside `npm test` and `npm run test:n8n`:
 * n8n's scanner on the source and on the tarball, the package of each service by itself, the oldest
 * n8n with the tarball installed as a user does, the editor in a browser, and queue mode.
 */

/** What the scanner gives for a folder; it has no types. */
interface Scanner {
	analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
	/** The folder of the package of that name in a checkout. */
	findPackageRoot(folder: string, name: string): string | null;
	/** The files that it looks at in a checkout. */
	SOURCE_FILE_PATTERNS: string[];
}

const require = createRequire(import.meta.url);
const scannerFile = require.resolve('@n8n/scan-community-package/scanner/scanner.mjs');
const scanner = (await import(pathToFileURL(scannerFile).href)) as Scanner;
useOwnTemporaryFolder();
const folder = tmpdir();
await step("n8n's scanner", () => scan(checkout, packageName));
for (const service of serviceTrees) {
	await step(`${service.name} by itself`, () => tryAlone(service));
}
await runSuite('n8n', { N8N_VERSION: oldestVersion });
await runSuite('browser');
await runSuite('queue');

async function runSuite(project: string, env: Record<string, string> = {}): Promise<void> {
	const args = ['vitest', 'run', '--project', project];
	await step(`${project} ${Object.values(env).join()}`, () =>
		execa('npx', args, { cwd: checkout, env, stdio: 'inherit' }),
	);
}

/**
 * @returns the tarball
 * @throws Error with what the scanner refuses
 */
async function scan(source: string, name: string): Promise<string> {
	const unpacked = path.join(folder, 'unpacked', name);
	await mkdir(unpacked, { recursive: true });
	const tarball = await packPackage(folder, source);
	await execa('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
	const found = [
		await scanner.analyzePackage(
			scanner.findPackageRoot(source, name) ?? '',
			scanner.SOURCE_FILE_PATTERNS,
		),
		await scanner.analyzePackage(unpacked, ['**/*.js', 'package.json']),
	];
	for (const { passed, message, details } of found) {
		if (!passed) throw new Error(`n8n's scanner refuses: ${message}\n${details}`);
	}
	return tarball;
}

/** Builds, lints and scans the tree of a service, and runs its nodes in an n8n that has no other. */
async function tryAlone(service: ServiceTree): Promise<void> {
	const tree = await writeTree(service, folder);
	await symlink(path.join(checkout, 'node_modules'), path.join(tree, 'node_modules'));
	for (const script of ['lint', 'build']) await execa('npm', ['run', script], { cwd: tree });
	const userFolder = path.join(folder, service.node);
	await placePackage(await scan(tree, service.name), userFolder);
	const n8n = await startN8n({ installation: await installN8n(), userFolder });
	const services = await startServices();
	try {
		const client = await N8nClient.connect(n8n.baseUrl, newOwner());
		const name = service.node.replace(/^./, (first) => first.toLowerCase());
		const { baseUrl, apiKey } = name === 'linkManager' ? services.link : services.data;
		const credential = await client.createCredential(name, `${name}Api`, { baseUrl, apiKey });
		const type = `${service.name}.${name}`;
		const { id } = await client.createWorkflow({
			name: service.name,
			nodes: [
				nodeOf('Trigger', `${type}Trigger`, {}, { credential }),
				nodeOf('Node', type, { operation: 'getAll' }, { credential }),
			],
			connections: wires('Trigger', 'Node'),
		});
		const { error, outputs } = await client.runWorkflow(id, { trigger: 'Trigger' });
		if (!outputs.Node?.length) throw error ?? new Error('There is no output.');
	} finally {
		await n8n.stop();
		await services.stop();
	}
}
