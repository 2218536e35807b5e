import type { INodeParameters } from 'n8n-workflow';
import { beforeEach, expect, it } from 'vitest';
import { data, link, loadOptions, resetServices, searchList, type NodeName } from './harness.mjs';

beforeEach(resetServices);

const inLimpopo = {
	resource: 'highSchool',
	operation: 'getAll',
	filters: { province: 'Limpopo' },
};

it.each<[NodeName, string, string, RegExp, string?]>([
	['linkManager', 'searchLinks', 'linkId', / → www\.example\.org\/sample\/open-day/, 'open day'],
	['linkManager', 'searchDomains', 'domainId', /^go\.example\.org$/],
	['linkManager', 'searchSpaces', 'filters.spaceId', /^Open days \(sample\)$/],
	['linkManager', 'searchPixels', 'pixelId', /^Sample pinboard/],
	['referenceData', 'searchSchools', 'schoolId', /^Ellen Kuzwayo .*\(\d{9}\)$/i, 'Kuzwayo'],
	['referenceData', 'searchPostalCodes', 'postalCodeId', /Arcadia.*0083/, '0083'],
	['referenceData', 'searchUniversities', 'universityId', /Cape Town/],
])('%s loads the list %s', async (node, method, path, entry, filter) => {
	const { results } = await searchList(node, method, `parameters.${path}`, { filter });
	expect(results.map(({ name }) => name)).toContainEqual(expect.stringMatching(entry));
});

it.each<[NodeName, string, string, RegExp, INodeParameters?]>([
	['linkManager', 'getPixels', 'additionalFields.pixelIds', /^Sample pinboard/],
	['referenceData', 'getUniversities', 'universityIds', /Cape Town/],
	['referenceData', 'getDistricts', 'filters.district', /^Mopani East \(\d+ schools\)$/, inLimpopo],
])('%s loads the options %s', async (node, method, path, entry, parameters) => {
	const options = await loadOptions(node, method, `parameters.${path}`, parameters);
	expect(options.map(({ name }) => name)).toContainEqual(expect.stringMatching(entry));
});

it.each([
	['linkManager', 'searchLinks', 'parameters.linkId', link],
	['referenceData', 'searchSchools', 'parameters.schoolId', data],
] as const)('%s says why the list %s cannot be loaded', async (node, method, path, service) => {
	await service.fault({ kind: 'status', status: 401 });
	await expect(searchList(node, method, path)).rejects.toThrow(/key/i);
});
