import type {
	IDataObject,
	INode,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
} from 'n8n-workflow';
import { inject } from 'vitest';
import {
	N8nClient,
	type Credential,
	type Execution,
	type NodeRun,
	type RunOptions,
	type StoredWorkflow,
	type Workflow,
} from '../../sandbox/n8n/client.mjs';
import {
	afterTrigger,
	credentialTypes,
	fullType,
	nodeOf,
	START,
	type NodeName,
} from '../../sandbox/n8n/workflow.mjs';
import { readWorkflow } from '../../sandbox/provision.mjs';
import type {
	Fault,
	LedgerEntry,
	LinkRecord,
	PixelRecord,
	Quirks,
	RecordedRequest,
} from '../../sandbox/services/start.mjs';

export { fullType, type NodeName } from '../../sandbox/n8n/workflow.mjs';
export const nodeNames: NodeName[] = ['linkManager', 'referenceData'];

const sandbox = inject('sandbox');
const nodeUnderTest = 'Node under test';

/** The n8n under test, signed in as its owner. */
export const client = await N8nClient.connect(sandbox.n8nUrl, sandbox.owner);
/** The credentials that are stored in it, by type. */
export const { credentials, n8nUrl, n8nVersion, modelUrl, postgres } = sandbox;

/** A request as a service saw it, with query and form body decoded. */
export interface SeenRequest {
	method: string;
	path: string;
	query: Record<string, string>;
	/** The pairs of a form body in the order sent, or what a JSON body holds; else null. */
	body: Array<[string, string]> | IDataObject | null;
	raw: RecordedRequest;
}

/** What a stand-in lets tests do to it over HTTP, since it runs in another process. */
export class Controls {
	/** @param baseUrl of the stand-in, without a trailing slash */
	constructor(readonly baseUrl: string) {}

	async send<T>(method: string, name: string, body?: object): Promise<T> {
		const response = await fetch(`${this.baseUrl}/__sandbox/${name}`, {
			method,
			headers: { 'content-type': 'application/json' },
			body: body && JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`${method} ${name}: ${await response.text()}`);
		return (await response.json()) as T;
	}
}

/** One of the two services. */
export class RemoteService extends Controls {
	constructor(
		baseUrl: string,
		readonly apiKey: string,
	) {
		super(baseUrl);
	}

	/** Every request since the last reset, in order. */
	async requests(): Promise<SeenRequest[]> {
		return (await this.send<RecordedRequest[]>('GET', 'requests')).map(decode);
	}

	/** The links and pixels as they are now. */
	async records(): Promise<{ links: LinkRecord[]; pixels: PixelRecord[] }> {
		return await this.send('GET', 'records');
	}

	/** What was created, updated and deleted since the last reset, in order. */
	async ledger(): Promise<LedgerEntry[]> {
		return await this.send('GET', 'ledger');
	}

	async fault(fault: Fault): Promise<void> {
		await this.send('POST', 'faults', fault);
	}

	async quirk(quirks: Quirks): Promise<void> {
		await this.send('POST', 'quirks', quirks);
	}

	/** Faults, quirks, requests and data back to the start. */
	async reset(): Promise<void> {
		await this.send('POST', 'reset', {});
	}
}

export const link = new RemoteService(sandbox.link.baseUrl, sandbox.link.apiKey);
export const data = new RemoteService(sandbox.data.baseUrl, sandbox.data.apiKey);

/** Both services back to the start; for `beforeEach`. */
export async function resetServices(): Promise<void> {
	await Promise.all([link.reset(), data.reset()]);
}

export interface NodeTest {
	/** `resource`, `operation` and the rest, as a workflow stores them. */
	parameters: INodeParameters;
	/** What the trigger hands to the node; default one empty item. */
	items?: IDataObject[];
	onError?: INode['onError'];
	/** n8n's Retry On Fail, with this many tries and no wait between them. */
	tries?: number;
	/** Default the sandbox's. */
	credential?: Credential;
}

/** Runs one node of the package behind a manual trigger. */
export async function runNode(node: NodeName, test: NodeTest): Promise<NodeRun> {
	const { parameters, items = [{}], onError, tries, credential } = test;
	const under = nodeOf(nodeUnderTest, fullType(node), parameters, {
		onError,
		credential: credential ?? credentials[credentialTypes[node]],
		...(tries !== undefined && { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 }),
	});
	const stored = await client.createWorkflow({
		...afterTrigger(`${node} ${JSON.stringify(parameters)}`, under),
		pinData: { [START]: items.map((one) => ({ json: one })) },
	});
	const execution = await client.runWorkflow(stored.id, { trigger: START });
	const run = execution.nodes[nodeUnderTest]?.at(-1);
	if (run === undefined) {
		throw new Error(`The node did not run: ${JSON.stringify(execution.error)}`);
	}
	return run;
}

/** The json of every item that came out of an output. @throws the node's error if it failed */
export function json(run: NodeRun, output = 0): IDataObject[] {
	if (run.error) throw new Error(`The node failed: ${run.error.message}`);
	return (run.outputs[output] ?? []).map((item) => item.json);
}

/** The input item that each output item is linked to. */
export function sources(run: NodeRun, output = 0): unknown[] {
	return (run.outputs[output] ?? []).map(({ pairedItem }) =>
		typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : pairedItem,
	);
}

/** Imports a workflow file as `npm start` does, with a change made to it first if one is given. */
export async function importWorkflowFile(
	file: string,
	change?: (workflow: Workflow) => void,
): Promise<StoredWorkflow> {
	const workflow = await readWorkflow(file, sandbox);
	change?.(workflow);
	return await client.createWorkflow(workflow);
}

/** Imports a workflow file as `npm start` does and runs it from a trigger. */
export async function runWorkflowFile(file: string, options: RunOptions): Promise<Execution> {
	return await client.runWorkflow((await importWorkflowFile(file)).id, options);
}

/** What a dropdown of a node offers. */
export async function loadOptions(
	node: NodeName,
	method: string,
	path: string,
	parameters: INodeParameters = {},
): Promise<INodePropertyOptions[]> {
	return await client.options(dropdown(node, method, path, parameters));
}

/** What the list of a resource locator offers. */
export async function searchList(
	node: NodeName,
	method: string,
	path: string,
	search: { filter?: string; paginationToken?: string; parameters?: INodeParameters } = {},
): Promise<INodeListSearchResult> {
	const { parameters = {}, ...page } = search;
	return await client.searchResults({ ...dropdown(node, method, path, parameters), ...page });
}

function dropdown(node: NodeName, method: string, path: string, parameters: INodeParameters) {
	const credential = credentials[credentialTypes[node]];
	return { type: fullType(node), method, path, parameters, credential };
}

function decode(raw: RecordedRequest): SeenRequest {
	const { method, path, query } = raw;
	return {
		method,
		path,
		query: Object.fromEntries(new URLSearchParams(query)),
		body: decodeBody(raw),
		raw,
	};
}

function decodeBody({ headers, body }: RecordedRequest): SeenRequest['body'] {
	if (body === '') return null;
	if (headers['content-type']?.includes('json')) return JSON.parse(body) as IDataObject;
	return [...new URLSearchParams(body)];
}
