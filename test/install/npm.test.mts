import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { packageName } from './package.mjs';

it('brings no other package with it', async () => {
	const folder = path.join(inject('sandbox').userFolder, '.n8n', 'nodes', 'node_modules');
	const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
	expect(names).toEqual([packageName]);
});
