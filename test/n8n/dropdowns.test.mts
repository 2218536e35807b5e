import { beforeEach, describe, expect, it } from 'vitest';
import { data, link, loadOptions, resetServices, searchList } from './harness.mjs';

beforeEach(resetServices);

describe('dropdowns of the Link Manager in a real n8n', () => {
	it('finds links by a part of the title', async () => {
		const { results } = await searchList('linkManager', 'searchLinks', 'parameters.linkId', {
			filter: 'open day',
		});
		const { links } = await link.records();
		const wanted = links.filter(({ title }) => title?.toLowerCase().includes('open day'));
		expect(results.length).toBeGreaterThan(0);
		const ids = wanted.map(({ id }) => String(id));
		expect(ids).toEqual(expect.arrayContaining(results.map(({ value }) => String(value))));
	});

	it('pages through all links', async () => {
		const seen: string[] = [];
		let paginationToken: string | undefined;
		do {
			const page = await searchList('linkManager', 'searchLinks', 'parameters.linkId', {
				paginationToken,
			});
			seen.push(...page.results.map(({ value }) => String(value)));
			paginationToken = page.paginationToken;
		} while (paginationToken !== undefined);
		const { links } = await link.records();
		expect(seen.sort()).toEqual(links.map(({ id }) => String(id)).sort());
	});

	it('offers the pixels, domains and spaces of the account', async () => {
		const { links, pixels } = await link.records();
		const options = await loadOptions(
			'linkManager',
			'getPixels',
			'parameters.additionalFields.pixelIds',
		);
		expect(options.map(({ value }) => String(value)).sort()).toEqual(
			pixels.map(({ id }) => String(id)).sort(),
		);
		const domains = await searchList('linkManager', 'searchDomains', 'parameters.domainId');
		expect(new Set(domains.results.map(({ value }) => String(value)))).toEqual(
			new Set(links.map(({ domain }) => String(domain.id))),
		);
		const spaces = await searchList('linkManager', 'searchSpaces', 'parameters.filters.spaceId');
		expect(new Set(spaces.results.map(({ value }) => String(value)))).toEqual(
			new Set(links.flatMap(({ space }) => (space ? [String(space.id)] : []))),
		);
	});

	it('says why a list cannot be loaded', async () => {
		await link.fault({ kind: 'status', status: 401 });
		await expect(searchList('linkManager', 'searchLinks', 'parameters.linkId')).rejects.toThrow(
			/key/i,
		);
	});
});

describe('dropdowns of the Reference Data node in a real n8n', () => {
	it('finds a school by name and stores its EMIS number', async () => {
		const { results } = await searchList('referenceData', 'searchSchools', 'parameters.schoolId', {
			filter: 'Kuzwayo',
		});
		expect(results.map(({ value }) => value)).toContain('210000007');
		expect(results.every(({ name }) => name.includes('Kuzwayo'))).toBe(true);
	});

	it('finds a postal code by the code, with its leading zeros', async () => {
		const { results } = await searchList(
			'referenceData',
			'searchPostalCodes',
			'parameters.postalCodeId',
			{ filter: '0083' },
		);
		expect(results.map(({ name }) => name)).toContainEqual(expect.stringMatching(/Arcadia.*0083/));
	});

	it('offers all universities, in the locator and in the multi-select', async () => {
		const locator = await searchList(
			'referenceData',
			'searchUniversities',
			'parameters.universityId',
		);
		const multiSelect = await loadOptions(
			'referenceData',
			'getUniversities',
			'parameters.universityIds',
		);
		expect(multiSelect).toHaveLength(26);
		expect(multiSelect.map(({ value }) => value)).toContain('uct');
		expect(locator.results.map(({ value }) => value).sort()).toEqual(
			multiSelect.map(({ value }) => value).sort(),
		);
	});

	it('offers the districts of the chosen province with their counts', async () => {
		const districts = await loadOptions(
			'referenceData',
			'getDistricts',
			'parameters.filters.district',
			{ resource: 'highSchool', operation: 'getAll', filters: { province: 'Limpopo' } },
		);
		expect(districts.map(({ value }) => value)).toContain('Mopani East');
		expect(districts.every(({ name }) => /\(\d+ schools\)$/.test(name))).toBe(true);
		expect(await data.requests()).toMatchObject([
			{ path: '/v1/high-schools/districts', query: { province: 'Limpopo' } },
		]);
	});

	it('says why a list cannot be loaded', async () => {
		await data.fault({ kind: 'status', status: 401 });
		await expect(
			searchList('referenceData', 'searchSchools', 'parameters.schoolId'),
		).rejects.toThrow(/key/i);
	});
});
