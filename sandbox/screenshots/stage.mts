import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchChromium } from '../browser/chromium.mjs';
import { Editor } from '../browser/editor.mjs';
import { startModel } from '../model/start.mjs';
import { N8nClient } from '../n8n/client.mjs';
import { installN8n } from '../n8n/install.mjs';
import { startN8n } from '../n8n/instance.mjs';
import { packPackage, placePackage } from '../n8n/package.mjs';
import { owner, provideCredentials, type SandboxCredentials } from '../provision.mjs';
import { startServices } from '../services/start.mjs';
import { step } from '../step.mjs';
import { startWebsite } from '../website.mjs';

/** Where the README's pictures are. */
export const pictures = path.resolve(import.meta.dirname, '..', '..', 'docs', 'images');

export interface Stage {
	client: N8nClient;
	credentials: SandboxCredentials;
	/** The base URL of the stand-in for the web site that the sample links lead to. */
	website: string;
	editor: Editor;
}

/** Starts the services, an empty n8n with the package in it and a browser, and stops them after. */
export async function onStage(takePictures: (stage: Stage) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-pictures-'));
	const installation = await installN8n(undefined, console.log);
	await placePackage(await packPackage(folder), folder);
	const services = await startServices();
	const website = await startWebsite();
	const model = await startModel();
	const n8n = await step(console.log, `Starting n8n ${installation.version}`, () =>
		startN8n({ installation, userFolder: folder }),
	);
	const browser = await launchChromium();
	try {
		const client = await N8nClient.connect(n8n.baseUrl, owner);
		const credentials = await provideCredentials(client, { ...services, model });
		const editor = await Editor.open(browser, { baseUrl: n8n.baseUrl, owner });
		await takePictures({ client, credentials, website: website.baseUrl, editor });
	} finally {
		await browser.close();
		await n8n.stop();
		await Promise.all([services.stop(), website.stop(), model.stop()]);
		await rm(folder, { recursive: true, force: true });
	}
}
