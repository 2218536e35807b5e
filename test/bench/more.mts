import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Contestant } from './contestants.mjs';
import { allSchools, creates, failingLookUps, lookUps, soaked, type Job } from './jobs.mjs';
import { LATENCY, runOnce, type Sample } from './measure.mjs';
import { timeByOwner, type Owner } from './profile.mjs';
import type { LeftOver, World } from './world.mjs';

export interface Dropdown {
	list: string;
	/** Records of the account. */
	records: number;
	requests: number;
	entries: number;
}

const dropdowns = [
	['linkManager', 'searchLinks', 'parameters.linkId'],
	['linkManager', 'searchDomains', 'parameters.domainId'],
	['linkManager', 'searchSpaces', 'parameters.additionalFields.spaceId'],
	['linkManager', 'searchPixels', 'parameters.pixelId'],
	['referenceData', 'searchSchools', 'parameters.schoolId'],
	['referenceData', 'searchPostalCodes', 'parameters.postalCodeId'],
	['referenceData', 'searchUniversities', 'parameters.universityId'],
] as const;

/**
 * Opens every list of the forms on a small and on a large account.
 *
 * @throws Error when one takes more than one request
 */
export async function openDropdowns(world: World, accounts: number[]): Promise<Dropdown[]> {
	const results: Dropdown[] = [];
	for (const records of accounts) {
		await world.startServices({ latencyMs: LATENCY, links: records, schools: records });
		for (const [node, list, parameter] of dropdowns) {
			await world.resetServices();
			const type = `n8n-nodes-link-manager-reference-data.${node}`;
			const { results: entries } = await world.openDropdown(type, list, parameter);
			const { requests } = await world.seen();
			if (requests !== 1)
				throw new Error(`${list} took ${requests} requests on ${records} records.`);
			results.push({ list, records, requests, entries: entries.length });
		}
	}
	return results;
}

export interface Loading {
	/** Milliseconds of each load: what a clock shows, and what the processor worked, on all threads. */
	times: Array<{ elapsed: number; cpu: number }>;
	packedBytes: number;
}

/** Loads the built package in n8n-core's loader, each time in a new process. */
export async function measureLoading(world: World, rounds: number): Promise<Loading> {
	const program = path.join(import.meta.dirname, 'loading.mjs');
	const times = Array.from(
		{ length: rounds },
		() =>
			JSON.parse(
				execFileSync(world.installation.node, [program], { encoding: 'utf8' }),
			) as Loading['times'][number],
	);
	return { times, packedBytes: (await stat(world.tarball)).size };
}

/** Samples of the same job at one size, each from an n8n that was started for it. */
export interface GrowthPoint {
	of: 'records' | 'items';
	size: number;
	samples: Sample[];
}

const growingRecords = [1_000, 10_000, 100_000, 200_000];
const growingItems = [100, 1_000, 10_000];

/**
 * How time and memory of the package's node grow with the records it reads or the items it gets. The
 * records are simplified, as by default: n8n stores nothing of an execution with 200,000 whole ones.
 */
export async function measureGrowth(world: World, rounds: number): Promise<GrowthPoint[]> {
	const points: GrowthPoint[] = [];
	for (const size of growingRecords) {
		const samples = await freshRuns(world, allSchools(size, { simplify: true }), firstOf, rounds);
		points.push({ of: 'records', size, samples });
	}
	for (const size of growingItems) {
		const samples = await freshRuns(world, lookUps(size, 10), firstOf, rounds);
		points.push({ of: 'items', size, samples });
	}
	return points;
}

export interface MemoryComparison {
	title: string;
	/** By contestant. */
	samples: Map<string, Sample[]>;
}

/** Peak memory of n8n for the package's node and for HTTP Request, each in an n8n of its own. */
export async function compareMemory(world: World, rounds: number): Promise<MemoryComparison> {
	const job = allSchools(100_000);
	const samples = new Map<string, Sample[]>();
	for (let round = 0; round < rounds; round++) {
		for (const choose of [firstOf, secondOf]) {
			await world.startServices({ latencyMs: LATENCY, ...job.services });
			const { name } = choose(job.contestants(world.facts));
			const known = samples.get(name) ?? [];
			samples.set(name, [...known, ...(await freshRuns(world, job, choose, 1))]);
		}
	}
	return { title: job.title, samples };
}

type Choice = (contestants: Contestant[]) => Contestant;
const firstOf: Choice = ([first]) => required(first);
const secondOf: Choice = ([, second]) => required(second);

function required(contestant: Contestant | undefined): Contestant {
	if (!contestant) throw new Error('The job has no such contestant.');
	return contestant;
}

async function freshRuns(
	world: World,
	job: Job,
	choose: Choice,
	rounds: number,
): Promise<Sample[]> {
	const samples: Sample[] = [];
	const warmUp = allSchools(200);
	for (let round = 0; round < rounds; round++) {
		await world.startFreshN8n();
		await world.startServices({ latencyMs: LATENCY, ...warmUp.services });
		await runOnce(world, warmUp, choose(warmUp.contestants(world.facts)));
		await world.startServices({ latencyMs: LATENCY, ...job.services });
		samples.push(await runOnce(world, job, choose(job.contestants(world.facts))));
	}
	return samples;
}

export interface Soak {
	executions: number;
	cancelled: number;
	/** After each tenth of the executions. */
	left: LeftOver[];
}

/** Executions at once in each tenth of a soak, and after how many milliseconds the last is cancelled. */
const AT_ONCE = 20;
const LAST_CANCELLED = 3_000;

/**
 * Executions of the package's node at a limit, half of them cancelled at random moments; the others
 * must get everything they asked for.
 *
 * @throws Error when one does not
 */
export async function soak(world: World, tenths = 10): Promise<Soak> {
	const job = soaked(30, { requests: 300, windowMs: 1_000 });
	await world.startServices({ latencyMs: LATENCY, ...job.services });
	const node = firstOf(job.contestants(world.facts));
	const left: LeftOver[] = [];
	let cancelled = 0;
	const execute = async (index: number) => {
		const cancel = index % 2 ? async () => await pause(randomInt(LAST_CANCELLED)) : undefined;
		const { done = 0 } = await node.run(world, cancel);
		if (done === job.of) return;
		if (!cancel) throw new Error(`${job.title}: ${done} of ${job.of} results were right.`);
		cancelled += 1;
	};
	for (let tenth = 0; tenth < tenths; tenth++) {
		await world.resetServices();
		await Promise.all(Array.from({ length: AT_ONCE }, async (_, index) => await execute(index)));
		// n8n ends a cancelled execution before the package hears of it.
		await pause(1_000);
		left.push(await world.leftOver());
	}
	return { executions: tenths * AT_ONCE, cancelled, left };
}

export interface Profile {
	title: string;
	/** Milliseconds of CPU time. */
	time: Record<Owner, number>;
	/** Input items of the run. */
	items: number;
}

const PROFILED_ITEMS = 1_000;

/** Where the CPU time of n8n goes while the package's node works through its items. */
export async function profileItems(world: World): Promise<Profile[]> {
	const profiles: Profile[] = [];
	const items = PROFILED_ITEMS;
	for (const job of [lookUps(items, 10), creates(items), failingLookUps(items)]) {
		await world.startServices({ latencyMs: LATENCY, ...job.services });
		const node = firstOf(job.contestants(world.facts));
		await runOnce(world, job, node);
		const profile = await world.profile(async () => void (await runOnce(world, job, node)));
		profiles.push({ title: job.title, items, time: timeByOwner(profile) });
	}
	return profiles;
}
