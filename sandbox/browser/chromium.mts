import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { installDebianPackage } from '../debian.mjs';

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** No screen, nothing that a browser asks the internet for by itself, and no host but this one. */
const flags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/**
 * Starts a headless Chromium that sees this machine alone: the one that `CHROMIUM` in the environment names, the system's own, or
 * one installed from Debian's packages.
 *
 * @throws Error that says how to get one when there is none
 */
export async function launchChromium(): Promise<Browser> {
	return await chromium.launch({ executablePath: await findChromium(), args: flags });
}

async function findChromium(): Promise<string> {
	const places = process.env.CHROMIUM ? [process.env.CHROMIUM] : usualPlaces;
	const found = () => places.find((place) => existsSync(place));
	const present = found();
	if (present !== undefined) return present;
	const problem = await installDebianPackage('chromium');
	const installed = found();
	if (installed !== undefined) return installed;
	throw new Error(
		`There is no Chromium at ${places.join(' or ')}: ${problem ?? 'it was installed elsewhere'}. ` +
			'The environment variable CHROMIUM can name the file of another one.',
	);
}
