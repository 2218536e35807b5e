import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';

export const checkout = path.resolve(import.meta.dirname, '..', '..');
export const packageName = 'n8n-nodes-link-manager-reference-data';

function nodesFolder(userFolder: string): string {
	return path.join(userFolder, '.n8n', 'nodes');
}

/**
 * Packs a built package as npm would publish it, and returns the path of the tarball.
 *
 * @param folder where the tarball goes
 */
export async function packPackage(folder: string, source = checkout): Promise<string> {
	const options = ['--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder];
	const { stdout } = await execa('npm', ['pack', ...options], { cwd: source });
	const [packed] = JSON.parse(stdout) as Array<{ filename: string }>;
	return path.join(folder, packed?.filename ?? 'none');
}

/**
 * Installs the tarball as a user does, with npm in `~/.n8n/nodes`. n8n gives its own n8n-workflow to
 * the nodes; as a peer npm would install another, of 140 MB.
 *
 * @param userFolder the N8N_USER_FOLDER of the instance, which must not be running
 */
export async function placePackage(tarball: string, userFolder: string): Promise<void> {
	const nodes = nodesFolder(userFolder);
	await mkdir(nodes, { recursive: true });
	// Without a prefix, npm uses the package.json of a parent folder.
	const options = ['--prefix', nodes, '--omit=peer', '--loglevel=error'];
	await execa('npm', ['install', ...options, tarball]);
}

/**
 * Builds the checkout straight into the place where an n8n looks for it. A second call builds again
 * what has changed, and a running n8n with N8N_DEV_RELOAD takes it up.
 *
 * @throws Error with the output of the compiler
 */
export async function buildInto(userFolder: string): Promise<void> {
	const nodes = nodesFolder(userFolder);
	const place = path.join(nodes, 'node_modules', packageName);
	await mkdir(place, { recursive: true });
	await cp(path.join(checkout, 'package.json'), path.join(place, 'package.json'));
	const manifest = { private: true, dependencies: { [packageName]: '*' } };
	await writeFile(path.join(nodes, 'package.json'), JSON.stringify(manifest));
	const compiled = ['--outDir', path.join(place, 'dist'), '--noEmitOnError', '--incremental'];
	const memory = ['--tsBuildInfoFile', path.join(place, '.tsbuildinfo')];
	const options = { cwd: checkout, preferLocal: true, env: { PACKAGE_FOLDER: place } };
	await execa('tsc', [...compiled, ...memory], options);
	await execa('gulp', options);
}
