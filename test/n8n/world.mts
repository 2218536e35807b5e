import type { TestProject } from 'vitest/node';
import { installDebianPackage } from '../../sandbox/debian.mjs';
import type { Owner } from '../../sandbox/n8n/client.mjs';
import { findPostgres, type PostgresAddress } from '../../sandbox/postgres.mjs';
import { owner, type SandboxCredentials, type ServiceAddress } from '../../sandbox/provision.mjs';
import { startWorld, stopAll, type Stops, type WorldOptions } from '../../sandbox/world.mjs';

/** What a test process needs to know of the world that was started for it. */
export interface SandboxAddress {
	n8nUrl: string;
	n8nVersion: string;
	/** N8N_USER_FOLDER of the n8n. */
	userFolder: string;
	owner: Owner;
	link: ServiceAddress;
	data: ServiceAddress;
	/** The placeholder for a language model: its address without the path of the API. */
	modelUrl: string;
	website: string;
	/** Only where PostgreSQL is, or could be, installed. */
	postgres?: PostgresAddress;
	credentials: SandboxCredentials;
}

declare module 'vitest' {
	export interface ProvidedContext {
		sandbox: SandboxAddress;
	}
}

/**
 * Starts an empty world, hands its addresses to the tests and gives the function that stops it.
 * `N8N_VERSION` in the environment chooses another version of n8n.
 */
export async function provideWorld(
	project: TestProject,
	options: WorldOptions = {},
	stops: Stops = [],
): Promise<() => Promise<void>> {
	if (!(await findPostgres())) {
		const problem = await installDebianPackage('postgresql');
		if (problem) console.log(`The example with PostgreSQL is skipped: ${problem}.`);
	}
	try {
		const version = process.env.N8N_VERSION || undefined;
		const world = await startWorld(stops, { version, ...options });
		const { n8nVersion, userFolder, postgres, credentials } = world;
		project.provide('sandbox', {
			n8nUrl: world.n8n.baseUrl,
			n8nVersion,
			userFolder,
			owner,
			link: addressOf(world.link),
			data: addressOf(world.data),
			modelUrl: new URL(world.model.baseUrl).origin,
			website: world.website.baseUrl,
			postgres,
			credentials,
		});
	} catch (error) {
		await stopAll(stops);
		throw error;
	}
	return async () => await stopAll(stops);
}

function addressOf({ baseUrl, apiKey }: ServiceAddress): ServiceAddress {
	return { baseUrl, apiKey };
}
