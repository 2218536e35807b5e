import type { INodeListSearchItems } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { LinkRecord } from '../../sandbox/services/start.mjs';
import { loadDropdown, type DropdownRequest } from './harness.mjs';
import { credentialsOf, lines, useSandbox } from './sandbox.mjs';

const { link, data } = await useSandbox({ links: 230, schools: 300 });

type Request = Partial<DropdownRequest>;

const ofLinks = async (method: string, request: Request = {}) =>
	await loadDropdown({ node: 'linkManager', credentials: credentialsOf(link), ...request, method });
const ofData = async (method: string, request: Request = {}) =>
	await loadDropdown({
		node: 'referenceData',
		credentials: credentialsOf(data),
		...request,
		method,
	});

const values = ({ results }: { results: INodeListSearchItems[] }) =>
	results.map(({ value }) => value);

describe('links', () => {
	test('newest first, a page at a time, each page one request', async () => {
		const first = await ofLinks('searchLinks');
		const second = await ofLinks('searchLinks', {
			paginationToken: first.paginationToken as string,
		});
		const third = await ofLinks('searchLinks', {
			paginationToken: second.paginationToken as string,
		});
		expect(lines(link)).toEqual([
			'GET /api/v1/links?per_page=100',
			'GET /api/v1/links?per_page=100&page=2',
			'GET /api/v1/links?per_page=100&page=3',
		]);
		expect([...values(first), ...values(second), ...values(third)]).toEqual(
			Array.from({ length: 230 }, (_, index) => String(1230 - index)),
		);
		expect(third.paginationToken).toBeUndefined();
	});

	test('a text is searched for in titles, aliases and destinations, each link listed once', async () => {
		link.links.set('1023', { ...(link.links.get('1023') as LinkRecord), alias: 'webinar-23' });
		const found: unknown[] = [];
		let token: string | undefined;
		do {
			const page = await ofLinks('searchLinks', { filter: 'webinar', paginationToken: token });
			found.push(...values(page));
			token = page.paginationToken as string | undefined;
		} while (token !== undefined);
		const wanted = [...link.links.values()].filter(({ title, url, alias }) =>
			/webinar/i.test(`${title} ${url} ${alias}`),
		);
		expect(found.sort()).toEqual(wanted.map(({ id }) => String(id)).sort());
		expect(new Set(lines(link))).toEqual(
			new Set(
				['title', 'alias', 'url'].map(
					(field) => `GET /api/v1/links?search=webinar&search_by=${field}&per_page=100`,
				),
			),
		);
	});
});

test('the multi-select of pixels holds all of them, by name', async () => {
	const [any] = link.pixels.values();
	for (let id = 1000; any && id < 1250; id++) link.pixels.set(String(id), { ...any, id });
	const { results } = await ofLinks('getPixels');
	expect(lines(link)).toEqual(
		['', '&page=2', '&page=3'].map(
			(page) => `GET /api/v1/pixels?sort_by=name&sort=asc&per_page=100${page}`,
		),
	);
	expect(results).toHaveLength(262);
	expect(new Set(results.map(({ value }) => value)).size).toBe(262);
});

test.each([
	['searchDomains', ['link.example.net', 'go.example.org', 'short.example.com'], 'short', '12'],
	[
		'searchSpaces',
		['Admissions (sample)', 'Campaigns (sample)', 'Open days (sample)', 'Archive (sample)'],
		'CAMP',
		'22',
	],
])(
	'%s lists what is seen on the links, each once, and filters it',
	async (method, names, filter, id) => {
		const all = await ofLinks(method);
		expect(all.results.map(({ name }) => name).sort()).toEqual([...names].sort());
		expect(lines(link)).toEqual(['GET /api/v1/links?per_page=100']);
		expect(values(await ofLinks(method, { filter }))).toEqual([id]);
	},
);

