import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { oldestVersion } from '../sandbox/n8n/install.mjs';
import { checkout, packPackage } from '../sandbox/n8n/package.mjs';
import { step } from '../sandbox/step.mjs';

/**
 * Everything that must hold before a version is published, beside `npm test` and `npm run test:n8n`:
 * n8n's scanner on the source and on the tarball, the oldest n8n with the tarball installed as a user
 * does, the editor in a browser, and queue mode.
 */

/** What the scanner gives for a folder; it has no types. */
interface Scanner {
	analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
	/** The files that it looks at in a checkout. */
	SOURCE_FILE_PATTERNS: string[];
}

await step("n8n's scanner", scan);
await runSuite('n8n', { N8N_VERSION: oldestVersion });
await runSuite('browser');
await runSuite('queue');

async function runSuite(project: string, env: Record<string, string> = {}): Promise<void> {
	const args = ['vitest', 'run', '--project', project];
	await step(`${project} ${Object.values(env).join()}`, () =>
		execa('npx', args, { cwd: checkout, env, stdio: 'inherit' }),
	);
}

/** @throws Error with what the scanner refuses */
async function scan(): Promise<void> {
	const require = createRequire(import.meta.url);
	const file = require.resolve('@n8n/scan-community-package/scanner/scanner.mjs');
	const scanner = (await import(pathToFileURL(file).href)) as Scanner;
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-release-'));
	try {
		const unpacked = path.join(folder, 'package');
		await mkdir(unpacked);
		const tarball = await packPackage(folder);
		await execa('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
		const found = [
			await scanner.analyzePackage(checkout, scanner.SOURCE_FILE_PATTERNS),
			await scanner.analyzePackage(unpacked, ['**/*.js', 'package.json']),
		];
		for (const { passed, message, details } of found) {
			if (!passed) throw new Error(`n8n's scanner refuses: ${message}\n${details}`);
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
