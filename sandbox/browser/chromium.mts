import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** No screen, nothing that a browser asks the internet for by itself, and no host but this one. */
const flags = [
	'--no-sandbox',
	'--disable-gpu',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/**
 * Starts a headless Chromium that sees this machine alone: the one that `CHROMIUM` in the environment
 * names, or the system's own.
 *
 * @throws Error that says how to get one when there is none
 */
export async function launchChromium(): Promise<Browser> {
	const places = process.env.CHROMIUM ? [process.env.CHROMIUM] : usualPlaces;
	const executablePath = places.find((place) => existsSync(place));
	if (executablePath === undefined) {
		throw new Error(
			`There is no Chromium at ${places.join(' or ')}. Debian or Ubuntu: apt-get install chromium. ` +
				'The environment variable CHROMIUM can name the file of another one.',
		);
	}
	return await chromium.launch({ executablePath, args: flags });
}
