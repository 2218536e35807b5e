import { type INode, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { propertiesOf } from './least.mjs';
import { lines, useSandbox } from './sandbox.mjs';

const { data, referenceData } = await useSandbox({ schools: 1000, links: 1 });

const get = { resource: 'highSchool', operation: 'get' };

const school = () => {
	const [first] = data.schools;
	if (!first) throw new Error('There are no schools');
	return first;
};

test('districts are sorted by name', async () => {
	const result = await referenceData({ resource: 'highSchool', operation: 'getDistricts' });
	expect(lines(data)).toEqual(['GET /v1/high-schools/districts']);
	const districts = [...new Set(data.schools.map(({ district }) => district))];
	expect(result.records.map(({ district }) => district)).toEqual(
		districts.sort((one, other) => one.localeCompare(other, 'en')),
	);
});

test('a simplified school has the fields of its record that tell most, and no others', async () => {
	data.quirk({ hideFields: ['quintile'] });
	const { records } = await referenceData({ ...get, schoolId: school().nat_emis });
	const [shown = {}] = records;
	expect(Object.keys(shown).length).toBeLessThan(Object.keys(school()).length - 5);
	expect(shown).toMatchObject({ name: school().name, town: school().town });
	expect(Object.keys(shown)).not.toContain('quintile');
});

test.each([
	['highSchool get', 'emis', '700 400 001', '70040000'],
	['postalCode get', 'id', '3f2b8c1e-5d47-4a90-9c36-7e1d0a5b2f84', '0181'],
])('the form of %s checks By %s as one types', (operation, name, right, wrong) => {
	const [locator] = propertiesOf(operation).filter(({ type }) => type === 'resourceLocator');
	const issuesOf = (value: string) => {
		const parameters = { [locator?.name ?? '']: { __rl: true, mode: name, value } };
		const shown = { ...locator, displayOptions: undefined } as INodeProperties;
		return NodeHelpers.getParameterIssues(shown, parameters, '', {} as INode, null);
	};
	expect(issuesOf(right)).toEqual({});
	expect(Object.keys(issuesOf(wrong).parameters ?? {})).toEqual([locator?.name]);
});
