import type { TestProject } from 'vitest/node';
import { newOwner, type Owner } from '../../sandbox/n8n/client.mjs';
import { installN8n, newestVersion } from '../../sandbox/n8n/install.mjs';
import { startN8n } from '../../sandbox/n8n/instance.mjs';
import { startPostgres, type PostgresAddress } from '../../sandbox/postgres.mjs';
import { step } from '../../sandbox/step.mjs';

declare module 'vitest' {
	export interface ProvidedContext {
		n8nUrl: string;
		n8nVersion: string;
		/** Where it is installed, unless it runs already. */
		n8nFolder: string | undefined;
		owner: Owner;
		/** Only where PostgreSQL is installed. */
		postgres: PostgresAddress | undefined;
	}
}

/**
 * One n8n for the whole suite: the newest or `N8N_VERSION`, with the packed package installed as a
 * user does, or the one that runs at `N8N_URL` with the package in it and the owner `N8N_OWNER_EMAIL`
 * and `N8N_OWNER_PASSWORD`. Services are each test file's own.
 */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
	const postgres = await startPostgres();
	if (!postgres) {
		console.log('Example 8 is skipped: PostgreSQL is missing (apt-get install postgresql).');
	}
	project.provide('postgres', postgres?.address);
	const { N8N_URL, N8N_OWNER_EMAIL = '', N8N_OWNER_PASSWORD = '' } = process.env;
	if (N8N_URL) {
		project.provide('n8nUrl', N8N_URL);
		project.provide('owner', { email: N8N_OWNER_EMAIL, password: N8N_OWNER_PASSWORD });
		return async () => await postgres?.stop();
	}
	const installation = await installN8n(process.env.N8N_VERSION || newestVersion);
	const n8n = await step(`Starting n8n ${installation.version}`, () => startN8n({ installation }));
	project.provide('n8nUrl', n8n.baseUrl);
	project.provide('owner', newOwner());
	project.provide('n8nVersion', installation.version);
	project.provide('n8nFolder', installation.folder);
	return async () => {
		await n8n.stop();
		await postgres?.stop();
	};
}
