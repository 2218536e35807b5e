import type { INodePropertyOptions } from 'n8n-workflow';
import { beforeEach, expect, it } from 'vitest';

import { LEAST } from '../contract/least.mjs';
import { client, fullType, json, nodeNames, resetServices, runNode } from './harness.mjs';

beforeEach(resetServices);

/** Each operation as `node resource operation`, with the least that it needs. */
const runs = Object.fromEntries(
	Object.entries(LEAST).flatMap(([resource, operations]) =>
		Object.entries(operations).map(([operation, least]) => {
			const node = ['link', 'pixel'].includes(resource) ? 'linkManager' : 'referenceData';
			return [`${node} ${resource} ${operation}`, { resource, operation, ...least }];
		}),
	),
);

it('knows every operation that the editor offers', async () => {
	const types = await client.nodeTypes();
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
	expect([...new Set(own)].sort()).toEqual(Object.keys(runs).sort());
});

it.each(Object.keys(runs))('runs %s', async (operation) => {
	const node = nodeNames.find((name) => operation.startsWith(name)) ?? 'linkManager';
	const run = await runNode(node, { parameters: runs[operation] ?? {} });
	expect(json(run).length).toBeGreaterThan(0);
});
