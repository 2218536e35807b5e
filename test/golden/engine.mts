import { randomUUID } from 'node:crypto';
import 'reflect-metadata';

import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeType,
	INodeTypes,
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
const { Workflow, NodeHelpers, createRunExecutionData } =
	require('n8n-workflow') as typeof import('n8n-workflow');

export const NODES = {
	linkManager: new LinkManager(),
	linkManagerTrigger: new LinkManagerTrigger(),
	referenceData: new ReferenceData(),
	referenceDataTrigger: new ReferenceDataTrigger(),
};
export type NodeName = keyof typeof NODES;

const CREDENTIALS: ICredentialType[] = [new LinkManagerApi(), new ReferenceDataApi()];

export interface NodeRun {
	node: NodeName;
	parameters: IDataObject;
	credentials: { baseUrl: string; apiKey: string };
	/** One empty item by default. */
	items?: IDataObject[];
	onError?: INode['onError'];
	/** With n8n's Retry On Fail, how many tries it makes. */
	tries?: number;
}

export interface NodeResult {
	items: INodeExecutionData[];
	hints: NodeExecutionHint[];
	error?: Error & { description?: string | null };
}

/** Runs a node in a workflow on n8n's engine: a trigger that returns the items, then the node. */
export async function runNode(run: NodeRun): Promise<NodeResult> {
	const { workflow, node } = makeWorkflow(run);
	const data = additionalData(workflow, run.credentials);
	const execution = new core.WorkflowExecute(data, 'manual', createRunExecutionData());
	const startNode = workflow.getNode('Trigger') ?? undefined;
	const { resultData } = (await execution.run({ workflow, startNode })).data;
	const task = resultData.runData[node.name]?.[0];
	return {
		items: task?.data?.main?.[0] ?? [],
		hints: task?.hints ?? [],
		error: task?.error ?? resultData.error,
	};
}

/** A published trigger, or with `manual` one that is tested in the editor: polls once per call. */
export function publish(run: NodeRun, mode: 'trigger' | 'manual') {
	const { workflow, node, type } = makeWorkflow(run);
	const data = additionalData(workflow, run.credentials);
	const activation = mode === 'manual' ? 'manual' : 'activate';
	const functions = new core.PollContext(workflow, node, data, mode, activation);
	return async () => (await type.poll?.call(functions))?.[0] ?? [];
}

/** The entries of a dropdown, as the editor loads them. */
export async function loadDropdown(
	run: NodeRun,
	method: string,
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const { workflow, node, type } = makeWorkflow(run);
	const data = additionalData(workflow, run.credentials);
	data.currentNodeParameters = run.parameters as INode['parameters'];
	const functions = new core.LoadOptionsContext(workflow, node, data, '');
	const search = type.methods?.listSearch?.[method];
	if (search) return await search.call(functions, filter, token);
	return { results: (await type.methods?.loadOptions?.[method]?.call(functions)) ?? [] };
}

/** What the test of a credential says. */
export async function testCredential({ node, credentials }: NodeRun) {
	const { description, methods } = NODES[node] as INodeType;
	const [method] = Object.values(methods?.credentialTest ?? {});
	const type = description.credentials?.[0]?.name ?? '';
	const functions = new core.CredentialTestContext();
	return await method?.call(functions, { id: '1', name: 'Test', type, data: credentials });
}

function makeWorkflow({ node: name, parameters, items = [{}], onError, tries }: NodeRun) {
	const type: INodeType = NODES[name];
	const node: INode = {
		id: 'node',
		name: type.description.displayName,
		type: `n8n-nodes-link-manager-reference-data.${name}`,
		typeVersion: 1,
		position: [200, 0],
		parameters: parameters as INode['parameters'],
		credentials: { [type.description.credentials?.[0]?.name ?? '']: { id: '1', name: 'Test' } },
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
		connections: { Trigger: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes: nodeTypes({ [trigger.type]: triggerOf(items), [node.type]: type }),
		settings: { timezone: 'Africa/Johannesburg', executionOrder: 'v1' },
	});
	return { workflow, node, type };
}

function triggerOf(items: IDataObject[]): INodeType {
	return {
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
	};
}

function nodeTypes(byName: Record<string, INodeType>): INodeTypes {
	const find = (name: string) => {
		const found = byName[name];
		if (!found) throw new Error(`No node type ${name}`);
		return found;
	};
	return {
		getByName: find,
		getByNameAndVersion: (name) => NodeHelpers.getVersionedNodeType(find(name)),
		getKnownTypes: () => ({}),
	};
}

function additionalData(
	workflow: WorkflowClass,
	credentials: NodeRun['credentials'],
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: credentialsHelper(credentials),
		executionId: randomUUID(),
		currentNodeExecutionIndex: 0,
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		webhookWaitingBaseUrl: 'http://n8n.example/webhook-waiting',
		formWaitingBaseUrl: 'http://n8n.example/form-waiting',
		variables: {},
		logAiEvent: () => undefined,
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
function credentialsHelper(data: ICredentialDataDecryptedObject): ICredentialsHelper {
	const helper: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getDecrypted: async () => ({ ...data }),
		getCredentialsProperties: () => [],
		preAuthentication: async () => undefined,
		async authenticate(credentials, typeName, options) {
			const type = CREDENTIALS.find(({ name }) => name === typeName);
			if (typeof type?.authenticate !== 'function') throw new Error('No such credential');
			return await type.authenticate(credentials, options as IHttpRequestOptions);
		},
	};
	return helper as ICredentialsHelper;
}
