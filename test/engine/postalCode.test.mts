import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { lines, onlyRequest, queryOf, useSandbox } from './sandbox.mjs';

const { data, referenceData } = await useSandbox({ schools: 1, links: 1 });

test('a key without the scope is told the scope and the plan', async () => {
	const { error } = await referenceData(
		{ resource: 'postalCode', operation: 'getAll' },
		{ credentials: { baseUrl: data.baseUrl, apiKey: 'sandbox-data-no-postal-codes' } },
	);
	expect(error?.description).toMatch(/postal_codes:read.*Free plan and above/);
});

test.each([
	[83, '0083'],
	['0083', '0083'],
])('a filter keeps the zeros of the code %j', async (code, sent) => {
	const filters = { postalCode: '={{ $json.code }}' };
	await referenceData(
		{ resource: 'postalCode', operation: 'getAll', limit: 1, filters },
		{ items: [{ code }] },
	);
	expect(queryOf(onlyRequest(data)).postal_code).toBe(sent);
});

describe('validate', () => {
	const validate = async (postalCode: unknown, filters: IDataObject = {}) => {
		const result = await referenceData(
			{
				resource: 'postalCode',
				operation: 'validate',
				postalCode: '={{ $json.code }}',
				filters,
			},
			{ items: [{ code: postalCode as string }] },
		);
		expect(result.error).toBeUndefined();
		expect(result.items).toHaveLength(1);
		const [judged = {}] = result.records;
		return judged;
	};
	const places = (found: unknown) =>
		(found as IDataObject[]).map(({ suburb, area }) => `${String(suburb)}, ${String(area)}`);

	test.each(['-', '???'])('a suburb of %s says nothing, and a hint tells of it', async (suburb) => {
		const result = await referenceData({
			resource: 'postalCode',
			operation: 'validate',
			postalCode: '0083',
			filters: { suburb },
		});
		expect(result.records).toMatchObject([{ status: 'ambiguous', valid: false }]);
		expect(result.texts).toEqual([`"Suburb" is "${suburb}", so it was left out.`]);
	});

	test.each([
		['Hatfeild', 'GET /v1/postal-codes?suburb=Hatf&province=Gauteng&per_page=100&page=1'],
		['Htafield', 'GET /v1/postal-codes?suburb=ield&province=Gauteng&per_page=100&page=1'],
	])('a place misspelled as %s is suggested as it is spelled', async (suburb, last) => {
		const judged = await validate('9998', { suburb, province: 'GP' });
		expect(places(judged.suggestions)).toEqual(['Hatfield, Pretoria']);
		expect(judged.message).toBe(
			'No place has the postal code 9998. The closest match is Hatfield, Pretoria (street code 0083, PO box code 0028).',
		);
		expect(lines(data).at(-1)).toBe(last);
		expect(data.requests.length).toBeLessThanOrEqual(4);
	});

	test.each([
		['O181', '"O181" is not a postal code. A postal code has four digits.'],
		[12345, '"12345" is not a postal code. A postal code has four digits.'],
		['', 'There is no postal code to check.'],
		[null, 'There is no postal code to check.'],
	])('%j is no code: invalid, no error, and nothing is sent', async (code, message) => {
		expect(await validate(code, { suburb: 'Hatfield' })).toEqual({
			valid: false,
			status: 'invalid',
			message,
			postal_code: code === null ? '' : String(code),
			matched_on: null,
			matches: [],
			suggestions: [],
		});
		expect(data.requests).toEqual([]);
	});

	test('a code is not said to be unknown where the service ignores what it is asked', async () => {
		data.quirk({ ignoreFilters: true, ignorePage: true });
		const { error } = await referenceData({
			resource: 'postalCode',
			operation: 'validate',
			postalCode: '9998',
		});
		expect(error?.message).toBe(
			"The node couldn't check every place for the postal code 9998 [item 0]",
		);
		expect(error?.description).toContain('may be incomplete');
	});
});
