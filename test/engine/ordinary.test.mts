import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { defined } from '../../nodes/shared/values.js';
import { useSandbox } from './sandbox.mjs';

// Codes and places as forms, spreadsheets and databases have them. What Match makes of names is measured in
// test/unit/schoolNames, what is made of learners' subjects in test/unit/subjects.

const { data, runLeast } = await useSandbox({ links: 1, schools: 1 });

const CLOSEST = 'The closest match is Hatfield, Pretoria (street code 0083, PO box code 0028).';

const PLACES: Array<
	[code: unknown, place: [suburb?: string, area?: string, province?: string], says: string]
> = [
	[
		'0083',
		['Hatfield', 'Pretoria', 'Gauteng'],
		'valid: 0083 is the street code of Hatfield, Pretoria, Gauteng.',
	],
	[83, ['hatfield', 'pretoria'], 'valid: 0083 is the street code of Hatfield, Pretoria.'],
	['0028', ['Hatfield'], 'valid: 0028 is the PO box code of Hatfield, Pretoria.'],
	[
		'0181',
		['Hatfield', 'Pretoria'],
		`mismatch: 0181 belongs to Brooklyn, Pretoria, not to Hatfield, Pretoria. ${CLOSEST}`,
	],
	['0081', ['Menlopark', 'Pretoria'], 'valid: 0081 is the street code of Menlo Park, Pretoria.'],
	['8OO5', ['Sea Pt'], 'valid: 8005 is the street code of Sea Point, Cape Town.'],
	[
		'0700',
		['Pietersburg', undefined, 'Limpopo'],
		'valid: 0700 is the PO box code of Polokwane, Polokwane, Limpopo.',
	],
	['1200', ['Nelspruit'], 'valid: 1200 is the PO box code of Mbombela, Mbombela.'],
	['6139', ['Grahamstown'], 'not_found: No place has the postal code 6139.'],
	[
		'4001',
		[],
		'ambiguous: 4001 exists, but belongs to Glenwood, Durban and 10 other places. Add the suburb to choose one.',
	],
	['9999', ['Hatfield'], `not_found: No place has the postal code 9999. ${CLOSEST}`],
	['9998', [undefined, undefined, 'GP'], 'not_found: No place has the postal code 9998.'],
	['8005', ['Sea Point', 'W Cape'], 'valid: 8005 is the street code of Sea Point, Cape Town.'],
	['ABC', [], 'invalid: "ABC" is not a postal code. A postal code has four digits.'],
	['', ['Hatfield'], 'invalid: There is no postal code to check.'],
	[
		'0083',
		['???'],
		'ambiguous: 0083 exists, but belongs to Arcadia, Pretoria and 1 other place. Add the suburb to choose one. "Suburb" is "???", so it wasn\'t compared.',
	],
	[
		'0028',
		['Hatfield', 'South Africa'],
		'valid: 0028 is the PO box code of Hatfield, Pretoria. "Area" is "South Africa", so it wasn\'t compared.',
	],
	['8005', ['Gardens '.repeat(31)], 'invalid: "Suburb" is too long for the name of a place.'],
	[
		'9998',
		['Htafield', undefined, 'GP'],
		`not_found: No place has the postal code 9998. ${CLOSEST}`,
	],
];

test.each(PLACES)('Validate: %j at %j', async (code, [suburb, area, province], says) => {
	const filters = defined({ suburb, area, province });
	const given = { postalCode: '={{ $json.code }}', filters };
	const items = [{ code } as IDataObject];
	const { records } = await runLeast('postalCode validate', given, { items });
	const [{ status, message, warnings } = {}] = records;
	expect([`${status}: ${message}`, ...(warnings as string[])].join(' ')).toBe(says);
	if (status === 'invalid') expect(data.requests).toEqual([]);
});
