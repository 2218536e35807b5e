import { parse as parseFlatted } from 'flatted';
import type {
	IConnections,
	IDataObject,
	INode,
	INodeCredentialTestResult,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeTypeDescription,
	IPinData,
	IRunExecutionData,
	ITaskData,
	IWorkflowSettings,
	NodeExecutionHint,
} from 'n8n-workflow';
import waitFor from 'p-wait-for';

/** The flatted form of nothing: all there is of an execution that has not got anywhere. */
const noData = '[]';
/** The ends of executions of which nothing else may be stored. */
const interrupted = ['crashed', 'canceled'];
/** n8n ties the cookie to the browser that signed in. */
const browserId = 'sandbox';

export interface Owner {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

export interface Credential {
	id: string;
	name: string;
	type: string;
}

/** A workflow as the editor exports it. */
export interface Workflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: IPinData;
}

export interface StoredWorkflow extends Workflow {
	id: string;
	versionId: string;
	active: boolean;
}

/** An error as n8n stores it with an execution. */
export interface StoredError {
	name: string;
	message: string;
	description?: string | null;
	httpCode?: string | null;
	context?: IDataObject;
}

/** What one run of one node gave: its items by output, its error, its hints. */
export interface NodeRun {
	outputs: INodeExecutionData[][];
	error?: StoredError;
	hints: NodeExecutionHint[];
	/** How long it took by n8n's own clock, in milliseconds. */
	duration: number;
}

export interface Execution {
	id: string;
	/** `success`, `error`, `waiting`, `crashed` or `canceled`. */
	status: string;
	error?: StoredError;
	/** Every run of every node that ran, by the node's name. */
	nodes: Record<string, NodeRun[]>;
}

export interface RunOptions {
	/** The name of the trigger to start from. */
	trigger: string;
	/** The items that the trigger gives; without them it runs as it is. */
	items?: IDataObject[];
	/** Milliseconds after which the execution is given up; default one minute. */
	timeout?: number;
}

interface Publication {
	status: 'in_progress' | 'published' | 'partial' | 'failed' | 'not_published';
	triggers: Array<{ nodeId: string; status: string; errorMessage: string | null }>;
}

/** A node as a dropdown of the editor describes it when it asks for its options. */
export interface DropdownQuery {
	/** The node's full type, with the package. */
	type: string;
	/** The loading method of the node. */
	method: string;
	/** The parameter's path, e.g. `parameters.filters.district`. */
	path: string;
	parameters?: INodeParameters;
	credential?: Credential;
}

/** An answer of n8n's REST API that is no success. */
export class RestError extends Error {
	constructor(
		readonly status: number,
		request: string,
		answer: string,
	) {
		super(`n8n answered ${status} to ${request}: ${answer}`);
		this.name = 'RestError';
	}
}

/**
 * n8n's REST API as the editor uses it, signed in as the owner.
 *
 * Every method throws a RestError when n8n refuses.
 */
export class N8nClient {
	private cookie = '';

	private constructor(readonly baseUrl: string) {}

	/** Signs in as the owner, and makes that account first when the instance has none. */
	static async connect(baseUrl: string, owner: Owner): Promise<N8nClient> {
		const client = new N8nClient(baseUrl);
		const settings = await client.request<{
			userManagement: { showSetupOnFirstLoad: boolean };
		}>('GET', '/settings');
		if (settings.userManagement.showSetupOnFirstLoad) {
			await client.request('POST', '/owner/setup', owner);
		}
		await client.request('POST', '/login', {
			emailOrLdapLoginId: owner.email,
			password: owner.password,
		});
		return client;
	}

	async listCredentials(): Promise<Credential[]> {
		return await this.request('GET', '/credentials');
	}

	async createCredential(name: string, type: string, data: IDataObject): Promise<Credential> {
		return await this.request('POST', '/credentials', { name, type, data });
	}

	async updateCredential(credential: Credential, data: IDataObject): Promise<void> {
		const { id, name, type } = credential;
		await this.request('PATCH', `/credentials/${id}`, { name, type, data });
	}

	/** Runs the credential's connection test with this data, as its dialog does. */
	async testCredential(
		credential: Credential,
		data: IDataObject,
	): Promise<INodeCredentialTestResult> {
		const { id, name, type } = credential;
		return await this.request('POST', '/credentials/test', {
			credentials: { id, name, type, data },
		});
	}

