import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { Editor } from '../browser/editor.mjs';
import type { Workflow } from '../n8n/client.mjs';
import { readWorkflow, workflowFiles } from '../provision.mjs';
import { onStage, pictures } from './stage.mjs';

const checkout = path.resolve(import.meta.dirname, '..', '..');
const folder = path.join(pictures, 'examples');

/** What the editor puts around its canvas, and leaves free around the workflow. */
const frame = { width: 240, height: 320 };
const nodeSize = 100;
/** Left free around a picture; a node's name, below it, lies in it. */
const margin = 50;

/** What lies over the canvas and says nothing about the workflow. */
const overlays = [
	'canvas-controls',
	'canvas-minimap',
	'execute-workflow-button',
	'workflow-chat-button',
	'node-creator-plus-button',
	'command-bar-button',
	'add-sticky-button',
	'toggle-focus-panel-button',
	'instance-ai-canvas-action-button',
	'logs-panel',
].map((id) => `[data-test-id="${id}"]`);

/** As large as the workflow at its full size, so that its notes can be read. */
function sizeOf({ nodes }: Workflow): { width: number; height: number } {
	const length = (axis: 0 | 1, extent: 'width' | 'height') =>
		Math.max(
			...nodes.map((node) => node.position[axis] + Number(node.parameters[extent] ?? nodeSize)),
		) - Math.min(...nodes.map((node) => node.position[axis]));
	return {
		width: length(0, 'width') + frame.width,
		height: length(1, 'height') + frame.height,
	};
}

/** Waits for every node, and brings all of them into the picture with nothing lying over them. */
async function showAll(editor: Editor, { nodes }: Workflow): Promise<void> {
	for (const { name } of nodes) await boxOf(editor, name).waitFor({ state: 'attached' });
	await editor.page.addStyleTag({
		content: `${overlays.join()} { visibility: hidden !important }`,
	});
	await editor.page.keyboard.press('1');
	await atRest(editor.byId('canvas-node').first());
}

/** The part of the window that the nodes with their names and the notes take up. */
async function areaOf(editor: Editor, { nodes }: Workflow) {
	const boxes = [];
	for (const { name } of nodes) {
		const box = await boxOf(editor, name).boundingBox();
		if (box !== null) boxes.push(box);
	}
	const left = Math.min(...boxes.map(({ x }) => x)) - margin;
	const top = Math.min(...boxes.map(({ y }) => y)) - margin;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + 2 * margin;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + margin;
	return { x: left, y: top, width: right - left, height: bottom - top };
}

/** What a node or a note takes up of the canvas. */
function boxOf(editor: Editor, name: string): Locator {
	return editor.page.locator(`[data-node-name="${name}"][data-node-type]`);
}

/** Waits until an element has stopped moving: half a second in one place. */
async function atRest(element: Locator): Promise<void> {
	let before;
	let now = JSON.stringify(await element.boundingBox());
	do {
		before = now;
		await wait(500);
		now = JSON.stringify(await element.boundingBox());
	} while (now !== before);
}

/** Takes a picture of the canvas of every example, as `docs/images/examples/<name>.png`. */
await onStage(async ({ client, credentials, website, editor }) => {
	await mkdir(folder, { recursive: true });
	for (const file of await workflowFiles(path.join(checkout, 'examples'))) {
		const workflow = await readWorkflow(file, { credentials, website: website.baseUrl });
		const { id } = await client.createWorkflow(workflow);
		await editor.page.setViewportSize(sizeOf(workflow));
		await editor.openWorkflow(id);
		await showAll(editor, workflow);
		const picture = path.join(folder, `${path.basename(file, '.json')}.png`);
		await editor.page.screenshot({ path: picture, clip: await areaOf(editor, workflow) });
		console.log(path.relative(checkout, picture));
	}
});
