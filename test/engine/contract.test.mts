import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { LEAST, namesOf, nodeOf, OPERATIONS, propertiesOf, requests } from './least.mjs';
import { lines, useSandbox } from './sandbox.mjs';

// Everything that each operation sends. The local services reject what their interface doesn't document.

const { link, data, runLeast } = await useSandbox({ links: 60 });

const to = 'https://a.example/to';

/** Every entry of Additional Fields except the alias, in the order of linkFields.ts. SENT has what is sent for them. */
const FIELDS: IDataObject = {
	password: 'p & q',
	spaceId: '21',
	pixelIds: [101, 102],
	disabled: 1,
	privacy: 2,
	privacyPassword: 's-secret',
	expirationUrl: to,
	expirationDate: '2031-02-03',
	expirationTime: '18:30',
	expirationClicks: 7,
};
const SENT = [
	...['alias=a', 'password=p & q', 'space_id=21', 'pixel_ids[]=101', 'pixel_ids[]=102'],
	...['disabled=1', 'privacy=2', 'privacy_password=s-secret', `expiration_url=${to}`],
	...['expiration_date=2031-02-03', 'expiration_time=18:30', 'expiration_clicks=7'],
];
/** Rules of every kind. Each targeting type uses its own and those of languages. Empty rows are ignored. */
const RULES = {
	countryRules: { rule: ['ZA', 'NA'].map((key) => ({ key, value: to })) },
	platformRules: { rule: [{ key: 'OS X', value: to }] },
	languageRules: {
		rule: [
			{ key: 'af', value: to },
			{ key: '={{ $json.none }}', value: '={{ $json.none }}' },
		],
	},
	rotationRules: { rule: [{ value: to }] },
};
const COUNTRY = [
	...['country[0][key]=ZA', `country[0][value]=${to}`],
	...['country[1][key]=NA', `country[1][value]=${to}`],
];
const LANGUAGE = ['language[0][key]=af', `language[0][value]=${to}`];
const TARGETING: Array<[targetType: string | number, sent: string[]]> = [
	[1, ['target_type=1', ...COUNTRY, ...LANGUAGE]],
	['={{ 1 }}', ['target_type=1', ...COUNTRY, ...LANGUAGE]],
	[2, ['target_type=2', 'platform[0][key]=OS X', `platform[0][value]=${to}`, ...LANGUAGE]],
	[4, ['target_type=4', ...LANGUAGE, `rotation[0][value]=${to}`]],
];
/** An empty parameter is left out, one that the URL has is replaced, and the rest of the URL stays as it is. */
const UTM = {
	url: 'https://a.example/%7e?utm_source=old&a&utm_source=older&b=%20#top',
	utmParameters: { utm: { source: 'news & co', medium: ' ', campaign: '={{ "spring sale" }}' } },
};
const WITH_UTM =
	'https://a.example/%7e?utm_source=news+%26+co&a&b=%20&utm_campaign=spring+sale#top';
const NEW = 'url=https://www.example.org/new';
const DOMAIN = ['domain_id=11', 'domain=11'];
const CREATE = 'POST /api/v1/links';
const UPDATE = 'PUT /api/v1/links/1005';
const LOOK_UP = 'GET /api/v1/links?search=new&search_by=alias&domain_id=11&per_page=100';
/** Every entry of Clear Fields, in alphabetical order. */
const CLEARED = [
	...['expiration', 'expirationClicks', 'expirationUrl', 'password', 'pixels'],
	...['privacyPassword', 'space', 'targeting'],
];
/** What is sent to clear them, in the order of linkFields.ts. */
const SENT_TO_CLEAR = [
	...['password=', 'space_id=', 'pixel_ids[]=', 'privacy_password=', 'expiration_url='],
	...['expiration_date=', 'expiration_time=', 'expiration_clicks=', 'target_type=0'],
	...['country[]=', 'platform[]=', 'language[]=', 'rotation[]='],
];
const SCHOOL = '/v1/high-schools';
const CODE = '36f17f3e-8c46-44e0-b785-be013a3f207a';

/** An operation, the parameters besides its required ones, the requests, and the fields of the last request. */
type Row = [operation: string, given: IDataObject, requests: string | string[], fields?: string[]];

const fromFields = {
	subjectsFrom: 'fields',
	marksAs: 'percentage',
	options: { readFieldsAs: { field: [{ name: 'Accounting', readAs: 'History' }] } },
};

