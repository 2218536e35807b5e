import { randomUUID } from 'node:crypto';
import 'reflect-metadata';

import type { WorkflowExecute as WorkflowExecuteClass } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeCredentialTestResult,
	INodeExecutionData,
	INodeListSearchResult,
	INodeType,
	INodeTypes,
	IRun,
	IWorkflowExecuteAdditionalData,
	NodeExecutionHint,
	Workflow as WorkflowClass,
} from 'n8n-workflow';
import { createRequire } from 'node:module';

import { LinkManagerApi } from '../../credentials/LinkManagerApi.credentials.js';
import { ReferenceDataApi } from '../../credentials/ReferenceDataApi.credentials.js';
import { LinkManager } from '../../nodes/LinkManager/LinkManager.node.js';
import { LinkManagerTrigger } from '../../nodes/LinkManager/LinkManagerTrigger.node.js';
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';
import { ReferenceDataTrigger } from '../../nodes/ReferenceData/ReferenceDataTrigger.node.js';

// n8n-core is CommonJS and requires the CommonJS n8n-workflow: both must come from there.
const require = createRequire(import.meta.url);
const core = require('n8n-core') as typeof import('n8n-core');
const { Workflow, NodeHelpers, ICredentialsHelper, createRunExecutionData } =
	require('n8n-workflow') as typeof import('n8n-workflow');

export type NodeName = 'linkManager' | 'referenceData';
export type TriggerName = `${NodeName}Trigger`;

const NODES: Record<NodeName | TriggerName, INodeType> = {
	linkManager: new LinkManager(),
	linkManagerTrigger: new LinkManagerTrigger(),
	referenceData: new ReferenceData(),
	referenceDataTrigger: new ReferenceDataTrigger(),
};

const linkManagerApi = new LinkManagerApi();
const referenceDataApi = new ReferenceDataApi();
const CREDENTIALS: Record<NodeName | TriggerName, ICredentialType> = {
	linkManager: linkManagerApi,
	linkManagerTrigger: linkManagerApi,
	referenceData: referenceDataApi,
	referenceDataTrigger: referenceDataApi,
};

/** The one workflow that every engine test runs: a trigger that gives the items, and the node. */
export interface NodeRun {
	node: NodeName | TriggerName;
	/** Runs this in its place: the node of another build, or another node. */
	type?: INodeType;
	/** Resource, operation and the node's own parameters; expressions as n8n stores them (`={{ … }}`). */
	parameters: IDataObject;
	credentials: { baseUrl: string; apiKey: string };
	/** Input items; one empty item by default. */
	items?: IDataObject[];
	onError?: INode['onError'];
	/** Runs the node as n8n runs the tool of an AI agent. */
	asTool?: boolean;
	/** n8n's Retry On Fail, with this many tries and no wait between them. */
	tries?: number;
	timezone?: string;
	/** The ID of the execution; runs of one, as in a loop, share it. Default: one for each run. */
	executionId?: string;
	/** Cancels the execution when it is aborted. */
	signal?: AbortSignal;
}

export interface NodeResult {
	/** The main output. */
	items: INodeExecutionData[];
	/** The error output, with `onError: 'continueErrorOutput'`. */
	errorItems: INodeExecutionData[];
	/** What stopped the node, if anything did. */
	error?: Error & { description?: string; httpCode?: string | null; context?: IDataObject };
	hints: NodeExecutionHint[];
	status: IRun['status'];
}

/** Runs one of the nodes on n8n's own engine, with its own HTTP client and credential expressions. */
export async function runNode(options: NodeRun): Promise<NodeResult> {
	const { workflow, node } = makeWorkflow(options);
	const run = await execute(workflow, options);
	const task = run.data.resultData.runData[node.name]?.[0];
	const [main = [], errors = []] = task?.data?.main ?? [];
	return {
		items: main ?? [],
		errorItems: errors ?? [],
		error: (task?.error ?? run.data.resultData.error) as NodeResult['error'],
		hints: task?.hints ?? [],
		status: run.status,
	};
}

