import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
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

process.on('SIGCONT', async () => {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')();
	const { heapUsed } = process.memoryUsage();
	const idleTimes = await idleTimesOfAccounts();
	const busyAccounts = idleTimes.filter((idleFor) => idleFor === 0).length;
	write('left.json', { heap: heapUsed, accounts: idleTimes.length, busyAccounts });
});

/** For how long each account that the package remembers has been idle: of each `Pace` in a Map. */
async function idleTimesOfAccounts() {
	const inspector = new Session();
	inspector.connect();
	const prototype = await inspector.post('Runtime.evaluate', { expression: 'Map.prototype' });
	const { objects } = await inspector.post('Runtime.queryObjects', {
		prototypeObjectId: prototype.result.objectId,
	});
	const { result } = await inspector.post('Runtime.callFunctionOn', {
		objectId: objects.objectId,
		functionDeclaration: `function () {
			return this.flatMap((map) => {
				try {
					const held = [...Map.prototype.values.call(map)];
					return held.flatMap((one) => (one?.constructor?.name === 'Pace' ? one.idleFor : []));
				} catch {
					// No real map, or one that holds what refuses to be looked at.
					return [];
				}
			});
		}`,
		returnByValue: true,
	});
	inspector.disconnect();
	return result.value;
}

function write(name, value) {
	const file = path.join(process.env.N8N_USER_FOLDER, name);
	writeFileSync(`${file}.part`, JSON.stringify(value));
	renameSync(`${file}.part`, file);
}
