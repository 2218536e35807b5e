import { expect, test } from 'vitest';

import { lines, useSandbox } from './sandbox.mjs';

// How a record is judged is tested in test/unit/postalCode/judgement.test.mts.

const { data, referenceData } = await useSandbox({ schools: 1, links: 1 });

const validate = { resource: 'postalCode', operation: 'validate' };

test('a suburb that names no place, and a code without a place, are warnings in the item', async () => {
	const result = await referenceData(
		{ ...validate, postalCode: '0083', filters: { suburb: '={{ $json.suburb }}' } },
		{ items: [{ suburb: '???' }, {}] },
	);
	expect(result.records).toMatchObject([
		{ status: 'ambiguous', warnings: [`"Suburb" is "???", so it wasn't compared.`] },
		{ status: 'ambiguous', warnings: [`"Suburb" is empty, so it wasn't compared.`] },
	]);
	expect(result.texts).toEqual([]);
});

test.each([
	['Hatfeild', 'GET /v1/postal-codes?suburb=Hatf&province=Gauteng&per_page=100&page=1'],
	['Htafield', 'GET /v1/postal-codes?suburb=ield&province=Gauteng&per_page=100&page=1'],
])('a place misspelled as %s is suggested as it is spelled', async (suburb, last) => {
	const filters = { suburb, province: 'GP' };
	const { records } = await referenceData({ ...validate, postalCode: '9998', filters });
	expect(records).toMatchObject([
		{
			message:
				'No place has the postal code 9998. The closest match is Hatfield, Pretoria (street code 0083, PO box code 0028).',
			suggestions: [{ suburb: 'Hatfield', area: 'Pretoria' }],
		},
	]);
	expect(lines(data).at(-1)).toBe(last);
	expect(data.requests.length).toBeLessThanOrEqual(4);
});

test('a code is not said to be unknown where the service ignores what it is asked', async () => {
	data.quirk({ ignoreFilters: true, ignorePage: true });
	const { error } = await referenceData({ ...validate, postalCode: '9998' });
	expect(error?.message).toBe(
		"The node couldn't check every place for the postal code 9998 [item 0]",
	);
	expect(error?.description).toContain('may be incomplete');
});

test.each([
	['1a', '"1a" is not a postal code. A postal code has four digits.'],
	[12345, '"12345" is not a postal code. A postal code has four digits.'],
	['', 'There is no postal code to check.'],
	[null, 'There is no postal code to check.'],
])('%j is no code: invalid, no error, and nothing is sent', async (code, message) => {
	const { records } = await referenceData(
		{ ...validate, postalCode: '={{ $json.code }}' },
		{ items: [{ code }] },
	);
	expect(records).toEqual([
		{
			...{ valid: false, status: 'invalid', message, postal_code: String(code ?? '') },
			...{ matched_on: null, matches: [], suggestions: [], warnings: [] },
		},
	]);
	expect(data.requests).toEqual([]);
});

const TOO_LONG = '"Suburb" is too long for the name of a place.';

test.each([
	[
		'29 words of places',
		`${'Sea Point, Cape Town, '.repeat(7)}x`,
		'mismatch',
		', not to Sea Point, ',
	],
	['33 words of places', `${'Sea Point, Cape Town, '.repeat(8)}x`, 'invalid', TOO_LONG],
	['3,000 words', 'Hatfield '.repeat(3000), 'invalid', TOO_LONG],
])('a text that nobody writes holds nobody up: %s', async (_what, suburb, status, message) => {
	const start = performance.now();
	const { records } = await referenceData({
		...{ ...validate, postalCode: '8005', filters: { suburb } },
	});
	expect(performance.now() - start).toBeLessThan(4000);
	expect(records).toMatchObject([{ status, valid: false }]);
	expect(records[0]?.message).toContain(message);
});