/** What the editor asks of a node while its form is filled: the entries of one dropdown. */
export interface DropdownRequest {
	node: NodeName;
	/** The name of a `listSearch` or `loadOptions` method. */
	method: string;
	credentials: NodeRun['credentials'];
	/** The form as it is filled so far. */
	parameters?: IDataObject;
	/** What was typed into the search field of a `listSearch`. */
	filter?: string;
	paginationToken?: string;
}

/** Loads a dropdown as n8n does; a `loadOptions` method's entries are given as `results`. */
export async function loadDropdown(request: DropdownRequest): Promise<INodeListSearchResult> {
	const { parameters = {}, credentials, filter, paginationToken } = request;
	const { workflow, node, type } = makeWorkflow({ ...request, parameters });
	const data = additionalData(workflow, credentials);
	data.currentNodeParameters = parameters as INode['parameters'];
	const context = new core.LoadOptionsContext(workflow, node, data, '');
	const search = type.methods?.listSearch?.[request.method];
	if (search) return await search.call(context, filter, paginationToken);
	const load = type.methods?.loadOptions?.[request.method];
	if (!load) throw new Error(`No dropdown method ${request.method}`);
	return { results: await load.call(context) };
}

/** The test behind a credential's "Retry" button, as n8n runs it. */
export async function testCredentials(
	name: NodeName,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const { description, methods } = NODES[name];
	const [method] = Object.values(methods?.credentialTest ?? {});
	const [credential] = description.credentials ?? [];
	if (!method || !credential) throw new Error(`The node ${name} does not test its credential`);
	const context = new core.CredentialTestContext();
	return await method.call(context, { id: '1', name: 'Test', type: credential.name, data });
}

/** A trigger as n8n has published it; its static data lives as long as this. */
export interface PublishedTrigger {
	poll(): Promise<IDataObject[] | null>;
	staticData: IDataObject;
}

/** Publishes a trigger, or with `mode: 'manual'` opens it in the editor. */
export function publish(
	options: Omit<NodeRun, 'items'>,
	{
		staticData = {},
		mode = 'trigger',
	}: { staticData?: IDataObject; mode?: 'trigger' | 'manual' } = {},
): PublishedTrigger {
	const { workflow, node, type } = makeWorkflow(options);
	const data = additionalData(workflow, options.credentials);
	const own = workflow.getStaticData('node', node);
	Object.assign(own, staticData);
	const activation = mode === 'manual' ? 'manual' : 'activate';
	const functions = new core.PollContext(workflow, node, data, mode, activation);
	return {
		staticData: own,
		async poll() {
			const output = await type.poll?.call(functions);
			return output?.[0]?.map(({ json }) => json) ?? null;
		},
	};
}

