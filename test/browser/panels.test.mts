import { describe, expect } from 'vitest';
import type { Editor } from '../../sandbox/browser/editor.mjs';
import { data, link, nodeNames, type NodeName, type RemoteService } from '../n8n/harness.mjs';
import { it } from './harness.mjs';
import { openPanel, openTriggerPanel } from './panel.mjs';

/** What each operation shows before anything is added, a star behind what must be filled in. */
const panels: Record<NodeName, Record<string, string[]>> = {
	linkManager: {
		'Link: Clean Up': ['target', 'cleanUpAction', 'graceDays', 'maxLinks'],
		'Link: Create': ['url*', 'domainId'],
		'Link: Create or Update': ['matchBy', 'alias*', 'url*', 'domainId'],
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
			'simplify',
		],
		'High School: Get': ['schoolId*', 'simplify'],
		'High School: Get Districts': [],
		'High School: Get Many': ['returnAll', 'limit', 'simplify'],
		'High School: Get Provinces': [],
		'High School: Match': ['schoolName*', 'simplify'],
		'Postal Code: Get': ['postalCodeId*'],
		'Postal Code: Get Many': ['returnAll', 'limit'],
		'Postal Code: Validate': ['postalCode*'],
		'University: Get': ['universityId*'],
		'University: Get Many': ['returnAll', 'limit'],
	},
};

/** The same of the triggers, by their events. */
const triggerPanels: Record<NodeName, Record<string, string[]>> = {
	linkManager: {
		'Clicks Reached': ['clickMilestones'],
		'Link Created': [],
		'Link Disabled': [],
		'Link Expired': [],
		'Link Expires Soon': ['days'],
	},
	referenceData: {
		'Application Dates Changed': ['universityIds', 'province'],
		'Applications Close Soon': ['days', 'universityIds', 'province'],
		'Applications Opened': ['universityIds', 'province'],
		'School Added': ['province', 'district'],
		'School Changed': ['province', 'district'],
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
				await expectFields(editor, 'operation', expected, name);
				seen[name] = expected;
			}
		}
		expect(seen).toEqual(panels[node]);
	});

	it('opens for every event of its trigger', async ({ editor }) => {
		await openTriggerPanel(editor, node);
		const expected = triggerPanels[node];
		expect(await editor.choices('event')).toEqual(Object.keys(expected));
		for (const [event, paths] of Object.entries(expected)) {
			await editor.choose('event', event);
			await expectFields(editor, 'event', paths, event);
		}
	});
});

/** Without the entry that n8n adds where a credential can authenticate a request. */
async function ownChoices(editor: Editor, path: string): Promise<string[]> {
	return (await editor.choices(path)).filter((name) => name !== 'Custom API Call');
}

/** Waits for these parameters on the panel below another one, a star behind those marked as missing. */
async function expectFields(editor: Editor, above: string, expected: string[], message: string) {
	const fields = async () => {
		const problems = await editor.problems();
		const paths = await editor.parameters();
		return paths
			.slice(paths.indexOf(above) + 1)
			.map((path) => (problems.includes(path) ? `${path}*` : path));
	};
	await expect.poll(fields, { message }).toEqual(expected);
}

describe('dropdowns that the service fills', () => {
	// That every list loads, in a real n8n as well: test/n8n/dropdowns.test.mts.
	it.for<[NodeName, string, string, RegExp, RemoteService, string]>([
		['linkManager', 'link', 'linkId', /^\S+\/sample-\d+ → \S+$/, link, '/api/v1/links'],
		['referenceData', 'highSchool', 'schoolId', / \(210000007\)$/, data, '/v1/high-schools'],
	])('load a list: %s', async ([node, resource, field, entry, service, path], { editor }) => {
		await openPanel(editor, node, { resource, operation: 'get' });
		const entries = await editor.openList(field);
		await entries.filter({ hasText: entry }).first().waitFor();
		await expectNoRepetition(editor, { service, path });
	});

	it('load the pixels of a multi-select', async ({ editor }) => {
		await openPanel(editor, 'linkManager', { resource: 'link', operation: 'create' });
		await editor.add('Add field', 'Pixel Names or IDs');
		await editor.choose('additionalFields.pixelIds', 'Sample pinboard', 'Sample microblog');
		await expectNoRepetition(editor, { service: link, path: '/api/v1/pixels' });
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
		await editor.showList('schoolId', editor.page.getByText(/refused the API key/));
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
	/** An entry to choose, then the parameter that it shows, a parameter that it hides, or neither. */
	type Choice = [path: string, entry: string, shown: string | undefined, hidden?: string];

	it.for<[NodeName, string, Choice[]]>([
		[
			'linkManager',
			'pixel create',
			[
				['type', 'Custom', 'customType'],
				['type', 'Pinboard', undefined, 'customType'],
			],
		],
		[
			'referenceData',
			'admissionPointScore calculate',
			[
				['subjectsFrom', 'JSON', 'subjectsJson', 'subjects'],
				['subjectsFrom', 'Input Fields', undefined, 'subjectsJson'],
			],
		],
		[
			'referenceData',
			'admissionPointScore compare',
			[
				['universityScope', 'In One Province', 'province'],
				['universityScope', 'Selected', 'universityIds', 'province'],
				['universityScope', 'All', undefined, 'universityIds'],
			],
		],
	])('come and go on the panel of %s %s', async ([node, which, choices], { editor }) => {
		const [resource, operation] = which.split(' ');
		await openPanel(editor, node, { resource, operation });
		for (const [path, entry, shown, hidden] of choices) {
			await editor.choose(path, entry);
			if (shown !== undefined) await editor.parameter(shown).waitFor();
			if (hidden !== undefined) await editor.parameter(hidden).waitFor({ state: 'hidden' });
		}
	});

	it('asks for no limit when all is returned', async ({ editor }) => {
		await openPanel(editor, 'linkManager', { resource: 'link', operation: 'getAll' });
		await editor.parameter('limit').waitFor();
		await editor.toggle('returnAll');
		await editor.parameter('limit').waitFor({ state: 'hidden' });
	});

	it('warns before a clean-up that deletes', async ({ editor }) => {
		await openPanel(editor, 'linkManager', { resource: 'link', operation: 'cleanUp' });
		const notice = editor.panel.getByText(/^Deleting can't be undone/);
		expect(await notice.count()).toBe(0);
		await editor.choose('cleanUpAction', 'Delete');
		await notice.waitFor();
		await editor.choose('cleanUpAction', 'Report Only');
		await notice.waitFor({ state: 'hidden' });
	});
});
