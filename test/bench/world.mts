import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
} from 'n8n-workflow';
import waitFor from 'p-wait-for';
import { N8nClient, type Credential, type NodeRun } from '../../sandbox/n8n/client.mjs';
import { installN8n, type Installation } from '../../sandbox/n8n/install.mjs';
import { startN8n, type Instance } from '../../sandbox/n8n/instance.mjs';
import { packPackage, placePackage } from '../../sandbox/n8n/package.mjs';
import { afterTrigger, nodeOf, START } from '../../sandbox/n8n/workflow.mjs';
import { owner } from '../../sandbox/provision.mjs';
import type { ServicesOptions } from '../../sandbox/services/start.mjs';
import type { Loop, LoopResult } from './bareLoop.mjs';
import { startChild, type Child } from './child.mjs';
import type { Seen, ServiceFacts, ServiceQuestion } from './services.mjs';

const nodeUnderTest = 'Node under test';
const here = import.meta.dirname;
/** Rare enough not to disturb the n8n that is measured. */
const pollInterval = 100;

export const credentialTypes = [
	'linkManagerApi',
	'referenceDataApi',
	'httpHeaderAuth',
	'httpBearerAuth',
] as const;
type CredentialType = (typeof credentialTypes)[number];

/** A node to run behind a manual trigger. */
export interface NodeToRun {
	type: string;
	typeVersion?: number;
	parameters: INodeParameters;
	credential: CredentialType;
	items?: IDataObject[];
	settings?: Pick<INode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>;
	/** Called when the execution has started; cancels it when it resolves. */
	cancel?: () => Promise<unknown>;
}

export interface NodeOutcome {
	items: INodeExecutionData[];
	/** What stopped the node, if anything did. */
	error?: string;
	/** n8n's own measure of the node, without what the engine does before and after it. */
	milliseconds: number;
	/** Only on Linux. */
	memory?: MemoryUse;
}

/** How much memory n8n held, in bytes: before a run, and at most until its result was stored. */
export interface MemoryUse {
	before: number;
	peak: number;
}

/** What n8n holds between executions. */
export interface LeftOver {
	/** Bytes in use. */
	heap: number;
	/** Accounts in the package's shared state. */
	accounts: number;
	/** Those for which a request waits or is on its way. */
	busyAccounts: number;
}

/** What a cancelled execution ends in. */
export const CANCELED = 'canceled';

/** What a benchmark needs: services and an n8n in processes of their own, and a bare loop in a third. */
export class World {
	private services?: Child;
	private instance?: Instance;
	private client?: N8nClient;
	private credentials = new Map<CredentialType, Credential>();
	private currentFacts?: ServiceFacts;
	private lastSeen: Promise<unknown> = Promise.resolve();
	/** Nodes that run: together they ask n8n no more often than one. */
	private running = 0;

	private constructor(
		readonly installation: Installation,
		/** The packed package. */
		readonly tarball: string,
		private readonly folder: string,
		private readonly loop: Child,
	) {}

	static async create(): Promise<World> {
		const installation = await installN8n(undefined, console.log);
		const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-bench-'));
		const tarball = await packPackage(folder);
		const loop = startChild(path.join(here, 'bareLoop.mts'), null, installation.node);
		return new World(installation, tarball, folder, loop);
	}

	/** Where the services are and what they hold. */
	get facts(): ServiceFacts {
		if (!this.currentFacts) throw new Error('The services are not running.');
		return this.currentFacts;
	}

	/** Starts services with these options in place of those that run. */
	async startServices(options: ServicesOptions): Promise<void> {
		await this.services?.stop();
		this.services = startChild(path.join(here, 'services.mts'), options);
		this.currentFacts = await this.services.ask<ServiceFacts>('facts' satisfies ServiceQuestion);
		await this.provideCredentials();
	}

	/** Services back to their start; what they saw is forgotten. */
	async resetServices(): Promise<void> {
		await this.services?.ask('reset' satisfies ServiceQuestion);
	}

	async seen(): Promise<Seen> {
		const { services } = this;
		if (!services) throw new Error('The services are not running.');
		// One question at a time, whoever else asks.
		const answer = this.lastSeen.then(
			async () => await services.ask<Seen>('seen' satisfies ServiceQuestion),
		);
		this.lastSeen = answer.catch(() => undefined);
		return await answer;
	}

	/** Starts an n8n without data in place of the one that runs, its code paths still cold. */
	async startFreshN8n(): Promise<void> {
		await this.instance?.stop();
		const userFolder = this.userFolder;
		await rm(userFolder, { recursive: true, force: true });
		await placePackage(this.tarball, userFolder);
		this.instance = await startN8n({
			installation: this.installation,
			userFolder,
			environment: {
				N8N_CUSTOM_EXTENSIONS: path.join(here, 'n8n'),
				NODE_OPTIONS: `--import=${pathToFileURL(path.join(here, 'n8n', 'profiler.mjs')).href}`,
			},
		});
		this.client = await N8nClient.connect(this.instance.baseUrl, owner);
		this.credentials.clear();
		await this.provideCredentials();
	}

