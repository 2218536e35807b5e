const { access, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { dest, parallel, series, src } = require('gulp');

/** The folder that the package is built in; the sandbox builds beside the checkout. */
const target = process.env.PACKAGE_FOLDER ?? __dirname;
const dist = path.join(target, 'dist');

const exists = async (file) =>
	await access(file).then(
		() => true,
		() => false,
	);

/** Removes what has no source, or not any more, so that it doesn't get into the package. */
async function prune() {
	for (const file of await readdir(dist, { recursive: true })) {
		const isThere = (await exists(file)) || (await exists(file.replace(/\.js$/, '.ts')));
		if (!isThere) await rm(path.join(dist, file), { recursive: true, force: true });
	}
}

/** Leaves out Docs links to a repository that has no address yet; see `scripts/repository.mjs`. */
async function withoutPlaceholders() {
	for (const file of await readdir(dist, { recursive: true })) {
		if (!/\.(node|credentials)\.js$/.test(file)) continue;
		const place = path.join(dist, file);
		const code = await readFile(place, 'utf8');
		await writeFile(place, code.replace(/.*documentationUrl.*your-account.*\n/g, ''));
	}
}

function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest(path.join(dist, 'icons')));
}

function codexAndPreviews() {
	const files = ['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];
	return src(files).pipe(dest(path.join(dist, 'nodes')));
}

exports.default = series(prune, parallel(withoutPlaceholders, icons, codexAndPreviews));
