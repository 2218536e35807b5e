import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { linkOf, nodeOn, type Received, startScripted } from './scripted.mjs';

const service = await startScripted();
const linkManager = nodeOn('linkManager', service);
const referenceData = nodeOn('referenceData', service);

const PIXEL_TYPES = [
	...['retarget', 'search-b', 'social-a', 'search-a-ads', 'search-a-analytics'],
	...['search-a-tag-manager', 'professional-network', 'pinboard', 'qa-network', 'microblog'],
];
const PLATFORMS = ['iOS', 'Android', 'Windows', 'OS X', 'Linux', 'Ubuntu', 'Chrome OS'];
const PROVINCES = [
	...['Eastern Cape', 'Free State', 'Gauteng', 'KwaZulu-Natal', 'Limpopo', 'Mpumalanga'],
	...['North West', 'Northern Cape', 'Western Cape'],
];
const ANY: string[] = [];
const SORT = { sort: ['asc', 'desc'], per_page: ['10', '25', '50', '100'] };
const PAGES = { page: ['1', '2'], per_page: ['1', '100'] };
const PIXEL = { name: ANY, type: PIXEL_TYPES, value: ANY };
const LINK = {
	...{ url: ANY, alias: ANY, password: ANY, space_id: ANY, 'pixel_ids[]': ['101', '102'] },
	...{ disabled: ['0', '1'], privacy: ['0', '1', '2'], privacy_password: ANY },
	...{ expiration_url: ANY, expiration_date: ['2031-02-03'], expiration_time: ['18:30'] },
	...{ expiration_clicks: ['7'], target_type: ['0', '1', '2', '4'] },
	...{ 'country[][key]': ['ZA'], 'country[][value]': ANY },
	...{ 'platform[][key]': PLATFORMS, 'platform[][value]': ANY },
	...{ 'language[][key]': ['af'], 'language[][value]': ANY, 'rotation[][value]': ANY },
};

/** Every parameter and field that the services document, with the values that are documented. */
const DOCUMENTED: Record<string, Record<string, string[]>> = {
	'GET /api/v1/links': {
		...SORT,
		...{ search: ANY, search_by: ['title', 'alias', 'url'], status: ['0', '1', '2', '3'] },
		...{ space_id: ANY, domain_id: ANY, pixel_id: ANY },
		sort_by: ['id', 'clicks', 'title', 'alias', 'url'],
	},
	'GET /api/v1/links/{id}': {},
	'POST /api/v1/links': { ...LINK, domain_id: ['11'], domain: ['11'] },
	'PUT /api/v1/links/{id}': LINK,
	'DELETE /api/v1/links/{id}': {},
	'GET /api/v1/pixels': {
		...SORT,
		...{ search: ANY, search_by: ['name'], type: PIXEL_TYPES, sort_by: ['id', 'name'] },
	},
	'GET /api/v1/pixels/{id}': {},
	'POST /api/v1/pixels': PIXEL,
	'PUT /api/v1/pixels/{id}': PIXEL,
	'DELETE /api/v1/pixels/{id}': {},
	'GET /v1/high-schools': {
		...PAGES,
		...{ search: ANY, province: PROVINCES, district: ANY, sector: ['Public', 'Private'] },
		quintile: ['Q1', 'Q2', 'Q3', 'Q4', 'Q5'],
		...{ no_fee: ['true', 'false'], urban_rural: ['Urban', 'Rural'] },
	},
	'GET /v1/high-schools/{id}': {},
	'GET /v1/high-schools/provinces': {},
	'GET /v1/high-schools/districts': { province: PROVINCES },
	'GET /v1/postal-codes': {
		...PAGES,
		...{ search: ANY, suburb: ANY, area: ANY, province: PROVINCES, postal_code: ['0083'] },
	},
	'GET /v1/postal-codes/{id}': {},
	'GET /v1/universities': { ...PAGES, search: ANY, province: PROVINCES },
	'POST /v1/aps-calculator': {
		university_id: ['uct'],
		'subjects[][name]': ANY,
		'subjects[][level]': ['1', '8'],
	},
};

