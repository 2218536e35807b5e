import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import ts from 'typescript';
import { checkout, packageName } from '../sandbox/n8n/package.mjs';

/**
 * Writes a source tree per service that can be a repository of its own: n8n verifies packages of one
 * service alone. Everything is taken from this checkout: `node --import tsx scripts/services.mts <folder>`.
 */

export interface ServiceTree {
	/** The package's name. */
	name: string;
	/** The node's class, and the name of its folder. */
	node: string;
	/** How people call the node. */
	title: string;
	/** A resource that has Get Many. */
	resource: string;
	/** Its name in the sandbox. */
	at: 'link' | 'data';
	description: string;
	keywords: string[];
	/** What the other service is recognized by, in file names and in texts. */
	other: RegExp;
}

export const serviceTrees: ServiceTree[] = [
	{
		...{ name: 'n8n-nodes-link-manager', node: 'LinkManager', title: 'Link Manager' },
		...{ resource: 'link', at: 'link' },
		description: 'n8n nodes for a link management service: short links and tracking pixels',
		keywords: ['short links', 'link management', 'tracking pixels'],
		other: /reference.?data/i,
	},
	{
		...{ name: 'n8n-nodes-reference-data', node: 'ReferenceData', title: 'Reference Data' },
		...{ resource: 'university', at: 'data' },
		description:
			'n8n nodes for a South African reference data service: schools, postal codes, universities, APS',
		keywords: [
			'south africa',
			'high schools',
			'postal codes',
			'universities',
			'admission point score',
		],
		other: /link.?manage(r|ment)/i,
	},
];

/** What a tree needs to be built, linted and released. */
const tools = [
	...['@n8n/node-cli', 'eslint', 'gulp', 'n8n-workflow', 'prettier', 'release-it', 'typescript'],
];
/** Stands for the address of the docs, which have both services in them. */
const documentation = '{docs}';
const asTheyAre = ['.gitignore', '.npmrc', 'eslint.config.mjs', 'gulpfile.js', 'tsconfig.json'];

interface Manifest {
	homepage: string;
	scripts: Record<string, string>;
	devDependencies: Record<string, string>;
	n8n: Record<'credentials' | 'nodes', string[]>;
}

/** Writes the tree into a folder of its name, and gives that. */
export async function writeTree(service: ServiceTree, into: string): Promise<string> {
	const { name, node, other } = service;
	const tree = path.join(into, name);
	const { homepage } = JSON.parse(await read('package.json')) as Manifest;
	const docs = homepage.replace('#readme', '/blob/main/docs');
	const all = [
		...['LICENSE', ...asTheyAre, ...(await sourcesOf(node))],
		...(await filesIn('icons')),
		...(await filesIn(`nodes/${node}`)).filter((file) => file.endsWith('.json')),
	];
	const own = all.filter((file) => !other.test(file));
	const texts = new Map<string, string>();
	for (const file of own) texts.set(file, await read(file));
	texts.set('package.json', manifestOf(service, await read('package.json')));
	texts.set('README.md', readmeOf(service, await read('README.md')));
	const publish = '.github/workflows/publish.yml';
	texts.set(publish, publishOf(await read(publish)));
	for (const [file, text] of texts) {
		const place = path.join(tree, file);
		await mkdir(path.dirname(place), { recursive: true });
		const named = text
			.replaceAll(packageName, name)
			.replaceAll('Link Manager and Reference Data', service.title);
		await writeFile(place, named.replaceAll(documentation, docs));
	}
	// npm takes out of the lock file what package.json doesn't need.
	await cp(path.join(checkout, 'package-lock.json'), path.join(tree, 'package-lock.json'));
	await execa('npm', ['prune', '--package-lock-only'], { cwd: tree });
	return tree;
}

const read = async (file: string) => await readFile(path.join(checkout, file), 'utf8');

async function filesIn(folder: string): Promise<string[]> {
	const names = await readdir(path.join(checkout, folder), { recursive: true });
	return names.map((name) => path.join(folder, name)).filter((file) => path.extname(file));
}

/** The files of the node, the trigger and the credential, and what they import. */
async function sourcesOf(node: string): Promise<string[]> {
	const entries = [
		...[`nodes/${node}/${node}.node.ts`, `nodes/${node}/${node}Trigger.node.ts`],
		`credentials/${node}Api.credentials.ts`,
	];
	const program = ts.createProgram(
		entries.map((file) => path.join(checkout, file)),
		{ module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 },
	);
	return program
		.getSourceFiles()
		.map(({ fileName }) => path.relative(checkout, fileName))
		.filter((file) => /^(nodes|credentials)/.test(file));
}

function manifestOf({ name, node, description, keywords }: ServiceTree, text: string): string {
	const manifest = JSON.parse(text) as Manifest;
	const { build, prepublishOnly } = manifest.scripts;
	const own = (files: string[]) => files.filter((file) => file.includes(`/${node}`));
	const tree = {
		...{ ...manifest, name, description },
		keywords: ['n8n-community-node-package', 'n8n', ...keywords],
		n8n: {
			...manifest.n8n,
			credentials: own(manifest.n8n.credentials),
			nodes: own(manifest.n8n.nodes),
		},
		scripts: { build, lint: 'n8n-node lint', release: 'n8n-node release', prepublishOnly },
		devDependencies: Object.fromEntries(
			tools.map((tool) => [tool, manifest.devDependencies[tool]]),
		),
	};
	return `${JSON.stringify(tree, null, 2)}\n`;
}

/** The tables of the README, without what is about the other service, between a few lines. */
function readmeOf({ name, title, description, other }: ServiceTree, text: string): string {
	const tables = ['Credentials', title, 'Triggers'].map((heading) => {
		const [, section = ''] = text.split(`\n## ${heading}\n`);
		const [own = ''] = section.split('\n## ');
		const rows = own.split('\n').filter((line) => line.startsWith('|') && !other.test(line));
		return `## ${heading}\n\n${rows.join('\n')}\n`;
	});
	return [
		`# ${name}\n\n${description}.\n`,
		`In n8n, go to **Settings → Community nodes → Install** and enter \`${name}\`.\n`,
		...tables,
		`[What each option does](${documentation}/operations.md), [when a trigger fires](${documentation}/triggers.md), [what happens when a service fails](${documentation}/reliability.md).\n`,
	].join('\n');
}

/** Without the suites, which stay where the tests are. */
function publishOf(text: string): string {
	const lines = text.replace('npm test', 'npm ci && npm run lint && npm run build').split('\n');
	return lines.filter((line) => !/npm run test:|apt-get/.test(line)).join('\n');
}

if (import.meta.filename === process.argv[1]) {
	for (const service of serviceTrees) {
		console.log(await writeTree(service, path.resolve(process.argv[2] ?? '.')));
	}
}
