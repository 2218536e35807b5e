import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import type { RecordedRequest, Service } from '../../sandbox/services/start.mjs';
import { line, locator, useSandbox } from './sandbox.mjs';

const { link, data, linkManager, referenceData } = await useSandbox({ links: 40 });

/** The services' contracts: what each endpoint takes, and the values that it takes; [] for any. */
const SEARCH_PIXELS = {
	search: [],
	search_by: ['name'],
	type: [
		'retarget',
		'search-b',
		'social-a',
		'search-a-ads',
		'search-a-analytics',
		'search-a-tag-manager',
		'professional-network',
		'pinboard',
		'qa-network',
		'microblog',
	],
	sort_by: ['id', 'name'],
	sort: ['desc', 'asc'],
	per_page: ['10', '25', '50', '100'],
} as const;

const LINK_FIELDS = {
	url: [],
	alias: [],
	password: [],
	space_id: [],
	'pixel_ids[]': [],
	disabled: ['0', '1'],
	privacy: ['0', '1', '2'],
	privacy_password: [],
	expiration_url: [],
	expiration_date: [],
	expiration_time: [],
	expiration_clicks: [],
	target_type: ['0', '1', '2', '4'],
	'country[index][key]': [],
	'country[index][value]': [],
	'platform[index][key]': ['iOS', 'Android', 'Windows', 'OS X', 'Linux', 'Ubuntu', 'Chrome OS'],
	'platform[index][value]': [],
	'language[index][key]': [],
	'language[index][value]': [],
	'rotation[index][value]': [],
} as const;

const PIXEL_FIELDS = { name: [], type: SEARCH_PIXELS.type, value: [] } as const;

const PAGES = { page: [], per_page: ['1', '100'] } as const;

const DOCUMENTED: Record<string, Record<string, readonly string[]>> = {
	'GET /api/v1/links': {
		search: [],
		search_by: ['title', 'alias', 'url'],
		status: ['0', '1', '2', '3'],
		space_id: [],
		domain_id: [],
		pixel_id: [],
		sort_by: ['id', 'clicks', 'title', 'alias', 'url'],
		sort: ['desc', 'asc'],
		per_page: ['10', '25', '50', '100'],
	},
	'GET /api/v1/links/{id}': {},
	'POST /api/v1/links': { ...LINK_FIELDS, domain_id: [], domain: [] },
	'PUT /api/v1/links/{id}': LINK_FIELDS,
	'DELETE /api/v1/links/{id}': {},
	'GET /api/v1/pixels': SEARCH_PIXELS,
	'GET /api/v1/pixels/{id}': {},
	'POST /api/v1/pixels': PIXEL_FIELDS,
	'PUT /api/v1/pixels/{id}': PIXEL_FIELDS,
	'DELETE /api/v1/pixels/{id}': {},
	'GET /v1/high-schools': {
		search: [],
		province: [],
		district: [],
		sector: ['Public', 'Private'],
		quintile: ['Q1', 'Q2', 'Q3', 'Q4', 'Q5'],
		no_fee: ['true', 'false'],
		urban_rural: ['Urban', 'Rural'],
		...PAGES,
	},
	'GET /v1/high-schools/{natEmisOrId}': {},
	'GET /v1/high-schools/provinces': {},
	'GET /v1/high-schools/districts': { province: [] },
	'GET /v1/postal-codes': {
		search: [],
		suburb: [],
		area: [],
		province: [],
		postal_code: [],
		...PAGES,
	},
	'GET /v1/postal-codes/{id}': {},
	'GET /v1/universities': { search: [], province: [], ...PAGES },
	'POST /v1/aps-calculator': { university_id: [], 'subjects[].name': [], 'subjects[].level': [] },
};

/** What the contracts do not document: the page number of the link service's lists. */
const UNDOCUMENTED: Record<string, string[]> = {
	'GET /api/v1/links': ['page'],
	'GET /api/v1/pixels': ['page'],
};

type Runs = IDataObject[];

const link1001 = { resource: 'link', linkId: locator('1001') };
const pixel101 = { resource: 'pixel', pixelId: locator('101') };

function each<T>(values: readonly T[], run: (value: T) => IDataObject): Runs {
	return values.map(run);
}

