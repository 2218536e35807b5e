import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { INodeProperties, INodeType } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { link } from '../../nodes/LinkManager/link/index.js';
import { LinkManager } from '../../nodes/LinkManager/LinkManager.node.js';
import { pixel } from '../../nodes/LinkManager/pixel/index.js';
import { admissionPointScore } from '../../nodes/ReferenceData/admissionPointScore/index.js';
import { highSchool } from '../../nodes/ReferenceData/highSchool/index.js';
import { postalCode } from '../../nodes/ReferenceData/postalCode/index.js';
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';
import { university } from '../../nodes/ReferenceData/university/index.js';
import type { Operation, Resource } from '../../nodes/shared/node/operation.js';

const nodesFolder = path.resolve(import.meta.dirname, '../../nodes');

const NODES: Array<[string, INodeType, Resource[]]> = [
	['LinkManager', new LinkManager(), [link, pixel]],
	['ReferenceData', new ReferenceData(), [admissionPointScore, highSchool, postalCode, university]],
];

/** What the editor offers: `resource.operation`. */
function offered({ description }: INodeType): string[] {
	return description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [], displayOptions }) =>
			options.map((option) => `${String(displayOptions?.show?.resource?.[0])}.${valueOf(option)}`),
		);
}

function valueOf(option: NonNullable<INodeProperties['options']>[number]): string {
	return 'value' in option ? String(option.value) : '';
}

/** Every operation that a file of a resource's folder exports. */
async function written(folder: string, resource: string): Promise<Operation[]> {
	const directory = path.join(nodesFolder, folder, resource);
	const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
		(file) => file.endsWith('.ts') && file !== 'index.ts',
	);
	const modules = await Promise.all(
		files.map(
			async (file) =>
				(await import(pathToFileURL(path.join(directory, file)).href)) as Record<string, unknown>,
		),
	);
	return modules
		.flatMap((module) => Object.values(module))
		.filter(
			(value): value is Operation =>
				typeof value === 'object' && value !== null && 'execute' in value && 'option' in value,
		);
}

describe.each(NODES)('%s', (folder, node, resources) => {
	test('offers the operations that have code, and no others', () => {
		const coded = resources.flatMap(({ option, operations }) =>
			operations.map((operation) => `${option.value}.${operation.option.value}`),
		);
		expect(new Set(offered(node))).toEqual(new Set(coded));
		expect(new Set(coded).size).toBe(coded.length);
	});

	test('offers every operation that is written', async () => {
		for (const { option, operations } of resources) {
			const found = await written(folder, option.value);
			expect(new Set(found), option.value).toEqual(new Set(operations));
		}
	});

	test('starts each resource with an operation that it has', () => {
		const [resource] = node.description.properties;
		expect(resources.map(({ option }) => option.value)).toContain(resource?.default);
		for (const { operations, defaultOperation } of resources) {
			expect(operations.map(({ option }) => option.value)).toContain(defaultOperation);
		}
	});

	test('has every method that its parameters load from, and no method that none does', () => {
		const text = JSON.stringify(node.description);
		const named = (key: string) =>
			new Set([...text.matchAll(new RegExp(`"${key}":"(\\w+)"`, 'g'))].map(([, name]) => name));
		expect(named('searchListMethod')).toEqual(new Set(Object.keys(node.methods?.listSearch ?? {})));
		expect(named('loadOptionsMethod')).toEqual(
			new Set(Object.keys(node.methods?.loadOptions ?? {})),
		);
	});
});
