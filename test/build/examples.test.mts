import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import type { Workflow } from '../../sandbox/n8n/client.mjs';

const folder = path.resolve(import.meta.dirname, '..', '..', 'examples');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

/** What a workflow has of JavaScript: its expressions, and the code of its Code nodes. */
function scriptsIn(value: unknown, name = ''): string[] {
	if (typeof value === 'string') {
		if (name === 'jsCode') return [`async () => {${value}}`];
		if (!value.startsWith('=')) return [];
		return [...value.matchAll(/\{\{(.*?)\}\}/gs)].map(([, expression]) => `(${expression})`);
	}
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => scriptsIn(inner, key));
}

it.each(files)('%s has no expression or code with an error of syntax', (file) => {
	const scripts = scriptsIn(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
	expect(scripts.length).toBeGreaterThan(0);
	for (const script of scripts) expect(() => new Script(script), script).not.toThrow();
});

it.each(files)('%s has each node in a place of its own', (file) => {
	const { nodes } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Workflow;
	const places = nodes.map(({ position }) => position.join());
	expect(places).toEqual([...new Set(places)]);
});

it.each(files)('%s is shown as a whole with notes that can be read', (file) => {
	const { nodes } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Workflow;
	// The editor then shrinks it to no less than six tenths, on a screen of 1440 by 900.
	for (const [axis, extent, most] of [[0, 'width', 1900] as const, [1, 'height', 1050] as const]) {
		const ends = nodes.map((node) => node.position[axis] + Number(node.parameters[extent] ?? 100));
		const starts = nodes.map((node) => node.position[axis]);
		expect(Math.max(...ends) - Math.min(...starts), extent).toBeLessThanOrEqual(most);
	}
});
