import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { records, useSandbox } from './sandbox.mjs';

const { link, data, linkManager, referenceData } = await useSandbox({ links: 20, schools: 40 });

const nodesFolder = path.resolve(import.meta.dirname, '../../nodes');

interface Schema {
	type: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** Where the record has what the preview promises: each field, of the type that it promises. */
function checkAgainst(schema: Schema, value: unknown, at: string): void {
	const type =
		value === null
			? 'null'
			: Array.isArray(value)
				? 'array'
				: Number.isInteger(value)
					? 'integer'
					: typeof value;
	const promised = [schema.type].flat();
	const fits = promised.includes(type) || (type === 'integer' && promised.includes('number'));
	// A sample record may leave open what others have: null says nothing of the type.
	expect(fits || type === 'null', `${at} is ${type}, not ${promised.join(' or ')}`).toBe(true);
	for (const [name, inner] of Object.entries(schema.properties ?? {})) {
		expect(value, at).toHaveProperty(name);
		checkAgainst(inner, (value as IDataObject)[name], `${at}.${name}`);
	}
	if (Array.isArray(value) && schema.items) {
		for (const entry of value) checkAgainst(schema.items, entry, `${at}[]`);
	}
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
	const result = await run(
		{ resource, operation, ...parameters },
		{ items: [{ emis: data.schools[0]?.nat_emis, uuid: data.postalCodes[0]?.id }] },
	);
	expect(result.error).toBeUndefined();
	expect(records(result).length).toBeGreaterThan(0);
	for (const record of records(result)) checkAgainst(schema, record, name);
});
