import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';

/**
 * For the benchmark alone: preloaded into n8n, starts a CPU profile on the first SIGUSR2 and writes
 * it to `cpu.json` in n8n's folder on the second.
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
	const file = path.join(process.env.N8N_USER_FOLDER, 'cpu.json');
	writeFileSync(`${file}.part`, JSON.stringify(profile));
	renameSync(`${file}.part`, file);
});
