import 'reflect-metadata';

import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeCredentialTestResult,
	INodeListSearchResult,
	INodeType,
	IRun,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	Workflow as WorkflowClass,
} from 'n8n-workflow';
import { createRequire } from 'node:module';

import { LinkManagerApi } from '../../credentials/LinkManagerApi.credentials.js';
import { ReferenceDataApi } from '../../credentials/ReferenceDataApi.credentials.js';
import { LinkManager } from '../../nodes/LinkManager/LinkManager.node.js';
import { LinkManagerTrigger } from '../../nodes/LinkManager/LinkManagerTrigger.node.js';
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';
import { ReferenceDataTrigger } from '../../nodes/ReferenceData/ReferenceDataTrigger.node.js';
import { nodeOf, parametersOf } from './least.mjs';

// n8n-core is CommonJS and requires the CommonJS n8n-workflow: both must come from there.
const require = createRequire(import.meta.url);
const core = require('n8n-core') as typeof import('n8n-core');
const { Workflow, createRunExecutionData } =
	require('n8n-workflow') as typeof import('n8n-workflow');

export type NodeName = 'linkManager' | 'referenceData';
export type TriggerName = `${NodeName}Trigger`;

const NODES: Record<NodeName | TriggerName, INodeType> = {
	linkManager: new LinkManager(),
	linkManagerTrigger: new LinkManagerTrigger(),
	referenceData: new ReferenceData(),
	referenceDataTrigger: new ReferenceDataTrigger(),
};
const CREDENTIALS: ICredentialType[] = [new LinkManagerApi(), new ReferenceDataApi()];

/** The workflow of every engine test: a trigger that returns the items, and the node. */
export interface NodeRun {
	node: NodeName | TriggerName;
	/** Runs this node instead: that of another build, or another node. */
	type?: INodeType;
	/** Resource, operation and the node's own parameters; expressions as n8n stores them (`={{ … }}`). */
	parameters: IDataObject;
	credentials: { baseUrl: string; apiKey: string; allowUnauthorizedCerts?: boolean };
	/** As n8n stores it with the node. */
	credentialId?: string;
	/** Input items; one empty item by default. */
	items?: IDataObject[];
	onError?: INode['onError'];
	/** Runs the node as n8n runs the tool of an AI agent. */
	asTool?: boolean;
	/** n8n's Retry On Fail, with this many tries and no wait between them. */
	tries?: number;
	timezone?: string;
	/** Cancels the execution when it is aborted. */
	signal?: AbortSignal;
}

/** Runs one of the nodes on n8n's own engine, with its own HTTP client and credential expressions. */
export async function runNode(options: NodeRun) {
	const { workflow, node } = makeWorkflow(options);
	const { status, data } = await execute(workflow, options);
	const task = data.resultData.runData[node.name]?.[0];
	const [items, errorItems] = task?.data?.main ?? [];
	const hints = task?.hints ?? [];
	return {
		items: items ?? [],
		records: (items ?? []).map(({ json }) => json),
		/** Which input item each record is linked to. */
		pairs: (items ?? []).map(({ pairedItem }) => (pairedItem as { item?: number }).item),
		/** The error output, with `onError: 'continueErrorOutput'`. */
		errorItems: errorItems ?? [],
		/** The error that stopped the node, if any. */
		error: (task?.error ?? data.resultData.error) as NodeError | undefined,
		hints,
		texts: hints.map(({ message }) => message),
		status,
	};
}

type NodeError = Error & { description?: string; httpCode?: string | null; context?: IDataObject };

export type NodeResult = Awaited<ReturnType<typeof runNode>>;

/** Runs a node with these parameters. The other options are those of `runNode`. */
export type Run = (parameters: IDataObject, more?: Partial<NodeRun>) => Promise<NodeResult>;

/** Both nodes, each on its service. */
export function nodesOn(services: Record<NodeName, NodeRun['credentials']>) {
	const runOf =
		(node: NodeName): Run =>
		async (parameters, more) =>
			await runNode({ node, parameters, credentials: services[node], ...more });
	const nodes = { linkManager: runOf('linkManager'), referenceData: runOf('referenceData') };
	/** Runs an operation, such as `link create`, with its required parameters and these. */
	const runLeast = async (operation: string, others?: IDataObject, more?: Partial<NodeRun>) =>
		await nodes[nodeOf(operation)](parametersOf(operation, others), more);
	return { ...nodes, runLeast };
}

/** A request as a service received it; the query as it was sent, or decoded. */
interface Request {
	method: string;
	path: string;
	query: string | Record<string, string>;
}

/** The requests that a service received as `METHOD path?query`, decoded, in order. */
export function lines({ requests }: { requests: Request[] }): string[] {
	return requests.map(({ method, path, query }) => {
		const decoded = [...new URLSearchParams(query)].map((pair) => pair.join('='));
		return `${method} ${path}${decoded.length > 0 ? `?${decoded.join('&')}` : ''}`;
	});
}

/** The fields of a form body. Throws if a field is sent twice. */
export function formOf({ body }: { body: string }): Record<string, string> {
	const pairs = new URLSearchParams(body);
	const names = [...pairs.keys()];
	if (new Set(names).size !== names.length) throw new Error(`A name comes twice: ${names.join()}`);
	return Object.fromEntries(pairs);
}

/** A request of the editor for the entries of a dropdown. */
export interface DropdownRequest {
	node: NodeRun['node'];
	/** The name of a `listSearch` or `loadOptions` method. */
	method: string;
	credentials: NodeRun['credentials'];
	/** The current values of the form. */
	parameters?: IDataObject;
	/** What was typed into the search field of a `listSearch`. */
	filter?: string;
	paginationToken?: unknown;
}

