import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Loads a built package with both loaders of an n8n, and fails when what its metadata says is not
 * what its classes say: `node bothLoaders.mjs <folder with node_modules/n8n-core> <the package>`.
 * Prints the names of the nodes.
 *
 * A process of its own, because each n8n needs its own Node.js and its own n8n-workflow.
 */
const [installation = '', packageFolder = ''] = process.argv.slice(2);
const require = createRequire(path.join(installation, 'package.json'));
require('reflect-metadata');
const { LazyPackageDirectoryLoader, PackageDirectoryLoader } = require('n8n-core');

async function load(Loader) {
	const loader = new Loader(packageFolder);
	await loader.loadAll();
	return loader;
}

function said({ known, types }) {
	// What n8n's loader adds: the names of load options methods, which its metadata leaves out, and
	// Poll Times in the words of the version that loads.
	const withoutAdded = (key, value) =>
		key === '__loadOptionsMethods' || value?.name === 'pollTimes' ? undefined : value;
	return JSON.parse(JSON.stringify({ known, types }, withoutAdded));
}

const eager = await load(PackageDirectoryLoader);
const lazy = await load(LazyPackageDirectoryLoader);
assert.equal(lazy.isLazyLoaded, true, 'The package has no metadata to load lazily.');
assert.deepEqual(said(lazy), said(eager));
for (const name of Object.keys(lazy.known.nodes)) {
	assert.equal(lazy.getNode(name).type.constructor.name, lazy.known.nodes[name].className);
}
for (const name of Object.keys(lazy.known.credentials)) {
	assert.equal(lazy.getCredential(name).type.name, name);
}
console.log(Object.keys(lazy.known.nodes).join());
