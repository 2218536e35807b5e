const { execFile } = require('node:child_process');
const { readdir, rm, access } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

/** The folder that the package is built in; the sandbox builds beside the checkout. */
const target = process.env.PACKAGE_FOLDER ?? __dirname;
const dist = path.join(target, 'dist');

const exists = async (file) =>
	await access(file).then(
		() => true,
		() => false,
	);

/** Removes compiled files whose source is gone, so that they don't get into the package. */
async function prune() {
	for (const folder of ['nodes', 'credentials']) {
		for (const file of await readdir(path.join(dist, folder), { recursive: true })) {
			const source = path.join(folder, file);
			const isThere = (await exists(source)) || (await exists(source.replace(/\.js$/, '.ts')));
			if (!isThere) await rm(path.join(dist, folder, file), { recursive: true, force: true });
		}
	}
}

function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest(path.join(dist, 'icons')));
}

function codexAndPreviews() {
	const files = ['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];
	return src(files).pipe(dest(path.join(dist, 'nodes')));
}

/** Descriptions as JSON, from which n8n shows the nodes without running their code (lazy loading). */
async function metadata() {
	const program = require.resolve('n8n-core/bin/generate-metadata');
	// What is built elsewhere finds n8n's packages here, as it does in an n8n.
	const env = { ...process.env, NODE_PATH: path.join(__dirname, 'node_modules') };
	await promisify(execFile)(process.execPath, [program], { cwd: target, env });
	// Read by nothing outside n8n's own packages.
	await rm(path.join(dist, 'methods'), { recursive: true, force: true });
}

exports.default = series(prune, parallel(icons, codexAndPreviews), metadata);
