import type { INodeListSearchResult } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { loadDropdown, type DropdownRequest } from './harness.mjs';
import { lines, useSandbox } from './sandbox.mjs';

const { link, data, put } = await useSandbox({ links: 230, schools: 300 });

type Request = Partial<DropdownRequest>;

const ofLinks = async (method: string, request: Request = {}) =>
	await loadDropdown({ node: 'linkManager', credentials: link, ...request, method });
const ofData = async (method: string, request: Request = {}) =>
	await loadDropdown({ node: 'referenceData', credentials: data, ...request, method });

const values = ({ results }: INodeListSearchResult) => results.map(({ value }) => value);

/** The values of all pages, in order. */
async function valuesOfAllPages(method: string, request: Request = {}) {
	const found: unknown[] = [];
	let token: unknown;
	do {
		const page = await ofLinks(method, { ...request, paginationToken: token });
		found.push(...values(page));
		token = page.paginationToken;
	} while (token !== undefined);
	return found;
}

test('links are listed newest first, with one request per page', async () => {
	const newestFirst = Array.from({ length: 230 }, (_, index) => String(1230 - index));
	expect(await valuesOfAllPages('searchLinks')).toEqual(newestFirst);
	expect(lines(link)).toEqual([
		'GET /api/v1/links?per_page=100',
		'GET /api/v1/links?per_page=100&page=2',
		'GET /api/v1/links?per_page=100&page=3',
	]);
});

test('a list ends if the service returns the same page again', async () => {
	const [any] = link.pixels.values();
	const data = Array.from({ length: 100 }, (_, id) => ({ ...any, id }));
	link.fault({ kind: 'body', method: 'GET', status: 200, body: JSON.stringify({ data }) });
	expect(await valuesOfAllPages('searchPixels')).toHaveLength(100);
	expect(link.requests).toHaveLength(2);
});

test('a list is asked for once more if the service fails', async () => {
	link.fault({ kind: 'status', status: 503 });
	await expect(ofLinks('searchLinks')).rejects.toThrow('HTTP 503');
	expect(link.requests).toHaveLength(2);
});

test('a search looks in titles, aliases and destination URLs, and lists each link once', async () => {
	const fields = { title: 'Page', alias: 'page', url: 'https://a.example/' };
	for (const id of link.links.keys()) put(Number(id), fields);
	put(1005, { title: 'Webinar', alias: 'webinar' });
	put(1006, { alias: 'webinar-6' });
	put(1007, { url: 'https://a.example/webinar' });
	const found = await valuesOfAllPages('searchLinks', { filter: 'webinar' });
	expect(found.sort()).toEqual(['1005', '1006', '1007']);
	expect(new Set(lines(link))).toEqual(
		new Set([
			'GET /api/v1/links?search=webinar&search_by=title&per_page=100',
			'GET /api/v1/links?search=webinar&search_by=alias&per_page=100',
			'GET /api/v1/links?search=webinar&search_by=url&per_page=100',
		]),
	);
});

test('a pasted URL is searched for as it is, and as an alias by its last part', async () => {
	const filter = 'https://short.example.com/sample-5?from=mail';
	expect(values(await ofLinks('searchLinks', { filter }))[0]).toBe('1005');
	expect(lines(link)).toEqual([
		`GET /api/v1/links?search=${filter}&search_by=title&per_page=100`,
		'GET /api/v1/links?search=sample-5&search_by=alias&per_page=100',
		`GET /api/v1/links?search=${filter}&search_by=url&per_page=100`,
	]);
});

test.each([
	[[], 'short.example.com/sample-131 → www.example.org/sample/campus-map/131'],
	[['url'], 'short.example.com/sample-131'],
	[['alias', 'short_url'], 'ID 1131 → www.example.org/sample/campus-map/131'],
])('a link that does not show %j is listed by its other fields', async (hideFields, name) => {
	link.quirk({ hideFields });
	const { results } = await ofLinks('searchLinks');
	expect(results.at(-1)).toEqual({ name, value: '1131' });
});

test('pixels are searched by name, and listed with their type', async () => {
	const { results } = await ofLinks('searchPixels', { filter: ' PIN ' });
	expect(results).toEqual([{ name: 'Sample pinboard (pinboard)', value: '108' }]);
	expect(lines(link)).toEqual(['GET /api/v1/pixels?search=PIN&search_by=name&per_page=100']);
});

test.each(['searchLinks', 'searchPixels', 'getPixels'])(
	'%s leaves out records without an ID, because they cannot be selected',
	async (method) => {
		link.quirk({ hideFields: ['id'] });
		expect((await ofLinks(method)).results).toEqual([]);
	},
);

test('an empty page ends a list, whatever its total', async () => {
	link.pixels.clear();
	link.quirk({ wrongTotal: 500 });
	expect(await ofLinks('searchPixels')).toEqual({ results: [] });
});

test('the multi-select lists all pixels by name', async () => {
	const [any] = link.pixels.values();
	for (let id = 1000; any && id < 1250; id++) link.pixels.set(String(id), { ...any, id });
	expect(new Set(values(await ofLinks('getPixels'))).size).toBe(262);
	expect(lines(link)).toEqual([
		'GET /api/v1/pixels?sort_by=name&sort=asc&per_page=100',
		'GET /api/v1/pixels?sort_by=name&sort=asc&per_page=100&page=2',
		'GET /api/v1/pixels?sort_by=name&sort=asc&per_page=100&page=3',
	]);
});

