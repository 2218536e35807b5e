import { readdirSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { Editor } from '../../sandbox/browser/editor.mjs';
import { client, importExample, owner } from '../n8n/harness.mjs';

const examples = readdirSync(new URL('../../examples', import.meta.url)).filter((file) =>
	file.endsWith('.json'),
);
const editor = await Editor.open(client.baseUrl, owner);
const { page } = editor;
afterAll(async () => await editor.close());

async function boxes(shown: Locator) {
	return await Promise.all(
		(await shown.all()).map(async (element) => {
			const { x, y, width, height } = (await element.boundingBox()) ?? expect.fail('not shown');
			return { left: x, right: x + width, top: y, bottom: y + height };
		}),
	);
}

it.each(examples)('no node and no plus sign covers the notes in %s', async (file) => {
	const { id, nodes } = await importExample(Number.parseInt(file));
	await page.goto(`${client.baseUrl}/workflow/${id}`);
	const count = async () => await page.locator('.vue-flow__node').count();
	await expect.poll(count, { timeout: 20_000 }).toBe(nodes.length);
	const note = page.getByTestId('sticky').locator('h2, h3, p, li');
	await note.first().waitFor();
	const covers = [
		...(await boxes(
			page.getByTestId(/^canvas-(default|trigger|configurable|configuration)-node$/),
		)),
		...(await boxes(page.getByTestId('canvas-handle-plus'))),
	];
	const others = nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
	expect(covers.length).toBeGreaterThanOrEqual(others.length);
	for (const text of await boxes(note)) {
		const over = covers.filter(
			({ left, right, top, bottom }) =>
				left < text.right && text.left < right && top < text.bottom && text.top < bottom,
		);
		expect(over, JSON.stringify(text)).toEqual([]);
	}
});
