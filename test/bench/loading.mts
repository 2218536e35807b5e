import { createRequire } from 'node:module';
import path from 'node:path';
import 'reflect-metadata';
import { answerParent } from './child.mjs';

/** Loads the built package as n8n does when it starts; milliseconds. */
async function load(): Promise<number> {
	const require = createRequire(import.meta.url);
	const core = require('n8n-core') as typeof import('n8n-core');
	const started = performance.now();
	await new core.PackageDirectoryLoader(path.resolve(import.meta.dirname, '..', '..')).loadAll();
	return performance.now() - started;
}

answerParent(load);
