import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installN8n } from '../../sandbox/n8n/install.mjs';
import { n8nVersion, nodeNames } from './harness.mjs';

const checkout = path.resolve(import.meta.dirname, '../..');
const program = path.join(checkout, 'test/build/bothLoaders.mjs');

test('loaded lazily, the package is what it is when its code is run', async () => {
	const { node, folder } = await installN8n(n8nVersion);
	const names = execFileSync(node, [program, folder, checkout], { encoding: 'utf8' });
	expect(names.trim().split(',')).toEqual(expect.arrayContaining(nodeNames));
});
