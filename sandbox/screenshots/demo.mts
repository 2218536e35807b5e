import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import getPort from 'get-port';
import type { Locator, Page } from 'playwright-core';
import { launchChromium } from '../browser/chromium.mjs';
import { Editor } from '../browser/editor.mjs';
import { installDebianPackage } from '../debian.mjs';
import { N8nClient } from '../n8n/client.mjs';
import { installN8n } from '../n8n/install.mjs';
import { startN8n } from '../n8n/instance.mjs';
import { packPackage } from '../n8n/package.mjs';
import { owner } from '../provision.mjs';
import { startRegistry } from '../registry/start.mjs';
import { startServices } from '../services/start.mjs';
import { stopAll, type Stops } from '../world.mjs';
import { pictures } from './stage.mjs';

const packageName = 'n8n-nodes-link-manager-reference-data';
const size = { width: 1200, height: 750 };

/** Long enough to see what has changed. */
const LOOK = 1_200;

interface Frame {
	file: string;
	/** Seconds. */
	at: number;
}

/** When the film waited for something longer than one has to see: it leaves the rest out. Seconds. */
const waits: Array<{ from: number; to: number }> = [];

async function sit(wait: Promise<unknown>): Promise<void> {
	const from = (Date.now() + LOOK) / 1_000;
	await wait;
	const to = Date.now() / 1_000;
	if (to > from) waits.push({ from, to });
}

/** Films a page: each frame is stored when the page has changed. */
async function film(page: Page, folder: string, act: () => Promise<void>): Promise<Frame[]> {
	const frames: Frame[] = [];
	const writes: Array<Promise<void>> = [];
	const session = await page.context().newCDPSession(page);
	session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
		const file = path.join(folder, `${frames.length}.png`);
		frames.push({ file, at: metadata.timestamp ?? Date.now() / 1000 });
		writes.push(writeFile(file, data, 'base64'));
		void session.send('Page.screencastFrameAck', { sessionId });
	});
	await session.send('Page.startScreencast', { format: 'png' });
	await act();
	await session.send('Page.stopScreencast');
	await Promise.all(writes);
	return frames;
}

/** Shows where the mouse is, which a browser without a screen does not. */
async function showMouse(page: Page): Promise<void> {
	const content = `addEventListener('mousemove', ({ clientX, clientY }) => {
		const dot = document.getElementById('demo-mouse') ?? document.createElement('div');
		dot.id = 'demo-mouse';
		dot.style.cssText = 'position: fixed; z-index: 99999; pointer-events: none; width: 18px;' +
			'height: 18px; border-radius: 9px; background: #ff6d5aaa; border: 2px solid #fff;' +
			'left: ' + (clientX - 9) + 'px; top: ' + (clientY - 9) + 'px';
		document.body.append(dot);
	})`;
	await page.addInitScript({ content });
}

/** Moves the mouse there before it clicks, at a pace that can be followed. */
async function click(target: Locator): Promise<void> {
	await target.hover();
	await wait(400);
	await target.click();
	await wait(LOOK / 2);
}

async function type(field: Locator, text: string): Promise<void> {
	await click(field);
	await field.pressSequentially(text, { delay: 25 });
	await wait(LOOK / 2);
}

/** Installs the package on the settings page. */
async function install({ page, byId }: Scene): Promise<void> {
	await click(page.getByRole('button', { name: 'Install' }).first());
	await type(page.getByRole('dialog').locator('input[type="text"]').first(), packageName);
	await click(byId('user-agreement-checkbox'));
	await click(byId('install-community-package-button'));
	await sit(byId('community-package-card').waitFor());
	await wait(2 * LOOK);
}

