import { describe, expect } from 'vitest';
import { editorTest } from './harness.mjs';

const icons = { 'Link Manager': 'linkManager', 'Reference Data': 'referenceData' };

/** What people type who know what they want to do, and not what the node is called. */
const searches = {
	'Link Manager': [
		...['link manager', 'url shortener', 'short url', 'short link', 'expired', 'retargeting'],
	],
	'Reference Data': [
		...['reference data', 'EMIS', 'high school', 'district', 'suburb', 'zip code', 'postal code'],
		...['matric', 'matric results', 'marks', 'APS', 'APS score'],
	],
};

/** Nodes of n8n's own that stand before ours: letters of a name count more than a whole alias. */
const outranked: Record<string, RegExp> = { APS: /^HaloPSA/, marks: /^Marketstack/ };

describe.each([
	{ theme: 'light', it: editorTest({ theme: 'light' }), ending: '.svg' },
	{ theme: 'dark', it: editorTest({ theme: 'dark' }), ending: '.dark.svg' },
])('the nodes panel in the $theme theme', ({ it, ending }) => {
	it('finds the nodes first, by name and by alias, with their icons', async ({ editor }) => {
		await editor.newWorkflow();
		for (const [name, texts] of Object.entries(searches)) {
			for (const text of texts) {
				// What the search before has found is gone first.
				await editor.searchNodes('qqq');
				await expect.poll(() => editor.foundNodes().count()).toBe(0);
				await editor.searchNodes(text);
				const others = outranked[text] ?? /^$/;
				const found = editor.foundNodes().filter({ hasNotText: others }).first();
				await expect.poll(() => found.innerText(), { message: text }).toMatch(name);
			}
			const image = editor.foundNode(name).locator('img').first();
			const icon = icons[name as keyof typeof icons];
			expect(await image.getAttribute('src')).toMatch(new RegExp(`/${icon}${ending}$`));
			const width = await image.evaluate(async (element) => {
				await element.decode();
				return element.naturalWidth;
			});
			expect(width).toBe(60);
		}
	});
});
