import { randomBytes } from 'node:crypto';
import axios from 'axios';
import { parse as parseFlatted } from 'flatted';
import type {
	IDataObject,
	INodeExecutionData,
	INodeTypeDescription,
	IRunExecutionData,
	IWorkflowBase,
} from 'n8n-workflow';
import waitFor from 'p-wait-for';

export type Owner = ReturnType<typeof newOwner>;

/** An owner with a random password that meets n8n's rules. */
export function newOwner() {
	return { email: 'owner@sandbox.example', password: `N8n-${randomBytes(9).toString('hex')}` };
}

/** The flatted form of nothing. */
const noData = '[]';

export interface Credential {
	id: string;
	name: string;
	type: string;
}

/** A workflow as the editor exports it. */
export type Workflow = Pick<
	IWorkflowBase,
	'name' | 'nodes' | 'connections' | 'settings' | 'pinData'
>;

export type StoredWorkflow = Workflow & Pick<IWorkflowBase, 'id' | 'versionId'>;

interface Publication {
	status: string;
	triggers?: unknown;
}

export interface Execution {
	id: string;
	/** `success`, `error` or `waiting`. */
	status: string;
	error?: Error;
	/** The first output of each node in its last run. */
	outputs: Record<string, INodeExecutionData[]>;
}

export interface RunOptions {
	trigger: string;
	/** The output of the trigger. Without it, the trigger itself runs. */
	items?: IDataObject[];
}

/**
 * n8n's REST API as the editor uses it, signed in as the owner.
 *
 * Every method throws an Error with n8n's response if n8n rejects the request.
 */
export class N8nClient {
	private readonly http;

	private constructor(readonly baseUrl: string) {
		const headers = {
			// n8n ties the cookie to the browser that signed in.
			'browser-id': 'sandbox',
			// n8n closes idle connections, possibly just when the next request is sent.
			connection: 'close',
		};
		this.http = axios.create({ baseURL: baseUrl, headers, validateStatus: null });
	}

	/** Signs in as the owner, and creates that account first if the instance has none. */
	static async connect(baseUrl: string, { email, password }: Owner): Promise<N8nClient> {
		const client = new N8nClient(baseUrl);
		const { userManagement } = await client.request<{
			userManagement: { showSetupOnFirstLoad: boolean };
		}>('GET', '/settings');
		if (userManagement.showSetupOnFirstLoad) {
			const name = { firstName: 'Sandbox', lastName: 'Owner' };
			await client.request('POST', '/owner/setup', { email, password, ...name });
		}
		await client.request('POST', '/login', { emailOrLdapLoginId: email, password });
		return client;
	}

	async createCredential(name: string, type: string, data: IDataObject): Promise<Credential> {
		return await this.request('POST', '/credentials', { name, type, data });
	}

	async createWorkflow(workflow: Workflow): Promise<StoredWorkflow> {
		// n8n 1 requires `active`. n8n 2 ignores it.
		return await this.request('POST', '/workflows', { settings: {}, active: false, ...workflow });
	}

	/** Publishes the workflow, so that its webhooks, forms and schedules work. */
	async activateWorkflow(id: string): Promise<void> {
		const { versionId } = await this.request<StoredWorkflow>('GET', `/workflows/${id}`);
		await this.request('POST', `/workflows/${id}/activate`, { versionId });
		await waitFor(async () => {
			const asked = this.request<Publication>('GET', `/workflows/${id}/publication-status`);
			// n8n 2 responds before the triggers listen, n8n 1 afterwards.
			const { status, triggers } = await asked.catch((error: Error): Publication => {
				if (error.message.startsWith('n8n answered 404')) return { status: 'published' };
				throw error;
			});
			if (status === 'published') return true;
			if (status === 'in_progress') return false;
			throw new Error(`Workflow ${id} is ${status}: ${JSON.stringify(triggers)}`);
		});
	}

	async deactivateWorkflow(id: string): Promise<void> {
		await this.request('POST', `/workflows/${id}/deactivate`, {});
	}

	/** Runs a stored workflow as "Execute workflow" does, and waits for its end. */
	async runWorkflow(id: string, { trigger, items }: RunOptions): Promise<Execution> {
		if (items) {
			// n8n reads pinned data only from the stored workflow.
			const pinData = { [trigger]: items.map((json) => ({ json })) };
			await this.request('PATCH', `/workflows/${id}?forceSave=true`, { pinData });
		}
		const workflowData = await this.request<StoredWorkflow>('GET', `/workflows/${id}`);
		const run = { workflowData, triggerToStartFrom: { name: trigger } };
		const path = `/workflows/${id}/run`;
		const started = await this.request<{ executionId: string }>('POST', path, run);
		return await this.waitForExecution(started.executionId);
	}

	/**
	 * The executions of a workflow, the latest first. n8n reads those that run and those that have ended at
	 * the same time, so it can list one that ends just then as both.
	 */
	async listExecutions(workflowId: string): Promise<Array<{ id: string; status: string }>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.request<{ results: Array<{ id: string; status: string }> }>(
			'GET',
			`/executions?filter=${filter}`,
		);
		return [...new Map(results.map((execution) => [execution.id, execution])).values()];
	}

	/**
	 * Returns an execution once it has ended or is waiting for an external event.
	 *
	 * @param unfinished more statuses in which it hasn't ended, for example `waiting`
	 * @throws after a minute
	 */
	async waitForExecution(id: string, ...unfinished: string[]): Promise<Execution> {
		const message = `Execution ${id} did not end within a minute.`;
		return await waitFor(
			async () => {
				const { status, data } = await this.request<Record<'status' | 'data', string>>(
					'GET',
					`/executions/${id}`,
				);
				// n8n 1 stores the status of an ended execution shortly before its data.
				const hasEnded = data !== noData && !['new', 'running', ...unfinished].includes(status);
				return hasEnded && waitFor.resolveWith(readExecution(id, status, data));
			},
			{ interval: 50, timeout: { milliseconds: 60_000, message } },
		);
	}

	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return await this.send('GET', '/types/nodes.json');
	}

	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		return (await this.send<{ data: T }>(method, `/rest${path}`, body)).data;
	}

	private async send<T>(method: string, url: string, data?: unknown): Promise<T> {
		const response = await waitFor(
			async () => {
				const answer = await this.http.request<T>({ method, url, data });
				// n8n's response while its database lags behind. Nothing was done yet.
				return answer.status !== 503 && waitFor.resolveWith(answer);
			},
			{ interval: 500, timeout: 60_000 },
		);
		if (response.status >= 400) {
			const said = JSON.stringify(response.data).slice(0, 1_000);
			throw new Error(`n8n answered ${response.status} to ${method} ${url}: ${said}`);
		}
		const cookies = response.headers['set-cookie']?.map((line) => line.split(';')[0]);
		if (cookies) this.http.defaults.headers.common.cookie = cookies.join('; ');
		return response.data;
	}
}

function readExecution(id: string, status: string, data: string): Execution {
	const outputs: Execution['outputs'] = {};
	const { resultData } = parseFlatted(data) as IRunExecutionData;
	for (const [name, runs] of Object.entries(resultData.runData)) {
		// A node has one kind of output: main, or what it gives an agent.
		const [main] = Object.values(runs.at(-1)?.data ?? {});
		outputs[name] = main?.[0] ?? [];
	}
	return { id, status, error: resultData.error, outputs };
}