test.each([
	// go, link, short; Admissions, Archive, Campaigns, Open days
	['searchDomains', ['11', '13', '12'], 'short.example.com/abc', '12'],
	['searchSpaces', ['21', '24', '22', '23'], ' CAMP ', '22'],
])(
	'%s lists those used by the newest links, once and by name, and filters them',
	async (method, ids, filter, id) => {
		for (let copy = 2001; copy <= 2400; copy++) {
			link.links.set(String(copy), { ...link.links.get('1001')!, id: copy });
		}
		const { results, paginationToken } = await ofLinks(method);
		expect(results.map(({ value }) => value)).toEqual(ids);
		expect(paginationToken).toBeUndefined();
		expect(lines(link)).toEqual([
			'GET /api/v1/links?per_page=100',
			...[2, 3, 4, 5].map((page) => `GET /api/v1/links?per_page=100&page=${page}`),
		]);
		expect(values(await ofLinks(method, { filter }))).toEqual([id]);
	},
);

describe('Schools', () => {
	test('show name, town and EMIS number, and store the EMIS number', async () => {
		const school = data.schools[0]!;
		const { results, paginationToken } = await ofData('searchSchools');
		expect(lines(data)).toEqual(['GET /v1/high-schools?per_page=100']);
		const { name, town, nat_emis } = school;
		expect(results[0]).toEqual({ name: `${name}, ${town} (${nat_emis})`, value: nat_emis });
		const second = await ofData('searchSchools', { paginationToken });
		expect(values(second)[0]).toBe(data.schools[100]?.nat_emis);
	});

	test('are looked up by a typed EMIS number', async () => {
		const emis = data.schools[0]?.nat_emis;
		expect(values(await ofData('searchSchools', { filter: ` ${emis} ` }))).toEqual([emis]);
		expect(values(await ofData('searchSchools', { filter: '999999999' }))).toEqual([]);
		expect(lines(data)).toEqual([`GET /v1/high-schools/${emis}`, 'GET /v1/high-schools/999999999']);
	});

	test('are searched without the words for their type, which have many spellings', async () => {
		await ofData('searchSchools', { filter: 'Xyzzy Boys High School' });
		await ofData('searchSchools', { filter: 'HTS Xyzzy' });
		expect(lines(data)).toEqual([
			'GET /v1/high-schools?search=Xyzzy Boys&per_page=100',
			'GET /v1/high-schools?search=Xyzzy&per_page=100',
		]);
	});
});

test.each([
	['0083', 'postal_code=0083'],
	['83', 'postal_code=0083'],
	['12 Main Road, Hatfield 0083', 'postal_code=0083'],
	[' Hatfield ', 'search=Hatfield'],
])('postal codes are searched by code or by name: %s', async (filter, query) => {
	const { results } = await ofData('searchPostalCodes', { filter });
	expect(lines(data)).toEqual([`GET /v1/postal-codes?${query}&per_page=100`]);
	expect(results).toContainEqual({
		name: 'Hatfield, Pretoria (street 0083, PO box 0028)',
		value: data.postalCodes.find(({ suburb }) => suburb === 'Hatfield')?.id,
	});
});

test('universities show name and short name, and are searched by all their texts, names first', async () => {
	const uct = [{ name: 'University of Cape Town (UCT)', value: 'uct' }];
	for (const filter of ['UCT', 'uct cape', 'cape town uct']) {
		expect((await ofData('searchUniversities', { filter })).results).toEqual(uct);
	}
	const pretoria = values(await ofData('searchUniversities', { filter: 'pretoria' }));
	expect(pretoria).toEqual(['up', 'tut', 'unisa']);
	expect(new Set(lines(data))).toEqual(new Set(['GET /v1/universities?per_page=100']));
	expect(values(await ofData('searchUniversities'))).toHaveLength(26);
	expect(values(await ofData('getUniversities'))).toHaveLength(26);
});

test.each([
	['Limpopo', '?province=Limpopo'],
	['={{ $json.province }}', ''],
	[undefined, ''],
])(
	'districts depend on the selected province, unless it is an expression: %s',
	async (province, query) => {
		const { results } = await ofData('getDistrictOptions', {
			parameters: { filters: { province } },
		});
		expect(lines(data)).toEqual([`GET /v1/high-schools/districts${query}`]);
		const [first] = results;
		expect(first?.name).toBe(first?.value);
	},
);

test.each([
	['searchLinks', link],
	['searchDomains', link],
	['getPixels', link],
	['searchSchools', data],
	['getDistrictOptions', data],
] as const)('%s fails with the reason, without showing the key', async (method, service) => {
	const credentials = { baseUrl: service.baseUrl, apiKey: 'wrong-key-0001' };
	const loading = (service === link ? ofLinks : ofData)(method, { credentials });
	const error = await loading.catch((caught: unknown) => caught);
	expect((error as Error).message).toMatch(/refused the API key \(HTTP 401\)/);
	expect(JSON.stringify(error)).not.toContain('wrong-key-0001');
});
