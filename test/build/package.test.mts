import { createRequire } from 'node:module';
import path from 'node:path';

import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

// n8n-core is CommonJS: imported, it would bring a second n8n-workflow along.
const require = createRequire(import.meta.url);
const core = require('n8n-core') as typeof import('n8n-core');

const root = path.resolve(import.meta.dirname, '../..');

/** The repository that `scripts/repository.mjs` enters. A placeholder gets no links. */
const repository = manifest.homepage.replace('#readme', '');
const docs = (section: string) =>
	repository.includes('your-account') ? undefined : `${repository}#${section}`;

describe('the built package, loaded as n8n loads it', () => {
	const loader = new core.PackageDirectoryLoader(root);
	beforeAll(async () => await loader.loadAll());

	test('has the nodes and the credentials that package.json names', () => {
		const className = (file: string) => path.basename(file).replace(/\..*/, '');
		const names = (files: string[]) =>
			files.map((file) => className(file).replace(/^./, (first) => first.toLowerCase()));
		expect(loader.types.nodes.map(({ name }) => name)).toEqual(names(manifest.n8n.nodes));
		expect(loader.types.credentials.map(({ name }) => name)).toEqual(
			names(manifest.n8n.credentials),
		);
		expect(loader.types.nodes.map(({ displayName }) => displayName)).toEqual(
			expect.arrayContaining(['Link Manager', 'Reference Data']),
		);
	});

	test('lets the node search find Link Manager by other words', () => {
		const found = loader.types.nodes.find(({ name }) => name === 'linkManager')?.codex?.alias;
		expect(found).toEqual(
			expect.arrayContaining(['shorten a link', 'shorten URL', 'link expires']),
		);
	});

	test('gives each node a category, its documentation, its credential and a connection test', () => {
		const sections: Record<string, string> = {
			linkManager: 'link-manager',
			referenceData: 'reference-data',
			linkManagerTrigger: 'triggers',
			referenceDataTrigger: 'triggers',
		};
		for (const { name, codex, documentationUrl, credentials } of loader.types.nodes) {
			// n8n drops a codex that has an error.
			expect(codex?.categories, name).toContain('Utility');
			expect(documentationUrl, name).toBe(docs(sections[name] ?? ''));
			const credential = `${name.replace(/Trigger$/, '')}Api`;
			expect(credentials, name).toMatchObject([{ name: credential, required: true }]);
			const type = loader.nodeTypes[name]?.type;
			const tests = type && 'methods' in type ? type.methods?.credentialTest : undefined;
			expect(Object.keys(tests ?? {}), name).toEqual([credentials?.[0]?.testedBy]);
		}
	});

	test.each(['linkManagerApi', 'referenceDataApi'])(
		'%s has a base URL, a hidden API key and Ignore SSL Issues',
		(name) => {
			const credential = loader.types.credentials.find((type) => type.name === name);
			const [baseUrl, apiKey, ignoreSsl, ...others] = credential?.properties ?? [];
			expect(others).toEqual([]);
			expect(ignoreSsl).toMatchObject({
				name: 'allowUnauthorizedCerts',
				type: 'boolean',
				default: false,
			});
			expect(baseUrl).toMatchObject({ name: 'baseUrl', type: 'string', required: true });
			expect(credential?.documentationUrl).toBe(docs('credentials'));
			expect(apiKey).toMatchObject({
				name: 'apiKey',
				type: 'string',
				required: true,
				typeOptions: { password: true },
			});
		},
	);
});

describe('the tarball', () => {
	interface Packed {
		size: number;
		files: Array<{ path: string }>;
	}
	let packed: Packed;
	beforeAll(async () => {
		const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
		const { stdout } = await execa('npm', args, { cwd: root });
		[packed] = JSON.parse(stdout) as [Packed];
	});
	const files = () => packed.files.map((file) => file.path);

	test('has only dist, README, LICENSE and package.json', () => {
		expect(
			files()
				.filter((file) => !file.startsWith('dist/'))
				.sort(),
		).toEqual(['LICENSE', 'README.md', 'package.json']);
		expect(
			files()
				.filter((file) => !/\.(js|json|svg)$/.test(file))
				.sort(),
		).toEqual(['LICENSE', 'README.md']);
	});

	test('is at most 200 kB', () => {
		expect(packed.size).toBeLessThanOrEqual(200_000);
	});

	test('has the nodes and credentials of package.json, with their icons and previews', () => {
		expect(files()).toEqual(
			expect.arrayContaining([...manifest.n8n.nodes, ...manifest.n8n.credentials]),
		);
		expect(files().filter((file) => file.endsWith('.svg'))).toHaveLength(4);
		expect(files().filter((file) => file.endsWith('.node.json'))).toHaveLength(
			manifest.n8n.nodes.length,
		);
		expect(files().filter((file) => file.includes('/__schema__/v1.0.0/')).length).toBeGreaterThan(
			10,
		);
	});
});
