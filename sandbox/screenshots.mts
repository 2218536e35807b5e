import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { launchChromium } from './browser/chromium.mjs';
import { Editor } from './browser/editor.mjs';
import { N8nClient, type Workflow } from './n8n/client.mjs';
import { installN8n } from './n8n/install.mjs';
import { startN8n } from './n8n/instance.mjs';
import { buildInto, checkout } from './n8n/package.mjs';
import { afterTrigger, credentialTypes, fullType, nodeOf, type NodeName } from './n8n/workflow.mjs';
import { owner, provideCredentials, readWorkflow, workflowFiles } from './provision.mjs';
import { startWorld } from './world.mjs';

/** Takes the pictures of the docs: one for each resource, and the canvas of each example. */

const pictures = path.join(checkout, 'docs', 'images');
const hidden = ['.el-notification', '[data-test-id="floating-nodes"]'];
/** What lies over the canvas and says nothing about the workflow. */
const overlays = [
	...['canvas-controls', 'canvas-minimap', 'execute-workflow-button', 'workflow-chat-button'],
	...['node-creator-plus-button', 'command-bar-button', 'add-sticky-button', 'logs-panel'],
	...['toggle-focus-panel-button', 'instance-ai-canvas-action-button'],
].map((id) => `[data-test-id="${id}"]`);

interface Panel {
	/** Of the picture: docs/images/<name>.png. */
	name: string;
	node: NodeName;
	parameters: INodeParameters;
	/** How the output is shown. */
	view: 'Schema' | 'Table' | 'JSON';
}

const subjects = {
	...{ 'English Home Language': 6, Mathematics: 6, 'Physical Sciences': 5 },
	...{ 'Life Sciences': 6, Geography: 5, 'Life Orientation': 7 },
};

/** One picture for each resource: its most telling operation, with what came out of it. */
const panels: Panel[] = [
	{
		...{ name: 'link', node: 'linkManager', view: 'JSON' },
		parameters: {
			...{ resource: 'link', operation: 'create', url: 'https://www.example.org/open-day' },
			domainId: { __rl: true, mode: 'list', value: '11', cachedResultName: 'go.example.org' },
			additionalFields: {
				...{ alias: 'open-day', pixelIds: ['101', '102'], targetType: 1 },
				countryRules: { rule: [{ key: 'NA', value: 'https://www.example.org/na/open-day' }] },
			},
		},
	},
	{
		...{ name: 'pixel', node: 'linkManager', view: 'Schema' },
		parameters: {
			...{ resource: 'pixel', operation: 'upsert', name: 'Spring campaign' },
			...{ type: 'retarget', value: '123456789012345' },
		},
	},
	{
		...{ name: 'highSchool', node: 'referenceData', view: 'Table' },
		parameters: {
			...{ resource: 'highSchool', operation: 'getAll', limit: 5 },
			filters: { province: 'Limpopo', quintile: 'Q1' },
		},
	},
	{
		...{ name: 'match', node: 'referenceData', view: 'JSON' },
		parameters: {
			...{ resource: 'highSchool', operation: 'match', schoolName: 'Pta Boys High' },
			filters: { province: 'Gauteng' },
		},
	},
	{
		...{ name: 'postalCode', node: 'referenceData', view: 'JSON' },
		parameters: {
			...{ resource: 'postalCode', operation: 'validate', postalCode: '8001' },
			filters: { suburb: 'Hatfield', area: 'Pretoria' },
		},
	},
	{
		...{ name: 'university', node: 'referenceData', view: 'Table' },
		parameters: {
			...{ resource: 'university', operation: 'getAll', returnAll: true },
			filters: { province: 'Western Cape' },
		},
	},
	{
		...{ name: 'admissionPointScore', node: 'referenceData', view: 'JSON' },
		parameters: {
			...{ resource: 'admissionPointScore', operation: 'compare', universityScope: 'province' },
			...{ province: 'Gauteng', subjectsFrom: 'json', marksAs: 'level' },
			subjectsJson: JSON.stringify(subjects, null, 2),
		},
	},
];

const userFolder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-pictures-'));
const stops = [async () => await rm(userFolder, { recursive: true, force: true })];
try {
	await takeAll();
} finally {
	for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
}

async function takeAll(): Promise<void> {
	await buildInto(userFolder);
	const world = await startWorld();
	stops.push(world.stop);
	const n8n = await startN8n({ installation: await installN8n(), userFolder });
	stops.push(n8n.stop);
	const client = await N8nClient.connect(n8n.baseUrl, owner);
	const credentials = await provideCredentials(client, world);
	const browser = await launchChromium();
	stops.push(async () => await browser.close());
	const editor = await Editor.open(browser, { baseUrl: n8n.baseUrl, owner });
	await mkdir(path.join(pictures, 'examples'), { recursive: true });

	await editor.page.setViewportSize({ width: 1400, height: 820 });
	for (const { name, node, parameters, view } of panels) {
		const credential = credentials[credentialTypes[node]];
		const title = node === 'linkManager' ? 'Link Manager' : 'Reference Data';
		const shown = nodeOf(title, fullType(node), parameters, { id: 'node', credential });
		const { id } = await client.createWorkflow(afterTrigger(name, shown));
		await editor.openPanel(id, 'node');
		await editor.executeStep();
		await editor.showOutputAs(view);
		await take(editor, name, (await editor.panel.boundingBox()) ?? undefined);
	}
	for (const file of await workflowFiles(path.join(checkout, 'examples'))) {
		const workflow = await readWorkflow(file, { credentials, website: world.website });
		const { id } = await client.createWorkflow(workflow);
		await takeCanvas(editor, id, workflow, `examples/${path.basename(file, '.json')}`);
	}
}

/** Takes a picture of a part of the window, with no message lying over it. */
async function take(
	editor: Editor,
	name: string,
	clip?: { x: number; y: number; width: number; height: number },
): Promise<void> {
	const style = `${hidden.join()} { visibility: hidden }`;
	const file = path.join(pictures, `${name}.png`);
	await editor.page.screenshot({ path: file, clip, style, animations: 'disabled' });
	console.log(path.relative(checkout, file));
}

/** The whole workflow at its full size, so that its notes can be read. */
async function takeCanvas(editor: Editor, id: string, workflow: Workflow, name: string) {
	const length = (axis: 0 | 1, extent: 'width' | 'height') => {
		const ends = workflow.nodes.map(
			({ position, parameters }) => position[axis] + Number(parameters[extent] ?? 100),
		);
		return Math.max(...ends) - Math.min(...workflow.nodes.map(({ position }) => position[axis]));
	};
	const size = { width: length(0, 'width') + 240, height: length(1, 'height') + 320 };
	await editor.page.setViewportSize(size);
	await editor.openWorkflow(id);
	await editor.page.addStyleTag({
		content: `${overlays.join()} { visibility: hidden !important }`,
	});
	await editor.page.keyboard.press('1');
	await editor.page.waitForTimeout(1_500);
	const boxes = await editor.page.locator('[data-node-name][data-node-type]').all();
	const areas = (await Promise.all(boxes.map((box) => box.boundingBox()))).filter((box) => !!box);
	const margin = 50;
	const x = Math.min(...areas.map((area) => area.x)) - margin;
	const y = Math.min(...areas.map((area) => area.y)) - margin;
	const right = Math.max(...areas.map((area) => area.x + area.width)) + 2 * margin;
	const bottom = Math.max(...areas.map((area) => area.y + area.height)) + margin;
	await take(editor, name, { x, y, width: right - x, height: bottom - y });
}
