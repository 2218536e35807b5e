import { createInterface } from 'node:readline';

/**
 * Ends what another process started once that process is gone, even if killed: the end of standard
 * input tells. Each line of it is the id of a process group, or of one that has ended, with a minus.
 */
const groups = new Set();
for await (const line of createInterface({ input: process.stdin })) {
	if (line.startsWith('-')) groups.delete(line.slice(1));
	else groups.add(line);
}
for (const id of groups) {
	try {
		process.kill(process.platform === 'win32' ? Number(id) : -id, 'SIGINT');
	} catch {
		// It has ended by itself.
	}
}
