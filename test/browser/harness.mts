import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test as base } from 'vitest';
import { launchChromium } from '../../sandbox/browser/chromium.mjs';
import { Editor, type EditorOptions } from '../../sandbox/browser/editor.mjs';
import { resetServices } from '../n8n/harness.mjs';

const pictures = path.resolve(import.meta.dirname, '../../node_modules/.cache/browser');

/**
 * Tests with a browser and a signed-in `editor` per file. Before each test the services are back at
 * the start; after each, the browser's console must hold no error. A failed test leaves a picture of
 * the window in node_modules/.cache/browser.
 */
export const it = editorTest({});

/** The same with another theme or size of the window. */
export function editorTest(look: Pick<EditorOptions, 'theme' | 'size'>) {
	const { n8nUrl, owner } = inject('sandbox');
	const test = base
		.extend('look', { scope: 'file' }, () => look)
		.extend('editor', { scope: 'file' }, async ({ look }, { onCleanup }) => {
			const browser = await launchChromium();
			onCleanup(() => browser.close());
			return await Editor.open(browser, { baseUrl: n8nUrl, owner, ...look });
		});
	test.beforeEach(async ({ editor, onTestFailed }) => {
		await resetServices();
		editor.complaints.length = 0;
		onTestFailed(async ({ task }) => {
			await mkdir(pictures, { recursive: true });
			const name = task.name.replaceAll(/\W+/g, '-');
			await editor.page.screenshot({ path: path.join(pictures, `${name}.png`) });
		});
	});
	test.afterEach(async ({ editor }) => {
		// What is still under way would reach the services in the next test.
		await expect.poll(() => editor.loadingLists).toBe(0);
		expect(editor.complaints).toEqual([]);
	});
	return test;
}