	/** Runs one node, and deletes what n8n stored of it. */
	async run({
		type,
		typeVersion = 1,
		parameters,
		credential,
		...run
	}: NodeToRun): Promise<NodeOutcome> {
		const { client } = this;
		if (!client) throw new Error('n8n is not running.');
		this.running += 1;
		const under = nodeOf(nodeUnderTest, type, parameters, {
			typeVersion,
			...run.settings,
			credential: this.credential(credential),
		});
		const workflow = await client.createWorkflow(afterTrigger(type, under));
		const before = await this.resetPeakMemory();
		const id = await client.startWorkflow(workflow.id, {
			trigger: START,
			items: run.items ?? [{}],
		});
		// It may have ended by then.
		void run.cancel?.().then(async () => await client.stopExecution(id).catch(() => undefined));
		await untilEnded(client, workflow.id, pollInterval * this.running);
		this.running -= 1;
		const peak = await this.peakMemory();
		const { nodes, error, status } = await client.waitForExecution(id);
		await client.deleteExecution(id);
		const [result] = nodes[nodeUnderTest] ?? [];
		// n8n has no word for an execution that is stopped before its node began.
		if (status === 'canceled' || (run.cancel && !result))
			return { items: [], error: CANCELED, milliseconds: 0 };
		if (!result) throw new Error(`${type} did not run: ${JSON.stringify(error)}`);
		return { ...outcome(result), memory: before && peak ? { before, peak } : undefined };
	}

	/** The same requests without n8n. */
	async runLoop(loop: Loop): Promise<LoopResult> {
		return await this.loop.ask<LoopResult>(loop);
	}

	/** The first page of a list in a form, as the editor loads it. */
	async openDropdown(type: string, method: string, path: string): Promise<INodeListSearchResult> {
		if (!this.client) throw new Error('n8n is not running.');
		const service = type.endsWith('.linkManager') ? 'linkManagerApi' : 'referenceDataApi';
		const credential = this.credential(service);
		return await this.client.searchResults({ type, method, path, credential });
	}

	/** What is left in n8n once everything that can be freed is. */
	async leftOver(): Promise<LeftOver> {
		const left = JSON.parse(await this.fileAfter('SIGCONT', 'left.json')) as LeftOver;
		if (left.accounts === 0) throw new Error("n8n doesn't hold any account of the package.");
		return left;
	}

	/** A CPU profile of n8n while it does the work, as the inspector gives it. */
	async profile(work: () => Promise<void>): Promise<string> {
		const { instance } = this;
		if (!instance) throw new Error('n8n is not running.');
		process.kill(instance.pid, 'SIGUSR2');
		await work();
		return await this.fileAfter('SIGUSR2', 'cpu.json');
	}

	/** What `profiler.mjs` writes for a signal. */
	private async fileAfter(signal: NodeJS.Signals, name: string): Promise<string> {
		if (!this.instance) throw new Error('n8n is not running.');
		const file = path.join(this.userFolder, name);
		process.kill(this.instance.pid, signal);
		await waitFor(() => existsSync(file), { interval: pollInterval, timeout: 60_000 });
		const text = await readFile(file, 'utf8');
		await rm(file);
		return text;
	}

	async stop(): Promise<void> {
		await this.instance?.stop();
		await this.services?.stop();
		await this.loop.stop();
		await rm(this.folder, { recursive: true, force: true });
	}

	private get userFolder(): string {
		return path.join(this.folder, 'n8n');
	}

	private credential(type: CredentialType): Credential {
		const credential = this.credentials.get(type);
		if (!credential) throw new Error(`There is no credential of type ${type}.`);
		return credential;
	}

	/** What the package's nodes use, and what a user of HTTP Request would make in their place. */
	private async provideCredentials(): Promise<void> {
		const { client, currentFacts } = this;
		if (!client || !currentFacts) return;
		const { link, data } = currentFacts;
		const values: Record<CredentialType, IDataObject> = {
			linkManagerApi: { baseUrl: link.baseUrl, apiKey: link.apiKey },
			referenceDataApi: { baseUrl: data.baseUrl, apiKey: data.apiKey },
			httpHeaderAuth: { name: 'X-API-Key', value: data.apiKey },
			httpBearerAuth: { token: link.apiKey },
		};
		for (const type of credentialTypes) {
			const known = this.credentials.get(type);
			if (known) await client.updateCredential(known, values[type]);
			else this.credentials.set(type, await client.createCredential(type, type, values[type]));
		}
	}

	/** Linux keeps the largest resident size of a process, and forgets it when told to. */
	private async resetPeakMemory(): Promise<number | undefined> {
		if (process.platform !== 'linux' || !this.instance) return undefined;
		await writeFile(`/proc/${this.instance.pid}/clear_refs`, '5');
		return await this.peakMemory();
	}

	private async peakMemory(): Promise<number | undefined> {
		if (process.platform !== 'linux' || !this.instance) return undefined;
		const status = await readFile(`/proc/${this.instance.pid}/status`, 'utf8');
		const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
		return Number(kilobytes) * 1024;
	}
}

/** @throws Error when the latest execution of the workflow has not ended in good time */
async function untilEnded(client: N8nClient, workflowId: string, interval: number): Promise<void> {
	const ended = async () => {
		const [latest] = await client.listExecutions(workflowId);
		return latest !== undefined && !['new', 'running'].includes(latest.status);
	};
	await waitFor(ended, { interval, timeout: 300_000 });
}

function outcome({ outputs, error, duration }: NodeRun): NodeOutcome {
	return { items: outputs[0] ?? [], error: error?.message, milliseconds: duration };
}
