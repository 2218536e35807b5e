import { appendFile, cp, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
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

const tarballPatterns = ['**/*.js', 'package.json'];
const published = ['LICENSE', 'README.md', 'dist', 'package.json'];
/** What the scanner must find, or else it does not look at all. */
const offence = '\nconsole.log(process.env);\n';

const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-release-'));
try {
	await step(console.log, "n8n's scanner", scan);
	await runSuite('n8n', { N8N_VERSION: oldestVersion });
	await runSuite('browser');
	await runSuite('queue');
} finally {
	await rm(folder, { recursive: true, force: true });
}

async function runSuite(project: string, env: Record<string, string> = {}): Promise<void> {
	const args = ['vitest', 'run', '--project', project];
	await step(console.log, `${project} ${Object.values(env).join()}`, () =>
		execa('npx', args, { cwd: checkout, env, stdio: 'inherit' }),
	);
}

/** @throws Error with what the scanner, or a look into the tarball, refuses */
async function scan(): Promise<void> {
	const require = createRequire(import.meta.url);
	const file = require.resolve('@n8n/scan-community-package/scanner/scanner.mjs');
	const scanner = (await import(pathToFileURL(file).href)) as Scanner;
	const unpacked = path.join(folder, 'package');
	await mkdir(unpacked);
	const tarball = await packPackage(folder);
	await execa('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);

	const source = await scanner.analyzePackage(checkout, scanner.SOURCE_FILE_PATTERNS);
	const packed = await scanner.analyzePackage(unpacked, tarballPatterns);
	for (const { passed, message, details } of [source, packed]) {
		if (!passed) throw new Error(`n8n's scanner refuses: ${message}\n${details}`);
	}
	const names = (await readdir(unpacked)).sort();
	if (names.join() !== published.join()) throw new Error(`The tarball holds ${names.join()}.`);
	const manifest = await readFile(path.join(unpacked, 'package.json'), 'utf8');
	if ('dependencies' in (JSON.parse(manifest) as object)) {
		throw new Error('The package has runtime dependencies.');
	}
	const spoilt = path.join(folder, 'spoilt');
	await cp(unpacked, spoilt, { recursive: true });
	const node = path.join(spoilt, 'dist/nodes/LinkManager/LinkManager.node.js');
	await appendFile(node, offence);
	const { passed } = await scanner.analyzePackage(spoilt, tarballPatterns);
	if (passed) throw new Error("n8n's scanner passes a package that it must refuse.");
}
