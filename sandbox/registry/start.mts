import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import getPort from 'get-port';
import { generateCACertificate, getLocal } from 'mockttp';
import { installLocked } from '../cache.mjs';
import { answersHttp, startProcess } from '../processes.mjs';
import type { Report } from '../step.mjs';

export interface Registry {
	baseUrl: string;
	/**
	 * For the environment of a program: whatever host it asks over HTTPS, this registry answers. n8n
	 * takes another registry than the public one only with a licence, so the stand-in answers in the
	 * public one's place.
	 */
	environment: Record<string, string>;
	/** Publishes a packed package. @throws Error with npm's output when npm refuses */
	publish(tarball: string): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Starts an empty npm registry on 127.0.0.1 that knows no other registry.
 *
 * @param node the Node binary to run it on: 22 or later
 * @throws Error when it cannot be installed or does not start
 */
export async function startRegistry(node: string, report: Report): Promise<Registry> {
	const installation = await installLocked({
		name: 'registry',
		source: import.meta.dirname,
		size: '65 MB',
		report,
	});
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-registry-'));
	const port = await getPort({ host: '127.0.0.1' });
	const baseUrl = `http://127.0.0.1:${port}`;
	const config = path.join(folder, 'config.yaml');
	await writeFile(
		config,
		JSON.stringify({
			storage: path.join(folder, 'storage'),
			auth: { htpasswd: { file: path.join(folder, 'users') } },
			packages: { '**': { access: '$all', publish: '$all' } },
			web: { enable: false },
			log: { type: 'stdout', format: 'pretty', level: 'warn' },
		}),
	);
	const verdaccio = path.join(installation, 'node_modules', 'verdaccio', 'bin', 'verdaccio');
	const listen = ['--config', config, '--listen', `127.0.0.1:${port}`];
	const { stop } = await startProcess(node, [verdaccio, ...listen], {
		name: 'verdaccio',
		folder,
		ready: async () => (await answersHttp(`${baseUrl}/-/ping`)) !== undefined,
	});

	const authority = await generateCACertificate();
	const authorityFile = path.join(folder, 'authority.pem');
	await writeFile(authorityFile, authority.cert);
	const proxy = getLocal({ https: authority });
	await proxy.start();
	await proxy.forAnyRequest().thenForwardTo(baseUrl);

	return {
		baseUrl,
		environment: {
			HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: authorityFile,
			// npm trusts only these where its settings name a file of authorities.
			npm_config_cafile: authorityFile,
		},
		publish: async (tarball) => await publish(tarball, baseUrl, port),
		async stop() {
			await proxy.stop();
			await stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** npm asks for a token before it publishes; this registry takes any. */
async function publish(tarball: string, baseUrl: string, port: number): Promise<void> {
	const registry = ['--registry', baseUrl, `--//127.0.0.1:${port}/:_authToken=anyone`];
	const options = ['--provenance=false', '--ignore-scripts', '--loglevel=error'];
	await execa('npm', ['publish', tarball, ...registry, ...options], { cwd: tmpdir() });
}
