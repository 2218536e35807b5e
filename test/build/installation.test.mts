import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

// An installation of n8n takes 2.4 GB.
test('an installation of n8n that is stopped removes its files, and those of an earlier one that was killed', async () => {
	const home = await mkdtemp(path.join(tmpdir(), 'installation-'));
	const caches = path.join(home, 'n8n-nodes-sandbox');
	const killed = execa('true');
	await killed;
	await mkdir(path.join(caches, `n8n-0.0.0.unfinished-${killed.pid}`), { recursive: true });
	await mkdir(path.join(caches, `n8n-0.0.0.unfinished-${process.pid}`));
	// Stops the script in the middle of the installation, as Ctrl-C does.
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
