import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Makes `npm start` and `npm test` work on a fresh clone: installs the development dependencies
 * when what is installed is not what the lock file says. Runs on plain Node, before anything else.
 */
const checkout = path.resolve(import.meta.dirname, '..');

/** The packages a lock file names, by where they are installed; none if there is no such file. */
function readPackages(...file) {
	try {
		return JSON.parse(readFileSync(path.join(checkout, ...file), 'utf8')).packages;
	} catch (error) {
		if (error.code === 'ENOENT') return {};
		throw error;
	}
}

/** npm keeps what it installed in a lock file of its own, inside node_modules. */
function isInstalled() {
	const installed = readPackages('node_modules', '.package-lock.json');
	return Object.entries(readPackages('package-lock.json')).every(
		([location, { version, optional }]) =>
			location === '' ||
			installed[location]?.version === version ||
			// An optional package for another platform is not there.
			(optional && installed[location] === undefined),
	);
}

/** Held while npm works: `npm start` and `npm test` may begin at the same time. */
const lock = path.join(
	tmpdir(),
	`n8n-nodes-setup-${createHash('sha256').update(checkout).digest('hex').slice(0, 12)}.lock`,
);

function takeLock() {
	try {
		writeFileSync(lock, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code !== 'EEXIST') throw error;
		return false;
	}
}

/** Whether whoever took the lock is still there; a killed one leaves its lock behind. */
function isHeld() {
	try {
		process.kill(Number(readFileSync(lock, 'utf8')) || process.pid, 0);
		return true;
	} catch (error) {
		if (error.code === 'ESRCH') rmSync(lock, { force: true });
		return error.code === 'EPERM';
	}
}

function install() {
	console.log('Installing the development dependencies (about 800 MB, one to two minutes) …');
	const { status, error } = spawnSync('npm', ['ci', '--loglevel=error'], {
		cwd: checkout,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	if (error) throw error;
	process.exitCode = status ?? 1;
}

if (!isInstalled()) {
	while (!takeLock()) {
		if (isHeld()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
	}
	try {
		if (!isInstalled()) install();
	} finally {
		rmSync(lock, { force: true });
	}
}
