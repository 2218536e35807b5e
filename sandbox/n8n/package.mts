import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';

const checkout = path.resolve(import.meta.dirname, '..', '..');

interface PackageJson {
	name: string;
	version: string;
	devDependencies?: unknown;
	peerDependencies?: unknown;
	optionalDependencies?: unknown;
	n8n: { credentials: string[]; nodes: string[] };
}

/**
 * Packs the built package as npm would publish it and gives the tarball's path.
 *
 * @param folder where the tarball goes; created if need be
 * @throws Error when it is not built: n8n would start without it
 */
export async function packPackage(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	const options = ['--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder];
	const { stdout } = await execa('npm', ['pack', ...options], { cwd: checkout });
	const [packed] = JSON.parse(stdout) as Array<{
		filename: string;
		files: Array<{ path: string }>;
	}>;
	if (packed === undefined) throw new Error(`npm pack named no file: ${stdout}`);
	const { n8n } = await readJson<PackageJson>(path.join(checkout, 'package.json'));
	const built = new Set(packed.files.map((file) => file.path));
	const missing = [...n8n.nodes, ...n8n.credentials].find((file) => !built.has(file));
	if (missing !== undefined) {
		throw new Error(`${missing} isn't built, or is being built now. Run: npm run build`);
	}
	return path.join(folder, packed.filename);
}

/**
 * Puts a packed community package where n8n looks for it, in the way n8n's own installation does:
 * the tarball unpacked, its package.json without the development and peer dependencies, and a line
 * in the ledger of installed packages. A version that lies there already is replaced.
 *
 * @param userFolder the N8N_USER_FOLDER of the instance, which must not be running
 */
export async function placePackage(tarball: string, userFolder: string): Promise<void> {
	const nodes = path.join(userFolder, '.n8n', 'nodes');
	const unpacked = path.join(nodes, 'unpacked');
	await rm(unpacked, { recursive: true, force: true });
	await mkdir(unpacked, { recursive: true });
	await execa('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);

	const manifest = await readJson<PackageJson>(path.join(unpacked, 'package.json'));
	delete manifest.devDependencies;
	delete manifest.peerDependencies;
	delete manifest.optionalDependencies;
	await writeJson(path.join(unpacked, 'package.json'), manifest);

	const target = path.join(nodes, 'node_modules', manifest.name);
	await rm(target, { recursive: true, force: true });
	await mkdir(path.dirname(target), { recursive: true });
	await rename(unpacked, target);
	await writeJson(path.join(nodes, 'package.json'), {
		name: 'installed-nodes',
		private: true,
		dependencies: { [manifest.name]: manifest.version },
	});
}

async function readJson<T>(file: string): Promise<T> {
	return JSON.parse(await readFile(file, 'utf8')) as T;
}

async function writeJson(file: string, value: unknown): Promise<void> {
	await writeFile(file, JSON.stringify(value, null, 2));
}
