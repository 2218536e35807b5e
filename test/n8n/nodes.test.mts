import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { beforeEach, expect, it } from 'vitest';
import { queryPostgres } from '../../sandbox/postgres.mjs';
import {
	afterTrigger,
	fullType,
	START,
	nodeOf as storedNode,
} from '../../sandbox/n8n/workflow.mjs';
import { LEAST, nodeOf, parametersOf } from '../engine/least.mjs';
import { client, credentials, output, postgres, resetWorld } from './harness.mjs';

beforeEach(resetWorld);

it.each(Object.keys(LEAST))('runs %s', async (operation) => {
	const node = nodeOf(operation);
	const parameters = parametersOf(operation) as INodeParameters;
	const credential = credentials[`${node}Api`];
	const workflow = afterTrigger(
		operation,
		storedNode('Node', fullType(node), parameters, { credential }),
	);
	const { id } = await client.createWorkflow(workflow);
	const execution = await client.runWorkflow(id, { trigger: START });
	expect(execution.error).toBeUndefined();
	expect(output(execution, 'Node').length).toBeGreaterThan(0);
});

it.each([
	['linkManager', 'searchLinks', 'linkId', 'open day', /open-day/],
	['referenceData', 'searchSchools', 'schoolId', 'Kuzwayo', /^Ellen Kuzwayo/i],
] as const)('%s loads its list by %s', async (node, method, path, filter, entry) => {
	const type = node === 'linkManager' ? 'linkManagerApi' : 'referenceDataApi';
	const { results } = await client.request<INodeListSearchResult>(
		'POST',
		'/dynamic-node-parameters/resource-locator-results',
		{
			nodeTypeAndVersion: { name: fullType(node), version: 1 },
			methodName: method,
			path: `parameters.${path}`,
			filter,
			currentNodeParameters: {},
			credentials: { [type]: credentials[type] },
		},
	);
	expect(results.map(({ name }) => name)).toContainEqual(expect.stringMatching(entry));
});

it.skipIf(!postgres)('PostgreSQL refuses a wrong password', async () => {
	const asked = postgres && queryPostgres({ ...postgres, password: 'none' }, 'SELECT 1');
	await expect(asked).rejects.toThrow('password authentication failed');
});
