import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { installN8n, newestVersion } from '../sandbox/n8n/install.mjs';

/**
 * Runs the suite of the real n8n on every version of n8n that the sandbox has a lock file for, one
 * after another, and prints what passed as a table. With `--write` the table goes into the README.
 *
 * Ends with 1 when a test fails that is not listed here as needing a newer n8n, and when one that is
 * listed passes.
 */

const checkout = path.resolve(import.meta.dirname, '..');
const readme = path.join(checkout, 'README.md');
const marks = ['<!-- compatibility: npm run test:matrix -- --write -->', '<!-- /compatibility -->'];

/** Tests that a version of n8n cannot pass, whatever the nodes do. */
const absences: Array<{ versions: string[]; test: RegExp; why: string }> = [
	{
		versions: ['1.123.81', '2.0.3'],
		test: /tells the model what was wrong|whatever the model tries/,
		why: 'an AI agent stops at a failing tool',
	},
];

interface TestResult {
	/** The file's name and the titles down to the test's. */
	name: string;
	status: 'passed' | 'failed' | 'pending' | 'skipped' | 'todo';
}

interface Row {
	version: string;
	node: string;
	/** Of the nodes by themselves: operations, dropdowns, credentials, errors, agents. */
	own: TestResult[];
	/** Of the example workflows. */
	examples: TestResult[];
}

const versionsFolder = path.join(checkout, 'sandbox', 'n8n', 'versions');
const versions = [...(await readdir(versionsFolder)), newestVersion].sort(byVersion);
const rows: Row[] = [];
for (const version of versions) rows.push(await measure(version));

const table = [
	'| n8n | Node.js | tests of the nodes | example workflows | not in this n8n |',
	'|---|---|---|---|---|',
	...rows.map(printRow),
].join('\n');
console.log(`\n${table}\n`);
if (process.argv.includes('--write')) await writeTable(table);

const problems = rows.flatMap(findProblems);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function byVersion(a: string, b: string): number {
	return a.localeCompare(b, 'en', { numeric: true });
}

async function measure(version: string): Promise<Row> {
	const installation = await installN8n(version, console.log);
	const { stdout } = await promisify(execFile)(installation.node, ['--version']);
	const results = await runSuite(version);
	const isExample = ({ name }: TestResult) => /^(examples|apsForm)\.test/.test(name);
	return {
		version,
		node: stdout.trim().replace(/^v/, ''),
		own: results.filter((result) => !isExample(result)),
		examples: results.filter(isExample),
	};
}

/** @throws Error when the suite ends without a result */
async function runSuite(version: string): Promise<TestResult[]> {
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-matrix-'));
	const file = path.join(folder, 'results.json');
	const vitest = path.join(checkout, 'node_modules', 'vitest', 'vitest.mjs');
	const child = spawn(
		process.execPath,
		[
			[vitest, 'run', '--config', 'vitest.n8n.config.mts'],
			['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
		].flat(),
		{ cwd: checkout, env: { ...process.env, N8N_VERSION: version }, stdio: 'inherit' },
	);
	await new Promise<void>((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', () => resolve());
	});
	const { testResults } = JSON.parse(await readFile(file, 'utf8')) as {
		testResults: Array<{
			name: string;
			assertionResults: Array<{ fullName: string; status: TestResult['status'] }>;
		}>;
	};
	await rm(folder, { recursive: true });
	return testResults.flatMap(({ name, assertionResults }) =>
		assertionResults.map(({ fullName, status }) => ({
			name: `${path.basename(name)} ${fullName}`,
			status,
		})),
	);
}

function absencesOf({ version }: Row) {
	return absences.filter(({ versions }) => versions.includes(version));
}

function printRow(row: Row): string {
	const cells = [row.version, row.node, count(row.own), count(row.examples)];
	const absent = absencesOf(row).map(({ why }) => why);
	return `| ${[...cells, absent.join('; ') || '–'].join(' | ')} |`;
}

function count(results: TestResult[]): string {
	const passed = results.filter(({ status }) => status === 'passed').length;
	return passed === results.length ? `all ${passed} pass` : `${passed} of ${results.length} pass`;
}

function findProblems(row: Row): string[] {
	const known = absencesOf(row);
	const problems = [...row.own, ...row.examples]
		.filter(({ status, name }) => status === 'failed' && !known.some(({ test }) => test.test(name)))
		.map(({ name }) => `n8n ${row.version} fails: ${name}`);
	for (const { test } of known) {
		const matching = [...row.own, ...row.examples].filter(({ name }) => test.test(name));
		if (matching.every(({ status }) => status === 'passed')) {
			problems.push(`n8n ${row.version} passes ${test}, which is listed as absent from it.`);
		}
	}
	return problems;
}

/** @throws Error when the README has no place for the table */
async function writeTable(text: string): Promise<void> {
	const [begin = '', end = ''] = marks;
	const old = await readFile(readme, 'utf8');
	const from = old.indexOf(begin);
	const to = old.indexOf(end);
	if (from < 0 || to < from) throw new Error(`README.md has no "${begin}" before "${end}".`);
	await writeFile(readme, `${old.slice(0, from)}${begin}\n\n${text}\n\n${old.slice(to)}`);
}
