import type { INodeParameters } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import type { Editor } from '../../sandbox/browser/editor.mjs';
import { data, link, nodeNames, type NodeName, type RemoteService } from '../n8n/harness.mjs';
import { it } from './harness.mjs';
import { openPanel } from './panel.mjs';

/** What each operation shows before anything is added, a star behind what must be filled in. */
const panels: Record<NodeName, Record<string, string[]>> = {
	linkManager: {
		'Link: Clean Up': ['target', 'cleanUpAction', 'maxLinks'],
		'Link: Create': ['url*', 'domainId'],
		'Link: Create or Update': ['matchBy', 'alias', 'url*', 'domainId'],
		'Link: Delete': ['linkId*'],
		'Link: Get': ['linkId*'],
		'Link: Get Many': ['returnAll', 'limit'],
		'Link: Update': ['linkId*', 'clearFields'],
		'Pixel: Create': ['name*', 'type', 'value*'],
		'Pixel: Create or Update': ['name*', 'type', 'value*'],
		'Pixel: Delete': ['pixelId*'],
		'Pixel: Get': ['pixelId*'],
		'Pixel: Get Many': ['returnAll', 'limit'],
		'Pixel: Update': ['pixelId*'],
	},
	referenceData: {
		'Admission Point Score (APS): Calculate': ['universityId*', 'subjectsFrom', 'marksAs'],
		'Admission Point Score (APS): Compare Universities': [
			'universityScope',
			'subjectsFrom',
			'marksAs',
		],
		'High School: Get': ['schoolId*', 'simplify'],
		'High School: Get Districts': [],
		'High School: Get Many': ['returnAll', 'limit', 'simplify'],
		'High School: Get Provinces': [],
		'Postal Code: Get': ['postalCodeId*'],
		'Postal Code: Get Many': ['returnAll', 'limit'],
		'Postal Code: Validate': ['postalCode*'],
		'University: Get': ['universityId*'],
		'University: Get Many': ['returnAll', 'limit'],
	},
};

describe.each(nodeNames)('the panel of %s', (node) => {
	it('opens for every resource and operation without surprises', async ({ editor }) => {
		await openPanel(editor, node, {});
		const seen: Record<string, string[]> = {};
		for (const resource of await ownChoices(editor, 'resource')) {
			await editor.choose('resource', resource);
			for (const operation of await ownChoices(editor, 'operation')) {
				await editor.choose('operation', operation);
				const name = `${resource}: ${operation}`;
				const expected = panels[node][name] ?? [];
				await expect.poll(() => fields(editor), { message: name }).toEqual(expected);
				seen[name] = expected;
			}
		}
		expect(seen).toEqual(panels[node]);
	});
});

/** Without the entry that n8n adds where a credential can authenticate a request. */
async function ownChoices(editor: Editor, path: string): Promise<string[]> {
	return (await editor.choices(path)).filter((name) => name !== 'Custom API Call');
}

/** The parameters on the panel below Operation, a star behind those marked as missing. */
async function fields(editor: Editor): Promise<string[]> {
	const problems = await editor.problems();
	const [, , ...paths] = await editor.parameters();
	return paths.map((path) => (problems.includes(path) ? `${path}*` : path));
}

