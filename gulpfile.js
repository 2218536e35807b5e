const { execFile } = require('node:child_process');
const { readFile, readdir, rm, writeFile } = require('node:fs/promises');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

const ISO_CODES = 'nodes/LinkManager/link/isoCodes.json';

/** An old build must not leave files in the package. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** The names and ISO codes of countries and languages, from the packages that keep them. */
async function isoCodes() {
	const countries = require('i18n-iso-countries');
	const languages = require('iso-639-1');
	countries.registerLocale(require('i18n-iso-countries/langs/en.json'));
	const byName = ([a], [b]) => a.localeCompare(b, 'en');
	const codes = {
		countries: Object.entries(countries.getNames('en', { select: 'official' }))
			.map(([code, name]) => [name, code])
			.sort(byName),
		languages: languages
			.getAllCodes()
			.map((code) => [languages.getName(code), code])
			.sort(byName),
	};
	await writeFile(ISO_CODES, `${JSON.stringify(codes)}\n`);
}

/** Indents with tabs what the compiler indents with four spaces: the package gets smaller. */
async function tabs() {
	const files = await readdir('dist', { recursive: true });
	for (const file of files.filter((name) => name.endsWith('.js'))) {
		const code = await readFile(`dist/${file}`, 'utf8');
		const indented = code.replace(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4));
		await writeFile(`dist/${file}`, indented);
	}
}

function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

function codexAndPreviews() {
	return src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: '.' }).pipe(
		dest('dist'),
	);
}

/** Descriptions as JSON, from which n8n shows the nodes without running their code (lazy loading). */
async function metadata() {
	await promisify(execFile)(process.execPath, [require.resolve('n8n-core/bin/generate-metadata')]);
	// Read by nothing outside n8n's own packages.
	await rm('dist/methods', { recursive: true });
}

exports.prepare = series(clean, isoCodes);
exports.assets = series(parallel(tabs, icons, codexAndPreviews), metadata);
