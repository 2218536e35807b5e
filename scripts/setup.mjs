import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

if (!isInstalled()) {
	console.log('Installing the development dependencies (about 800 MB, one to two minutes) …');
	const { status, error } = spawnSync('npm', ['ci', '--loglevel=error'], {
		cwd: checkout,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	if (error) throw error;
	process.exitCode = status ?? 1;
}