/** Loads a dropdown as n8n does. The entries of a `loadOptions` method are returned as `results`. */
export async function loadDropdown(request: DropdownRequest): Promise<INodeListSearchResult> {
	const { method, parameters = {}, credentials, filter, paginationToken } = request;
	const { workflow, node, type } = makeWorkflow({ ...request, parameters });
	const data = additionalData(workflow, credentials);
	data.currentNodeParameters = parameters as INode['parameters'];
	const context = new core.LoadOptionsContext(workflow, node, data, '');
	const search = type.methods?.listSearch?.[method];
	if (search) return await search.call(context, filter, paginationToken as string | undefined);
	const load = type.methods?.loadOptions?.[method];
	if (!load) throw new Error(`No dropdown method ${method}`);
	return { results: await load.call(context) };
}

/** The test behind a credential's "Retry" button, as n8n runs it. */
export async function testCredentials(
	name: NodeRun['node'],
	data: NodeRun['credentials'],
): Promise<INodeCredentialTestResult> {
	const { description, methods } = NODES[name];
	const [method] = Object.values(methods?.credentialTest ?? {});
	const type = description.credentials?.[0]?.name ?? '';
	if (!method) throw new Error(`The node ${name} does not test its credential`);
	const context = new core.CredentialTestContext();
	return await method.call(context, { id: '1', name: 'Test', type, data });
}

/**
 * Publishes a trigger, or with `mode: 'manual'` opens it in the editor. The returned object keeps its
 * static data.
 */
export function publish(
	options: Omit<NodeRun, 'items'>,
	{
		staticData = {},
		mode = 'trigger',
		budget = 300_000,
	}: { staticData?: IDataObject; mode?: 'trigger' | 'manual'; budget?: number } = {},
) {
	const { workflow, node, type } = makeWorkflow(options);
	const data = additionalData(workflow, options.credentials);
	const own = workflow.getStaticData('node', node);
	Object.assign(own, staticData);
	const activation = mode === 'manual' ? 'manual' : 'activate';
	const functions = new core.PollContext(workflow, node, data, mode, activation);
	Object.assign(functions, { getPollBudgetMs: () => budget });
	return {
		staticData: own,
		async poll() {
			const output = await type.poll?.call(functions);
			return output?.[0]?.map(({ json }) => json) ?? null;
		},
	};
}

function makeWorkflow(run: NodeRun): { workflow: WorkflowClass; node: INode; type: INodeType } {
	const { node: name, parameters, credentialId = '1', onError, tries, asTool = false } = run;
	const own = run.type ?? NODES[name];
	const type = asTool ? toolOf(own) : own;
	const find = () => type;
	const node: INode = {
		id: 'node',
		name: type.description.displayName,
		type: `n8n-nodes-link-manager-reference-data.${name}${asTool ? 'Tool' : ''}`,
		typeVersion: Number(type.description.version),
		position: [200, 0],
		parameters: parameters as INode['parameters'],
		credentials: {
			[type.description.credentials?.[0]?.name ?? '']: { id: credentialId, name: 'Test' },
		},
		onError,
		...(tries !== undefined && { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 }),
	};
	// n8n never runs this one: its output is pinned.
	const trigger = { ...node, id: 'trigger', name: 'Trigger' };
	const workflow = new Workflow({
		id: 'workflow',
		name: 'Test',
		nodes: [trigger, node],
		connections: { Trigger: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes: { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) },
		settings: { timezone: run.timezone ?? 'Africa/Johannesburg', executionOrder: 'v1' },
	});
	return { workflow, node, type };
}

/** Parameters with `@tool` are shown by the name of the type. */
function toolOf(type: INodeType): INodeType {
	const description = { ...type.description, name: `${type.description.name}Tool` };
	return Object.assign(Object.create(type) as INodeType, { description });
}

async function execute(workflow: WorkflowClass, run: NodeRun): Promise<IRun> {
	const { credentials, items = [{}], signal } = run;
	const data = additionalData(workflow, credentials);
	const execution = new core.WorkflowExecute(data, 'manual', createRunExecutionData());
	const pinData = { Trigger: items.map((json, item) => ({ json, pairedItem: { item } })) };
	const startNode = workflow.getNode('Trigger') ?? undefined;
	const running = execution.run({ workflow, startNode, pinData });
	signal?.addEventListener('abort', () => running.cancel());
	return await running;
}

/** The part that these runs use. */
function additionalData(
	{ nodes, connectionsBySourceNode: connections }: WorkflowClass,
	credentials: NodeRun['credentials'],
): IWorkflowExecuteAdditionalData {
	const workflow = { id: 'workflow', name: 'Test', nodes: Object.values(nodes), connections };
	return {
		credentialsHelper: credentialsHelper(credentials),
		webhookWaitingBaseUrl: 'http://n8n.example/webhook-waiting',
		formWaitingBaseUrl: 'http://n8n.example/form-waiting',
		hooks: new core.ExecutionLifecycleHooks('manual', '1', workflow as IWorkflowBase),
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** Applies a credential's `authenticate` as n8n does. */
function credentialsHelper(data: ICredentialDataDecryptedObject): ICredentialsHelper {
	const helper: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		preAuthentication: async () => undefined,
		getDecrypted: async () => ({ ...data }),
		async authenticate(credentials, typeName, options) {
			const type = CREDENTIALS.find(({ name }) => name === typeName);
			if (typeof type?.authenticate !== 'function') throw new Error('No such credential');
			return await type.authenticate(credentials, options as IHttpRequestOptions);
		},
	};
	return helper as ICredentialsHelper;
}
