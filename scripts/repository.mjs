import { execSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The address of the repository stands in package.json, and in the Docs links that n8n shows.
 *
 * - `node scripts/repository.mjs https://github.com/account/repository` puts an address everywhere.
 * - `node scripts/repository.mjs` fails while package.json holds placeholders.
 */
const checkout = path.resolve(import.meta.dirname, '..');
const manifest = readFileSync(path.join(checkout, 'package.json'), 'utf8');
const [current] = JSON.parse(manifest).homepage.split('#');
const [wanted] = process.argv.slice(2);

if (wanted === undefined) {
	if (manifest.includes('your-account')) {
		fail(
			'package.json has placeholders. Set the address of the repository with ' +
				'"node scripts/repository.mjs https://github.com/account/repository", and the author in package.json.',
		);
	}
} else if (/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/.test(wanted)) {
	putEverywhere(wanted);
} else {
	fail(`This is not the address of a repository on GitHub: ${wanted}`);
}

function putEverywhere(address) {
	const inside = ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(path.join(checkout, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => path.join(entry.parentPath, entry.name)),
	);
	for (const file of ['package.json', ...inside]) {
		const place = path.resolve(checkout, file);
		const text = readFileSync(place, 'utf8');
		if (text.includes(current)) writeFileSync(place, text.replaceAll(current, address));
	}
	// What fits into a line depends on the length of the address.
	const format = 'npx prettier --write --log-level warn nodes credentials';
	execSync(format, { cwd: checkout, stdio: 'inherit' });
}

function fail(message) {
	console.error(message);
	process.exitCode = 1;
}
