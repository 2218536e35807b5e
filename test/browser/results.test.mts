import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { nodeOf, wires } from '../../sandbox/n8n/workflow.mjs';
import { client, data, link, nodeNames } from '../n8n/harness.mjs';
import { it } from './harness.mjs';
import { openPanel, ownNode } from './panel.mjs';

const nodes = path.resolve(import.meta.dirname, '..', '..', 'nodes');

interface Preview {
	resource: string;
	operation: string;
	/** What the operation gives out, as the preview tells it. */
	fields: string[];
}

/** The output previews of a node. */
async function previewsOf(node: (typeof nodeNames)[number]): Promise<Preview[]> {
	const folderName = node.charAt(0).toUpperCase() + node.slice(1);
	const folder = path.join(nodes, folderName, '__schema__', 'v1.0.0');
	const files = (await readdir(folder, { recursive: true })).filter((name) => /\.json$/.test(name));
	return await Promise.all(
		files.sort().map(async (file) => {
			const { properties } = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as {
				properties: object;
			};
			const [resource = '', operation = ''] = file.replace('.json', '').split(path.sep);
			return { resource, operation, fields: Object.keys(properties) };
		}),
	);
}

describe.each(nodeNames)('the output previews of %s', async (node) => {
	const previews = await previewsOf(node);
	it.for(previews)(
		'offer the fields before anything has run: $resource $operation',
		async (preview, { editor }) => {
			const { resource, operation, fields } = preview;
			const next = nodeOf(
				'next',
				'n8n-nodes-base.set',
				{},
				{ typeVersion: 3.4, position: [300, 0] },
			);
			const { id } = await client.createWorkflow({
				name: `Preview of ${resource} ${operation}`,
				nodes: [ownNode('node', node, { resource, operation }), next],
				connections: wires('node', next.name),
			});
			await editor.openPanel(id, next.id);
			for (const field of fields) {
				await editor.input.getByText(field, { exact: true }).first().waitFor();
			}
		},
	);
});

describe('what a node gives out', () => {
	it('is on the screen, with one hint that there is more, that of n8n', async ({ editor }) => {
		await openPanel(editor, 'referenceData', { resource: 'highSchool', operation: 'getAll' });
		await editor.type('limit', '3');
		await editor.add('Add filter', 'Province');
		await editor.choose('filters.province', 'Limpopo');
		await editor.executeStep();
		await editor.output.getByText('3 items', { exact: true }).waitFor();
		const shown = editor.output.getByText('Limpopo', { exact: true });
		await expect.poll(() => shown.count()).toBe(3);
		await expect
			.poll(() => editor.hints())
			.toEqual([expect.stringMatching(/^\s*Limit of 3 items reached/)]);
		expect(await data.requests()).toMatchObject([
			{ path: '/v1/high-schools', query: { province: 'Limpopo', per_page: '3' } },
		]);
	});

	it('says which filter most likely found nothing', async ({ editor }) => {
		await openPanel(editor, 'linkManager', { resource: 'link', operation: 'getAll' });
		await editor.add('Add filter', 'Search');
		await editor.type('filters.search', 'no such link');
		await editor.executeStep();
		await expect
			.poll(() => editor.hints())
			.toContainEqual(expect.stringMatching(/^No links were found\. .*"Search By"/));
	});

	it('is the message and the advice when it fails', async ({ editor }) => {
		await openPanel(editor, 'linkManager', { resource: 'link', operation: 'get' });
		await editor.chooseMode('linkId', 'By ID');
		await editor.typeLocator('linkId', '999999');
		await editor.executeStep();
		await editor.output
			.getByText(/link 999999/)
			.first()
			.waitFor();
		await editor.output
			.getByText(/belongs to the account of the API key/)
			.first()
			.waitFor();
		expect((await link.requests()).map((request) => request.path)).toEqual([
			'/api/v1/links/999999',
		]);
	});

	it('names the parameter that is empty, and asks the service for nothing', async ({ editor }) => {
		await openPanel(editor, 'linkManager', { resource: 'link', operation: 'create' });
		await editor.type('url', 'https://www.example.org/');
		await editor.add('Add field', 'Country Rules');
		await editor.addRow('Add country');
		await editor.choose('additionalFields.countryRules.rule[0].key', 'Namibia');
		await editor.executeStep();
		await expect
			.poll(() => editor.output.innerText())
			.toMatch(/Country Rules, row 1.*Destination URL.*empty/);
		expect(await link.requests()).toEqual([]);
	});
});
