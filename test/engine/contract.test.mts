import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import type { RecordedRequest, Service } from '../../sandbox/services/start.mjs';
import {
	ENDPOINTS,
	findEndpoint,
	PIXEL_TYPES,
	PLATFORMS,
	PROVINCES,
	valuesOf,
	type Endpoint,
	type Parameter,
} from '../contract/endpoints.mjs';
import { line, locator, useSandbox } from './sandbox.mjs';

const { link, data, linkManager, referenceData } = await useSandbox({ links: 40 });

const LINKS = ENDPOINTS['GET /api/v1/links'].query;
const LINK = ENDPOINTS['POST /api/v1/links'].form;
const PIXELS = ENDPOINTS['GET /api/v1/pixels'].query;
const SCHOOLS = ENDPOINTS['GET /v1/high-schools'].query;

/** The names of an endpoint's parameters and fields, as `pairsOf` gives them. */
function parametersOf({ query = {}, form = {}, json = {} }: Endpoint): Array<[string, Parameter]> {
	const inBody = Object.entries({ ...form, ...json }).flatMap(
		([name, field]): Array<[string, Parameter]> => {
			if (!field.rows) return [[field.list ? `${name}[]` : name, field]];
			return Object.entries(field.rows).map(([column, cell]) => [`${name}[][${column}]`, cell]);
		},
	);
	return [...Object.entries(query), ...inBody];
}

type Runs = IDataObject[];

const link1001 = { resource: 'link', linkId: locator('1001') };
const pixel101 = { resource: 'pixel', pixelId: locator('101') };

function each<T>(values: readonly T[], run: (value: T) => IDataObject): Runs {
	return values.map(run);
}

function numbers(parameter: Parameter): number[] {
	return valuesOf(parameter).map(Number);
}

