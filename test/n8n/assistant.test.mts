import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { IDataObject } from 'n8n-workflow';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { credentialTypes } from '../../sandbox/n8n/workflow.mjs';
import {
	client,
	credentials,
	fullType,
	json,
	link,
	n8nVersion,
	resetServices,
	type NodeName,
} from './harness.mjs';

/** Assistants read installed nodes from n8n 2.40 on. */
const isServed = n8nVersion.localeCompare('2.40', 'en', { numeric: true }) >= 0;

const assistant = new Client({ name: 'test', version: '1' });

async function use<T>(tool: string, given: IDataObject): Promise<T> {
	const { structuredContent, content } = await assistant.callTool({ name: tool, arguments: given });
	if (structuredContent === undefined) throw new Error(`${tool}: ${JSON.stringify(content)}`);
	return structuredContent as T;
}

/** The nodes that a search finds, the best first, and all that it says. */
async function search(text: string): Promise<{ nodes: string[]; results: string }> {
	const { results } = await use<{ results: string }>('search_nodes', { queries: [text] });
	return { results, nodes: [...results.matchAll(/^- (\S+)/gm)].map(([, name = '']) => name) };
}

/** What the list of a resource locator answers to a text. */
async function explore(
	node: NodeName,
	methodName: string,
	filter: string,
): Promise<Array<{ name: string; value: string }>> {
	const { id, type } = credentials[credentialTypes[node]] ?? {};
	const { results } = await use<{ results: Array<{ name: string; value: string }> }>(
		'explore_node_resources',
		{
			...{ nodeType: fullType(node), version: 1, methodName, methodType: 'listSearch', filter },
			...{ credentialType: type, credentialId: id },
		},
	);
	return results;
}

