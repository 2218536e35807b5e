import { defineConfig } from 'vitest/config';

import config from './vitest.config.mjs';

/** The long tests of what happens when services fail, one file after another: some measure time. */
export default defineConfig({
	...config,
	test: {
		...config.test,
		include: ['test/faults/**/*.test.mts'],
		execArgv: ['--expose-gc'],
		env: { RELIABILITY_PAGE: 'write' },
		fileParallelism: false,
		testTimeout: 300_000,
		hookTimeout: 300_000,
	},
});
