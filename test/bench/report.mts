import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Job } from './jobs.mjs';
import { HTTP_REQUEST } from './jobs.mjs';
import { LATENCY, type JobResult, type Sample } from './measure.mjs';
import type { Dropdown, GrowthPoint, Loading, MemoryComparison, Profile, Soak } from './more.mjs';
import { owners } from './profile.mjs';
import { ratios, spreadOf, type Spread } from './statistics.mjs';
import type { World } from './world.mjs';

/** What the short form of the benchmark finds: how many requests were sent, and what came out. */
export interface Counted {
	jobs: JobResult[];
	dropdowns: Dropdown[];
	soak: Soak;
}

/** Everything that one run of the benchmark finds. */
export interface Findings extends Counted {
	loading: Loading;
	memory: MemoryComparison;
	profiles: Profile[];
	growth: GrowthPoint[];
}

const MOST_LOADING_TIME = 15;
const MOST_PACKED_BYTES = 120_000;
const MOST_OWN_SHARE = 0.1;
/** How much higher the heap may be after any tenth of the soak than after the first. */
const MOST_GROWTH = 1.1;

/** The counts as Markdown, without any time. */
export function counts({ jobs, dropdowns, soak }: Counted): string {
	const rows = jobs.flatMap(({ job, samples }) =>
		[...samples].map(([name, list]) => [job.title, name, ...countsOf(job, list)]),
	);
	const heads = ['job', '', ...countHeads];
	return [table(heads, rows), dropdownTable(dropdowns), soakTable(soak)].join('\n\n');
}

/** All tables as Markdown. */
export function report(world: World, findings: Findings): string {
	return [
		surroundings(world),
		promises(findings),
		...findings.jobs.map(jobTable),
		memoryTable(findings.memory),
		profileTable(findings.profiles),
		growthTable(findings.growth),
		soakTable(findings.soak),
		dropdownTable(findings.dropdowns),
	].join('\n\n');
}

/** Some jobs as Markdown: their promises and tables. */
export function jobReport(jobs: JobResult[]): string {
	return [table(promiseHeads, jobPromises(jobs)), ...jobs.map(jobTable)].join('\n\n');
}

/** The samples of one measure of the contestant `of` as multiples of those of `against`. */
function ratioOf(
	samples: Map<string, Sample[]>,
	of: string,
	against: string,
	value = ({ milliseconds }: Sample) => milliseconds,
): Spread | undefined {
	const values = ratios(
		(samples.get(of) ?? []).map(value),
		(samples.get(against) ?? []).map(value),
	);
	return values.length === 0 ? undefined : spreadOf(values);
}

/** The contestants of a job that others are compared with: the limit and HTTP Request. */
function yardsticks({ samples }: JobResult): { limit?: string; httpRequest?: string } {
	const names = [...samples.keys()];
	return { limit: names.at(-1), httpRequest: names.find((name) => name === HTTP_REQUEST) };
}

function surroundings(world: World): string {
	const [cpu] = os.cpus();
	const memory = Math.round(os.totalmem() / 2 ** 30);
	const { installation } = world;
	const node = execFileSync(installation.node, ['--version'], { encoding: 'utf8' }).trim();
	return [
		`Measured on ${os.cpus().length} cores of ${cpu?.model.trim() ?? 'an unknown processor'} with ${memory} GB of memory, ${os.type()} ${os.release()}; load average over the last 15 minutes at the end: ${os.loadavg()[2]?.toFixed(1)}.`,
		`This package ${versionOf('.')}, n8n ${installation.version} on Node.js ${node}, axios ${versionOf('node_modules', 'axios')} on the same Node.js. Service latency ${LATENCY} ms.`,
	].join(' ');
}