function makeWorkflow({
	node: name,
	type: given,
	parameters,
	items = [{}],
	onError,
	asTool = false,
	tries,
	timezone = 'Africa/Johannesburg',
}: NodeRun): { workflow: WorkflowClass; node: INode; type: INodeType } {
	const own = given ?? NODES[name];
	const type = asTool ? toolOf(own) : own;
	const node: INode = {
		id: 'node',
		name: type.description.displayName,
		type: `n8n-nodes-link-manager-reference-data.${name}${asTool ? 'Tool' : ''}`,
		typeVersion: Number(type.description.version),
		position: [200, 0],
		parameters: parameters as INode['parameters'],
		credentials: { [CREDENTIALS[name].name]: { id: '1', name: 'Test' } },
		onError,
		...(tries !== undefined && { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 }),
	};
	const trigger: INode = {
		id: 'trigger',
		name: 'Trigger',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const workflow = new Workflow({
		id: 'workflow',
		name: 'Test',
		nodes: [trigger, node],
		connections: {
			Trigger: { main: [[{ node: node.name, type: 'main', index: 0 }]] },
		},
		active: false,
		nodeTypes: nodeTypes(type, node.type, items),
		settings: { timezone, executionOrder: 'v1' },
	});
	return { workflow, node, type };
}

/** Parameters with `@tool` are shown by the name of the type. */
function toolOf(type: INodeType): INodeType {
	const description = { ...type.description, name: `${type.description.name}Tool` };
	return Object.assign(Object.create(type) as INodeType, { description });
}

async function execute(
	workflow: WorkflowClass,
	{ credentials, signal, executionId = randomUUID() }: NodeRun,
): Promise<IRun> {
	const mode = 'manual';
	const data = { ...additionalData(workflow, credentials), executionId };
	const execution: WorkflowExecuteClass = new core.WorkflowExecute(
		data,
		mode,
		createRunExecutionData(),
	);
	const running = execution.run({ workflow, startNode: workflow.getNode('Trigger') ?? undefined });
	signal?.addEventListener('abort', () => running.cancel());
	return await running;
}

function nodeTypes(type: INodeType, typeName: string, items: IDataObject[]): INodeTypes {
	const trigger = {
		description: {
			displayName: 'Manual Trigger',
			name: 'manualTrigger',
			group: ['trigger'],
			version: 1,
			description: '',
			defaults: { name: 'Trigger' },
			inputs: [],
			outputs: ['main'],
			properties: [],
		},
		execute: async () => [items.map((json, item) => ({ json, pairedItem: { item } }))],
	} as unknown as INodeType;
	const byName: Record<string, INodeType> = {
		'n8n-nodes-base.manualTrigger': trigger,
		[typeName]: type,
	};
	const find = (nodeType: string) => {
		const found = byName[nodeType];
		if (!found) throw new Error(`No node type ${nodeType}`);
		return found;
	};
	return {
		getByName: find,
		getByNameAndVersion: (nodeType) => NodeHelpers.getVersionedNodeType(find(nodeType)),
		getKnownTypes: () => ({}),
	};
}

function additionalData(
	workflow: WorkflowClass,
	credentials: NodeRun['credentials'],
): IWorkflowExecuteAdditionalData {
	const base = 'http://127.0.0.1:5678';
	return {
		credentialsHelper: new TestCredentials({ ...credentials }),
		executeWorkflow: async () => await Promise.reject(new Error('not in these tests')),
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		currentNodeExecutionIndex: 0,
		restApiUrl: `${base}/rest`,
		instanceBaseUrl: `${base}/`,
		formBaseUrl: `${base}/form`,
		formWaitingBaseUrl: `${base}/form-waiting`,
		formTestBaseUrl: `${base}/form-test`,
		webhookBaseUrl: `${base}/webhook`,
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
		webhookTestBaseUrl: `${base}/webhook-test`,
		mcpBaseUrl: `${base}/mcp`,
		mcpTestBaseUrl: `${base}/mcp-test`,
		variables: {},
		logAiEvent: () => undefined,
		startRunnerTask: async () => await Promise.reject(new Error('not in these tests')),
		hooks: new core.ExecutionLifecycleHooks('manual', '1', {
			id: 'workflow',
			name: 'Test',
			active: false,
			isArchived: false,
			nodes: Object.values(workflow.nodes),
			connections: workflow.connectionsBySourceNode,
			createdAt: new Date(),
			updatedAt: new Date(),
			activeVersionId: null,
		}),
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** Applies a credential's `authenticate` as n8n does. */
class TestCredentials extends ICredentialsHelper {
	constructor(private readonly data: ICredentialDataDecryptedObject) {
		super();
	}

	override getParentTypes(): string[] {
		return [];
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const type = Object.values(CREDENTIALS).find((credential) => credential.name === typeName);
		if (typeof type?.authenticate !== 'function') throw new Error('No such credential');
		return await type.authenticate(credentials, requestOptions);
	}

	override async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	override async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	override async getCredentials(): Promise<never> {
		throw new Error('not in these tests');
	}

	override async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.data };
	}

	override async updateCredentials(): Promise<void> {}

	override async updateCredentialsOauthTokenData(): Promise<void> {}

	override getCredentialsProperties() {
		return [];
	}
}
