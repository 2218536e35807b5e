import { parseArgs } from 'node:util';
import { useOwnTemporaryFolder } from '../../sandbox/temporary.mjs';
import { failingLookUps, fullSizes, jobs, shortSizes, type Sizes } from './jobs.mjs';
import { measure, type JobResult, type Thoroughness } from './measure.mjs';
import {
	compareMemory,
	measureGrowth,
	measureLoading,
	openDropdowns,
	profileItems,
	soak,
} from './more.mjs';
import { counts, jobReport, report, type Counted, type Findings } from './report.mjs';
import { World } from './world.mjs';

const USAGE = `npm run bench -- [options]

  --short          every job once and small, to see that its counts are right
  --only <text>    the jobs with this in their titles, measured
  --help           show this text
`;

useOwnTemporaryFolder();

const thorough: Thoroughness = { rounds: 3, warmUps: 1, slowOnes: true };

/** What everything but loading needs. */
async function start(world: World): Promise<void> {
	await world.startServices({});
	await world.startFreshN8n();
}

async function shortForm(world: World): Promise<Counted> {
	await start(world);
	const once = { rounds: 1, warmUps: 0, slowOnes: false };
	return {
		jobs: [
			...(await runJobs(world, shortSizes, once)),
			await measure(world, failingLookUps(shortSizes.lookUps), once),
		],
		dropdowns: await openDropdowns(world, [100, 3_000]),
		soak: await soak(world, 1),
	};
}

/**
 * Loading is measured first, while nothing else is at work; what takes longest comes last, so that a
 * wrong count is found early.
 */
async function fullForm(world: World): Promise<Findings> {
	const loading = await measureLoading(world, 15);
	await start(world);
	return {
		loading,
		profiles: await profileItems(world),
		dropdowns: await openDropdowns(world, [100, 100_000]),
		soak: await soak(world),
		jobs: await runJobs(world, fullSizes, thorough),
		memory: await compareMemory(world, 2),
		growth: await measureGrowth(world, 1),
	};
}

async function runJobs(
	world: World,
	sizes: Sizes,
	how: Thoroughness,
	only = '',
): Promise<JobResult[]> {
	const results: JobResult[] = [];
	for (const job of jobs(sizes).filter(({ title }) => title.includes(only))) {
		console.log(`${job.title} …`);
		const result = await measure(world, job, how);
		results.push(result);
		if (how === thorough) console.log(`\n${jobReport([result])}\n`);
	}
	return results;
}

async function run(): Promise<void> {
	const { values } = parseArgs({
		options: {
			short: { type: 'boolean', default: false },
			only: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(USAGE);
		return;
	}
	const world = await World.create();
	try {
		if (values.short) {
			console.log(`\n${counts(await shortForm(world))}`);
			return;
		}
		if (values.only !== undefined) {
			await start(world);
			await runJobs(world, fullSizes, thorough, values.only);
			return;
		}
		console.log(`\n${report(world, await fullForm(world))}`);
	} finally {
		await world.stop();
	}
}

await run().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
