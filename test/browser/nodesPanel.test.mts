import { describe, expect } from 'vitest';
import { editorTest } from './harness.mjs';

const searches = [
	{ text: 'link manager', name: 'Link Manager', icon: 'linkManager' },
	{ text: 'url shortener', name: 'Link Manager', icon: 'linkManager' },
	{ text: 'retargeting', name: 'Link Manager', icon: 'linkManager' },
	{ text: 'reference data', name: 'Reference Data', icon: 'referenceData' },
	{ text: 'EMIS', name: 'Reference Data', icon: 'referenceData' },
	{ text: 'postal code', name: 'Reference Data', icon: 'referenceData' },
	{ text: 'matric', name: 'Reference Data', icon: 'referenceData' },
];

describe.each([
	{ theme: 'light', it: editorTest({ theme: 'light' }), ending: '.svg' },
	{ theme: 'dark', it: editorTest({ theme: 'dark' }), ending: '.dark.svg' },
])('the nodes panel in the $theme theme', ({ it, ending }) => {
	it('finds the nodes by name and by alias, with their icons', async ({ editor }) => {
		await editor.newWorkflow();
		for (const { text, name, icon } of searches) {
			await editor.searchNodes(text);
			const found = editor.foundNode(name);
			await found.waitFor();
			const image = found.locator('img').first();
			expect(await image.getAttribute('src')).toMatch(new RegExp(`/${icon}${ending}$`));
			const width = await image.evaluate(async (element) => {
				await element.decode();
				return element.naturalWidth;
			});
			expect(width).toBe(60);
		}
	});
});
