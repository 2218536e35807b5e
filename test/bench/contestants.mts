import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { PlainRequest } from './bareLoop.mjs';
import type { Seen, ServiceFacts } from './services.mjs';
import { spreadOf } from './statistics.mjs';
import type { MemoryUse, NodeToRun, World } from './world.mjs';

/** Milliseconds between forms: no multiple of a window, so that they meet it at different times. */
const BETWEEN = 3_300;

/** What one run gave, before anybody asks the services what they saw. */
export interface RunResult {
	milliseconds: number;
	/** How many results came out right; absent for a bare loop, which fails unless all are. */
	done?: number;
	memory?: MemoryUse;
}

/** One way to do a job. */
export interface Contestant {
	name: string;
	run(world: World, cancel?: NodeToRun['cancel']): Promise<RunResult>;
	/**
	 * What must be true of every run, or the benchmark fails: how many results are right and how many
	 * requests that may take. Absent where the contestant is known to fail at the job.
	 */
	must?: { done: number; mostRequests: number };
	/** True where one run is enough, since it is slow and nothing is compared with it. */
	slow?: boolean;
}

/** How many of a node's output items are right; the input items are at hand. */
export type Judge = (output: INodeExecutionData[], input: IDataObject[], seen: Seen) => number;

/** One of the package's nodes. */
export function packageNode(
	name: string,
	service: 'linkManager' | 'referenceData',
	parameters: INodeParameters,
	items: IDataObject[],
	judge: Judge,
	must: Contestant['must'],
	settings?: NodeToRun['settings'],
): Contestant {
	const node: NodeToRun = {
		type: `n8n-nodes-link-manager-reference-data.${service}`,
		credential: `${service}Api`,
		parameters,
		items,
		settings,
	};
	return {
		name,
		must,
		run: async (world, cancel) => await runNode(world, { ...node, cancel }, judge),
	};
}

/**
 * Executions of one of the package's nodes, all at once, each with the same parameters and items. Their
 * time is the services': from the first request to the last.
 */
export function atOnce(
	name: string,
	executions: number,
	one: Contestant,
	mostRequests: number,
): Contestant {
	const done = executions * (one.must?.done ?? 0);
	return {
		name,
		must: { done, mostRequests },
		async run(world) {
			const results = await Promise.all(
				Array.from({ length: executions }, async () => await one.run(world)),
			);
			const { span } = await world.seen();
			const right = results.reduce((sum, result) => sum + (result.done ?? 0), 0);
			return { milliseconds: span, done: right };
		},
	};
}

/**
 * The first contestant, so many times one after another while the second is at work: the median time.
 * What the second has not done by then is cancelled.
 */
export function during(
	name: string,
	turns: number,
	one: Contestant,
	other: Contestant,
): Contestant {
	return {
		name,
		slow: true,
		async run(world) {
			let finish = () => undefined as void;
			const finished = new Promise<void>((resolve) => (finish = resolve));
			const others = other.run(world, async () => await finished);
			const times: number[] = [];
			let done = 0;
			for (let turn = 0; turn < turns; turn++) {
				await pause(BETWEEN);
				const result = await one.run(world);
				times.push(result.milliseconds);
				done += result.done ?? 0;
			}
			finish();
			await others;
			return { milliseconds: spreadOf(times).median, done };
		},
	};
}

/** What needs no run, since it follows from the limit. */
export function computed(name: string, milliseconds: number): Contestant {
	return { name, run: async () => ({ milliseconds }) };
}

/** n8n's HTTP Request node, with the credential that its documentation tells to use for a key. */
export function httpRequestNode(
	name: string,
	service: 'link' | 'data',
	parameters: INodeParameters,
	items: IDataObject[],
	judge: Judge,
	more: Pick<Contestant, 'must' | 'slow'> & Pick<NodeToRun, 'settings'> = {},
): Contestant {
	const credential = service === 'link' ? 'httpBearerAuth' : 'httpHeaderAuth';
	const { settings, ...rest } = more;
	const node: NodeToRun = {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		credential,
		parameters: {
			authentication: 'genericCredentialType',
			genericAuthType: credential,
			...parameters,
		},
		items,
		settings,
	};
	return { name, ...rest, run: async (world) => await runNode(world, node, judge) };
}

/** The same requests in a bare loop inside n8n, with n8n's HTTP helper. */
export function helperLoop(
	service: 'linkManager' | 'referenceData',
	requests: PlainRequest[],
	inFlight: number,
): Contestant {
	const credential = `${service}Api` as const;
	const node: NodeToRun = {
		type: 'CUSTOM.helperLoop',
		credential,
		parameters: { credential, inFlight },
		items: requests.map((request) => ({ ...request })),
	};
	return {
		name: helperName(inFlight),
		async run(world) {
			const { milliseconds, error } = await world.run(node);
			if (error !== undefined) throw new Error(error);
			return { milliseconds };
		},
	};
}

/** The same requests in a bare loop with axios, outside n8n: the limit. */
export function axiosLoop(
	service: 'link' | 'data',
	facts: ServiceFacts,
	requests: PlainRequest[],
	inFlight: number,
	limit?: { requests: number; windowMs: number },
): Contestant {
	const { apiKey } = facts[service];
	const headers: Record<string, string> =
		service === 'link' ? { Authorization: `Bearer ${apiKey}` } : { 'X-API-Key': apiKey };
	return {
		name: limitName(inFlight),
		async run(world) {
			return await world.runLoop({ requests, headers, inFlight, limit });
		},
	};
}

export function helperName(inFlight: number): string {
	return `n8n's HTTP helper in a bare loop, ${inFlight} in flight`;
}

export function limitName(inFlight: number): string {
	return `axios in a bare loop, ${inFlight} in flight (the limit)`;
}

async function runNode(world: World, node: NodeToRun, judge: Judge): Promise<RunResult> {
	const { items, error, milliseconds, memory } = await world.run(node);
	const done = error === undefined ? judge(items, node.items ?? [], await world.seen()) : 0;
	return { milliseconds, done, memory };
}