	async getWorkflow(id: string): Promise<StoredWorkflow> {
		return await this.request('GET', `/workflows/${id}`);
	}

	async createWorkflow(workflow: Workflow): Promise<StoredWorkflow> {
		// n8n 1 wants to be told that the workflow is not active; n8n 2 pays no attention to it.
		return await this.request('POST', '/workflows', { settings: {}, active: false, ...workflow });
	}

	/** Saves a change of the workflow, which production does not see before it is activated again. */
	async updateWorkflow(id: string, change: Partial<Workflow>): Promise<void> {
		await this.request('PATCH', `/workflows/${id}?forceSave=true`, change);
	}

	/** Puts the workflow into production: its webhooks, forms and schedules work from here on. */
	async activateWorkflow(id: string): Promise<void> {
		const { versionId } = await this.getWorkflow(id);
		await this.request('POST', `/workflows/${id}/activate`, { versionId });
		await waitFor(async () => {
			const { status = 'published', triggers } = (await this.publication(id)) ?? {};
			if (!['published', 'in_progress'].includes(status)) {
				throw new Error(`Workflow ${id} is ${status}: ${JSON.stringify(triggers)}`);
			}
			return status === 'published';
		});
	}

	/**
	 * How far an n8n is that answers an activation before the triggers listen; nothing from an older
	 * one, which answers once they do.
	 */
	private async publication(id: string): Promise<Publication | undefined> {
		try {
			return await this.request('GET', `/workflows/${id}/publication-status`);
		} catch (error) {
			if (error instanceof RestError && error.status === 404) return undefined;
			throw error;
		}
	}

	async deactivateWorkflow(id: string): Promise<void> {
		await this.request('POST', `/workflows/${id}/deactivate`, {});
	}

	/** Runs a stored workflow as "Execute workflow" does, and waits for its end. */
	async runWorkflow(id: string, options: RunOptions): Promise<Execution> {
		return await this.waitForExecution(await this.startWorkflow(id, options), options.timeout);
	}

