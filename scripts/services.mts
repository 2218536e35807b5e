import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import ts from 'typescript';
import manifest from '../package.json' with { type: 'json' };
import { checkout, packageName } from '../sandbox/n8n/package.mjs';

/**
 * Writes a source tree per service that can be a repository of its own, because n8n verifies packages
 * of one service alone: `node --import tsx scripts/services.mts <folder>`. All of it comes from here.
 */

/** The services by what people call the node, with what the other one is recognized by in files and texts. */
export const serviceTrees = [
	{
		title: 'Link Manager',
		description: 'n8n nodes for a link management service: short links and tracking pixels',
		other: /reference.?data|south africa|high school|postal|universit|admission/i,
	},
	{
		title: 'Reference Data',
		description: 'n8n nodes for South African schools, postal codes, universities and APS',
		other: /link.?manage(r|ment)|short links|pixel/i,
	},
].map((service) => ({
	...service,
	own: (entries: string[]) => entries.filter((entry) => !service.other.test(entry)),
	name: `n8n-nodes-${service.title.toLowerCase().replace(' ', '-')}`,
	node: service.title.replace(' ', ''),
}));

export type ServiceTree = (typeof serviceTrees)[number];

const config = [
	'.gitignore',
	'.npmrc',
	'LICENSE',
	'eslint.config.mjs',
	'gulpfile.js',
	'package-lock.json',
	'tsconfig.json',
];
const workflow = '.github/workflows/publish.yml';
const repository = manifest.homepage.replace('#readme', '');
/** What building, linting and releasing needs. */
const tools = /^(@n8n\/node-cli|eslint|gulp|n8n-workflow|prettier|release-it|typescript)$/;

const read = async (file: string) => await readFile(path.join(checkout, file), 'utf8');

/** Writes the tree into a folder of its name, and gives that. */
export async function writeTree(service: ServiceTree, into: string): Promise<string> {
	const { name, node, own, title } = service;
	const tree = path.join(into, name);
	const write = async (file: string, text: string) => {
		const place = path.join(tree, file);
		await mkdir(path.dirname(place), { recursive: true });
		const owned = text
			.replace('Link Manager and Reference Data', title)
			.replaceAll(repository, `${path.dirname(repository)}/${name}`);
		await writeFile(place, owned.replaceAll(packageName, name));
	};
	const listing = ['ls-files', 'icons', `nodes/${node}`];
	const { stdout: tracked } = await execa('git', listing, { cwd: checkout, lines: true });
	const assets = tracked.filter((file) => /\.(svg|json)$/.test(file));
	const files = [...config, ...sourcesOf(node), ...own(assets)];
	for (const file of files) await write(file, await read(file));
	await write('package.json', manifestOf(service));
	// The suites stay where the tests are.
	const steps = await read(workflow);
	await write(workflow, steps.replaceAll(/.*(npm run test:|apt-get).*\n/g, ''));
	await writeFile(path.join(tree, 'README.md'), await readmeOf(service));
	// npm takes out of the lock file what package.json doesn't need.
	await execa('npm', ['prune', '--package-lock-only'], { cwd: tree });
	return tree;
}

/** The files of the node, the trigger and the credential, and what they import. */
function sourcesOf(node: string): string[] {
	const nodes = [`nodes/${node}/${node}.node.ts`, `nodes/${node}/${node}Trigger.node.ts`];
	const entries = [...nodes, `credentials/${node}Api.credentials.ts`];
	const program = ts.createProgram(
		entries.map((file) => path.join(checkout, file)),
		{ module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 },
	);
	const files = program.getSourceFiles().map(({ fileName }) => path.relative(checkout, fileName));
	return files.filter((file) => /^(nodes|credentials)/.test(file));
}

function manifestOf({ name, description, own }: ServiceTree): string {
	const { devDependencies, keywords, n8n, scripts } = manifest;
	const { build, prepublishOnly } = scripts;
	const [lint, release] = ['n8n-node lint', 'n8n-node release'];
	const needed = Object.entries(devDependencies).filter(([tool]) => tools.test(tool));
	const tree = {
		...manifest,
		name,
		description,
		keywords: own(keywords),
		n8n: { ...n8n, credentials: own(n8n.credentials), nodes: own(n8n.nodes) },
		scripts: { build, lint, test: `npm ci && ${lint} && ${build}`, release, prepublishOnly },
		devDependencies: Object.fromEntries(needed),
	};
	return `${JSON.stringify(tree, null, 2)}\n`;
}

/** The tables of this checkout's README, without what is about the other service. */
async function readmeOf({ name, title, description, own }: ServiceTree): Promise<string> {
	const text = await read('README.md');
	const tables = ['Credentials', title, 'Triggers'].map((heading) => {
		const [section = ''] = text.split(`\n## ${heading}\n`)[1]?.split('\n## ') ?? [];
		const rows = own(section.split('\n').filter((line) => line.startsWith('|')));
		return `## ${heading}\n\n${rows.join('\n')}\n`;
	});
	return [
		`# ${name}\n\n${description}.\n`,
		`In n8n, go to **Settings → Community nodes → Install** and enter \`${name}\`.\n`,
		...tables,
		`[How do I …?](${repository}/blob/main/docs/operations.md)\n`,
	].join('\n');
}

if (import.meta.filename === process.argv[1]) {
	for (const service of serviceTrees) {
		console.log(await writeTree(service, path.resolve(process.argv[2] ?? '.')));
	}
}
