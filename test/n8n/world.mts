import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { installDebianPackage } from '../../sandbox/debian.mjs';
import { N8nClient, type Owner } from '../../sandbox/n8n/client.mjs';
import { installN8n } from '../../sandbox/n8n/install.mjs';
import { startN8n } from '../../sandbox/n8n/instance.mjs';
import { packPackage, placePackage } from '../../sandbox/n8n/package.mjs';
import {
	owner,
	provideCredentials,
	type SandboxCredentials,
	type ServiceAddress,
} from '../../sandbox/provision.mjs';
import { startModel } from '../../sandbox/model/start.mjs';
import {
	findPostgres,
	startPostgres,
	type Postgres,
	type PostgresAddress,
} from '../../sandbox/postgres.mjs';
import { startServices } from '../../sandbox/services/start.mjs';
import { step } from '../../sandbox/step.mjs';
import { startWebsite } from '../../sandbox/website.mjs';

/** What a test process needs to know of the world that was started for it. */
export interface SandboxAddress {
	n8nUrl: string;
	n8nVersion: string;
	/** N8N_USER_FOLDER of the n8n. */
	userFolder: string;
	owner: Owner;
	link: ServiceAddress;
	data: ServiceAddress;
	/** The stand-in for a language model: its address without the path of the API. */
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

/** How the n8n of a suite comes by the package, and what else is special about it. */
export interface WorldOptions {
	/** Puts the package into the n8n's folder before it starts; default as n8n itself does. */
	install?(userFolder: string): Promise<void>;
	/** Called once n8n runs, signed in as the owner. */
	prepare?(client: N8nClient): Promise<void>;
	/** More settings of n8n. */
	environment?: Record<string, string>;
}

/**
 * Starts the services and an n8n with the packed package in it, both empty, hands their addresses to
 * the tests and gives the function that stops them. `N8N_VERSION` in the environment chooses another
 * version of n8n.
 */
export async function startWorld(
	project: TestProject,
	{ install = placePacked, prepare, environment }: WorldOptions = {},
): Promise<() => Promise<void>> {
	const installation = await installN8n(process.env.N8N_VERSION || undefined, console.log);
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-test-'));
	await install(folder);
	const services = await startServices();
	const website = await startWebsite();
	const model = await startModel();
	const postgres = await startDatabase();
	const n8n = await step(console.log, `Starting n8n ${installation.version}`, () =>
		startN8n({ installation, userFolder: folder, environment }),
	);
	const client = await N8nClient.connect(n8n.baseUrl, owner);
	await prepare?.(client);
	const { link, data } = services;
	project.provide('sandbox', {
		n8nUrl: n8n.baseUrl,
		n8nVersion: installation.version,
		userFolder: folder,
		owner,
		link: { baseUrl: link.baseUrl, apiKey: link.apiKey },
		data: { baseUrl: data.baseUrl, apiKey: data.apiKey },
		modelUrl: new URL(model.baseUrl).origin,
		website: website.baseUrl,
		postgres: postgres && addressOf(postgres),
		credentials: await provideCredentials(client, { ...services, model, postgres }),
	});
	return async () => {
		await n8n.stop();
		await Promise.all([services.stop(), website.stop(), model.stop(), postgres?.stop()]);
		await rm(folder, { recursive: true, force: true });
	};
}

async function placePacked(userFolder: string): Promise<void> {
	await placePackage(await packPackage(userFolder), userFolder);
}

/** A PostgreSQL for the example that needs one; installed first where that is possible. */
async function startDatabase(): Promise<Postgres | undefined> {
	const problem = (await findPostgres()) ? undefined : await installDebianPackage('postgresql');
	const programs = await findPostgres();
	if (programs !== undefined) return await startPostgres(programs);
	console.log(
		`The example with PostgreSQL is skipped: ${problem ?? 'its programs are not found'}.`,
	);
	return undefined;
}

/** What of a database can be handed to another process. */
function addressOf({ host, port, database, user, password }: Postgres): PostgresAddress {
	return { host, port, database, user, password };
}
