import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { importWorkflowFile, resetServices } from './harness.mjs';
import { observe, type Wire } from './observation.mjs';

/**
 * Workflows as users of earlier versions have saved them: every operation, with every parameter that
 * it had. They stay as they are. Beside them lies what that version sent for them.
 */
const fixtures = path.join(import.meta.dirname, 'fixtures');
const versions = (await readdir(fixtures))
	.filter((name) => name.startsWith('workflows-'))
	.map((name) => name.replace('workflows-', ''));
const trigger = 'When clicking ‘Execute workflow’';

beforeEach(resetServices);

describe.each(versions)('workflows saved with version %s', async (version) => {
	const folder = path.join(fixtures, `workflows-${version}`);
	const wires = JSON.parse(
		await readFile(path.join(fixtures, `wire-${version}.json`), 'utf8'),
	) as Record<string, Wire>;

	it('are all there', async () => {
		expect((await readdir(folder)).sort()).toEqual(Object.keys(wires).sort());
	});

	it.each(Object.keys(wires))('%s runs unchanged', async (file) => {
		const stored = await importWorkflowFile(path.join(folder, file));
		const { execution, wire } = await observe(stored.id, trigger);
		expect(execution.error).toBeUndefined();
		expect(execution.status).toBe('success');
		expect(wire).toEqual(wires[file]);
	});
});
