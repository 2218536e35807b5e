import { defineConfig } from 'vitest/config';

/** One real n8n and one pair of services for the whole suite, so the files run one by one. */
export default defineConfig({
	test: {
		include: ['test/browser/**/*.test.mts'],
		globalSetup: 'test/n8n/globalSetup.mts',
		fileParallelism: false,
		expect: { poll: { timeout: 30_000 } },
		testTimeout: 180_000,
		hookTimeout: 180_000,
	},
});
