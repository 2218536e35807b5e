import 'reflect-metadata';

import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeType,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
	Workflow as WorkflowClass,
} from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

import type { Case, Nodes } from './cases.mjs';
import { Session, startService } from './service.mjs';

/** What one side did in one case. */
export interface Outcome {
	number: number;
	requests: string[];
	output: unknown[];
	hints: string[];
	error?: IDataObject;
}

const CONCURRENT = 8;
const LONGEST = 60_000;

// n8n-core and the nodes must meet in one copy of n8n-workflow, the CommonJS one.
const require = createRequire(import.meta.url);
const core = require('n8n-core') as typeof import('n8n-core');
const { Workflow, NodeHelpers, ICredentialsHelper, createRunExecutionData } =
	require('n8n-workflow') as typeof import('n8n-workflow');

const [folder = ''] = process.argv.slice(2);
const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};
const nodes = new Map(n8n.nodes.map((file) => [nameOf(file), load<INodeType>(file)]));
const credentials = n8n.credentials.map((file) => load<ICredentialType>(file));
const sessions = new Map<string, Session>();
const { port } = await startService(sessions);
const baseUrl = `http://127.0.0.1:${port}`;

function nameOf(file: string): string {
	return basename(file).split('.')[0] ?? '';
}

function load<T>(file: string): T {
	const exported = require(join(folder, file)) as Record<string, new () => T>;
	const Class = exported[nameOf(file)];
	if (!Class) throw new Error(`${file} does not export ${nameOf(file)}`);
	return new Class();
}

process.on('message', (cases: Case[]) => void runAll(cases));
const known: Nodes = Object.fromEntries(
	[...nodes].map(([name, { description, methods }]) => [
		name,
		{
			description,
			dropdowns: [
				...Object.keys(methods?.listSearch ?? {}),
				...Object.keys(methods?.loadOptions ?? {}),
			],
		},
	]),
);
process.send?.(known);

async function runAll(cases: Case[]): Promise<void> {
	const left = [...cases];
	const worker = async () => {
		for (let next = left.shift(); next; next = left.shift()) process.send?.(await runCase(next));
	};
	await Promise.all(Array.from({ length: CONCURRENT }, worker));
}

async function runCase(one: Case): Promise<Outcome> {
	const session = new Session(one.scenario);
	sessions.set(one.scenario.key, session);
	const run = { run: runNode, poll: runPolls, dropdown: runDropdown }[one.kind];
	const outcome: Pick<Outcome, 'output'> & Partial<Outcome> = await run(one, session).catch(
		(error: Error) => ({ output: [], error: shownError(error) }),
	);
	sessions.delete(one.scenario.key);
	const { output, hints = [], error } = outcome;
	const plain = JSON.stringify({
		number: one.number,
		requests: session.requests,
		output,
		hints,
		error,
	});
	return JSON.parse(
		plain
			.replaceAll(baseUrl, 'http://service')
			.replaceAll(`:${port}`, ':PORT')
			.replace(/("detected_at":")[^"]+/g, '$1now')
			// Seconds that depend on chance and on the clock.
			.replace(/\b\d+ seconds?\b/g, '… seconds')
			.replace(/"retryAfterMs":\d+/g, '"retryAfterMs":"…"'),
	) as Outcome;
}

async function runNode(one: Case): Promise<Partial<Outcome> & { output: unknown[] }> {
	const { workflow, node } = makeWorkflow(one);
	const data = { ...additionalData(workflow, one), executionId: `execution-${one.number}` };
	const running = new core.WorkflowExecute(data, 'manual', createRunExecutionData()).run({
		workflow,
		startNode: workflow.getNode('Trigger') ?? undefined,
	});
	const tooLong = setTimeout(() => running.cancel(), LONGEST);
	const { data: result, status } = await running;
	clearTimeout(tooLong);
	const task = result.resultData.runData[node.name]?.[0];
	const error = task?.error ?? result.resultData.error;
	const outputs = (task?.data?.main ?? []).map((branch) =>
		branch?.map(({ json, pairedItem, error: failed }) => ({
			json,
			pairedItem,
			...(failed && { error: failed.message }),
		})),
	);
	const [main = [], failed = []] = outputs;
	return {
		output: [...(main ?? []), ...(failed ?? []).map((item) => ({ inErrorOutput: item }))],
		hints: (task?.hints ?? []).map(({ type, message }) => `${type ?? ''}: ${message}`),
		error: error
			? shownError(error)
			: status === 'success'
				? undefined
				: { message: `ended as ${status}` },
	};
}

/** First poll, change, two polls more; or one test step in the editor. */
async function runPolls(one: Case, session: Session): Promise<{ output: unknown[] }> {
	const { workflow, node, type } = makeWorkflow(one);
	const data = additionalData(workflow, one);
	const mode = one.manual ? 'manual' : 'trigger';
	const output: unknown[] = [];
	for (let poll = 1; poll <= (one.manual ? 1 : 3); poll++) {
		const context = new core.PollContext(
			workflow,
			node,
			data,
			mode,
			one.manual ? 'manual' : 'activate',
		);
		const result = await type.poll?.call(context).catch((error: Error) => shownError(error));
		output.push(
			Array.isArray(result) ? (result[0] ?? []).map(({ json }) => json) : (result ?? 'nothing'),
		);
		if (poll === 1 && !one.manual) session.changeRecords();
	}
	return { output };
}

