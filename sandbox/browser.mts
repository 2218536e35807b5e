import { access } from 'node:fs/promises';
import { chromium, type Browser } from 'playwright-core';

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where this machine has a Chromium or Chrome; undefined without one. */
export async function findBrowser(): Promise<string | undefined> {
	for (const program of usualPlaces) {
		try {
			await access(program);
			return program;
		} catch {
			continue;
		}
	}
	return undefined;
}

/**
 * Starts a browser without a window. It asks nothing of the internet by itself.
 *
 * @param program what `findBrowser` gave
 */
export async function launchBrowser(program: string): Promise<Browser> {
	return await chromium.launch({
		executablePath: program,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
}