/** Every field of a link, as `additionalFields` and `updateFields` hold them. */
function linkFieldSets(alias: string): IDataObject[] {
	const to = (path: string) => `https://www.example.org/to/${path}`;
	return [
		{ alias, password: 'p-secret', spaceId: locator('21'), pixelIds: [101, 102] },
		{ expirationUrl: to('over'), expirationDate: '2031-02-03', expirationTime: '18:30' },
		{ expirationClicks: 7 },
		...each([0, 1], (disabled) => ({ disabled })),
		...each([0, 1], (privacy) => ({ privacy })),
		{ privacy: 2, privacyPassword: 's-secret' },
		...each([0, 1, 2, 4], (targetType) => ({ targetType })),
		{ countryRules: { rule: [{ key: 'ZA', value: to('za') }] } },
		{ languageRules: { rule: [{ key: 'af', value: to('af') }] } },
		{ rotationRules: { rule: [{ value: to('a') }, { value: to('b') }] } },
		{
			platformRules: {
				rule: ['iOS', 'Android', 'Windows', 'OS X', 'Linux', 'Ubuntu', 'Chrome OS'].map((key) => ({
					key,
					value: to(key),
				})),
			},
		},
	];
}

const LINK_RUNS: Runs = [
	...each(
		[
			...each(['title', 'alias', 'url'], (searchBy) => ({ search: 'sample', searchBy })),
			...each([0, 1, 2, 3], (status) => ({ status })),
			{ spaceId: locator('21') },
			{ domainId: locator('12') },
			{ pixelId: locator('101') },
		],
		(filters) => ({ resource: 'link', operation: 'getAll', filters }),
	),
	...each(
		[
			...each(['id', 'clicks', 'title', 'alias', 'url'], (sortBy) => ({ sortBy })),
			...each(['desc', 'asc'], (sort) => ({ sort })),
			...each([10, 25, 50, 100], (perPage) => ({ perPage })),
		],
		(options) => ({ resource: 'link', operation: 'getAll', options }),
	),
	{ ...link1001, operation: 'get' },
	...each(linkFieldSets('contract-created'), (additionalFields) => ({
		resource: 'link',
		operation: 'create',
		url: 'https://www.example.org/created',
		domainId: locator('11'),
		additionalFields,
	})),
	...each(
		[...linkFieldSets('contract-updated'), { url: 'https://www.example.org/updated' }],
		(updateFields) => ({ ...link1001, operation: 'update', updateFields }),
	),
	{ resource: 'link', operation: 'delete', linkId: locator('1002') },
	...each(
		[
			{ filters: { search: 'sample' } },
			...each(SEARCH_PIXELS.type, (type) => ({ filters: { type } })),
			...each(['id', 'name'], (sortBy) => ({ options: { sortBy } })),
			...each(['desc', 'asc'], (sort) => ({ options: { sort } })),
			...each([10, 25, 50, 100], (perPage) => ({ options: { perPage } })),
		],
		(parameters) => ({ resource: 'pixel', operation: 'getAll', ...parameters }),
	),
	{ ...pixel101, operation: 'get' },
	...each(SEARCH_PIXELS.type, (type) => ({
		resource: 'pixel',
		operation: 'create',
		name: `Contract ${type}`,
		type,
		value: 'C-1',
	})),
	...each(
		[{ name: 'Renamed' }, { value: 'C-2' }, ...each(SEARCH_PIXELS.type, (type) => ({ type }))],
		(updateFields) => ({ ...pixel101, operation: 'update', updateFields }),
	),
	{ resource: 'pixel', operation: 'delete', pixelId: locator('102') },
];

const PAGE_OPTIONS: Runs = [{ perPage: 1, startPage: 2 }, { perPage: 100 }];

function dataRuns(): Runs {
	return [
		...each(
			[
				{ search: 'school' },
				{ province: 'Gauteng' },
				{ district: 'Tshwane South' },
				...each(['Public', 'Private'], (sector) => ({ sector })),
				...each(['Q1', 'Q2', 'Q3', 'Q4', 'Q5'], (quintile) => ({ quintile })),
				...each([true, false], (noFee) => ({ noFee })),
				...each(['Urban', 'Rural'], (urbanRural) => ({ urbanRural })),
			],
			(filters) => ({ resource: 'highSchool', operation: 'getAll', limit: 1, filters }),
		),
		{
			resource: 'highSchool',
			operation: 'get',
			schoolId: locator(data.schools[0]?.nat_emis, 'emis'),
		},
		{ resource: 'highSchool', operation: 'getProvinces' },
		{ resource: 'highSchool', operation: 'getDistricts', filters: { province: 'Limpopo' } },
		...each(
			[
				{ search: 'Hatfield' },
				{ suburb: 'Hatfield' },
				{ area: 'Pretoria' },
				{ province: 'Gauteng' },
				{ postalCode: '0083' },
			],
			(filters) => ({ resource: 'postalCode', operation: 'getAll', limit: 1, filters }),
		),
		{ resource: 'postalCode', operation: 'get', postalCodeId: locator(data.postalCodes[0]?.id) },
		...each([{ search: 'Cape' }, { province: 'Gauteng' }], (filters) => ({
			resource: 'university',
			operation: 'getAll',
			limit: 1,
			filters,
		})),
		...['highSchool', 'postalCode', 'university'].flatMap((resource) =>
			each(PAGE_OPTIONS, (options) => ({ resource, operation: 'getAll', limit: 1, options })),
		),
		{
			resource: 'admissionPointScore',
			operation: 'calculate',
			universityId: locator('uct'),
			subjects: { subject: [{ name: 'Mathematics', mark: '6' }] },
		},
	];
}

