import { expect, test } from 'vitest';

import { lines, locator, useSandbox } from './sandbox.mjs';

const { data, referenceData } = await useSandbox({ schools: 1000, links: 1 });

const get = { resource: 'highSchool', operation: 'get' };

const school = () => {
	const [first] = data.schools;
	if (!first) throw new Error('There are no schools');
	return first;
};

test.each([
	['an EMIS number as a number', () => locator(Number(school().nat_emis), 'emis')],
	['the choice of the list', () => locator(school().nat_emis, 'list')],
	['a plain value', () => school().nat_emis],
])('a school is found by %s', async (_name, schoolId) => {
	const result = await referenceData({ ...get, schoolId: schoolId(), simplify: false });
	expect(lines(data)).toEqual([`GET /v1/high-schools/${school().nat_emis}`]);
	expect(result.records).toEqual([{ ...school(), id: Number(school().id) }]);
});

test('districts are sorted by name', async () => {
	const result = await referenceData({ resource: 'highSchool', operation: 'getDistricts' });
	expect(lines(data)).toEqual(['GET /v1/high-schools/districts']);
	const districts = [...new Set(data.schools.map(({ district }) => district))];
	expect(result.records.map(({ district }) => district)).toEqual(
		districts.sort((one, other) => one.localeCompare(other, 'en')),
	);
});