describe('dropdowns that the service fills', () => {
	const lists: Array<{
		of: string;
		node: NodeName;
		parameters: INodeParameters;
		add?: [string, string];
		path: string;
		entry: RegExp;
		asked: { service: RemoteService; path: string };
	}> = [
		{
			of: 'links',
			node: 'linkManager',
			parameters: { resource: 'link', operation: 'get' },
			path: 'linkId',
			entry: /^Sample: .+ → \S+$/,
			asked: { service: link, path: '/api/v1/links' },
		},
		{
			of: 'pixels',
			node: 'linkManager',
			parameters: { resource: 'pixel', operation: 'get' },
			path: 'pixelId',
			entry: /^Sample pinboard \(pinboard\)$/,
			asked: { service: link, path: '/api/v1/pixels' },
		},
		{
			of: 'domains',
			node: 'linkManager',
			parameters: { resource: 'link', operation: 'create' },
			path: 'domainId',
			entry: /^go\.example\.org$/,
			asked: { service: link, path: '/api/v1/links' },
		},
		{
			of: 'spaces',
			node: 'linkManager',
			parameters: { resource: 'link', operation: 'getAll' },
			add: ['Add filter', 'Space'],
			path: 'filters.spaceId',
			entry: /^Open days \(sample\)$/,
			asked: { service: link, path: '/api/v1/links' },
		},
		{
			of: 'schools',
			node: 'referenceData',
			parameters: { resource: 'highSchool', operation: 'get' },
			path: 'schoolId',
			entry: /^Ellen Kuzwayo .+, Flagstaff \(210000007\)$/,
			asked: { service: data, path: '/v1/high-schools' },
		},
		{
			of: 'postal codes',
			node: 'referenceData',
			parameters: { resource: 'postalCode', operation: 'get' },
			path: 'postalCodeId',
			entry: /^Hatfield, Pretoria \(street 0083, box 0028\)$/,
			asked: { service: data, path: '/v1/postal-codes' },
		},
		{
			of: 'universities',
			node: 'referenceData',
			parameters: { resource: 'university', operation: 'get' },
			path: 'universityId',
			entry: /^University of Cape Town \(UCT\)$/,
			asked: { service: data, path: '/v1/universities' },
		},
	];
	it.for(lists)(
		'load the list of $of',
		async ({ node, parameters, add, path, entry, asked }, { editor }) => {
			await openPanel(editor, node, parameters);
			if (add !== undefined) await editor.add(...add);
			const entries = await editor.openList(path);
			await entries.filter({ hasText: entry }).first().waitFor();
			await expectNoRepetition(editor, asked);
		},
	);

	it('load the pixels of a multi-select', async ({ editor }) => {
		await openPanel(editor, 'linkManager', { resource: 'link', operation: 'create' });
		await editor.add('Add field', 'Pixel Names or IDs');
		await editor.choose('additionalFields.pixelIds', 'Sample pinboard', 'Sample microblog');
		await expectNoRepetition(editor, { service: link, path: '/api/v1/pixels' });
	});

	it('load the universities of a multi-select', async ({ editor }) => {
		await openPanel(editor, 'referenceData', {
			resource: 'admissionPointScore',
			operation: 'compare',
		});
		await editor.choose('universityScope', 'Selected');
		await editor.choose('universityIds', 'University of Cape Town (UCT)');
		await expectNoRepetition(editor, { service: data, path: '/v1/universities' });
	});

	it('load the districts of the chosen province', async ({ editor }) => {
		await openPanel(editor, 'referenceData', { resource: 'highSchool', operation: 'getAll' });
		await editor.add('Add filter', 'Province');
		await editor.choose('filters.province', 'Limpopo');
		await editor.add('Add filter', 'District Name or ID');
		const entries = await editor.openDropdown('filters.district');
		await entries.filter({ hasText: /^Mopani East \(\d+ schools\)$/ }).waitFor();
		expect(await entries.filter({ hasText: 'Johannesburg' }).count()).toBe(0);
		await expectNoRepetition(editor, { service: data, path: '/v1/high-schools/districts' });
	});

	it('find a school by its EMIS number', async ({ editor }) => {
		await openPanel(editor, 'referenceData', { resource: 'highSchool', operation: 'get' });
		const entries = await editor.openList('schoolId', '210000018');
		await entries.filter({ hasText: '(210000018)' }).waitFor();
		await expect.poll(() => entries.count()).toBe(1);
	});

	it('say why a list cannot be loaded, and leave the other modes usable', async ({ editor }) => {
		await data.fault({ kind: 'status', status: 401 });
		await openPanel(editor, 'referenceData', { resource: 'highSchool', operation: 'get' });
		await editor.byId('rlc-input', editor.panel).click();
		await editor.page
			.getByText(/refused the API key/)
			.first()
			.waitFor();
		await data.reset();
		await editor.chooseMode('schoolId', 'By EMIS Number');
		await editor.typeLocator('schoolId', '210000007');
		// The editor logs the answer of its own server that carries the reason.
		editor.complaints.length = 0;
	});
});

