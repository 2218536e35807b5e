import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Gives this process, and whatever it starts from now on, a folder of its own for temporary files,
 * which goes when the process ends.
 */
export function useOwnTemporaryFolder(): void {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-nodes-'));
	// A database that root starts runs as another user and has its files below.
	chmodSync(folder, 0o711);
	for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
	process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}
