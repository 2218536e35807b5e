import { defineConfig } from 'vitest/config';

/** What must work however the package was installed. */
const everywhere = ['everyOperation', 'credentials', 'dropdowns', 'errors'].map(
	(name) => `test/n8n/${name}.test.mts`,
);

const project = (name: string, setup: string, include: string[]) => ({
	test: {
		name,
		include: [...include, ...everywhere],
		globalSetup: setup,
		fileParallelism: false,
		testTimeout: 60_000,
		hookTimeout: 60_000,
	},
});

/** The suite of the real n8n, on an n8n for each way in which a user installs the package. */
export default defineConfig({
	test: {
		projects: [
			project('npm', 'test/install/npm.setup.mts', ['test/install/npm.test.mts']),
			project('settings page', 'test/install/settingsPage.setup.mts', [
				'test/install/settingsPage.test.mts',
			]),
		],
	},
});
