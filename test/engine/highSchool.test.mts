import { describe, expect, test } from 'vitest';

import { lines, locator, onlyRequest, queryOf, records, useSandbox } from './sandbox.mjs';

const { data, referenceData } = await useSandbox({ schools: 1000, links: 1 });

const school = () => {
	const [first] = data.schools;
	if (!first) throw new Error('There are no schools');
	return first;
};

const SIMPLE = [
	'name',
	'nat_emis',
	'province',
	'district',
	'town',
	'sector',
	'quintile',
	'no_fee_school',
	'telephone',
	'email',
];

describe('get', () => {
	const get = { resource: 'highSchool', operation: 'get' };

	test.each([
		['an EMIS number', () => locator(school().nat_emis, 'emis'), () => school().nat_emis],
		[
			'an EMIS number as a number',
			() => locator(Number(school().nat_emis), 'emis'),
			() => school().nat_emis,
		],
		['the choice of the list', () => locator(school().nat_emis, 'list'), () => school().nat_emis],
		['an ID', () => locator(school().id), () => school().id],
		['a plain value', () => school().nat_emis, () => school().nat_emis],
	])('by %s', async (_name, schoolId, segment) => {
		const result = await referenceData({ ...get, schoolId: schoolId(), simplify: false });
		expect(lines(data)).toEqual([`GET /v1/high-schools/${segment()}`]);
		expect(records(result)).toEqual([{ ...school(), id: Number(school().id) }]);
	});

	test('simplified by default: ten fields, the most useful first', async () => {
		const result = await referenceData({ ...get, schoolId: school().nat_emis });
		const [record = {}] = records(result);
		expect(Object.keys(record)).toEqual(SIMPLE);
		expect(school()).toMatchObject(record);
	});

	test('a key without the scope is told which scope it needs', async () => {
		const { error } = await referenceData(
			{ ...get, schoolId: school().nat_emis },
			{ credentials: { baseUrl: data.baseUrl, apiKey: 'sandbox-data-postal-codes-only' } },
		);
		expect(error?.message).toContain('(HTTP 403)');
		expect(error?.description).toContain('high_schools:read');
	});
});

describe('getAll', () => {
	const getAll = { resource: 'highSchool', operation: 'getAll' };

	test('sends every filter, and nothing that was not added', async () => {
		await referenceData({
			...getAll,
			limit: 20,
			filters: {
				search: 'High & more',
				province: 'Gauteng',
				district: 'Tshwane South',
				sector: 'Public',
				quintile: 'Q3',
				noFee: false,
				urbanRural: 'Urban',
			},
		});
		expect(queryOf(onlyRequest(data))).toEqual({
			search: 'High & more',
			province: 'Gauteng',
			district: 'Tshwane South',
			sector: 'Public',
			quintile: 'Q3',
			no_fee: 'false',
			urban_rural: 'Urban',
			page: '1',
			per_page: '20',
		});
		data.requests.length = 0;
		await referenceData(getAll);
		expect(queryOf(onlyRequest(data))).toEqual({ page: '1', per_page: '50' });
	});

	test.each([
		['KZN', 'KwaZulu-Natal'],
		['kwazulu natal', 'KwaZulu-Natal'],
		['north-west', 'North West'],
		['WES-KAAP', 'Western Cape'],
	])('"%s" by expression is %s', async (province, sent) => {
		await referenceData(
			{ ...getAll, limit: 1, filters: { province: '={{ $json.province }}' } },
			{ items: [{ province }] },
		);
		expect(queryOf(onlyRequest(data)).province).toBe(sent);
	});
});

test('getProvinces returns the provinces with their counts', async () => {
	const result = await referenceData({ resource: 'highSchool', operation: 'getProvinces' });
	expect(lines(data)).toEqual(['GET /v1/high-schools/provinces']);
	expect(records(result)).toHaveLength(9);
	expect(records(result)).toContainEqual({
		province: 'Limpopo',
		school_count: data.schools.filter(({ province }) => province === 'Limpopo').length,
	});
});

describe('getDistricts', () => {
	const getDistricts = { resource: 'highSchool', operation: 'getDistricts' };

	test('of all provinces', async () => {
		const result = await referenceData(getDistricts);
		expect(lines(data)).toEqual(['GET /v1/high-schools/districts']);
		expect(records(result).map(({ district }) => district)).toEqual(
			[...new Set(data.schools.map(({ district }) => district))].sort((one, other) =>
				one.localeCompare(other, 'en'),
			),
		);
	});

	test('of one province, however it is written', async () => {
		const result = await referenceData(
			{ ...getDistricts, filters: { province: '={{ $json.province }}' } },
			{ items: [{ province: 'limpopo ' }] },
		);
		expect(lines(data)).toEqual(['GET /v1/high-schools/districts?province=Limpopo']);
		const expected = data.schools.filter(({ province }) => province === 'Limpopo');
		expect(
			records(result)
				.map(({ district }) => district)
				.sort(),
		).toEqual([...new Set(expected.map(({ district }) => district))].sort());
	});
});