test('everything that the contracts document can be sent, and nothing else is', async () => {
	const sent = new Map<string, Map<string, Set<string>>>();
	for (const [run, service, runs] of [
		[linkManager, link, LINK_RUNS],
		[referenceData, data, dataRuns()],
	] as const) {
		for (const parameters of runs) {
			service.reset();
			const { error } = await run(parameters);
			expect(error, JSON.stringify(parameters)).toBeUndefined();
			note(service, sent);
		}
	}

	expect([...sent.keys()].sort()).toEqual(Object.keys(DOCUMENTED).sort());
	for (const [endpoint, documented] of Object.entries(DOCUMENTED)) {
		const names = sent.get(endpoint) ?? new Map<string, Set<string>>();
		const known = [...Object.keys(documented), ...(UNDOCUMENTED[endpoint] ?? [])];
		expect(
			[...names.keys()].filter((name) => !known.includes(name)),
			endpoint,
		).toEqual([]);
		for (const [name, values] of Object.entries(documented)) {
			expect(names.has(name), `${endpoint} takes ${name}`).toBe(true);
			expect([...(names.get(name) ?? [])], `${endpoint}: ${name}`).toEqual(
				expect.arrayContaining([...values]),
			);
		}
	}
});

test('every request says what it accepts and carries the key, in the header of its service', async () => {
	await linkManager({ ...link1001, operation: 'update', updateFields: { disabled: 1 } });
	await referenceData({ resource: 'highSchool', operation: 'getProvinces' });
	expect(link.requests[0]?.headers).toMatchObject({
		accept: 'application/json',
		authorization: `Bearer ${link.apiKey}`,
	});
	expect(link.requests[0]?.headers['content-type']).toMatch(
		/^application\/x-www-form-urlencoded(;|$)/,
	);
	expect(data.requests[0]?.headers).toMatchObject({
		accept: 'application/json',
		'x-api-key': data.apiKey,
	});
	expect(data.requests[0]?.headers).not.toHaveProperty('authorization');
});

test.each([
	['', '/api/v1/links/1001'],
	['/', '/api/v1/links/1001'],
	['///', '/api/v1/links/1001'],
	['/api/v1', '/api/v1/links/1001'],
	['/api/v1/', '/api/v1/links/1001'],
	['/v1', '/api/v1/links/1001'],
])('a base URL that ends in "%s" calls the same address', async (ending, path) => {
	const credentials = { baseUrl: `${link.baseUrl}${ending}`, apiKey: ` ${link.apiKey} ` };
	const { error } = await linkManager({ ...link1001, operation: 'get' }, { credentials });
	expect(error).toBeUndefined();
	expect(link.requests.map(line)).toEqual([`GET ${path}`]);
});

/** Adds what the requests of a service sent, by endpoint and by name. */
function note({ requests }: Service, sent: Map<string, Map<string, Set<string>>>): void {
	for (const request of requests) {
		const endpoint = endpointOf(request);
		const names = sent.get(endpoint) ?? new Map<string, Set<string>>();
		sent.set(endpoint, names);
		for (const [name, value] of pairsOf(request)) {
			names.set(name, (names.get(name) ?? new Set()).add(value));
		}
	}
}

function endpointOf({ method, path }: RecordedRequest): string {
	return `${method} ${path
		.replace(/\/(links|pixels|postal-codes)\/[^/]+$/, '/$1/{id}')
		.replace(/\/high-schools\/\d+$/, '/high-schools/{natEmisOrId}')}`;
}

function pairsOf({ query, body, headers }: RecordedRequest): Array<[string, string]> {
	const inQuery = [...new URLSearchParams(query)];
	if (headers['content-type']?.startsWith('application/json')) {
		const { subjects, ...others } = JSON.parse(body) as IDataObject;
		const rows = (subjects as IDataObject[]).flatMap((row) => Object.entries(row));
		return [
			...Object.entries(others).map(([name, value]): [string, string] => [name, String(value)]),
			...rows.map(([name, value]): [string, string] => [`subjects[].${name}`, String(value)]),
		];
	}
	const inBody = [...new URLSearchParams(body)].map(([name, value]): [string, string] => [
		name.replace(/\[\d+\]/, '[index]'),
		value,
	]);
	return [...inQuery, ...inBody];
}
