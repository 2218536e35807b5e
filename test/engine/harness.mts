import 'reflect-metadata';

import type { WorkflowExecute as WorkflowExecuteClass } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
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
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';

// n8n-core is CommonJS and requires the CommonJS n8n-workflow: both must come from there.
const require = createRequire(import.meta.url);
const core = require('n8n-core') as typeof import('n8n-core');
const { Workflow, NodeHelpers, ICredentialsHelper, createRunExecutionData } =
	require('n8n-workflow') as typeof import('n8n-workflow');

export type NodeName = 'linkManager' | 'referenceData';

const NODES: Record<NodeName, INodeType> = {
	linkManager: new LinkManager(),
	referenceData: new ReferenceData(),
};

const CREDENTIALS: Record<NodeName, ICredentialType> = {
	linkManager: new LinkManagerApi(),
	referenceData: new ReferenceDataApi(),
};

/** The one workflow that every engine test runs: a trigger that gives the items, and the node. */
export interface NodeRun {
	node: NodeName;
	/** Resource, operation and the node's own parameters; expressions as n8n stores them (`={{ … }}`). */
	parameters: IDataObject;
	credentials: { baseUrl: string; apiKey: string };
	/** Input items; one empty item by default. */
	items?: IDataObject[];
	onError?: INode['onError'];
	timezone?: string;
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
	const { node: name, parameters, credentials, items = [{}] } = options;
	const type = NODES[name];
	const credentialName = CREDENTIALS[name].name;
	const node: INode = {
		id: 'node',
		name: type.description.displayName,
		type: `n8n-nodes-link-manager-reference-data.${name}`,
		typeVersion: 1,
		position: [200, 0],
		parameters: parameters as INode['parameters'],
		credentials: { [credentialName]: { id: '1', name: 'Test' } },
		onError: options.onError,
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
		settings: { timezone: options.timezone ?? 'Africa/Johannesburg', executionOrder: 'v1' },
	});
	const run = await execute(workflow, credentials, options.signal);
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

async function execute(
	workflow: WorkflowClass,
	credentials: NodeRun['credentials'],
	signal?: AbortSignal,
): Promise<IRun> {
	const mode = 'manual';
	const data = additionalData(workflow, credentials);
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
		executionId: '1',
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

/** Applies a credential's `authenticate` block as n8n does, expressions included. */
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
		workflow: WorkflowClass,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const type = Object.values(CREDENTIALS).find((credential) => credential.name === typeName);
		const { authenticate } = type ?? {};
		if (!authenticate || typeof authenticate === 'function') throw new Error('No such credential');
		const headers: IDataObject = { ...requestOptions.headers };
		for (const [header, template] of Object.entries(authenticate.properties.headers ?? {})) {
			headers[header] = workflow.expression.getSimpleParameterValue(
				node,
				template as string,
				'internal',
				{ $credentials: credentials },
				undefined,
				'',
			) as string;
		}
		return { ...requestOptions, headers };
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
