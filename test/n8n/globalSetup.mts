import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { newOwner, type Owner } from '../../sandbox/n8n/client.mjs';
import { installN8n, newestVersion } from '../../sandbox/n8n/install.mjs';
import { startN8n } from '../../sandbox/n8n/instance.mjs';
import { packPackage, placePackage } from '../../sandbox/n8n/package.mjs';
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
	const stops: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (let last = stops.pop(); last; last = stops.pop()) await last();
	};
	try {
		const postgres = await startPostgres();
		if (postgres) stops.push(postgres.stop);
		else console.log('Example 8 is skipped: PostgreSQL is missing (apt-get install postgresql).');
		project.provide('postgres', postgres?.address);
		const { N8N_URL, N8N_OWNER_EMAIL = '', N8N_OWNER_PASSWORD = '' } = process.env;
		if (N8N_URL) {
			project.provide('n8nUrl', N8N_URL);
			project.provide('owner', { email: N8N_OWNER_EMAIL, password: N8N_OWNER_PASSWORD });
			return stop;
		}
		const installation = await installN8n(process.env.N8N_VERSION || newestVersion);
		const userFolder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-test-'));
		stops.push(async () => await rm(userFolder, { recursive: true, force: true }));
		await placePackage(await packPackage(userFolder), userFolder);
		const n8n = await step(`Starting n8n ${installation.version}`, () =>
			startN8n({ installation, userFolder }),
		);
		stops.push(n8n.stop);
		project.provide('n8nUrl', n8n.baseUrl);
		project.provide('owner', newOwner());
		project.provide('n8nVersion', installation.version);
		project.provide('n8nFolder', installation.folder);
		return stop;
	} catch (error) {
		await stop();
		throw error;
	}
}
