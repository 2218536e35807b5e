import type { INodeListSearchResult, INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { beforeEach, expect, it } from 'vitest';
import { LEAST, nodeOf, parametersOf } from '../engine/least.mjs';
import {
	client,
	credentials,
	data,
	fullType,
	json,
	link,
	nodeNames,
	resetWorld,
	runNode,
} from './harness.mjs';

beforeEach(resetWorld);

const types = await client.nodeTypes();

it('loads both nodes and both triggers', () => {
	const loaded = types.map(({ name }) => name);
	const wanted = nodeNames.flatMap((node) => [fullType(node), `${fullType(node)}Trigger`]);
	expect(loaded).toEqual(expect.arrayContaining(wanted));
});

it('offers every operation that is tried here', () => {
	const offered = nodeNames.flatMap((node) =>
		types
			.filter(({ name }) => name === fullType(node))
			.flatMap(({ properties }) => properties)
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options = [] }) =>
				(displayOptions?.show?.resource ?? []).flatMap((resource) =>
					(options as INodePropertyOptions[]).map(({ value }) => `${node} ${resource} ${value}`),
				),
			),
	);
	// n8n adds an entry of its own to every node whose credential can authenticate a request.
	const own = offered.filter((operation) => !operation.includes('__CUSTOM_API_CALL__'));
	expect([...new Set(own)].sort()).toEqual(
		Object.keys(LEAST)
			.map((operation) => `${nodeOf(operation)} ${operation}`)
			.sort(),
	);
});

it.each(Object.keys(LEAST))('runs %s', async (operation) => {
	const run = await runNode(nodeOf(operation), {
		parameters: parametersOf(operation) as INodeParameters,
	});
	expect(json(run).length).toBeGreaterThan(0);
});

it('sends failed items to the error output, each linked to its input item', async () => {
	const run = await runNode('linkManager', {
		parameters: {
			resource: 'link',
			operation: 'get',
			linkId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		},
		items: [{ id: 1001 }, { id: 999_999 }, { id: '..' }],
		onError: 'continueErrorOutput',
	});
	expect(json(run, 0)).toMatchObject([{ id: 1001 }]);
	expect(run.outputs[1]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
	expect(link.requests.map(({ path }) => path)).toEqual([
		'/api/v1/links/1001',
		'/api/v1/links/999999',
	]);
});

it.each([
	['linkManager', 'searchLinks', 'linkId', 'open day', /open-day/],
	['referenceData', 'searchSchools', 'schoolId', 'Kuzwayo', /^Ellen Kuzwayo/i],
] as const)('%s loads the list %s', async (node, method, path, filter, entry) => {
	const type = node === 'linkManager' ? 'linkManagerApi' : 'referenceDataApi';
	const { results } = await client.request<INodeListSearchResult>(
		'POST',
		'/dynamic-node-parameters/resource-locator-results',
		{
			nodeTypeAndVersion: { name: fullType(node), version: 1 },
			...{ methodName: method, path: `parameters.${path}`, filter, currentNodeParameters: {} },
			credentials: { [type]: credentials[type] },
		},
	);
	expect(results.map(({ name }) => name)).toContainEqual(expect.stringMatching(entry));
});

it.each([
	{ type: 'linkManagerApi', service: link },
	{ type: 'referenceDataApi', service: data },
])('the connection test of $type accepts the key, and says what is wrong', async (row) => {
	const { type, service } = row;
	const credential = credentials[type];
	const { baseUrl } = service;
	const test = async (apiKey: string) =>
		await client.request('POST', '/credentials/test', {
			credentials: { ...credential, data: { baseUrl, apiKey } },
		});
	expect(await test(service.apiKey)).toMatchObject({ status: 'OK' });
	const wrong = await test('wrong');
	expect(wrong).toMatchObject({ status: 'Error', message: expect.stringMatching(/key/i) });
	service.fault({ kind: 'html' });
	const page = await test(service.apiKey);
	expect(page).toMatchObject({ status: 'Error', message: expect.stringMatching(/base URL/i) });
});
