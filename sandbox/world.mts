import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import getPort from 'get-port';
import { startModel, type Model } from './model/start.mjs';
import { N8nClient } from './n8n/client.mjs';
import { installN8n } from './n8n/install.mjs';
import { startN8n, type Instance } from './n8n/instance.mjs';
import { packPackage, placePackage } from './n8n/package.mjs';
import { findPostgres, startPostgres, type PostgresAddress } from './postgres.mjs';
import { owner, provideCredentials, type SandboxCredentials } from './provision.mjs';
import { startServices, type LinkService, type ReferenceService } from './services/start.mjs';
import { step } from './step.mjs';
import { startWebsite, type Website } from './website.mjs';

/** Functions that end what was started, in the order in which it was. */
export type Stops = Array<() => Promise<void>>;

export interface WorldOptions {
	/** Of n8n; default the newest one here. */
	version?: string;
	/** N8N_USER_FOLDER; default an empty one, which goes with the world. */
	userFolder?: string;
	/** The ports to take if they are free. */
	ports?: Partial<Record<'n8n' | 'link' | 'data' | 'website' | 'model', number>>;
	/** Puts the package into the n8n's folder before it starts; default as n8n itself does. */
	install?(userFolder: string): Promise<void>;
	/** Called once n8n runs, signed in as the owner, before it gets its credentials. */
	prepare?(client: N8nClient): Promise<void>;
	/** More settings of n8n. */
	environment?: Record<string, string>;
}

/** A real n8n with the package, and everything that its nodes and the examples talk to. */
export interface World {
	n8n: Instance;
	n8nVersion: string;
	userFolder: string;
	/** Signed in as the owner. */
	client: N8nClient;
	link: LinkService;
	data: ReferenceService;
	website: Website;
	model: Model;
	/** Only where PostgreSQL is installed. */
	postgres?: PostgresAddress;
	credentials: SandboxCredentials;
}

/**
 * Starts a world, built package included, on 127.0.0.1.
 *
 * @param stops gets a function for each thing that was started, also when a later one fails
 */
export async function startWorld(
	stops: Stops,
	{ version, userFolder: wanted, ports = {}, install, prepare, environment }: WorldOptions = {},
): Promise<World> {
	const installation = await installN8n(version, console.log);
	const userFolder = wanted ?? (await mkdtemp(path.join(tmpdir(), 'n8n-nodes-world-')));
	if (wanted === undefined) {
		stops.push(async () => await rm(userFolder, { recursive: true, force: true }));
	}
	if (install) await install(userFolder);
	else await placePackage(await packPackage(userFolder), userFolder);

	const free = async (port?: number) => await getPort({ port, host: '127.0.0.1' });
	const linkPort = await free(ports.link);
	const services = await startServices({ linkPort, dataPort: await free(ports.data) });
	stops.push(services.stop);
	const website = await startWebsite(await free(ports.website));
	stops.push(website.stop);
	const model = await startModel(await free(ports.model));
	stops.push(model.stop);
	const programs = await findPostgres();
	const database = programs === undefined ? undefined : await startPostgres(programs);
	if (database) stops.push(database.stop);
	const postgres = database?.address;
	const n8n = await step(console.log, `Starting n8n ${installation.version}`, () =>
		startN8n({ installation, userFolder, port: ports.n8n, environment }),
	);
	stops.push(n8n.stop);

	const client = await N8nClient.connect(n8n.baseUrl, owner);
	await prepare?.(client);
	const { link, data } = services;
	const credentials = await provideCredentials(client, { link, data, model, postgres });
	const n8nVersion = installation.version;
	return { n8n, n8nVersion, userFolder, client, link, data, website, model, postgres, credentials };
}

/** Ends what was started, the last first. */
export async function stopAll(stops: Stops): Promise<void> {
	for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
}