describe.skipIf(!isServed)('an assistant that builds workflows', () => {
	beforeAll(async () => {
		const { url, key } = await client.enableMcp();
		const requestInit = { headers: { authorization: `Bearer ${key}` } };
		await assistant.connect(new StreamableHTTPClientTransport(url, { requestInit }));
	});
	afterAll(async () => await assistant.close());
	beforeEach(resetServices);

	/**
	 * The nodes that may stand before ours. n8n weighs each word of a search by itself: 1.5 in a node's
	 * display name, 1 in an alias, more for a longer word; the best word counts, and neither description
	 * nor hint does. A node that is called by one of the words comes before all others.
	 */
	const outranked: Record<string, RegExp> = {
		'short link': /linkedIn$/,
		'high school': /highLevel$/,
		EMIS: /embeddingsMistralCloud$/,
		APS: /haloPSA$/,
		'APS score': /securityScorecard(Tool)?$/,
		marks: /marketstack(Tool)?$/,
		'postal code': /\.(code|toolCode)$/,
		'zip code': /\.(code|toolCode|lmCohere|lmChatCohere)$/,
	};

	it.each<[NodeName, string[]]>([
		[
			'linkManager',
			[
				...['shorten a link', 'shorten URL', 'link shortener', 'short URL', 'short link'],
				...['expired', 'expired links', 'clean up expired links', 'tracking pixel'],
			],
		],
		[
			'referenceData',
			[
				...['school EMIS', 'EMIS', 'high school', 'find a school', 'match school names'],
				...['APS', 'calculate APS', 'APS score', 'admission point score', 'marks'],
				...['university', 'matric', 'matric results', 'province', 'district', 'suburb'],
				...['postal code', 'postcode', 'zipcode', 'zip code'],
			],
		],
	])('finds %s by what it is for', async (node, texts) => {
		for (const text of texts) {
			const { nodes } = await search(text);
			expect(nodes, text).not.toEqual([]);
			const [first] = nodes.filter((name) => !outranked[text]?.test(name));
			expect(first ?? fullType(node), text).toBe(fullType(node));
		}
	});

	it.each<[NodeName, string, string, string]>([
		['linkManager', 'searchLinks', 'sample-7', 'sample-7'],
		['linkManager', 'searchLinks', 'https://go.example.org/sample-7', 'sample-7'],
		['linkManager', 'searchDomains', 'https://go.example.org/sample-7', 'go.example.org'],
		['linkManager', 'searchPixels', 'sample RETARGET', 'Sample retarget'],
		['referenceData', 'searchSchools', '210000007', '210000007'],
		['referenceData', 'searchSchools', 'Ellen Kuzwayo', 'Ellen Kuzwayo'],
		['referenceData', 'searchUniversities', 'UCT', 'University of Cape Town'],
		['referenceData', 'searchUniversities', 'university of cape town', 'University of Cape Town'],
		['referenceData', 'searchPostalCodes', '0083', 'Arcadia'],
		['referenceData', 'searchPostalCodes', 'Arcadia', 'Arcadia'],
	])('%s: %s answers to "%s"', async (node, methodName, filter, name) => {
		const [found] = await explore(node, methodName, filter);
		expect(found?.name).toContain(name);
	});

	interface Task {
		wish: string;
		node: NodeName;
		resource: string;
		operation: string;
		/** A parameter to resolve to the ID of what is called so. */
		named: [parameter: string, name: string];
		/** What else the wish says, with the resolved locator in it. */
		parameters(locator: IDataObject): IDataObject;
		output: unknown;
		/** How the services were changed. */
		changes: unknown[];
	}

	const tasks: Task[] = [
		{
			wish: 'expired links',
			node: 'linkManager',
			resource: 'link',
			operation: 'cleanUp',
			named: ['domainId', 'go.example.org'],
			parameters: (domainId) => ({ target: 'expired', filters: { domainId } }),
			output: expect.arrayContaining([
				expect.objectContaining({ cleanUp: expect.objectContaining({ action: 'reported' }) }),
			]),
			changes: [],
		},
		{
			wish: 'shorten a link',
			node: 'linkManager',
			resource: 'link',
			operation: 'upsert',
			named: ['domainId', 'go.example.org'],
			parameters: (domainId) => ({
				matchBy: 'alias',
				alias: 'open-day',
				url: 'https://www.example.org/open-day',
				domainId,
			}),
			output: [expect.objectContaining({ alias: 'open-day', upsertResult: 'created' })],
			changes: [expect.objectContaining({ action: 'created' })],
		},
		{
			wish: 'school EMIS',
			node: 'referenceData',
			resource: 'highSchool',
			operation: 'get',
			named: ['schoolId', 'Ellen Kuzwayo'],
			parameters: (schoolId) => ({ schoolId }),
			output: [expect.objectContaining({ name: expect.stringContaining('Ellen Kuzwayo') })],
			changes: [],
		},
		{
			wish: 'calculate APS',
			node: 'referenceData',
			resource: 'admissionPointScore',
			operation: 'calculate',
			named: ['universityId', 'Cape Town'],
			parameters: (universityId) => ({
				universityId,
				subjectsFrom: 'json',
				subjectsJson: '{ "Mathematics": 72, "English Home Language": 65 }',
				marksAs: 'percentage',
			}),
			output: [expect.objectContaining({ university: 'University of Cape Town', aps_score: 11 })],
			changes: [],
		},
	];

	it.each(tasks)('does "$wish" by the definition alone', async (task) => {
		const { node, resource, operation, named } = task;
		const { results, nodes } = await search(task.wish);
		const nodeId = nodes[0] ?? '';
		expect(results).toContain('@builderHint');
		expect(results).toMatch(new RegExp(`- ${operation}\\b`));
		const { definitions } = await use<{ definitions: string }>('get_node_types', {
			nodeIds: [{ nodeId, resource, operation }],
		});
		const definition = partOf(definitions, resource, operation);
		const [parameter, name] = named;
		const [, methodName = 'none'] =
			new RegExp(`@searchListMethod (\\w+)[^/]*/\\s*${parameter}\\?`).exec(definition) ?? [];
		const [found] = await explore(node, methodName, name);
		expect(found?.name).toContain(name);
		const locator = { __rl: true, mode: 'list', value: found?.value };
		const parameters = task.parameters(locator);
		for (const key of Object.keys(parameters)) {
			expect(definition).toMatch(new RegExp(`^ +${key}\\??:`, 'm'));
		}

		const code = [
			"import { workflow, node, trigger } from '@n8n/workflow-sdk';",
			"const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } });",
			`const act = node({ type: '${nodeId}', version: 1, config: { name: 'Act', parameters: ${JSON.stringify({ resource, operation, ...parameters })} } });`,
			`export default workflow('task', '${task.wish}').add(start).to(act);`,
		].join('\n');
		expect(await use('validate_workflow', { code })).toMatchObject({ valid: true });
		const { workflowId } = await use<{ workflowId: string }>('create_workflow_from_code', { code });
		const { executionId } = await use<{ executionId: string }>('execute_workflow', {
			workflowId,
			executionMode: 'manual',
		});
		const execution = await client.waitForExecution(executionId);
		expect(execution.nodes.Act?.flatMap((run) => json(run))).toEqual(task.output);
		expect(await link.ledger()).toEqual(task.changes);
	});
});

/** What a definition says of one operation. */
function partOf(definitions: string, resource: string, operation: string): string {
	return (
		definitions
			.split(/(?=^export type )/m)
			.find((part) => part.includes(`resource: '${resource}';\n  operation: '${operation}';`)) ?? ''
	);
}
