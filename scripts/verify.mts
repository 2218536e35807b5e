import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { packPackage } from '../sandbox/n8n/package.mjs';
import { useOwnTemporaryFolder } from '../sandbox/temporary.mjs';

/**
 * Checks the package as n8n checks one that is handed in for verification: the scanner that n8n
 * publishes, with its own rules and inline disables ignored, on the source and on what is in the
 * tarball. Ends with 1 and says what is wrong.
 */

/** What the scanner gives for a folder. */
interface Verdict {
	passed: boolean;
	message?: string;
	details?: string;
}

/** The scanner's own functions; it has no types. */
interface Scanner {
	analyzePackage(folder: string, patterns: string[]): Promise<Verdict>;
	/** The files that it looks at in a checkout. */
	SOURCE_FILE_PATTERNS: string[];
}

const checkout = path.resolve(import.meta.dirname, '..');
/** The files that the scanner looks at in a tarball. */
const tarballPatterns = ['**/*.js', 'package.json'];
const published = ['LICENSE', 'README.md', 'dist', 'package.json'];
/** What the scanner must find, disabled or not, or else it does not look at all. */
const offence = '\n// eslint-disable-next-line no-console\nconsole.log(process.env);\n';

const scanner = await loadScanner();
useOwnTemporaryFolder();
const folder = tmpdir();
const problems: string[] = [];
const unpacked = await unpack(await packPackage(folder));
expect('the source', await scanner.analyzePackage(checkout, scanner.SOURCE_FILE_PATTERNS));
expect('the tarball', await scanner.analyzePackage(unpacked, tarballPatterns));
await checkContents(unpacked);
await checkScanner(unpacked);
if (problems.length > 0) {
	console.error(problems.join('\n'));
	process.exitCode = 1;
}

async function loadScanner(): Promise<Scanner> {
	const require = createRequire(import.meta.url);
	const file = require.resolve('@n8n/scan-community-package/scanner/scanner.mjs');
	return (await import(pathToFileURL(file).href)) as Scanner;
}

async function unpack(tarball: string): Promise<string> {
	const target = path.join(folder, 'package');
	await mkdir(target);
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
	return target;
}

function expect(what: string, { passed, message, details }: Verdict): void {
	if (passed) console.log(`n8n's scanner passes ${what}.`);
	else problems.push(`n8n's scanner refuses ${what}: ${message ?? ''}\n${details ?? ''}`);
}

/** Nothing but the build and what npm adds by itself, and no dependency that a user would get. */
async function checkContents(unpacked: string): Promise<void> {
	const names = (await readdir(unpacked)).sort();
	if (names.join() !== published.join()) {
		problems.push(`The tarball holds ${names.join(', ')} and not just ${published.join(', ')}.`);
	}
	const manifest = JSON.parse(await readFile(path.join(unpacked, 'package.json'), 'utf8')) as {
		dependencies?: object;
	};
	if (manifest.dependencies) problems.push('The package has runtime dependencies.');
	else console.log(`The tarball holds ${names.join(', ')}; no runtime dependency.`);
}

async function checkScanner(unpacked: string): Promise<void> {
	const spoilt = path.join(folder, 'spoilt');
	await cp(unpacked, spoilt, { recursive: true });
	await appendFile(path.join(spoilt, 'dist', 'nodes', 'code.js'), offence);
	const { passed } = await scanner.analyzePackage(spoilt, tarballPatterns);
	if (passed) problems.push("n8n's scanner passes a package that it must refuse.");
	else console.log('It refuses the same tarball with a disabled offence in it.');
}
