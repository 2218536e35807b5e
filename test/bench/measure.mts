import type { Contestant, RunResult } from './contestants.mjs';
import type { Job } from './jobs.mjs';
import type { Seen } from './services.mjs';
import type { World } from './world.mjs';

/** One run of one contestant, with what the services saw of it. */
export type Sample = RunResult & Pick<Seen, 'requests' | 'refused' | 'mostInFlight'>;

export interface JobResult {
	job: Job;
	/** By the contestants' names, in their order; the samples of a round at the same place. */
	samples: Map<string, Sample[]>;
}

export interface Thoroughness {
	rounds: number;
	/** Rounds that are run first and thrown away. */
	warmUps: number;
	/** Whether the contestants that are slow and of no further interest are run, in one round. */
	slowOnes: boolean;
}

/** How long the services hold back each answer, in milliseconds. */
export const LATENCY = 20;

/**
 * Runs the contestants of a job in turn, round after round, so that what disturbs the machine hits
 * all of them.
 *
 * @throws Error when a contestant does not do what it must
 */
export async function measure(
	world: World,
	job: Job,
	{ rounds, warmUps, slowOnes }: Thoroughness,
): Promise<JobResult> {
	const samples = new Map<string, Sample[]>();
	const first = job.freshAccounts ? 0 : -warmUps;
	for (let round = first; round < rounds; round++) {
		if (job.freshAccounts || round === first) {
			await world.startServices({ latencyMs: LATENCY, ...job.services });
		}
		const contestants = job.contestants(world.facts);
		const fast = contestants.filter(({ slow }) => !slow);
		for (const contestant of slowOnes && round === 0 ? contestants : fast) {
			const sample = await runOnce(world, job, contestant);
			const { name } = contestant;
			if (round >= 0) samples.set(name, [...(samples.get(name) ?? []), sample]);
		}
	}
	return { job, samples };
}

/**
 * One run on services at their start.
 *
 * @throws Error when the contestant does not do what it must
 */
export async function runOnce(world: World, job: Job, contestant: Contestant): Promise<Sample> {
	await world.resetServices();
	const result = await contestant.run(world);
	const { requests, refused, mostInFlight } = await world.seen();
	const { must, name } = contestant;
	if (must && (result.done !== must.done || requests > must.mostRequests)) {
		throw new Error(
			`${job.title}: ${name} gave ${result.done ?? 0} of ${must.done} right results with ${requests} requests, where ${must.mostRequests} are allowed.`,
		);
	}
	return { ...result, requests, refused, mostInFlight };
}