/** One run for each value of an entry of a collection. */
const each = (name: string, values: unknown[]) => values.map((value) => ({ [name]: value }));
const to = 'https://a.example/to';
const rules = (...keys: string[]) => ({ rule: keys.map((key) => ({ key, value: to })) });
const LINK_FIELDS = [
	{ alias: 'a', password: 'p-secret', spaceId: '21', pixelIds: [101, 102] },
	{ expirationUrl: to, expirationDate: '2031-02-03', expirationTime: '18:30' },
	{ expirationClicks: 7 },
	...each('disabled', [0, 1]),
	...each('privacy', [0, 1]),
	{ privacy: 2, privacyPassword: 's-secret' },
	...each('targetType', [0, 1, 2, 4]),
	{ countryRules: rules('ZA'), languageRules: rules('af'), platformRules: rules(...PLATFORMS) },
	{ rotationRules: { rule: [{ value: to }] } },
];

const ofLinks = (parameters: IDataObject) => ({ resource: 'link', ...parameters });
const ofPixels = (parameters: IDataObject) => ({ resource: 'pixel', ...parameters });
const lists = (resource: string, collection: string, runs: object[]) =>
	runs.map((one) => ({ resource, operation: 'getAll', limit: 1, [collection]: one }));
const pages = [{ perPage: 1, startPage: 2 }, { perPage: 100 }];
const sorts = [...each('sort', ['asc', 'desc']), ...each('perPage', [10, 25, 50, 100])];

const LINK_RUNS = [
	...lists('link', 'filters', [
		...['title', 'alias', 'url'].map((searchBy) => ({ search: 'a', searchBy })),
		...each('status', [0, 1, 2, 3]),
		{ spaceId: '21', domainId: '12', pixelId: '101' },
	]),
	...lists('link', 'options', [
		...sorts,
		...each('sortBy', ['id', 'clicks', 'title', 'alias', 'url']),
	]),
	ofLinks({ operation: 'get', linkId: '1' }),
	ofLinks({ operation: 'delete', linkId: '1' }),
	...LINK_FIELDS.map((additionalFields) =>
		ofLinks({ operation: 'create', url: to, domainId: '11', additionalFields }),
	),
	...[...LINK_FIELDS, { url: to }].map((updateFields) =>
		ofLinks({ operation: 'update', linkId: '1', updateFields, pixelMode: 'replace' }),
	),
	...lists('pixel', 'filters', [{ search: 'a' }, ...each('type', PIXEL_TYPES)]),
	...lists('pixel', 'options', [...sorts, ...each('sortBy', ['id', 'name'])]),
	ofPixels({ operation: 'get', pixelId: '1' }),
	ofPixels({ operation: 'delete', pixelId: '1' }),
	...PIXEL_TYPES.map((type) => ofPixels({ operation: 'create', name: 'A', type, value: '1' })),
	...[{ name: 'A', value: '1' }, ...each('type', PIXEL_TYPES)].map((updateFields) =>
		ofPixels({ operation: 'update', pixelId: '1', updateFields }),
	),
];

const UUID = '74959957-4ef9-4a94-a26f-38cab922aecf';
const DATA_RUNS = [
	...lists('highSchool', 'filters', [
		{ search: 'a', district: 'Tshwane South' },
		...each('province', PROVINCES),
		...each('sector', ['Public', 'Private']),
		...each('quintile', ['Q1', 'Q2', 'Q3', 'Q4', 'Q5']),
		...each('noFee', [true, false]),
		...each('urbanRural', ['Urban', 'Rural']),
	]),
	...lists('postalCode', 'filters', [
		{ search: 'a', suburb: 'Hatfield', area: 'Pretoria', postalCode: '83' },
		...each('province', PROVINCES),
	]),
	...lists('university', 'filters', [{ search: 'a' }, ...each('province', PROVINCES)]),
	...['highSchool', 'postalCode', 'university'].flatMap((one) => lists(one, 'options', pages)),
	{ resource: 'highSchool', operation: 'get', schoolId: '12' },
	{ resource: 'highSchool', operation: 'getProvinces' },
	...each('province', PROVINCES).map((filters) => ({
		...{ resource: 'highSchool', operation: 'getDistricts', filters },
	})),
	{ resource: 'postalCode', operation: 'get', postalCodeId: UUID },
	{
		...{ resource: 'admissionPointScore', operation: 'calculate', universityId: 'uct' },
		subjectsFrom: 'json',
		subjectsJson: { Mathematics: 1, History: 8 },
		options: { levelScale: 8 },
	},
];

