import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { nodeOf, parametersOf } from './least.mjs';
import { useSandbox } from './sandbox.mjs';

const { link, linkManager, referenceData } = await useSandbox({ links: 20, schools: 40 });

const nodesFolder = path.resolve(import.meta.dirname, '../../nodes');

interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** Where the record has what the preview promises: each field, of the type that it promises. */
function checkAgainst({ type, properties, items }: Schema, value: unknown, at: string): void {
	// A sample record may leave open what others have: null says nothing of the type.
	if (value === null) return;
	const found = Array.isArray(value) ? 'array' : typeof value;
	expect(Number.isInteger(value) && type === 'integer' ? type : found, at).toBe(type);
	for (const [name, inner] of Object.entries(properties ?? {})) {
		expect(value, at).toHaveProperty(name);
		checkAgainst(inner, (value as IDataObject)[name], `${at}.${name}`);
	}
	if (!items) return;
	for (const entry of value as unknown[]) checkAgainst(items, entry, `${at}[]`);
}

const PREVIEWS = readdirSync(nodesFolder, { recursive: true, encoding: 'utf8' }).filter((file) =>
	/__schema__.+\.json$/.test(file),
);

test.each(PREVIEWS)('%s shows what comes out', async (file) => {
	const schema = JSON.parse(readFileSync(path.join(nodesFolder, file), 'utf8')) as Schema;
	expect(schema.type).toBe('object');
	expect(Object.keys(schema.properties ?? {}).length).toBeGreaterThan(0);

	// The contract does not show what a deletion answers: the preview is what the node itself says.
	link.fault({ kind: 'empty', method: 'DELETE', status: 204, applied: true });
	const [resource = '', name = ''] = file.split(path.sep).slice(-2);
	const operation = `${resource} ${path.parse(name).name}`;
	const run = nodeOf(operation) === 'linkManager' ? linkManager : referenceData;
	const { error, records } = await run(parametersOf(operation));
	expect(error).toBeUndefined();
	expect(records.length).toBeGreaterThan(0);
	for (const record of records) checkAgainst(schema, record, operation);
});