function versionOf(...folder: string[]): string {
	const file = path.join(import.meta.dirname, '..', '..', ...folder, 'package.json');
	return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** One line for each promise of this package: what was promised, what was measured. */
function promises({ jobs, loading, memory, profiles, dropdowns, soak }: Findings): string {
	const [of = '', against = ''] = memory.samples.keys();
	const mostRequests = Math.max(...dropdowns.map(({ requests }) => requests));
	const { times, packedBytes } = loading;
	const elapsed = spreadOf(times.map((time) => time.elapsed));
	const cpu = spreadOf(times.map((time) => time.cpu));
	const [firstHeap = NaN, ...heaps] = soak.left.map(({ heap }) => heap);
	const busyAccounts = Math.max(...soak.left.map((left) => left.busyAccounts));
	const rows = [
		...jobPromises(jobs),
		[
			memory.title,
			`peak memory of n8n: no higher than with ${against}`,
			...judged(ratioOf(memory.samples, of, against, peak), factor, 1),
		],
		...profiles.map((profile) => [
			profile.title,
			"CPU time of this package: under a tenth of the engine's",
			...judged(exactly(ownShare(profile)), percent, MOST_OWN_SHARE),
		]),
		[
			'Opening a dropdown',
			'one request, however large the account',
			...judged(exactly(mostRequests), String, 1),
		],
		[
			'Loading the package',
			`at most ${MOST_LOADING_TIME} ms`,
			...judged(elapsed, ms, MOST_LOADING_TIME),
		],
		[
			'Loading the package',
			`at most ${MOST_LOADING_TIME} ms of CPU time`,
			...judged(cpu, ms, MOST_LOADING_TIME),
		],
		[
			'Loading the package',
			'at most 120 kB packed',
			...judged(exactly(packedBytes), kilobytes, MOST_PACKED_BYTES),
		],
		[
			soakTitle(soak),
			'nothing of them left in the state that executions share',
			...judged(exactly(busyAccounts), String, 0),
		],
		[
			soakTitle(soak),
			`heap of n8n after any tenth: at most ${factor(MOST_GROWTH)} of that after the first`,
			...judged(exactly(Math.max(...heaps) / firstHeap), factor, MOST_GROWTH),
		],
	];
	return table(promiseHeads, rows);
}

const promiseHeads = ['job', 'target', 'measured: median (lowest to highest)', 'met'];

/** What was promised of the jobs: first their times, then what the service refused. */
function jobPromises(jobs: JobResult[]): Cell[][] {
	const times = jobs.flatMap(({ job, samples }) =>
		job.targets.map((target) => [
			job.title,
			`${target.of}: at most ${factor(target.most)} of ${target.against}`,
			...judged(ratioOf(samples, target.of, target.against), factor, target.most),
		]),
	);
	const refusals = jobs.flatMap(({ job: { title, mostRefused, targets }, samples }) =>
		mostRefused === undefined
			? []
			: targets.map(({ of }) => [
					title,
					`${of}: at most ${percent(mostRefused)} of its requests answered 429`,
					...judged(spreadOf((samples.get(of) ?? []).map(refusedPart)), percent, mostRefused),
				]),
	);
	return [...times, ...refusals];
}

function judged(
	found: Spread | undefined,
	unit: (value: number) => string,
	most: number,
): [string, string] {
	if (!found) return ['', '**no**'];
	return [spread(found, unit), found.median <= most ? 'yes' : '**no**'];
}

function exactly(value: number): Spread {
	return { median: value, least: value, most: value };
}

function jobTable(result: JobResult): string {
	const { job, samples } = result;
	const { limit = '', httpRequest = '' } = yardsticks(result);
	const rows = [...samples].map(([name, list]) => {
		const against = (other: string) => {
			const found = other === name ? undefined : ratioOf(samples, name, other);
			return found ? spread(found, factor) : '';
		};
		return [
			name,
			spread(spreadOf(list.map(({ milliseconds }) => milliseconds)), ms),
			against(limit),
			...(httpRequest === '' ? [] : [against(httpRequest)]),
			...countsOf(job, list),
		];
	});
	const heads = [
		'',
		'time',
		'times the limit',
		...(httpRequest === '' ? [] : ['times HTTP Request']),
		...countHeads,
	];
	return `### ${job.title}\n\n${table(heads, rows)}`;
}

const countHeads = ['requests', 'answered 429', 'most in flight', 'right results'];

function countsOf(job: Job, samples: Sample[]): Cell[] {
	const last = samples.at(-1);
	return [last?.requests, last?.refused, last?.mostInFlight, rightResults(job, samples)];
}

function rightResults({ of }: Job, samples: Sample[]): string {
	const done = samples.map((sample) => sample.done ?? of);
	const least = Math.min(...done);
	const most = Math.max(...done);
	return `${least === most ? least : `${least} to ${most}`} of ${of}`;
}

function memoryTable({ title, samples }: MemoryComparison): string {
	const rows = [...samples].map(([name, list]) => [
		name,
		spread(spreadOf(list.map(peak)), megabytes),
	]);
	return `### Peak memory of n8n\n\n${title}, each time in an n8n that was started for it.\n\n${table(['', 'peak'], rows)}`;
}

function profileTable(profiles: Profile[]): string {
	const rows = profiles.map((profile) => [
		profile.title,
		...owners.map((owner) => `${(profile.time[owner] / profile.items).toFixed(3)} ms`),
		percent(ownShare(profile)),
	]);
	const heads = ['CPU time per item', ...owners, 'this package of n8n and its HTTP client'];
	return `### Cost per item\n\n${table(heads, rows)}`;
}

/** CPU time of this package as a part of that of n8n, its HTTP client included. */
function ownShare({ time }: Profile): number {
	return time['this package'] / (time.n8n + time['its HTTP client']);
}

function growthTable(points: GrowthPoint[]): string {
	const rows = points.map(({ of, size, samples }) => {
		const times = samples.map(({ milliseconds }) => milliseconds);
		const perThousand = times.map((time) => (time * 1000) / size);
		return [
			`${size.toLocaleString('en')} ${of}`,
			spread(spreadOf(times), ms),
			spread(spreadOf(perThousand), ms),
			spread(spreadOf(samples.map(addedMemory)), megabytes),
		];
	});
	const heads = ['', 'time', 'time per 1,000', 'peak memory above that before the run'];
	return `### How cost grows\n\n${table(heads, rows)}`;
}

function soakTitle({ executions, cancelled }: Soak): string {
	return `${executions} executions, 20 at once, ${cancelled} of them cancelled at random`;
}

function soakTable(soak: Soak): string {
	const heads = ['after executions', 'heap in use', 'accounts with a request under way'];
	const rows = soak.left.map(({ heap, busyAccounts }, index) => [
		((index + 1) * soak.executions) / soak.left.length,
		megabytes(heap),
		busyAccounts,
	]);
	return `### ${soakTitle(soak)}\n\n${table(heads, rows)}`;
}

function dropdownTable(dropdowns: Dropdown[]): string {
	const rows = dropdowns.map(({ list, records, requests, entries }) => [
		`\`${list}\``,
		records.toLocaleString('en'),
		requests,
		entries,
	]);
	return `### Opening a dropdown\n\n${table(['list', 'records of the account', 'requests', 'entries shown'], rows)}`;
}

function refusedPart({ refused, requests }: Sample): number {
	return refused / requests;
}

function peak({ memory }: Sample): number {
	return memory?.peak ?? NaN;
}

/** What a run added to n8n's memory at its peak, in bytes. */
function addedMemory({ memory }: Sample): number {
	return memory ? memory.peak - memory.before : NaN;
}

type Cell = string | number | undefined;

function table(heads: string[], rows: Cell[][]): string {
	const line = (cells: Cell[]) => `| ${cells.map((cell) => String(cell ?? '')).join(' | ')} |`;
	return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function spread({ median, least, most }: Spread, unit: (value: number) => string): string {
	return least === most ? unit(median) : `${unit(median)} (${unit(least)} to ${unit(most)})`;
}

function factor(value: number): string {
	return value.toFixed(2);
}

function percent(value: number): string {
	return `${(value * 100).toFixed(1)} %`;
}

function ms(value: number): string {
	return `${Math.round(value).toLocaleString('en')} ms`;
}

function kilobytes(bytes: number): string {
	return `${Math.round(bytes / 1e3).toLocaleString('en')} kB`;
}

function megabytes(bytes: number): string {
	return `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}