const ROWS: Row[] = [
	[
		'link getAll',
		{
			limit: 1,
			filters: {
				search: 'a b',
				searchBy: 'url',
				status: 3,
				spaceId: '21',
				domainId: '12',
				pixelId: '101',
			},
			options: { perPage: 25 },
			sort: { sortBy: 'clicks', sort: 'asc' },
		},
		'GET /api/v1/links?search=a b&search_by=url&space_id=21&domain_id=12&pixel_id=101&status=3&sort_by=clicks&sort=asc&per_page=25',
	],
	['link get', {}, 'GET /api/v1/links/1005'],
	[
		'link create',
		{ url: to, additionalFields: { alias: 'a', ...FIELDS } },
		'POST /api/v1/links',
		[`url=${to}`, ...SENT, 'domain_id=11', 'domain=11'],
	],
	['link update', { updateFields: { disabled: 0 } }, 'PUT /api/v1/links/1005', ['disabled=0']],
	[
		'link update',
		{ updateFields: { alias: 'a', ...FIELDS, url: to, pixelMode: 'replace' } },
		'PUT /api/v1/links/1005',
		[`url=${to}`, ...SENT],
	],
	[
		'link update',
		{ updateFields: {}, clearFields: CLEARED },
		'PUT /api/v1/links/1005',
		SENT_TO_CLEAR,
	],
	...TARGETING.flatMap(([targetType, sent]): Row[] => [
		['link create', { ...RULES, targetType }, CREATE, [NEW, ...sent, ...DOMAIN]],
		['link update', { ...RULES, targetType, updateFields: {} }, UPDATE, sent],
		[
			'link upsert',
			{ ...RULES, targetType },
			[LOOK_UP, CREATE],
			[NEW, 'alias=new', ...sent, ...DOMAIN],
		],
	]),
	['link create', { ...RULES, targetType: 0 }, CREATE, [NEW, ...DOMAIN]],
	['link update', { ...RULES, targetType: 0, updateFields: {} }, UPDATE, ['target_type=0']],
	['link upsert', { ...RULES }, [LOOK_UP, CREATE], [NEW, 'alias=new', ...DOMAIN]],
	['link delete', {}, 'DELETE /api/v1/links/1005'],
	[
		'pixel getAll',
		{
			limit: 5,
			filters: { search: 'a', type: 'custom', customType: 'pinboard' },
			options: { perPage: 25 },
			sort: { sortBy: 'name', sort: 'desc' },
		},
		'GET /api/v1/pixels?search=a&search_by=name&type=pinboard&sort_by=name&sort=desc&per_page=25',
	],
	['pixel get', {}, 'GET /api/v1/pixels/101'],
	[
		'pixel create',
		{ name: 'N', type: 'custom', customType: 'social-a', value: '1' },
		'POST /api/v1/pixels',
		['name=N', 'type=social-a', 'value=1'],
	],
	['pixel update', { updateFields: { value: '0' } }, 'PUT /api/v1/pixels/101', ['value=0']],
	[
		'pixel update',
		{ updateFields: { name: 'N', type: 'custom', customType: 'microblog', value: '1' } },
		'PUT /api/v1/pixels/101',
		['name=N', 'type=microblog', 'value=1'],
	],
	['pixel delete', {}, 'DELETE /api/v1/pixels/101'],
	[
		'highSchool getAll',
		{
			filters: {
				search: 'spring',
				province: 'KZN',
				district: 'Tshwane South',
				sector: 'Private',
				quintile: 'Q5',
				noFee: false,
				urbanRural: 'Rural',
			},
			options: { perPage: 7, startPage: 2 },
		},
		`GET ${SCHOOL}?search=spring&district=Tshwane South&province=KwaZulu-Natal&quintile=Q5&no_fee=false&sector=Private&urban_rural=Rural&per_page=7&page=2`,
	],
	['highSchool get', {}, `GET ${SCHOOL}/1`],
	['highSchool getProvinces', {}, `GET ${SCHOOL}/provinces`],
	['highSchool getDistricts', {}, `GET ${SCHOOL}/districts`],
	[
		'highSchool getDistricts',
		{ filters: { province: 'Limpopo' } },
		`GET ${SCHOOL}/districts?province=Limpopo`,
	],
	[
		'postalCode getAll',
		{
			filters: {
				search: 'hat',
				suburb: 'Hatfield',
				area: 'Pretoria',
				province: 'Gauteng',
				postalCode: '83',
			},
			options: { perPage: 7, startPage: 2 },
		},
		'GET /v1/postal-codes?postal_code=0083&suburb=Hatfield&search=hat&area=Pretoria&province=Gauteng&per_page=7&page=2',
	],
	['postalCode get', {}, `GET /v1/postal-codes/${CODE}`],
	[
		'university getAll',
		{ filters: { search: 'a', province: 'Gauteng' }, options: { perPage: 7, startPage: 2 } },
		'GET /v1/universities?search=a&province=Gauteng&per_page=7&page=2',
	],
	[
		'admissionPointScore calculate',
		{ subjectsFrom: 'json', subjectsJson: { History: 8 }, options: { levelScale: 8 } },
		'POST /v1/aps-calculator',
		['{"university_id":"uct","subjects":[{"name":"History","level":8}]}'],
	],
	[
		'admissionPointScore closeGap',
		{
			subjectsFrom: 'json',
			subjectsJson: { History: 95 },
			marksAs: 'percentage',
			options: { levelScale: 8 },
		},
		'POST /v1/aps-calculator',
		['{"university_id":"uct","subjects":[{"name":"History","level":8}]}'],
	],
	[
		'link cleanUp',
		{
			target: 'disabled',
			cleanUpAction: 'delete',
			graceDays: 3,
			maxLinks: 1,
			filters: { search: 'zzz', searchBy: 'alias', spaceId: '21', domainId: '12', pixelId: '101' },
			options: {
				keepWithExpirationUrl: false,
				exceptSpaceId: '22',
				includeKept: true,
				trustFilter: true,
			},
		},
		'GET /api/v1/links?search=zzz&search_by=alias&space_id=21&domain_id=12&pixel_id=101&status=3&sort_by=id&sort=asc&per_page=100',
	],
	[
		'link upsert',
		{ alias: 'a', additionalFields: FIELDS },
		['GET /api/v1/links?search=a&search_by=alias&domain_id=11&per_page=100', 'POST /api/v1/links'],
		['url=https://www.example.org/new', ...SENT, 'domain_id=11', 'domain=11'],
	],
	[
		'link create',
		{ url: UTM.url, additionalFields: { utmParameters: UTM.utmParameters } },
		[CREATE],
		[`url=${WITH_UTM}`, ...DOMAIN],
	],
	['link update', { updateFields: UTM }, [UPDATE], [`url=${WITH_UTM}`]],
	[
		'link upsert',
		{
			matchBy: 'url',
			alias: '',
			ifExists: 'keep',
			url: UTM.url,
			additionalFields: { utmParameters: UTM.utmParameters },
		},
		[`GET /api/v1/links?search=${WITH_UTM}&search_by=url&domain_id=11&per_page=100`, CREATE],
		[`url=${WITH_UTM}`, ...DOMAIN],
	],
	[
		'pixel upsert',
		{ name: 'N', ifExists: 'keep', type: 'custom', customType: 'social-a', value: '1' },
		['GET /api/v1/pixels?search=N&search_by=name&per_page=100', 'POST /api/v1/pixels'],
		['name=N', 'type=social-a', 'value=1'],
	],
	[
		'highSchool match',
		{
			schoolName: 'Zzyzx',
			filters: { province: 'KZN', district: 'Umlazi', town: 'Durban', sector: 'Public' },
			options: { maxCandidates: 1, minimumScore: 0.9 },
		},
		['zzyzx', 'zzy'].map(
			(word) => `GET ${SCHOOL}?search=${word}&province=KwaZulu-Natal&sector=Public&per_page=100`,
		),
	],
	[
		'postalCode validate',
		{ filters: { suburb: 'Sunnyside', area: 'Pretoria' } },
		// The list has the place once, with another code.
		['postal_code=0083', 'area=Pretoria&suburb=Sunnyside'].map(
			(query) => `GET /v1/postal-codes?${query}&per_page=100`,
		),
	],
	[
		'postalCode validate',
		{ filters: { suburb: 'Zzyzx', area: 'Pretoria', province: 'GP' } },
		[
			'GET /v1/postal-codes?postal_code=0083&per_page=100',
			'GET /v1/postal-codes?area=Pretoria&province=Gauteng&suburb=Zzyzx&per_page=100',
			'GET /v1/postal-codes?suburb=Zzyzx&per_page=100',
		],
	],
	[
		'postalCode validate',
		{ filters: { suburb: 'Zzyzx', area: 'Qwerty', province: 'GP' } },
		// The place, its suburb anywhere, both halves of the suburb (for a typo), and its town.
		[
			'postal_code=0083',
			'area=Qwerty&province=Gauteng&suburb=Zzyzx',
			'suburb=Zzyzx',
			'suburb=Zzy&province=Gauteng',
			'suburb=zx&province=Gauteng',
			'search=Qwerty',
		].map((query) => `GET /v1/postal-codes?${query}&per_page=100`),
	],
	[
		'postalCode validate',
		{ filters: { area: 'Dubran' } },
		['postal_code=0083', 'area=Dubran', 'search=Dub', 'search=ran', 'search=Dubran'].map(
			(query) => `GET /v1/postal-codes?${query}&per_page=100`,
		),
	],
	[
		'postalCode validate',
		{ filters: { suburb: 'Htafield' } },
		['postal_code=0083', 'suburb=Htafield'].map(
			(query) => `GET /v1/postal-codes?${query}&per_page=100`,
		),
	],
	[
		'postalCode validate',
		{ filters: { suburb: 'Htafield', area: 'Pretorai' } },
		// The code has one place with a name like this, so the town isn't searched.
		['postal_code=0083', 'area=Pretorai&suburb=Htafield', 'suburb=Htafield'].map(
			(query) => `GET /v1/postal-codes?${query}&per_page=100`,
		),
	],
	[
		'admissionPointScore calculate',
		fromFields,
		'POST /v1/aps-calculator',
		['{"university_id":"uct","subjects":[{"name":"History","level":6}]}'],
	],
	[
		'admissionPointScore closeGap',
		fromFields,
		['POST /v1/aps-calculator', 'POST /v1/aps-calculator'],
		['{"university_id":"uct","subjects":[{"name":"History","level":7}]}'],
	],
	[
		'admissionPointScore compare',
		{ ...fromFields, universityScope: 'selected', universityIds: ['up'] },
		['GET /v1/universities?per_page=100', 'POST /v1/aps-calculator'],
		['{"university_id":"up","subjects":[{"name":"History","level":6}]}'],
	],
	[
		'admissionPointScore compare',
		{
			universityScope: 'selected',
			universityIds: ['up'],
			subjectsFrom: 'json',
			subjectsJson: { History: 90 },
			marksAs: 'percentage',
			options: { levelScale: 8, onlyQualifying: true, openOnly: false },
		},
		['GET /v1/universities?per_page=100', 'POST /v1/aps-calculator'],
		['{"university_id":"up","subjects":[{"name":"History","level":8}]}'],
	],
	[
		'admissionPointScore compare',
		{ universityScope: 'province', province: 'Free State', options: requests({ concurrency: 1 }) },
		[
			'GET /v1/universities?per_page=100',
			...['POST /v1/aps-calculator', 'POST /v1/aps-calculator'],
		],
		['{"university_id":"ufs","subjects":[{"name":"Mathematics","level":6}]}'],
	],
	['university get', {}, 'GET /v1/universities?per_page=100'],
];

