import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import type { PageScreenshotOptions } from 'playwright-core';
import type { Editor } from '../browser/editor.mjs';
import { buildFirstWorkflow } from '../browser/firstWorkflow.mjs';
import {
	afterTrigger,
	credentialTypes,
	fullType,
	nodeOf,
	type NodeName,
} from '../n8n/workflow.mjs';
import { onStage, pictures, type Stage } from './stage.mjs';

/** Of the window: for the panel of a node, for the nodes panel, for a workflow in one line. */
const size = { width: 1400, height: 820 };
const tall = { width: 1280, height: 1100 };
const flat = { width: 1280, height: 480 };

/** Taken from the input, which is empty, for the output; its tabs still fit. */
const room = 70;

const titles = { linkManager: 'Link Manager', referenceData: 'Reference Data' };

type Clip = NonNullable<PageScreenshotOptions['clip']>;

interface Panel {
	/** Of the picture: docs/images/<name>.png. */
	name: string;
	node: NodeName;
	parameters: INodeParameters;
	/** How the output is shown. */
	view: 'Schema' | 'Table' | 'JSON';
}

/** One picture for each resource: its most telling operation, with what came out of it. */
const panels: Panel[] = [
	{
		name: 'link',
		node: 'linkManager',
		view: 'JSON',
		parameters: {
			resource: 'link',
			operation: 'create',
			url: 'https://www.example.org/open-day',
			domainId: { __rl: true, mode: 'list', value: '11', cachedResultName: 'go.example.org' },
			additionalFields: {
				alias: 'open-day-2027',
				expirationDate: '2027-03-31',
				pixelIds: ['101', '102'],
				targetType: 1,
				countryRules: { rule: [{ key: 'NA', value: 'https://www.example.org/na/open-day' }] },
			},
			options: {},
		},
	},
	{
		name: 'pixel',
		node: 'linkManager',
		view: 'Schema',
		parameters: {
			resource: 'pixel',
			operation: 'upsert',
			name: 'Spring campaign',
			type: 'retarget',
			value: '123456789012345',
			options: {},
		},
	},
	{
		name: 'highSchool',
		node: 'referenceData',
		view: 'Table',
		parameters: {
			resource: 'highSchool',
			operation: 'getAll',
			returnAll: false,
			limit: 5,
			simplify: true,
			filters: { province: 'Limpopo', quintile: 'Q1' },
			options: {},
		},
	},
	{
		name: 'match',
		node: 'referenceData',
		view: 'JSON',
		parameters: {
			resource: 'highSchool',
			operation: 'match',
			schoolName: 'Pta Boys High',
			filters: { province: 'Gauteng' },
			options: {},
		},
	},
	{
		name: 'postalCode',
		node: 'referenceData',
		view: 'JSON',
		parameters: {
			resource: 'postalCode',
			operation: 'validate',
			postalCode: '8001',
			filters: { suburb: 'Hatfield', area: 'Pretoria' },
			options: {},
		},
	},
	{
		name: 'university',
		node: 'referenceData',
		view: 'Table',
		parameters: {
			resource: 'university',
			operation: 'getAll',
			returnAll: true,
			filters: { province: 'Western Cape' },
			options: {},
		},
	},
	{
		name: 'admissionPointScore',
		node: 'referenceData',
		view: 'JSON',
		parameters: {
			resource: 'admissionPointScore',
			operation: 'compare',
			universityScope: 'province',
			province: 'Gauteng',
			subjectsFrom: 'json',
			marksAs: 'level',
			subjectsJson: JSON.stringify(
				{
					'English Home Language': 6,
					Mathematics: 6,
					'Physical Sciences': 5,
					'Life Sciences': 6,
					Geography: 5,
					'Life Orientation': 7,
				},
				null,
				2,
			),
			options: {},
		},
	},
];

async function takePanel({ client, credentials, editor }: Stage, panel: Panel): Promise<void> {
	const { name, node, parameters, view } = panel;
	const shown = nodeOf(titles[node], fullType(node), parameters, {
		id: 'node',
		credential: credentials[credentialTypes[node]],
	});
	const { id } = await client.createWorkflow(afterTrigger(name, shown));
	await editor.openPanel(id, 'node');
	// The editor keeps the width for the panels after it.
	if (panel === panels[0]) await editor.widenOutput(room);
	await editor.executeStep();
	await editor.showOutputAs(view);
	await take(editor, name, (await editor.panel.boundingBox()) ?? undefined);
}

/** Takes a picture of a part of the window, or of all of it, with no message lying over it. */
async function take(editor: Editor, name: string, clip?: Clip): Promise<void> {
	await mkdir(pictures, { recursive: true });
	const file = path.join(pictures, `${name}.png`);
	const style = '.el-notification, [data-test-id="floating-nodes"] { visibility: hidden }';
	await editor.page.screenshot({ path: file, clip, style, animations: 'disabled' });
	console.log(path.relative(process.cwd(), file));
}

/** A trigger with the events that its test step shows. */
async function takeTrigger({ client, credentials, editor }: Stage): Promise<void> {
	const trigger = nodeOf(
		'Reference Data Trigger',
		`${fullType('referenceData')}Trigger`,
		{ event: 'applicationsCloseSoon' },
		{ id: 'node', credential: credentials.referenceDataApi },
	);
	const { id } = await client.createWorkflow({
		name: 'trigger',
		nodes: [trigger],
		connections: {},
	});
	await editor.openPanel(id, 'node');
	await editor.executeStep();
	await editor.showOutputAs('JSON');
	await take(editor, 'trigger', (await editor.panel.boundingBox()) ?? undefined);
}

await onStage(async (stage) => {
	const { editor } = stage;
	await editor.page.setViewportSize(size);
	for (const panel of panels) await takePanel(stage, panel);
	await takeTrigger(stage);

	await editor.newWorkflow();
	await editor.page.setViewportSize(tall);
	await editor.openActions('Reference Data');
	await editor.byId('node-creator').getByText('Get many universities').waitFor();
	await take(editor, 'nodes-panel', { x: tall.width - 800, y: 0, width: 800, height: tall.height });

	await editor.page.setViewportSize(flat);
	await buildFirstWorkflow(editor);
	await editor.executeWorkflow();
	await editor.page.getByText('Workflow executed successfully').waitFor();
	await editor.byId('zoom-out-button').click();
	await take(editor, 'workflow');
});
