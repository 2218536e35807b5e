/**
 * Runs two builds of the package side by side, with the same random parameters, items, services and
 * faults, and lists where their requests, outputs, hints and errors differ.
 *
 *   node --import tsx test/differential/main.mts --before <tarball or folder> [--after <tarball or folder>]
 *     [--cases 2000] [--seed 1] [--only link.create,pixel] [--case 137] [--examples 1] [--sorts 8]
 */
import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { makeCase, plansOf, type Case, type Nodes } from './cases.mjs';
import { compare, KINDS, type Difference } from './differences.mjs';
import type { Outcome } from './side.mjs';

const checkout = resolve(import.meta.dirname, '../..');
const { values: options } = parseArgs({
	options: {
		before: { type: 'string' },
		after: { type: 'string', default: checkout },
		cases: { type: 'string', default: '2000' },
		seed: { type: 'string', default: '1' },
		only: { type: 'string', default: '' },
		case: { type: 'string' },
		examples: { type: 'string', default: '1' },
		sorts: { type: 'string', default: '8' },
	},
});
if (!options.before)
	throw new Error('--before names the package to compare with: a tarball or a folder');

interface Side {
	child: ChildProcess;
	nodes: Nodes;
	outcomes: Map<number, Outcome>;
}

interface Finding extends Difference {
	one: Case;
}

const started = Date.now();
const temporary = mkdtempSync(join(tmpdir(), 'differential-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
const sides = await Promise.all([
	startSide('before', options.before),
	startSide('after', options.after),
]);
const [before, after] = sides as [Side, Side];
const plans = plansOf(before.nodes, after.nodes);
const cases = chooseCases();
await Promise.all(sides.map(async (side) => await runSide(side)));
const findings = cases.flatMap((one) => {
	const [was, is] = [before.outcomes.get(one.number), after.outcomes.get(one.number)];
	return was && is
		? compare(was, is, one.ordered).map((difference): Finding => ({ ...difference, one }))
		: [];
});
if (options.case) showCase();
report();
for (const { child } of sides) child.kill();
process.exit(findings.length > 0 ? 1 : 0);

/** A copy of a build, with nothing around it but this checkout's packages, in a process of its own. */
async function startSide(name: string, source: string): Promise<Side> {
	const folder = join(temporary, name);
	mkdirSync(folder);
	if (statSync(source).isDirectory()) {
		for (const part of ['package.json', 'dist'])
			cpSync(join(source, part), join(folder, part), { recursive: true });
	} else {
		execFileSync('tar', ['-xzf', resolve(source), '-C', folder, '--strip-components=1']);
	}
	const child = fork(join(import.meta.dirname, 'side.mts'), [folder], {
		execArgv: ['--import', 'tsx'],
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		env: {
			...process.env,
			NODE_PATH: join(checkout, 'node_modules'),
			N8N_USER_FOLDER: join(folder, 'n8n'),
			N8N_ENCRYPTION_KEY: 'a key for tests only',
			N8N_DIAGNOSTICS_ENABLED: 'false',
		},
	});
	const nodes = await new Promise<Nodes>((done, fail) => {
		child.once('message', done);
		child.once('exit', (code) => fail(new Error(`The side "${name}" ended with ${code}`)));
	});
	return { child, nodes, outcomes: new Map() };
}

function chooseCases(): Case[] {
	const only = options.only.split(',').filter(Boolean);
	const isMeant = ({ operation }: Case) =>
		only.length === 0 ||
		only.some((name) => operation === name || operation.startsWith(`${name}.`));
	const numbers = options.case
		? [Number(options.case)]
		: Array.from({ length: 100_000 }, (_, index) => index + 1);
	const chosen: Case[] = [];
	for (const number of numbers) {
		if (chosen.length >= Number(options.cases)) break;
		const one = makeCase(number, Number(options.seed), plans, after.nodes, started);
		if (isMeant(one)) chosen.push(one);
	}
	return chosen;
}

async function runSide({ child, outcomes }: Side): Promise<void> {
	await new Promise<void>((done, fail) => {
		child.on('message', (outcome: Outcome) => {
			outcomes.set(outcome.number, outcome);
			if (outcomes.size === cases.length) done();
		});
		child.once('exit', (code) =>
			fail(new Error(`A side ended with ${code} after ${outcomes.size} cases`)),
		);
		child.send(cases);
	});
}

function showCase(): void {
	for (const [name, { outcomes }] of Object.entries({ before, after })) {
		console.log(`${name}: ${JSON.stringify([...outcomes.values()][0], null, 2)}`);
	}
}

function report(): void {
	const operations = [...new Set(cases.map(({ operation }) => operation))];
	for (const operation of operations) {
		const own = findings.filter(({ one }) => one.operation === operation);
		if (own.length === 0) continue;
		const all = cases.filter((one) => one.operation === operation).length;
		console.log(
			`\n${operation}: ${new Set(own.map(({ one }) => one.number)).size} of ${all} cases differ`,
		);
		for (const kind of KINDS)
			reportKind(
				kind,
				own.filter((finding) => finding.kind === kind),
			);
	}
	const differing = new Set(findings.map(({ one }) => one.number)).size;
	const failed = [...before.outcomes.values()].filter(({ error }) => error).length;
	const requests = [...before.outcomes.values()].reduce(
		(sum, outcome) => sum + outcome.requests.length,
		0,
	);
	const seconds = Math.round((Date.now() - started) / 1000);
	const run = `${cases.length} cases of ${operations.length} operations, events and lists, seed ${options.seed}, ${seconds} s`;
	console.log(
		`\n${run}: ${differing} differ (before: ${requests} requests, ${failed} cases stopped with an error)`,
	);
}

/** One paragraph for each sort of difference, the most frequent first. */
function reportKind(kind: string, own: Finding[]): void {
	if (own.length === 0) return;
	const sorts = new Map<string, Finding[]>();
	for (const finding of own) sorts.set(finding.sort, [...(sorts.get(finding.sort) ?? []), finding]);
	const ranked = [...sorts].sort(([, one], [, other]) => other.length - one.length);
	console.log(`  ${kind}: ${own.length}`);
	for (const [sort, some] of ranked.slice(0, Number(options.sorts))) {
		console.log(`    ${some.length} × ${sort}`);
		for (const { one, before: was, after: is } of some.slice(0, Number(options.examples))) {
			const { fault, habits, size } = one.scenario;
			const service = JSON.stringify({ size, ...habits, ...(fault && { fault }) });
			console.log(`        --case ${one.number} --seed ${options.seed}  ${short(service, 200)}`);
			console.log(
				`        ${short(JSON.stringify(one.parameters), 300)} on ${short(JSON.stringify(one.items), 160)}`,
			);
			console.log(`        before: ${short(was, 300)}\n        after:  ${short(is, 300)}`);
		}
	}
	if (ranked.length > Number(options.sorts))
		console.log(`    … and ${ranked.length - Number(options.sorts)} sorts more (--sorts)`);
}

function short(text: string, length: number): string {
	const line = text.replaceAll('\n', ' ⏎ ') || 'nothing';
	return line.length > length ? `${line.slice(0, length)}…` : line;
}