test.each(ROWS)(
	'%s sends exactly what its parameters set (%#)',
	async (operation, given, requests, fields = []) => {
		const service = nodeOf(operation) === 'linkManager' ? link : data;
		const { error } = await runLeast(operation, given, { items: [{ Accounting: 70 }] });
		expect(error?.message).toBeUndefined();
		expect(lines(service)).toEqual([requests].flat());
		// Split before decoding, so that a difference shows as one field.
		const sent = (service.requests.at(-1)?.body ?? '').replaceAll('+', ' ').split('&');
		expect(sent.filter(Boolean).map(decodeURIComponent)).toEqual(fields);
	},
);

/** Parameters that are not sent: they control the output and how the node waits. */
const NOT_SENT = [
	...['returnAll', 'limit', 'simplify', 'output', 'outputFields', 'options.includeInputFields'],
	'options.requests',
];

/** The names of parameters, and of the entries of collections as `filters.search`. */
function namesIn(given: IDataObject): string[] {
	return Object.entries(given).flatMap(([name, value]) =>
		/^(filters|options|sort|additionalFields|updateFields)$/.test(name)
			? Object.keys(value as IDataObject).map((entry) => `${name}.${entry}`)
			: [name],
	);
}

test.each(OPERATIONS)('the rows of %s use each of its parameters', (operation) => {
	const rows = ROWS.filter(([of]) => of === operation);
	const filled = [LEAST[operation]?.[0] ?? {}, ...rows.map(([, given]) => given)];
	const known = new Set([...NOT_SENT, ...filled.flatMap(namesIn)]);
	const names = propertiesOf(operation)
		.filter(({ type }) => type !== 'notice')
		.flatMap(({ name, type, options = [] }) =>
			type === 'collection'
				? (options as INodeProperties[]).map((entry) => `${name}.${entry.name}`)
				: [name],
		);
	const missing = names.filter((name) => !known.has(name) && !name.endsWith('.length'));
	expect(
		missing,
		`Add them to a row of "${operation}" in ROWS of test/engine/contract.test.mts, with what is sent`,
	).toEqual([]);
	expect(rows, `Add a row of "${operation}" to ROWS of this file`).not.toEqual([]);
});

test('a row clears every entry of Clear Fields', () => {
	const advice = 'Add it to CLEARED of this file, and what is sent to SENT_TO_CLEAR';
	expect(CLEARED, advice).toEqual(namesOf('link update', 'clearFields').sort());
});
