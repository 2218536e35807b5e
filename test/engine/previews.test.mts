import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { useSandbox } from './sandbox.mjs';

const { link, data, linkManager, referenceData } = await useSandbox({ links: 20, schools: 40 });

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

const subjects = { subjects: { subject: [{ name: 'Mathematics', mark: '6' }] } };

test.each<[string, IDataObject]>([
	['LinkManager link delete', { linkId: '1001' }],
	['LinkManager pixel delete', { pixelId: '101' }],
	['ReferenceData admissionPointScore calculate', { universityId: 'uct', ...subjects }],
	['ReferenceData admissionPointScore compare', { ...subjects }],
	['ReferenceData highSchool get', { schoolId: '={{ $json.emis }}' }],
	['ReferenceData highSchool getAll', {}],
	['ReferenceData highSchool getProvinces', {}],
	['ReferenceData highSchool match', { schoolName: '={{ $json.emis }}' }],
	['ReferenceData postalCode get', { postalCodeId: '={{ $json.uuid }}' }],
	['ReferenceData postalCode getAll', {}],
	['ReferenceData postalCode validate', { postalCode: '0083', filters: { suburb: 'Hatfield' } }],
	['ReferenceData university get', { universityId: 'uct' }],
	['ReferenceData university getAll', {}],
])('the preview of %s shows what comes out', async (name, parameters) => {
	const [folder = '', resource = '', operation = ''] = name.split(' ');
	const file = path.join(nodesFolder, folder, '__schema__/v1.0.0', resource, `${operation}.json`);
	const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
	expect(schema.type).toBe('object');
	expect(Object.keys(schema.properties ?? {}).length).toBeGreaterThan(0);

	// The contract does not show what a deletion answers: the preview is what the node itself says.
	link.fault({ kind: 'empty', method: 'DELETE', status: 204, applied: true });
	const run = folder === 'LinkManager' ? linkManager : referenceData;
	const { error, records } = await run(
		{ resource, operation, ...parameters },
		{ items: [{ emis: data.schools[0]?.nat_emis, uuid: data.postalCodes[0]?.id }] },
	);
	expect(error).toBeUndefined();
	expect(records.length).toBeGreaterThan(0);
	for (const record of records) checkAgainst(schema, record, name);
});
