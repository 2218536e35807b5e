/*
 * npm run measure -- <folder>: how the package reads real files from other sources, on n8n's engine with
 * real HTTP against the sandbox's service, which returns the lists of the folder.
 *
 * --only <text>: the parts with this in their titles. --rows: also each row that isn't right.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { IDataObject } from 'n8n-workflow';

import { packageNode } from '../bench/packageNode.mjs';
import { checkout } from '../../sandbox/n8n/package.mjs';
import { startServices } from '../../sandbox/services/start.mjs';
import { useOwnTemporaryFolder } from '../../sandbox/temporary.mjs';
import { addresses } from './addresses.mjs';
import type { Part } from './part.mjs';
import { schoolNames } from './schoolNames.mjs';
import { submissions } from './submissions.mjs';

const parts: Part[] = [addresses, ...schoolNames, submissions];

/** Lists that the service needs for every part. */
const lists = ['postal-codes.json.gz', 'schools-2024.json.gz'];

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { only: { type: 'string', default: '' }, rows: { type: 'boolean' } },
});
const folder = path.resolve(positionals[0] ?? '.');
const files = [...new Set([...lists, ...parts.map(({ file }) => file)])];
const missing = files.filter((file) => !existsSync(path.join(folder, file)));
if (positionals.length === 0 || missing.length > 0) {
	console.error(
		`Give the folder of the labeled files: npm run measure -- <folder>\nIt needs: ${files.join(', ')}${positionals.length === 0 ? '' : `\nMissing in ${folder}: ${missing.join(', ')}`}`,
	);
	process.exit(1);
}

function read(file: string): IDataObject[] {
	const bytes = readFileSync(path.join(folder, file));
	return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as IDataObject[];
}

// Otherwise, the engine prints the error of every failed node.
process.env.N8N_LOG_LEVEL = 'silent';
useOwnTemporaryFolder();
await import('../engine/environment.mjs');
const { runNode } = await import('../engine/harness.mjs');
const type = await packageNode(checkout, 'referenceData');
const { data, stop } = await startServices({ links: 1, schools: 1 });
const [postalCodes = [], schools = []] = lists.map(read);
data.postalCodes.splice(0, Infinity, ...(postalCodes as unknown as typeof data.postalCodes));
const asText = schools.map((school) => ({ ...school, id: String(school.id) }));
data.schools.splice(0, Infinity, ...(asText as unknown as typeof data.schools));

for (const part of parts.filter(({ title }) => title.includes(values.only))) {
	const start = performance.now();
	const judged = await part.measure(read(part.file), {
		requests: data.requests,
		run: async (parameters, items, more) =>
			await runNode({ node: 'referenceData', type, credentials: data, parameters, items, ...more }),
	});
	const counts = new Map<string, number>();
	for (const [name, count] of judged.flatMap((one) => Object.entries(one.counts))) {
		counts.set(name, (counts.get(name) ?? 0) + count);
	}
	const seconds = ((performance.now() - start) / 1000).toFixed(1);
	console.log(`\n${part.title}, ${judged.length} rows, ${seconds} s`);
	console.table(Object.fromEntries([...counts].sort()));
	if (!values.rows) continue;
	for (const { row, result, ...one } of judged.filter(({ isFine }) => !isFine)) {
		console.log(JSON.stringify(one.counts), JSON.stringify(row), '→', JSON.stringify(result));
	}
}
await stop();
