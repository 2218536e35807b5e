import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
	client,
	data,
	importWorkflowFile,
	link,
	resetServices,
	type SeenRequest,
} from './harness.mjs';

/** What both services saw of a run. */
interface Wire {
	/** Each list or record that was read, once, without the number of the page; in alphabetical order. */
	reads: string[];
	/** Each change and calculation: the method, the path and the body; in alphabetical order. */
	writes: string[];
}

/**
 * Workflows as users of earlier versions have saved them: every operation, with every parameter that
 * it had. They stay as they are. Beside them lies what that version sent for them, with what Create or
 * Update has since come to read: the proof of the service's search.
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
		const execution = await client.runWorkflow(stored.id, { trigger });
		expect(execution.error).toBeUndefined();
		expect(execution.status).toBe('success');
		expect(await seen()).toEqual(wires[file]);
	});
});

async function seen(): Promise<Wire> {
	const requests = [...(await link.requests()), ...(await data.requests())];
	const reads = requests.filter(({ method }) => method === 'GET').map(describeRead);
	const writes = requests
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path: target, body }) => `${method} ${target} ${JSON.stringify(body)}`);
	return { reads: [...new Set(reads)].sort(), writes: writes.sort() };
}

function describeRead({ path: target, query }: SeenRequest): string {
	const pairs = Object.entries(query)
		.filter(([name]) => name !== 'page')
		.sort()
		.map(([name, value]) => `${name}=${value}`);
	return [target, ...pairs].join(' ');
}
