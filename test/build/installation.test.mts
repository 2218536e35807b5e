import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

// An installation of n8n has 2.4 GB.
test('a stopped installation of n8n leaves nothing, and removes what a killed one left', async () => {
	const home = await mkdtemp(path.join(tmpdir(), 'installation-'));
	const caches = path.join(home, 'n8n-nodes-sandbox');
	const killed = execa('true');
	await killed;
	await mkdir(path.join(caches, `n8n-0.0.0.unfinished-${killed.pid}`), { recursive: true });
	await mkdir(path.join(caches, `n8n-0.0.0.unfinished-${process.pid}`));
	// Ctrl-C in the middle, as the sandbox ends then.
	await writeFile(path.join(home, 'npm'), '#!/bin/sh\nkill $PPID; sleep 9', { mode: 0o755 });
	const script = `
		import { installN8n } from ${JSON.stringify(path.join(root, 'sandbox/n8n/install.mts'))};
		process.on('SIGTERM', () => process.exit(3));
		await installN8n();`;
	const { exitCode } = await execa(
		process.execPath,
		['--import', 'tsx', '--input-type', 'module', '--eval', script],
		{
			cwd: root,
			env: { XDG_CACHE_HOME: home, PATH: `${home}:${process.env.PATH}` },
			reject: false,
		},
	);
	expect(exitCode).toBe(3);
	expect(await readdir(caches)).toEqual([`n8n-0.0.0.unfinished-${process.pid}`]);
});