async function runDropdown(one: Case): Promise<{ output: unknown[] }> {
	const { workflow, node, type } = makeWorkflow(one);
	const data = additionalData(workflow, one);
	data.currentNodeParameters = one.parameters as INode['parameters'];
	const context = new core.LoadOptionsContext(workflow, node, data, '');
	const name = String(one.parameters.method);
	const load = type.methods?.loadOptions?.[name];
	if (load) return { output: await load.call(context) };
	const output: unknown[] = [];
	let token: string | undefined;
	for (let page = 1; page === 1 || (token && page < 4); page++) {
		const found = await type.methods?.listSearch?.[name]?.call(
			context,
			one.manual ? 'sample' : undefined,
			token,
		);
		token = found?.paginationToken as string | undefined;
		output.push(...(found?.results ?? []), { goesOn: token !== undefined });
	}
	return { output };
}

function shownError(error: Error): IDataObject {
	const { name, message, description, httpCode, context, failure } = error as Error & IDataObject;
	const { itemIndex } = (context ?? {}) as IDataObject;
	return { name, message, description, httpCode, itemIndex, failure };
}

function makeWorkflow({ node: name, operation, parameters, items, onError, asTool, tries }: Case) {
	const plain = nodes.get(name);
	if (!plain) throw new Error(`No node ${name}`);
	const description = { ...plain.description, name: `${plain.description.name}Tool` };
	// Parameters with `@tool` are shown by the name of the type.
	const type = asTool ? Object.assign(Object.create(plain) as INodeType, { description }) : plain;
	const typeName = `n8n-nodes-link-manager-reference-data.${type.description.name}`;
	const node: INode = {
		id: 'node',
		name: operation,
		type: typeName,
		typeVersion: 1,
		position: [200, 0],
		parameters: parameters as INode['parameters'],
		credentials: { [type.description.credentials?.[0]?.name ?? '']: { id: '1', name: 'Test' } },
		onError,
		...(tries && { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 }),
	};
	const manual = 'n8n-nodes-base.manualTrigger';
	const trigger: INode = {
		id: 'trigger',
		name: 'Trigger',
		type: manual,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const triggerType = {
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
	const find = (wanted: string) => (wanted === manual ? triggerType : type);
	const workflow = new Workflow({
		id: 'workflow',
		name: 'Test',
		active: false,
		nodes: [trigger, node],
		connections: { Trigger: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
		nodeTypes: {
			getByName: find,
			getByNameAndVersion: (wanted) => NodeHelpers.getVersionedNodeType(find(wanted)),
			getKnownTypes: () => ({}),
		} as INodeTypes,
		settings: { timezone: 'Africa/Johannesburg', executionOrder: 'v1' },
	});
	return { workflow, node, type };
}

function additionalData(
	workflow: WorkflowClass,
	{ scenario }: Case,
): IWorkflowExecuteAdditionalData {
	const addresses = [
		'instanceBaseUrl',
		'restApiUrl',
		'formWaitingBaseUrl',
		'webhookBaseUrl',
		'webhookWaitingBaseUrl',
		'webhookTestBaseUrl',
	];
	return {
		...Object.fromEntries(addresses.map((name) => [name, `http://127.0.0.1:5678/${name}`])),
		credentialsHelper: new CaseCredentials({ baseUrl, apiKey: scenario.key }),
		getRuntimeCredential: async () => undefined,
		getRunExecutionData: async () => undefined,
		currentNodeExecutionIndex: 0,
		variables: {},
		logAiEvent: () => undefined,
		hooks: new core.ExecutionLifecycleHooks('manual', '1', {
			id: 'workflow',
			name: 'Test',
			active: false,
			isArchived: false,
			activeVersionId: null,
			nodes: Object.values(workflow.nodes),
			connections: workflow.connectionsBySourceNode,
			createdAt: new Date(),
			updatedAt: new Date(),
		}),
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** Gives one case's key, and applies a credential's `authenticate` as n8n does. */
class CaseCredentials extends ICredentialsHelper {
	constructor(private readonly data: ICredentialDataDecryptedObject) {
		super();
	}

	override async authenticate(
		data: ICredentialDataDecryptedObject,
		name: string,
		request: IHttpRequestOptions,
	) {
		const type = credentials.find((credential) => credential.name === name);
		if (typeof type?.authenticate === 'function') return await type.authenticate(data, request);
		const properties = (type?.authenticate?.properties ?? {}) as {
			headers?: Record<string, string>;
		};
		const filled = Object.entries(properties.headers ?? {}).map(([header, text]) => [
			header,
			text
				.replace(/^=/, '')
				.replace(/\{\{\s*\$credentials\.(\w+)\s*\}\}/g, (_, field: string) => String(data[field])),
		]);
		return {
			...request,
			headers: { ...request.headers, ...(Object.fromEntries(filled) as object) },
		};
	}

	override getParentTypes = () => [];
	override isCredentialUsableByNode = () => true;
	override preAuthentication = async () => undefined;
	override runPreAuthentication = async () => undefined;
	override getCredentials = async () => await Promise.reject<never>(new Error('not here'));
	override getDecrypted = async () => ({ ...this.data });
	override updateCredentials = async () => undefined;
	override updateCredentialsOauthTokenData = async () => undefined;
	override getCredentialsProperties = () => [];
}
