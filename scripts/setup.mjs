import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Makes `npm start` and `npm test` work on a fresh clone: installs the development dependencies
 * when what is installed is not what the lock file says. Runs on plain Node, before anything else.
 */
const checkout = path.resolve(import.meta.dirname, '..');

/** The packages that a lock file names, by where they are installed. */
function packagesOf(...file) {
	const lockFile = path.join(checkout, ...file);
	return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {};
}

/** npm keeps what it installed in a lock file of its own, inside node_modules. */
function isInstalled() {
	const installed = packagesOf('node_modules', '.package-lock.json');
	return Object.entries(packagesOf('package-lock.json')).every(
		([location, { version, optional }]) =>
			location === '' ||
			installed[location]?.version === version ||
			// An optional package for another platform is not there.
			(optional && installed[location] === undefined),
	);
}

/** Held while npm works: `npm start` and `npm test` may begin at the same time. */
const key = createHash('sha256').update(checkout).digest('hex').slice(0, 12);
const lock = path.join(tmpdir(), `n8n-nodes-setup-${key}.lock`);

function takeLock() {
	for (let tries = 0; ; tries++) {
		try {
			return writeFileSync(lock, String(process.pid), { flag: 'wx' });
		} catch (error) {
			if (error.code !== 'EEXIST') throw error;
		}
		try {
			process.kill(Number(readFileSync(lock, 'utf8')), 0);
			if (tries % 30 === 0)
				console.log('Another command is installing the development dependencies…');
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
		} catch {
			// A killed one leaves its lock behind.
			rmSync(lock, { force: true });
		}
	}
}

if (!isInstalled()) {
	takeLock();
	try {
		if (!isInstalled()) {
			console.log('Installing the development dependencies (1.1 GB)…');
			const started = performance.now();
			const heartbeat = setInterval(() => {
				console.log(`  ${Math.round((performance.now() - started) / 1_000)} s so far`);
			}, 15_000);
			const options = { cwd: checkout, stdio: 'inherit', shell: true };
			const [status] = await once(spawn('npm ci --loglevel=error --no-progress', options), 'exit');
			clearInterval(heartbeat);
			process.exitCode = status ?? 1;
		}
	} finally {
		rmSync(lock, { force: true });
	}
}