describe('schools', () => {
	test('show name, town and EMIS number, which is what is stored', async () => {
		const [school] = data.schools;
		const first = await ofData('searchSchools');
		expect(lines(data)).toEqual(['GET /v1/high-schools?per_page=50&page=1']);
		expect(first.results[0]).toEqual({
			name: `${school?.name}, ${school?.town} (${school?.nat_emis})`,
			value: school?.nat_emis,
		});
		expect(first.results).toHaveLength(50);
		const second = await ofData('searchSchools', {
			paginationToken: first.paginationToken as string,
		});
		expect(values(second)[0]).toBe(data.schools[50]?.nat_emis);
	});

	test('are found by their EMIS number, or not at all', async () => {
		const [school] = data.schools;
		expect(values(await ofData('searchSchools', { filter: ` ${school?.nat_emis} ` }))).toEqual([
			school?.nat_emis,
		]);
		expect(values(await ofData('searchSchools', { filter: '999999999' }))).toEqual([]);
		expect(lines(data)).toEqual([
			`GET /v1/high-schools/${school?.nat_emis}`,
			'GET /v1/high-schools/999999999',
		]);
	});

	test('are searched for on the service, without the words that are written in many ways if need be', async () => {
		const [school] = data.schools;
		const name = String(school?.name);
		expect(values(await ofData('searchSchools', { filter: name }))).toContain(school?.nat_emis);
		expect(lines(data)).toEqual([`GET /v1/high-schools?search=${name}&per_page=50&page=1`]);
		await ofData('searchSchools', { filter: 'Xyzzy Boys High School' });
		expect(lines(data).slice(1)).toEqual([
			'GET /v1/high-schools?search=Xyzzy Boys High School&per_page=50&page=1',
			'GET /v1/high-schools?search=xyzzy boys&per_page=50&page=1',
		]);
	});
});

test.each([
	['0083', 'GET /v1/postal-codes?postal_code=0083&per_page=50&page=1'],
	['83', 'GET /v1/postal-codes?postal_code=0083&per_page=50&page=1'],
	['Hatfield 0083', 'GET /v1/postal-codes?postal_code=0083&search=hatfield&per_page=50&page=1'],
	['Hatfield', 'GET /v1/postal-codes?search=Hatfield&per_page=50&page=1'],
	[undefined, 'GET /v1/postal-codes?per_page=50&page=1'],
])('postal codes are searched for by code or by name: %s', async (filter, request) => {
	const { results } = await ofData('searchPostalCodes', { filter });
	expect(lines(data)).toEqual([request]);
	if (filter !== undefined) {
		expect(results).toContainEqual({
			name: 'Hatfield, Pretoria (street 0083, PO box 0028)',
			value: data.postalCodes.find(({ suburb }) => suburb === 'Hatfield')?.id,
		});
	}
});

test('universities show name and short name', async () => {
	const { results, paginationToken } = await ofData('searchUniversities', { filter: 'cape town' });
	expect(lines(data)).toEqual(['GET /v1/universities?search=cape town&per_page=50&page=1']);
	expect(results).toEqual([{ name: 'University of Cape Town (UCT)', value: 'uct' }]);
	expect(paginationToken).toBeUndefined();
	expect((await ofData('getUniversities')).results).toHaveLength(26);
});

describe('districts', () => {
	test('follow the province chosen beside them, with their school counts', async () => {
		const { results } = await ofData('getDistricts', {
			parameters: { filters: { province: 'Limpopo' } },
		});
		expect(lines(data)).toEqual(['GET /v1/high-schools/districts?province=Limpopo']);
		const counts = new Map<string, number>();
		for (const { province, district } of data.schools) {
			if (province === 'Limpopo') counts.set(district, (counts.get(district) ?? 0) + 1);
		}
		expect(results.map(({ name, value }) => [name, value]).sort()).toEqual(
			[...counts]
				.map(([name, count]) => [
					expect.stringMatching(new RegExp(`^${name} \\(${count} schools?\\)$`)) as string,
					name,
				])
				.sort((a, b) => String(a[1]).localeCompare(String(b[1]))),
		);
	});

	test.each([{}, { filters: {} }, { filters: { province: '={{ $json.province }}' } }])(
		'without a province that is known beforehand they are all districts: %j',
		async (parameters) => {
			await ofData('getDistricts', { parameters });
			expect(lines(data)).toEqual(['GET /v1/high-schools/districts']);
		},
	);
});

describe.each([
	['searchLinks', ofLinks, link],
	['searchPixels', ofLinks, link],
	['getPixels', ofLinks, link],
	['searchDomains', ofLinks, link],
	['searchSpaces', ofLinks, link],
	['searchSchools', ofData, data],
	['searchPostalCodes', ofData, data],
	['searchUniversities', ofData, data],
	['getUniversities', ofData, data],
	['getDistricts', ofData, data],
])('when %s fails', (method, load, service) => {
	test('the reason is told: a refused key', async () => {
		const credentials = { baseUrl: service.baseUrl, apiKey: 'wrong-key-0001' };
		const error = await load(method, { credentials }).catch((caught: unknown) => caught);
		expect((error as Error).message).toMatch(/refused the API key \(HTTP 401\)/);
		expect(JSON.stringify(error)).not.toContain('wrong-key-0001');
		expect(service.requests).toHaveLength(1);
	});

	test('the reason is told: no such service', async () => {
		const credentials = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' };
		await expect(load(method, { credentials })).rejects.toThrow(
			/could not be reached: it refused the connection/,
		);
	});
});