/** Adds Clean Up to a new workflow, with a new credential. */
async function buildReport({ editor, byId }: Scene, service: Record<string, string>) {
	await sit(editor.newWorkflow());
	await wait(LOOK);
	await sit(editor.openActions('Link Manager'));
	await wait(LOOK);
	await click(
		byId('node-creator').getByText('Clean up expired or disabled links', { exact: true }),
	);
	await sit(editor.panel.waitFor());
	await wait(LOOK);
	await click(byId('node-credentials-empty-state').getByRole('button').first());
	await sit(editor.dialog.waitFor());
	await wait(LOOK);
	for (const [name, value] of Object.entries(service)) {
		await type(byId(`parameter-input-${name}`, editor.dialog).locator('input'), value);
	}
	await click(byId('credential-save-button'));
	// The dialog closes by itself once the service has accepted the key.
	await sit(editor.dialog.waitFor({ state: 'hidden' }));
	await wait(LOOK);
	await editor.type('graceDays', '7');
	await wait(LOOK);
}

interface Scene {
	editor: Editor;
	page: Page;
	byId: Editor['byId'];
}

const stops: Stops = [];
try {
	const problem = await execa('ffmpeg', ['-version']).then(
		() => undefined,
		() => installDebianPackage('ffmpeg'),
	);
	if (problem !== undefined) throw new Error(`There is no ffmpeg: ${problem}.`);
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-demo-'));
	stops.push(() => rm(folder, { recursive: true, force: true }));
	const installation = await installN8n(undefined, console.log);
	const registry = await startRegistry(installation.node, console.log);
	stops.push(registry.stop);
	await registry.publish(await packPackage(folder));
	const ports = { linkPort: await getPort(), dataPort: await getPort() };
	const services = await startServices(ports);
	stops.push(services.stop);
	const { environment } = registry;
	const n8n = await startN8n({ installation, userFolder: folder, environment });
	stops.push(n8n.stop);
	await N8nClient.connect(n8n.baseUrl, owner);
	const browser = await launchChromium();
	stops.push(() => browser.close());
	const editor = await Editor.open(browser, { baseUrl: n8n.baseUrl, owner, size });
	const { page } = editor;
	const scene = { editor, page, byId: editor.byId.bind(editor) };
	await showMouse(page);
	await page.goto(`${n8n.baseUrl}/settings/community-nodes`);
	await page.getByRole('button', { name: 'Install' }).first().waitFor();

	const { baseUrl, apiKey } = services.link;
	const frames = await film(page, folder, async () => {
		await wait(LOOK);
		await install(scene);
		await buildReport(scene, { baseUrl, apiKey });
		await click(editor.byId('node-execute-button'));
		await sit(editor.output.locator('[data-test-id^="node-run-status"]').first().waitFor());
		await wait(LOOK);
		await editor.widenOutput(150);
		await editor.showOutputAs('Table');
		await wait(3 * LOOK);
	});
	await encode(folder, frames);
} catch (error) {
	console.error(error);
	process.exitCode = 1;
} finally {
	await stopAll(stops);
}

/** Writes the film, and the README's animated picture: smaller, and at double speed. */
async function encode(folder: string, frames: Frame[]): Promise<void> {
	const shown = (at: number) =>
		waits.reduce((time, { from, to }) => time - Math.max(0, Math.min(at, to) - from), at);
	const list = frames.flatMap(({ file, at }, index) => {
		const duration = shown(frames[index + 1]?.at ?? at + 2) - shown(at);
		return duration > 0.001 ? [`file '${file}'\nduration ${duration.toFixed(3)}`] : [];
	});
	const script = path.join(folder, 'frames.txt');
	await writeFile(script, `${list.join('\n')}\nfile '${frames.at(-1)?.file}'\n`);
	const docs = path.dirname(pictures);
	const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', script];
	const video = [
		'-c:v',
		'libvpx-vp9',
		'-crf',
		'34',
		'-b:v',
		'0',
		'-pix_fmt',
		'yuv420p',
		'-deadline',
		'realtime',
		'-cpu-used',
		'8',
	];
	await execa('ffmpeg', [...input, '-vf', 'fps=12', ...video, path.join(docs, 'demo.webm')]);
	const small =
		'setpts=0.5*PTS,fps=6,scale=800:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=64:stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle';
	await execa('ffmpeg', [...input, '-vf', small, path.join(pictures, 'demo.gif')]);
	for (const file of [path.join(docs, 'demo.webm'), path.join(pictures, 'demo.gif')]) {
		console.log(`${path.relative(process.cwd(), file)}: ${(await readFile(file)).length} bytes`);
	}
}
