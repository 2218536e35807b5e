import { execFile, spawn } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { installN8n, newestVersion } from '../sandbox/n8n/install.mjs';
import { useOwnTemporaryFolder } from '../sandbox/temporary.mjs';

/**
 * Runs the suite of the real n8n on every version of n8n that the sandbox has a lock file for, one
 * after another, and prints what passed as a table. With `--write` the table goes into docs/verification.md.
 *
 * Ends with 1 when a test fails. What a version of n8n does not offer, the tests skip themselves.
 */

useOwnTemporaryFolder();

const checkout = path.resolve(import.meta.dirname, '..');
const page = path.join(checkout, 'docs', 'verification.md');
const marks = ['<!-- compatibility: npm run test:matrix -- --write -->', '<!-- /compatibility -->'];

interface TestResult {
	file: string;
	/** The titles from the outermost group down to the test's. */
	titles: string[];
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
const versions = [...(await readdir(versionsFolder)), newestVersion].sort(inNaturalOrder);
const rows: Row[] = [];
for (const version of versions) rows.push(await measure(version));

const table = [
	'| n8n | Node.js | node tests | example tests | skipped because this n8n version lacks what they need |',
	'|---|---|---|---|---|',
	...rows.map(printRow),
].join('\n');
console.log(`\n${table}\n`);
if (process.argv.includes('--write')) await writeTable(table);

const problems = rows.flatMap(findProblems);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function inNaturalOrder(a: string, b: string): number {
	return a.localeCompare(b, 'en', { numeric: true });
}

async function measure(version: string): Promise<Row> {
	const installation = await installN8n(version, console.log);
	const { stdout } = await promisify(execFile)(installation.node, ['--version']);
	const results = await runSuite(version);
	const isExample = ({ file }: TestResult) => /^(examples|apsForm)\.test/.test(file);
	return {
		version,
		node: stdout.trim().replace(/^v/, ''),
		own: results.filter((result) => !isExample(result)),
		examples: results.filter(isExample),
	};
}

/** @throws Error when the suite ends without a result */
async function runSuite(version: string): Promise<TestResult[]> {
	const file = path.join(tmpdir(), `${version}.json`);
	const vitest = path.join(checkout, 'node_modules', 'vitest', 'vitest.mjs');
	const child = spawn(
		process.execPath,
		[
			[vitest, 'run', '--project', 'n8n'],
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
			assertionResults: Array<{
				ancestorTitles: string[];
				title: string;
				status: TestResult['status'];
			}>;
		}>;
	};
	return testResults.flatMap(({ name, assertionResults }) =>
		assertionResults.map(({ ancestorTitles, title, status }) => ({
			file: path.basename(name),
			titles: [...ancestorTitles, title],
			status,
		})),
	);
}

function printRow({ version, node, own, examples }: Row): string {
	const skipped = [...own, ...examples].filter(({ status }) => !/passed|failed/.test(status));
	const groups = new Set(skipped.map(({ titles: [group = ''] }) => shortName(group)));
	const cells = [version, node, count(own), count(examples), [...groups].sort(inNaturalOrder).join('; ') || '–'];
	return `| ${cells.join(' | ')} |`;
}

/** A group of tests by the number of its recipe, if it has one. */
function shortName(group: string): string {
	const [, recipe] = /^(\d+)\. /.exec(group) ?? [];
	return recipe === undefined ? group : `recipe ${recipe}`;
}

function count(results: TestResult[]): string {
	const run = results.filter(({ status }) => /passed|failed/.test(status)).length;
	const passed = results.filter(({ status }) => status === 'passed').length;
	return passed === run ? `all ${passed} pass` : `${passed} of ${run} pass`;
}

function findProblems({ version, own, examples }: Row): string[] {
	return [...own, ...examples]
		.filter(({ status }) => status === 'failed')
		.map(({ file, titles }) => `n8n ${version} fails ${file}: ${titles.join(' > ')}`);
}

/** @throws Error when the page has no place for the table */
async function writeTable(text: string): Promise<void> {
	const [begin = '', end = ''] = marks;
	const old = await readFile(page, 'utf8');
	const from = old.indexOf(begin);
	const to = old.indexOf(end);
	if (from < 0 || to < from) throw new Error(`docs/verification.md has no "${begin}" before "${end}".`);
	await writeFile(page, `${old.slice(0, from)}${begin}\n\n${text}\n\n${old.slice(to)}`);
}
