import path from 'node:path';
import { expect } from 'vitest';
import { workflowFiles } from '../../sandbox/provision.mjs';
import { importWorkflowFile } from '../n8n/harness.mjs';
import { it } from './harness.mjs';

const checkout = path.resolve(import.meta.dirname, '..', '..');
const files = [
	...(await workflowFiles(path.join(checkout, 'examples'))),
	path.join(checkout, 'sandbox', 'startHere.json'),
];

it.for(files.map((file) => [path.basename(file), file] as const))(
	'%s shows its notes in full and marks no node as incomplete',
	async ([, file], { editor }) => {
		const { id, nodes } = await importWorkflowFile(file);
		await editor.openWorkflow(id);
		const notes = editor.byId('sticky');
		const count = nodes.filter(({ type }) => type.endsWith('.stickyNote')).length;
		await expect.poll(() => notes.locator('p').count()).toBeGreaterThanOrEqual(count);
		const cutOff = await notes.evaluateAll((elements) =>
			elements.flatMap((note) => {
				const end = note.getBoundingClientRect().bottom;
				const last = [...note.querySelectorAll('p, li')].at(-1);
				return last && last.getBoundingClientRect().bottom > end ? [note.textContent] : [];
			}),
		);
		expect(cutOff).toEqual([]);
		expect(await editor.byId('node-issues').count()).toBe(0);
	},
);