/** A list is asked for once, and each further page of it once. */
async function expectNoRepetition(
	editor: Editor,
	{ service, path }: { service: RemoteService; path: string },
) {
	await expect.poll(() => editor.loadingLists).toBe(0);
	const requests = await service.requests();
	expect([...new Set(requests.map((request) => request.path))]).toEqual([path]);
	const queries = requests.map(({ raw }) => raw.query);
	expect(new Set(queries).size).toBe(queries.length);
}

describe('fields that depend on others', () => {
	it('asks for a statistics password when the statistics need one', async ({ editor }) => {
		await openPanel(editor, 'linkManager', { resource: 'link', operation: 'create' });
		await editor.add('Add field', 'Statistics Privacy');
		await editor.choose('additionalFields.privacy', 'Password');
		await editor.add('Add field', 'Statistics Password');
		const password = editor.parameter('additionalFields.privacyPassword');
		await password.waitFor();
		await editor.choose('additionalFields.privacy', 'Public');
		await password.waitFor({ state: 'hidden' });
	});

	it('asks for the type of a custom pixel', async ({ editor }) => {
		await openPanel(editor, 'linkManager', { resource: 'pixel', operation: 'create' });
		await editor.choose('type', 'Custom');
		await editor.parameter('customType').waitFor();
		await editor.choose('type', 'Pinboard');
		await editor.parameter('customType').waitFor({ state: 'hidden' });
	});

	it('takes subjects from the form, from JSON or from the input', async ({ editor }) => {
		await openPanel(editor, 'referenceData', {
			resource: 'admissionPointScore',
			operation: 'calculate',
		});
		const rows = editor.panel.getByText('Add subject', { exact: true });
		await rows.waitFor();
		await editor.choose('subjectsFrom', 'JSON');
		await editor.parameter('subjectsJson').waitFor();
		await rows.waitFor({ state: 'hidden' });
		await editor.choose('subjectsFrom', 'Input Fields');
		await editor.panel.getByText(/^Fields such as "Mathematics"/).waitFor();
		await editor.parameter('subjectsJson').waitFor({ state: 'hidden' });
	});

	it('asks for the province or the universities to compare', async ({ editor }) => {
		await openPanel(editor, 'referenceData', {
			resource: 'admissionPointScore',
			operation: 'compare',
		});
		await editor.choose('universityScope', 'In One Province');
		await editor.parameter('province').waitFor();
		await editor.choose('universityScope', 'Selected');
		await editor.parameter('province').waitFor({ state: 'hidden' });
		await editor.parameter('universityIds').waitFor();
		await editor.choose('universityScope', 'All');
		await editor.parameter('universityIds').waitFor({ state: 'hidden' });
	});

	it('asks for no limit when all is returned', async ({ editor }) => {
		await openPanel(editor, 'linkManager', { resource: 'link', operation: 'getAll' });
		await editor.parameter('limit').waitFor();
		await editor.toggle('returnAll');
		await editor.parameter('limit').waitFor({ state: 'hidden' });
	});

	it('warns before a clean-up that deletes', async ({ editor }) => {
		await openPanel(editor, 'linkManager', { resource: 'link', operation: 'cleanUp' });
		const notice = editor.panel.getByText(/^Deleting cannot be undone/);
		expect(await notice.count()).toBe(0);
		await editor.choose('cleanUpAction', 'Delete');
		await notice.waitFor();
		await editor.choose('cleanUpAction', 'Only Report');
		await notice.waitFor({ state: 'hidden' });
	});
});
