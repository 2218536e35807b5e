import { createRequire } from 'node:module';
import path from 'node:path';
import 'reflect-metadata';

/**
 * Loads the built package once, as n8n does when it starts, and prints the milliseconds it took: as
 * the clock and as the processor counts them.
 * Plain Node runs it, as it runs n8n. Another node comes first, since n8n loads its own ones first,
 * and with the first of them parts of itself.
 */
const { CustomDirectoryLoader, LazyPackageDirectoryLoader } = createRequire(import.meta.url)(
	'n8n-core',
);
await new CustomDirectoryLoader(path.join(import.meta.dirname, 'n8n')).loadAll();

const started = performance.now();
const used = process.cpuUsage();
await new LazyPackageDirectoryLoader(path.resolve(import.meta.dirname, '..', '..')).loadAll();
const elapsed = performance.now() - started;
const { user, system } = process.cpuUsage(used);
console.log(JSON.stringify({ elapsed, cpu: (user + system) / 1000 }));