/** The names and values of a query and a body; `country[0][key]` as `country[][key]`. */
function pairsOf({ query, body, headers }: Received): Array<[string, string]> {
	const form = new URLSearchParams(body);
	const isJson = headers['content-type']?.includes('json') === true;
	const { subjects = [], ...others } = (isJson ? JSON.parse(body) : {}) as { subjects?: object[] };
	const rows = subjects.flatMap((row) => Object.entries(row));
	return [
		...Object.entries(query),
		...(isJson ? [] : [...form]).map(([name, value]): [string, string] => [
			name.replace(/\[\d+\]/, '[]'),
			value,
		]),
		...Object.entries(others).map(([name, value]): [string, string] => [name, String(value)]),
		...rows.map(([name, value]): [string, string] => [`subjects[][${name}]`, String(value)]),
	];
}

test('everything that the services document can be sent, and nothing else is', async () => {
	service.answers(({ method, path }) => {
		if (path.endsWith('/aps-calculator')) return { body: { aps_score: 5, aps_minimum: 3 } };
		const isOne = method !== 'GET' || /\/(\d+|[\da-f-]{36})$/.test(path);
		return { body: { data: isOne ? linkOf(1) : [linkOf(1)] } };
	});
	for (const parameters of LINK_RUNS) {
		const { error } = await linkManager(parameters as IDataObject);
		expect(error?.message, JSON.stringify(parameters)).toBeUndefined();
	}
	for (const parameters of DATA_RUNS) {
		const { error } = await referenceData(parameters as IDataObject);
		expect(error?.message, JSON.stringify(parameters)).toBeUndefined();
	}

	const sent: Record<string, Record<string, string[]>> = {};
	for (const request of service.requests) {
		const path = request.path.replace(/\/(\d+|[\da-f-]{36})$/, '/{id}');
		const names = (sent[`${request.method} ${path}`] ??= {});
		for (const [name, value] of pairsOf(request)) (names[name] ??= []).push(value);
	}
	expect(Object.keys(sent).sort()).toEqual(Object.keys(DOCUMENTED).sort());
	for (const [endpoint, documented] of Object.entries(DOCUMENTED)) {
		expect(Object.keys(sent[endpoint] ?? {}).sort(), endpoint).toEqual(
			Object.keys(documented).sort(),
		);
		for (const [name, values] of Object.entries(documented)) {
			const found = new Set(sent[endpoint]?.[name]);
			const isOpen = values === ANY || ['page', 'per_page'].includes(name);
			if (!isOpen) expect([...found].sort(), `${endpoint}: ${name}`).toEqual([...values].sort());
		}
	}
});

test('every request says what it accepts and carries the key, in the header of its service', async () => {
	service.answers(() => ({ body: { data: linkOf(1) } }));
	await linkManager({
		resource: 'link',
		operation: 'update',
		linkId: '1',
		updateFields: { disabled: 1 },
	});
	await referenceData({ resource: 'highSchool', operation: 'get', schoolId: '1' });
	const [ofLink, ofData] = service.requests.map(({ headers }) => headers);
	expect(ofLink).toMatchObject({
		accept: 'application/json',
		authorization: `Bearer ${service.apiKey}`,
		'content-type': expect.stringMatching(/^application\/x-www-form-urlencoded(;|$)/) as string,
	});
	expect(ofData).toMatchObject({ accept: 'application/json', 'x-api-key': service.apiKey });
	expect(ofData).not.toHaveProperty('authorization');
});

test.each(['', '/', '///', '/api/v1', '/api/v1/', '/v1'])(
	'a base URL that ends in "%s" calls the same address',
	async (ending) => {
		const credentials = { baseUrl: `${service.baseUrl}${ending}`, apiKey: ` ${service.apiKey} ` };
		await linkManager({ resource: 'link', operation: 'get', linkId: '1' }, { credentials });
		expect(service.requests.map(({ path }) => path)).toEqual(['/api/v1/links/1']);
	},
);