/** Every field of a link, as `additionalFields` and `updateFields` hold them. */
function linkFieldSets(alias: string): IDataObject[] {
	const to = (path: string) => `https://www.example.org/to/${path}`;
	return [
		{ alias, password: 'p-secret', spaceId: locator('21'), pixelIds: [101, 102] },
		{ expirationUrl: to('over'), expirationDate: '2031-02-03', expirationTime: '18:30' },
		{ expirationClicks: 7 },
		...each(numbers(LINK.disabled), (disabled) => ({ disabled })),
		...each(numbers(LINK.privacy).slice(0, 2), (privacy) => ({ privacy })),
		{ privacy: 2, privacyPassword: 's-secret' },
		...each(numbers(LINK.target_type), (targetType) => ({ targetType })),
		{ countryRules: { rule: [{ key: 'ZA', value: to('za') }] } },
		{ languageRules: { rule: [{ key: 'af', value: to('af') }] } },
		{ rotationRules: { rule: [{ value: to('a') }, { value: to('b') }] } },
		{
			platformRules: {
				rule: PLATFORMS.map((key) => ({
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
			...each(valuesOf(LINKS.search_by), (searchBy) => ({ search: 'sample', searchBy })),
			...each(numbers(LINKS.status), (status) => ({ status })),
			{ spaceId: locator('21') },
			{ domainId: locator('12') },
			{ pixelId: locator('101') },
		],
		(filters) => ({ resource: 'link', operation: 'getAll', filters }),
	),
	...each(
		[
			...each(valuesOf(LINKS.sort_by), (sortBy) => ({ sortBy })),
			...each(valuesOf(LINKS.sort), (sort) => ({ sort })),
			...each(numbers(LINKS.per_page), (perPage) => ({ perPage })),
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
			...each(PIXEL_TYPES, (type) => ({ filters: { type } })),
			...each(valuesOf(PIXELS.sort_by), (sortBy) => ({ options: { sortBy } })),
			...each(valuesOf(PIXELS.sort), (sort) => ({ options: { sort } })),
			...each(numbers(PIXELS.per_page), (perPage) => ({ options: { perPage } })),
		],
		(parameters) => ({ resource: 'pixel', operation: 'getAll', ...parameters }),
	),
	{ ...pixel101, operation: 'get' },
	...each(PIXEL_TYPES, (type) => ({
		resource: 'pixel',
		operation: 'create',
		name: `Contract ${type}`,
		type,
		value: 'C-1',
	})),
	...each(
		[{ name: 'Renamed' }, { value: 'C-2' }, ...each(PIXEL_TYPES, (type) => ({ type }))],
		(updateFields) => ({ ...pixel101, operation: 'update', updateFields }),
	),
	{ resource: 'pixel', operation: 'delete', pixelId: locator('102') },
];

const inProvinces = each(PROVINCES, (province) => ({ province }));
const PAGE_OPTIONS: Runs = [{ perPage: 1, startPage: 2 }, { perPage: 100 }];

function dataRuns(): Runs {
	return [
		...each(
			[
				{ search: 'school' },
				...inProvinces,
				{ district: 'Tshwane South' },
				...each(valuesOf(SCHOOLS.sector), (sector) => ({ sector })),
				...each(valuesOf(SCHOOLS.quintile), (quintile) => ({ quintile })),
				...each([true, false], (noFee) => ({ noFee })),
				...each(valuesOf(SCHOOLS.urban_rural), (urbanRural) => ({ urbanRural })),
			],
			(filters) => ({ resource: 'highSchool', operation: 'getAll', limit: 1, filters }),
		),
		{
			resource: 'highSchool',
			operation: 'get',
			schoolId: locator(data.schools[0]?.nat_emis, 'emis'),
		},
		{ resource: 'highSchool', operation: 'match', schoolName: 'Pretoria' },
		{ resource: 'highSchool', operation: 'getProvinces' },
		...each(inProvinces, (filters) => ({
			resource: 'highSchool',
			operation: 'getDistricts',
			filters,
		})),
		...each(
			[
				{ search: 'Hatfield' },
				{ suburb: 'Hatfield' },
				{ area: 'Pretoria' },
				...inProvinces,
				{ postalCode: '0083' },
			],
			(filters) => ({ resource: 'postalCode', operation: 'getAll', limit: 1, filters }),
		),
		{ resource: 'postalCode', operation: 'get', postalCodeId: locator(data.postalCodes[0]?.id) },
		...each([{ search: 'Cape' }, ...inProvinces], (filters) => ({
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
			subjects: {
				subject: [
					{ name: 'Mathematics', mark: '1' },
					{ name: 'English', mark: '8' },
				],
			},
			options: { levelScale: 8 },
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

	expect([...sent.keys()].sort()).toEqual(Object.keys(ENDPOINTS).sort());
	for (const [endpoint, contract] of Object.entries(ENDPOINTS)) {
		const names = sent.get(endpoint) ?? new Map<string, Set<string>>();
		const known = new Map(parametersOf(contract));
		expect(
			[...names.keys()].filter((name) => !known.has(name)),
			endpoint,
		).toEqual([]);
		for (const [name, parameter] of known) {
			if (parameter.undocumented) continue;
			expect(names.has(name), `${endpoint} takes ${name}`).toBe(true);
			expect([...(names.get(name) ?? [])], `${endpoint}: ${name}`).toEqual(
				expect.arrayContaining([...valuesOf(parameter)]),
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
		const endpoint = findEndpoint(request.method, request.path) ?? request.path;
		const names = sent.get(endpoint) ?? new Map<string, Set<string>>();
		sent.set(endpoint, names);
		for (const [name, value] of pairsOf(request)) {
			names.set(name, (names.get(name) ?? new Set()).add(value));
		}
	}
}

function pairsOf({ query, body, headers }: RecordedRequest): Array<[string, string]> {
	const inQuery = [...new URLSearchParams(query)];
	if (headers['content-type']?.startsWith('application/json')) {
		const { subjects, ...others } = JSON.parse(body) as IDataObject;
		const rows = (subjects as IDataObject[]).flatMap((row) => Object.entries(row));
		return [
			...Object.entries(others).map(([name, value]): [string, string] => [name, String(value)]),
			...rows.map(([name, value]): [string, string] => [`subjects[][${name}]`, String(value)]),
		];
	}
	const inBody = [...new URLSearchParams(body)].map(([name, value]): [string, string] => [
		name.replace(/\[\d+\]/, '[]'),
		value,
	]);
	return [...inQuery, ...inBody];
}
