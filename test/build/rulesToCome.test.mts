import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { LinkManager } from '../../nodes/LinkManager/LinkManager.node.js';
import { ReferenceData } from '../../nodes/ReferenceData/ReferenceData.node.js';

/**
 * Rules that n8n's lint has in its repository and not yet in a plugin that is published. Each goes
 * when the plugin that `@n8n/node-cli` brings has it.
 */

const root = path.resolve(import.meta.dirname, '../..');

test('valid-node-categories: the codex names categories of n8n', () => {
	const known = [
		...['Data & Storage', 'Finance & Accounting', 'Marketing & Content', 'Productivity'],
		...['Miscellaneous', 'Sales', 'Development', 'Analytics', 'Communication', 'Utility'],
	];
	const files = readdirSync(path.join(root, 'nodes'), { recursive: true, encoding: 'utf8' });
	const codexes = files.filter((file) => file.endsWith('.node.json'));
	expect(codexes).toHaveLength(files.filter((file) => file.endsWith('.node.ts')).length);
	for (const file of codexes) {
		const text = readFileSync(path.join(root, 'nodes', file), 'utf8');
		const { categories } = JSON.parse(text) as { categories: string[] };
		expect(known, file).toEqual(expect.arrayContaining(categories));
		expect(categories.length, file).toBeGreaterThan(0);
	}
});

test('hint-max-length: a hint has at most 120 characters', () => {
	const forms = JSON.stringify([new LinkManager().description, new ReferenceData().description]);
	const hints = [...forms.matchAll(/"hint":("(?:[^"\\]|\\.)*")/g)].map(
		([, text = '']) => JSON.parse(text) as string,
	);
	expect(hints.length).toBeGreaterThan(5);
	expect(hints.filter((hint) => hint.length > 120)).toEqual([]);
});

/** WCAG's relative luminance of a color such as `#0f766e`. */
function luminance(color: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each([
	['light', '#ffffff', /^\w+\.svg$/],
	['dark', '#2e2e2e', /\.dark\.svg$/],
])('icon-contrast: every color stands out from a %s canvas by 1.5', (_theme, canvas, name) => {
	const icons = readdirSync(path.join(root, 'icons')).filter((file) => name.test(file));
	expect(icons.length).toBeGreaterThan(1);
	for (const file of icons) {
		const svg = readFileSync(path.join(root, 'icons', file), 'utf8');
		for (const [color] of svg.matchAll(/#[\da-f]{6}\b/g)) {
			const [low = 0, high = 0] = [luminance(color), luminance(canvas)].sort((a, b) => a - b);
			expect((high + 0.05) / (low + 0.05), `${file}: ${color}`).toBeGreaterThan(1.5);
		}
	}
});
