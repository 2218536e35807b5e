import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * For the benchmark alone: preloaded into n8n, starts a CPU profile on the first SIGUSR2 and writes
 * it to `cpu.json` in n8n's folder on the second. On SIGCONT it writes to `left.json` what is left
 * after a garbage collection.
 */
const session = new Session();
let running = false;

process.on('SIGUSR2', async () => {
	if (!running) {
		running = true;
		session.connect();
		await session.post('Profiler.enable');
		await session.post('Profiler.setSamplingInterval', { interval: 200 });
		await session.post('Profiler.start');
		return;
	}
	running = false;
	const { profile } = await session.post('Profiler.stop');
	session.disconnect();
	write('cpu.json', profile);
});

process.on('SIGCONT', () => {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')();
	const [accounts] = Object.entries(createRequire(import.meta.url).cache)
		.filter(([file]) => file.endsWith('/dist/nodes/shared/client/accounts.js'))
		.map(([, { exports }]) => exports.accounts);
	const busyAccounts = [...accounts.values()].filter(({ idleFor }) => idleFor === 0).length;
	write('left.json', { heap: process.memoryUsage().heapUsed, busyAccounts });
});

function write(name, value) {
	const file = path.join(process.env.N8N_USER_FOLDER, name);
	writeFileSync(`${file}.part`, JSON.stringify(value));
	renameSync(`${file}.part`, file);
}
