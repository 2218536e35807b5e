import { createRequire } from 'node:module';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { useOwnTemporaryFolder } from './sandbox/temporary.mjs';

useOwnTemporaryFolder();

type Options = NonNullable<TestProjectInlineConfiguration['test']>;

/** Tests of programs that are started once for a whole project, so its files run one by one. */
const onPrograms = (name: string, options: Options): TestProjectInlineConfiguration => ({
	test: {
		name,
		include: [`test/${name}/**/*.test.mts`],
		fileParallelism: false,
		testTimeout: 60_000,
		hookTimeout: 60_000,
		...options,
	},
});

const onN8n: Options = { globalSetup: 'test/n8n/globalSetup.mts' };

export default defineConfig({
	test: {
		// The engine prints every error that a node ends in.
		silent: 'passed-only',
		// By default, one core stays idle.
		maxWorkers: '100%',
		projects: [
			// What runs the nodes on n8n's engine, inside the test's own process.
			{
				// n8n-core requires the CommonJS copy; with the ESM one a NodeApiError would have two classes.
				resolve: {
					alias: { 'n8n-workflow': createRequire(import.meta.url).resolve('n8n-workflow') },
				},
				test: {
					name: 'fast',
					setupFiles: 'test/engine/environment.mts',
					// Loading n8n's engine once for all files halves the time.
					isolate: false,
					include: ['test/{unit,engine,faults,triggers,build}/**/*.test.mts'],
					// Enough for the longest on a machine that is busy with other things.
					testTimeout: 240_000,
					hookTimeout: 240_000,
				},
			},
			// The tests of triggers end the n8n that they use.
			onPrograms('n8n', {
				...onN8n,
				exclude: process.env.N8N_URL ? ['test/n8n/triggers.test.mts'] : [],
			}),
			onPrograms('browser', { ...onN8n, testTimeout: 180_000, hookTimeout: 180_000 }),
			onPrograms('queue', {}),
		],
	},
});
