import type { Execution } from '../../sandbox/n8n/client.mjs';
import { client, data, link, type SeenRequest } from './harness.mjs';

/** What both services saw of a run. */
export interface Wire {
	/** Each list or record that was read, once, without the number of the page; in alphabetical order. */
	reads: string[];
	/** Each change and calculation: the method, the path and the body; in alphabetical order. */
	writes: string[];
}

/** Runs a stored workflow and gives how it ended and what it sent. */
export async function observe(
	workflowId: string,
	trigger: string,
): Promise<{ execution: Execution; wire: Wire }> {
	const execution = await client.runWorkflow(workflowId, { trigger });
	const requests = [...(await link.requests()), ...(await data.requests())];
	const reads = requests.filter(({ method }) => method === 'GET').map(describeRead);
	const writes = requests.filter(({ method }) => method !== 'GET').map(describeWrite);
	return { execution, wire: { reads: [...new Set(reads)].sort(), writes: writes.sort() } };
}

function describeRead({ path, query }: SeenRequest): string {
	const pairs = Object.entries(query)
		.filter(([name]) => name !== 'page')
		.sort()
		.map(([name, value]) => `${name}=${value}`);
	return [path, ...pairs].join(' ');
}

function describeWrite({ method, path, body }: SeenRequest): string {
	return `${method} ${path} ${JSON.stringify(body)}`;
}
