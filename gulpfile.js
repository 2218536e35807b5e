const { execFile } = require('node:child_process');
const { mkdir, readFile, readdir, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

const ISO_CODES = 'nodes/LinkManager/link/isoCodes.json';

/** An old build must not leave files in the package. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** The ISO codes of countries and languages, from the packages that keep them. */
async function isoCodes() {
	const codes = {
		countries: Object.keys(require('i18n-iso-countries').getAlpha2Codes()),
		languages: require('iso-639-1').getAllCodes(),
	};
	await writeFile(ISO_CODES, `${JSON.stringify(codes)}\n`);
}

/** Where the code of a source file goes: credentials stay by themselves. */
function fileFor(source) {
	return /\.credentials\.ts$/.test(source) ? null : 'nodes/code';
}

/** How the bundler writes an export. */
const EXPORT =
	/Object\.defineProperty\(exports,"(\w+)",\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/g;

/**
 * Puts every statement, such as a function, on a line of its own, which stack traces can then name.
 * Functions come last, where JavaScript finds them too, callers first: texts that are alike stand close
 * together, and are compressed better.
 */
const linePerStatement = (parseAst) => ({
	name: 'line-per-statement',
	generateBundle(_options, files) {
		for (const file of Object.values(files)) {
			const { body } = parseAst(file.code);
			const functions = body.filter(({ type }) => type === 'FunctionDeclaration');
			const others = body.filter((statement) => !functions.includes(statement));
			const lines = [...others, ...functions.reverse()].map(({ start, end }) =>
				file.code.slice(start, end),
			);
			// What is exported never changes, so that the value does as well as a way to it.
			file.code = `${lines.join('\n')}\n`.replaceAll(EXPORT, 'exports.$1=$2');
		}
	},
});

/**
 * The code: a file for each credential and one for the nodes, which take it from there, so that n8n
 * opens few files and texts that are alike are compressed once. To keep the package small, comments,
 * indentation and the names of functions and local variables go; classes, methods and fields keep theirs.
 */
async function code() {
	const { rolldown } = await import('rolldown');
	const { parseAst } = await import('rolldown/parseAst');
	const { n8n } = JSON.parse(await readFile('package.json', 'utf8'));
	const names = [...n8n.nodes, ...n8n.credentials].map((file) => file.slice(5, -3));
	const bundle = await rolldown({
		input: Object.fromEntries(names.map((name) => [name, `${name}.ts`])),
		external: ['n8n-workflow', /^node:/],
		platform: 'node',
		preserveEntrySignatures: 'allow-extension',
		tsconfig: 'tsconfig.json',
		onLog(_level, { message }) {
			throw new Error(message);
		},
	});
	await bundle.write({
		dir: 'dist',
		format: 'cjs',
		generatedCode: { symbols: false },
		strict: true,
		comments: false,
		minify: {
			compress: { keepNames: { function: false, class: true } },
			mangle: { keepNames: { function: false, class: true } },
			codegen: { removeWhitespace: true },
		},
		chunkFileNames: '[name].js',
		codeSplitting: {
			includeDependenciesRecursively: false,
			groups: [{ debugName: 'folders', name: fileFor }],
		},
		plugins: [linePerStatement(parseAst)],
	});
}

function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** Without the indentation that they have for their authors. */
async function codexAndPreviews() {
	const files = await readdir('nodes', { recursive: true });
	const copied = files.filter((file) => /\.node\.json$|__schema__.*\.json$/.test(file));
	for (const file of copied) {
		const target = path.join('dist', 'nodes', file);
		await mkdir(path.dirname(target), { recursive: true });
		const content = JSON.parse(await readFile(path.join('nodes', file), 'utf8'));
		await writeFile(target, JSON.stringify(content));
	}
}

/**
 * Descriptions as JSON, from which n8n shows the nodes without running their code (lazy loading). In
 * package.json the triggers stand side by side, so that what they share is compressed only once.
 */
async function metadata() {
	await promisify(execFile)(process.execPath, [require.resolve('n8n-core/bin/generate-metadata')]);
	// Read by nothing outside n8n's own packages.
	await rm('dist/methods', { recursive: true });
}

exports.prepare = series(clean, isoCodes);
exports.dist = series(parallel(code, icons, codexAndPreviews), metadata);
