const { execFile } = require('node:child_process');
const { existsSync } = require('node:fs');
const { readdir, rm } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

/** Removes compiled files whose source is gone, so that they don't get into the package. */
async function prune() {
	for (const folder of ['nodes', 'credentials']) {
		const built = path.join('dist', folder);
		for (const file of existsSync(built) ? await readdir(built, { recursive: true }) : []) {
			const source = path.join(folder, file);
			const isThere = [source, source.replace(/\.js$/, '.ts')].some(existsSync);
			if (!isThere) await rm(path.join(built, file), { recursive: true, force: true });
		}
	}
}

function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

function codexAndPreviews() {
	return src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json']).pipe(dest('dist/nodes'));
}

/** Descriptions as JSON, from which n8n shows the nodes without running their code (lazy loading). */
async function metadata() {
	await promisify(execFile)(process.execPath, [require.resolve('n8n-core/bin/generate-metadata')]);
	// Read by nothing outside n8n's own packages.
	await rm('dist/methods', { recursive: true });
}

exports.default = series(parallel(prune, icons, codexAndPreviews), metadata);
