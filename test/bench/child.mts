/*
 * What a benchmark has done in processes of their own, so that nothing else is on the event loop, or in
 * the memory, that is measured. Each task imports only what it needs.
 */
import { createRequire } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { IDataObject, INodeType, IVersionedNodeType } from 'n8n-workflow';
import 'reflect-metadata';
import type { Quirks, Service, ServicesOptions } from '../../sandbox/services/start.mjs';
import type { NodeName } from '../engine/harness.mjs';

/** Services to start. */
export type Serving = ServicesOptions & { quirks?: Quirks };

type Credentials = Pick<Service, 'baseUrl' | 'apiKey'>;

/** What a job must know of the services. */
export interface Facts {
	link: Credentials;
	data: Credentials;
	schools: Array<{ emis: string; name: string }>;
	/** Of the newest links on the account's main domain. */
	aliases: string[];
}

/** A node to run on n8n's engine. */
export interface NodeToRun {
	/** The folder of a built package, or the file of n8n's HTTP Request. */
	from: string;
	node: NodeName;
	parameters: IDataObject;
	items: IDataObject[];
	credentials: Credentials;
	/** So many executions at once; default 1. */
	executions?: number;
}

export interface Outcome {
	milliseconds: number;
	/** Output items of all executions, without those that failed. */
	done: number;
	error?: string;
	/** By how many megabytes the process grew at most. */
	memory: number;
	/** For how many milliseconds the event loop was blocked at most. */
	blocked: number;
}

const require = createRequire(import.meta.url);
const core = () => require('n8n-core') as typeof import('n8n-core');
const RECORDS = 10_000;
let stopServices = async () => {};
let services: Service[] = [];
const loaded = new Map<string, INodeType>();

const tasks = {
	/** Starts services in place of those that run, at new addresses. */
	async serve({ quirks = {}, ...options }: Serving): Promise<Facts> {
		const { startServices } = await import('../../sandbox/services/start.mjs');
		const { MAIN_DOMAIN } = await import('../../sandbox/services/data/links.mjs');
		await stopServices();
		const { link, data, stop } = await startServices(options);
		stopServices = stop;
		services = [link, data];
		for (const service of services) service.quirk(quirks);
		const onMainDomain = [...link.links.values()].filter(({ domain }) => domain === MAIN_DOMAIN);
		const schools = data.schools.slice(0, RECORDS);
		return {
			link: { baseUrl: link.baseUrl, apiKey: link.apiKey },
			data: { baseUrl: data.baseUrl, apiKey: data.apiKey },
			schools: schools.map(({ nat_emis: emis, name }) => ({ emis, name })),
			aliases: onMainDomain.slice(-RECORDS).map(({ alias }) => alias),
		};
	},

	/** The requests that the services saw, and how many they refused; resets both. */
	async seen(): Promise<{ requests: number; refused: number }> {
		const requests = services.flatMap((service) => service.requests);
		const refused = requests.filter(({ status }) => status === 429).length;
		for (const service of services) service.reset();
		return { requests: requests.length, refused };
	},

	/** The milliseconds in which n8n loads a package when it starts, after its own nodes. */
	async load({ from, n8nNodes }: { from: string; n8nNodes: string }): Promise<number> {
		const { LazyPackageDirectoryLoader } = core();
		await new LazyPackageDirectoryLoader(n8nNodes).loadAll();
		const start = performance.now();
		await new LazyPackageDirectoryLoader(from).loadAll();
		return performance.now() - start;
	},

	/** Runs a node, in as many executions as are asked for. */
	async run({ from, executions = 1, ...options }: NodeToRun): Promise<Outcome> {
		await import('../engine/environment.mjs');
		const { runNode } = await import('../engine/harness.mjs');
		const type = from.endsWith('.js') ? httpRequest(from) : await packageNode(from, options.node);
		const before = process.memoryUsage.rss();
		let most = before;
		const look = () => (most = Math.max(most, process.memoryUsage.rss()));
		const looking = setInterval(look, 20);
		const loop = monitorEventLoopDelay({ resolution: 1 });
		loop.enable();
		const start = performance.now();
		const runs = Array.from(
			{ length: executions },
			async () => await runNode({ ...options, type }),
		);
		const results = await Promise.all(runs);
		const milliseconds = performance.now() - start;
		loop.disable();
		clearInterval(looking);
		look();
		const items = results.flatMap((result) => result.items);
		return {
			milliseconds,
			done: items.filter(({ json }) => json.error === undefined).length,
			error: results.find(({ error }) => error)?.error?.message,
			memory: (most - before) / 2 ** 20,
			blocked: loop.max / 1e6,
		};
	},
};

export type Tasks = typeof tasks;

async function packageNode(folder: string, name: NodeName): Promise<INodeType> {
	const known = loaded.get(name);
	if (known) return known;
	const loader = new (core().LazyPackageDirectoryLoader)(folder);
	await loader.loadAll();
	const type = loader.getNode(name).type as INodeType;
	loaded.set(name, type);
	return type;
}

function httpRequest(file: string): INodeType {
	const { HttpRequest } = require(file) as { HttpRequest: new () => IVersionedNodeType };
	const version = 4.5;
	const type = new HttpRequest().getNodeType(version);
	const description = { ...type.description, version };
	return Object.assign(Object.create(type) as INodeType, { description });
}

process.on('message', ({ task, argument }: { task: keyof Tasks; argument: never }) => {
	tasks[task](argument).then(
		(value) => process.send?.({ value }),
		(error: unknown) => process.send?.({ error: String(error) }),
	);
});
process.on('disconnect', () => process.exit());
