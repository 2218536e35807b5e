import path from 'node:path';
import { launchChromium } from '../browser/chromium.mjs';
import { Editor } from '../browser/editor.mjs';
import { owner } from '../provision.mjs';
import { startWorld, stopAll, type Stops, type World } from '../world.mjs';

/** Where the README's pictures are. */
export const pictures = path.resolve(import.meta.dirname, '..', '..', 'docs', 'images');

export interface Stage extends World {
	editor: Editor;
}

/** Starts an empty world and a browser, and stops them after the pictures are taken. */
export async function onStage(takePictures: (stage: Stage) => Promise<void>): Promise<void> {
	const stops: Stops = [];
	try {
		const world = await startWorld(stops);
		const browser = await launchChromium();
		stops.push(() => browser.close());
		const editor = await Editor.open(browser, { baseUrl: world.n8n.baseUrl, owner });
		await takePictures({ ...world, editor });
	} finally {
		await stopAll(stops);
	}
}