	/** Starts a stored workflow as "Execute workflow" does, and gives the execution's id. */
	async startWorkflow(
		id: string,
		{ trigger, items }: Omit<RunOptions, 'timeout'>,
	): Promise<string> {
		if (items !== undefined) {
			const pinData = { [trigger]: items.map((json) => ({ json })) };
			await this.updateWorkflow(id, { pinData });
		}
		const workflowData = await this.getWorkflow(id);
		const { executionId } = await this.request<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{ workflowData, triggerToStartFrom: { name: trigger } },
		);
		return executionId;
	}

	/** Cancels an execution, as "Stop" does. */
	async stopExecution(id: string): Promise<void> {
		await this.request('POST', `/executions/${id}/stop`, {});
	}

	/** Ids of the latest executions of a workflow, newest first. */
	async listExecutions(workflowId: string): Promise<Array<{ id: string; status: string }>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.request<{ results: Array<{ id: string; status: string }> }>(
			'GET',
			`/executions?filter=${filter}`,
		);
		return results;
	}

	/** Deletes an execution with all that it stored. */
	async deleteExecution(id: string): Promise<void> {
		await this.request('POST', '/executions/delete', { ids: [id] });
	}

	/**
	 * Gives an execution once it has ended, or waits for something outside.
	 *
	 * @throws Error when it has not after `timeout` milliseconds
	 */
	async waitForExecution(id: string, timeout = 60_000): Promise<Execution> {
		return await this.pollExecution(id, ['new', 'running'], timeout);
	}

	/**
	 * Gives an execution that was waiting for something outside once it has ended.
	 *
	 * @throws Error when it has not after `timeout` milliseconds
	 */
	async waitForEnd(id: string, timeout = 60_000): Promise<Execution> {
		return await this.pollExecution(id, ['new', 'running', 'waiting'], timeout);
	}

	private async pollExecution(
		id: string,
		unfinished: string[],
		timeout: number,
	): Promise<Execution> {
		let execution: { status: string; data: string } | undefined;
		const ended = async () => {
			execution = await this.storedExecution(id);
			return execution !== undefined && !unfinished.includes(execution.status);
		};
		const message = `Execution ${id} did not end within ${timeout} ms.`;
		await waitFor(ended, { interval: 50, timeout: { milliseconds: timeout, message } });
		return readExecution(id, execution?.status ?? '', execution?.data ?? noData);
	}

	/**
	 * An execution with what came out of it. Older n8ns store that it has ended a moment before they
	 * store the rest; in that moment n8n 1 gives it without data, n8n 2.20 fails, and this gives
	 * nothing.
	 */
	private async storedExecution(id: string): Promise<{ status: string; data: string } | undefined> {
		try {
			const execution = await this.request<{ status: string; data: string }>(
				'GET',
				`/executions/${id}`,
			);
			const stored = execution.data !== noData || interrupted.includes(execution.status);
			return stored ? execution : undefined;
		} catch (error) {
			if (error instanceof RestError && error.message.includes("'resultData'")) return undefined;
			throw error;
		}
	}

	/** The description of every node that this n8n has loaded, as the editor gets it. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		const response = await fetch(`${this.baseUrl}/types/nodes.json`, {
			headers: { 'browser-id': browserId, cookie: this.cookie },
		});
		if (!response.ok) {
			throw new RestError(response.status, 'GET /types/nodes.json', await response.text());
		}
		return (await response.json()) as INodeTypeDescription[];
	}

	/** What a dropdown with a `loadOptionsMethod` offers. */
	async options(query: DropdownQuery): Promise<INodePropertyOptions[]> {
		return await this.request('POST', '/dynamic-node-parameters/options', dropdownRequest(query));
	}

	/** One page of what a resource locator's list offers. */
	async searchResults(
		query: DropdownQuery & { filter?: string; paginationToken?: string },
	): Promise<INodeListSearchResult> {
		const { filter, paginationToken } = query;
		return await this.request('POST', '/dynamic-node-parameters/resource-locator-results', {
			...dropdownRequest(query),
			filter,
			paginationToken,
		});
	}

	private async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const send = async () =>
			await fetch(`${this.baseUrl}/rest${path}`, {
				method,
				headers: {
					accept: 'application/json',
					'content-type': 'application/json',
					'browser-id': browserId,
					cookie: this.cookie,
					// n8n drops a kept connection after a while, be it just when the next request is sent.
					connection: 'close',
				},
				body: body === undefined ? undefined : JSON.stringify(body),
			});
		const response = await waitFor(
			async () => {
				const answer = await send();
				// What n8n answers, before it does anything, while its database is behind.
				return answer.status !== 503 && waitFor.resolveWith(answer);
			},
			{ interval: 500, timeout: 60_000 },
		);
		const text = await response.text();
		if (!response.ok) throw new RestError(response.status, `${method} ${path}`, reason(text));
		const cookies = response.headers.getSetCookie();
		if (cookies.length > 0) this.cookie = cookies.map((line) => line.split(';')[0]).join('; ');
		return (JSON.parse(text) as { data: T }).data;
	}
}

/** n8n explains a refusal in `message`, beside a long stack trace. */
function reason(answer: string): string {
	try {
		const { message } = JSON.parse(answer) as { message?: string };
		return message ?? answer;
	} catch {
		return answer;
	}
}

function dropdownRequest(query: DropdownQuery): IDataObject {
	const { type, method, path, parameters = {}, credential } = query;
	return {
		nodeTypeAndVersion: { name: type, version: 1 },
		methodName: method,
		path,
		currentNodeParameters: parameters,
		credentials: credential && {
			[credential.type]: { id: credential.id, name: credential.name },
		},
	};
}

function readExecution(id: string, status: string, data: string): Execution {
	const nodes: Record<string, NodeRun[]> = {};
	if (data === noData) return { id, status, nodes };
	const { resultData } = parseFlatted(data) as IRunExecutionData;
	for (const [name, runs] of Object.entries(resultData.runData)) nodes[name] = runs.map(readRun);
	return { id, status, error: resultData.error, nodes };
}

function readRun(run: ITaskData): NodeRun {
	// A node has one kind of output: main, or what it gives an agent.
	const [outputs = []] = Object.values(run.data ?? {});
	return {
		outputs: outputs.map((items) => items ?? []),
		error: run.error,
		hints: run.hints ?? [],
		duration: run.executionTime,
	};
}
