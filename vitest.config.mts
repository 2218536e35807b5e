import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

export default defineConfig({
	resolve: {
		// n8n-core requires the CommonJS copy; with the ESM one a NodeApiError would have two classes.
		alias: [{ find: /^n8n-workflow$/, replacement: require.resolve('n8n-workflow') }],
	},
	test: {
		setupFiles: ['test/engine/environment.mts'],
		include: [
			'test/{unit,services,engine,build}/**/*.test.mts',
			'test/faults/{matrix,doubt,security}.test.mts',
		],
		// The engine prints every error that a node ends in.
		silent: 'passed-only',
		testTimeout: 60_000,
		hookTimeout: 60_000,
	},
});
