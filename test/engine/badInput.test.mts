import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { nodeOn, startScripted } from './scripted.mjs';

const service = await startScripted();
const nodes = {
	linkManager: nodeOn('linkManager', service),
	referenceData: nodeOn('referenceData', service),
};

const value = '={{ $json.value }}';
const byId = { __rl: true, mode: 'id', value };

/** What is refused becomes an error that names its item, and nothing is sent. */
async function expectRefused(
	node: keyof typeof nodes,
	parameters: IDataObject,
	bad: unknown,
	message: RegExp,
): Promise<void> {
	const items = [{ value: bad }, { value: bad }] as IDataObject[];
	const { records } = await nodes[node](parameters, { items, onError: 'continueRegularOutput' });
	expect(records.map(({ error }) => error)).toEqual([
		expect.stringMatching(message),
		expect.stringMatching(/ \[item 1\]$/),
	]);
	expect(records[0]?.details).toEqual({ outcome: 'notSent' });
	expect(service.requests).toEqual([]);
}

describe('An identifier', () => {
	const ofLink = { resource: 'link', linkId: value };
	const ofPixel = { resource: 'pixel', pixelId: value };
	const subjects = { subjects: { subject: [{ name: 'Mathematics', mark: '6' }] } };

	test.each<[string, keyof typeof nodes, IDataObject]>([
		['Link', 'linkManager', { ...ofLink, operation: 'get' }],
		['Link', 'linkManager', { ...ofLink, operation: 'delete' }],
		['Link', 'linkManager', { ...ofLink, operation: 'delete', linkId: byId }],
		['Link', 'linkManager', { ...ofLink, operation: 'update', updateFields: { disabled: 1 } }],
		['Pixel', 'linkManager', { ...ofPixel, operation: 'get' }],
		['Pixel', 'linkManager', { ...ofPixel, operation: 'delete' }],
		['Pixel', 'linkManager', { ...ofPixel, operation: 'update', updateFields: { name: 'A' } }],
		['High School', 'referenceData', { resource: 'highSchool', operation: 'get', schoolId: value }],
		[
			'High School',
			'referenceData',
			{ resource: 'highSchool', operation: 'get', schoolId: { ...byId, mode: 'emis' } },
		],
		[
			'Postal Code',
			'referenceData',
			{ resource: 'postalCode', operation: 'get', postalCodeId: value },
		],
		[
			'University',
			'referenceData',
			{ resource: 'university', operation: 'get', universityId: value },
		],
		[
			'University',
			'referenceData',
			{
				...{ resource: 'admissionPointScore', operation: 'calculate' },
				...{ universityId: value, ...subjects },
			},
		],
	])('that could leave its path is refused: %s of %s %j', async (label, node, parameters) => {
		const bad = [
			null,
			' ',
			'..',
			'../pixels',
			'1?x=1',
			'%2e%2e',
			'1\n2',
			2 ** 53 + 2,
			1.5,
			[1],
			true,
		];
		for (const one of bad) {
			await expectRefused(node, parameters, one, new RegExp(`^"${label}" .* \\[item 0\\]$`));
		}
	});
});

const links = { resource: 'link', operation: 'getAll' };
const create = { resource: 'link', operation: 'create', url: 'https://a.example/' };
const update = { resource: 'link', operation: 'update', linkId: '1' };
const upsert = { resource: 'link', operation: 'upsert', alias: 'a', url: 'https://a.example/' };
const cleanUp = { resource: 'link', operation: 'cleanUp' };
const rule = (key: string) => ({ rule: [{ key, value }] });
const added = (name: string, more = {}) => ({
	...create,
	additionalFields: { [name]: value, ...more },
});

test.each<[IDataObject, unknown, RegExp]>([
	[{ ...links, limit: value }, 0, /^"Limit" must be a whole number of at least 1, but is "0"/],
	[{ ...links, limit: value }, 1.5, /^"Limit" must be/],
	[{ ...links, returnAll: value }, 'perhaps', /^"Return All" must be true or false/],
	[{ ...links, filters: { status: value } }, 4, /^"Status" can't be "4"/],
	[{ ...links, filters: { searchBy: value } }, 'name', /^"Search By" can't be/],
	[{ ...links, filters: { spaceId: byId } }, '..', /^"Space" is not an ID/],
	[{ ...links, filters: { pixelId: value } }, { id: 1 }, /^"Pixel" must be an ID/],
	[{ ...links, options: { sortBy: value } }, 'created', /^"Sort By" can't be/],
	[{ ...links, options: { perPage: value } }, 20, /^"Page Size" can't be "20"/],
	[{ ...links, options: { concurrency: value } }, 51, /^"Concurrency" must be .* from 1 to 50/],
	[{ ...links, options: { maxRetries: value } }, -1, /^"Max Retries" must be/],
	[{ ...links, options: { maxWait: value } }, 'long', /^"Max Wait \(Seconds\)" must be/],
	[{ ...links, options: { timeout: value } }, 0, /^"Timeout \(Seconds\)" must be/],
	[{ ...create, url: value }, '', /^"Destination URL" is empty/],
	[{ ...create, url: value }, {}, /^"Destination URL" must be text, but is an object/],
	[{ ...create, domainId: value }, '..', /^"Domain" is not an ID/],
	[added('alias'), false, /^"Alias" must be text, but is false/],
	[added('disabled'), 2, /^"Status" can't be "2"/],
	[added('privacy'), true, /^"Statistics Privacy" can't be true/],
	[added('targetType'), 3, /^"Targeting" can't be "3"/],
	[added('pixelIds'), '101,..', /^"Pixel Names or IDs" is not an ID: ".."/],
	[added('expirationClicks'), 'a few', /^"Expiration Clicks" must be/],
	[added('expirationDate'), '2031-02-30', /^"Expiration Date" is not a date: "2031-02-30"/],
	[added('expirationDate'), '31/12/2031', /^"Expiration Date" is not a date/],
	[added('expirationTime'), '18:30', /^"Expiration Time" needs an "Expiration Date"/],
	[
		added('expirationTime', { expirationDate: '2031-01-01' }),
		'25:00',
		/^"Expiration Time" is not a time of day: "25:00"/,
	],
	[
		{ ...create, additionalFields: { countryRules: rule('ZA') } },
		'',
		/^"Country Rules, row 1, Destination URL" is empty/,
	],
	[
		{ ...create, additionalFields: { platformRules: rule('Symbian') } },
		'https://a.example/',
		/^"Platform Rules, row 1, Operating System" can't be "Symbian"/,
	],
	[{ ...update, updateFields: {} }, '', /^There is nothing to update/],
	[{ ...update, updateFields: { expirationTime: value } }, '18:30', /^"Expiration Time" needs/],
	[{ ...update, clearFields: value }, ['everything'], /^"Clear Fields" can't be "everything"/],
	[
		{ ...update, updateFields: { pixelIds: [1] }, pixelMode: value },
		'merge',
		/^"Pixel Mode" can't be "merge"/,
	],
	[
		{ ...update, updateFields: { pixelIds: [101] }, clearFields: ['pixels'] },
		'',
		/^"Pixels" is in both "Update Fields" and "Clear Fields"/,
	],
	[{ ...upsert, matchBy: value }, 'title', /^"Match By" can't be "title"/],
	[
		{ ...upsert, additionalFields: { expirationDate: value } },
		'tomorrow',
		/^"Expiration Date" is not a date: "tomorrow"/,
	],
	[
		{ resource: 'link', operation: 'get', linkId: { ...byId, mode: 'alias' } },
		' ',
		/^"Link" is empty/,
	],
	[{ ...cleanUp, target: value }, 'active', /^"Links to Clean Up" can't be "active"/],
	[{ ...cleanUp, cleanUpAction: value }, 'purge', /^"What to Do" can't be "purge"/],
	[{ ...cleanUp, maxLinks: value }, 0, /^"Max Links" must be a whole number of at least 1/],
	[{ ...cleanUp, filters: { searchBy: 'alias' } }, '', /^"Search By" needs "Search"/],
	[
		{ ...cleanUp, filters: { search: '=promo-{{ $json.value }}' } },
		'',
		/^"Search" looks incomplete: "promo-"/,
	],
	[{ ...cleanUp, graceDays: value }, -1, /^"Grace Days" must be/],
	[
		{ ...cleanUp, target: 'disabled', cleanUpAction: 'disable' },
		'',
		/^Disabled links can't be disabled again/,
	],
	[
		{ resource: 'pixel', operation: 'update', pixelId: '101', updateFields: {} },
		'',
		/^There is nothing to update/,
	],
	[
		{ resource: 'pixel', operation: 'create', name: 'A', type: value, value: '1' },
		'facebook',
		/^"Type" can't be "facebook"/,
	],
	[
		{ resource: 'link', operation: '__CUSTOM_API_CALL__' },
		'',
		/^"Operation" can't be "__CUSTOM_API_CALL__" for the resource "Link"/,
	],
])('Link Manager refuses %j with %j', async (parameters, bad, message) => {
	await expectRefused('linkManager', parameters, bad, message);
});

const schools = { resource: 'highSchool', operation: 'getAll' };
const aps = { resource: 'admissionPointScore', operation: 'calculate', universityId: 'uct' };
const inCompare = { resource: 'admissionPointScore', operation: 'compare' };
const ofMaths = (mark: unknown) => ({
	subjects: { subject: [{ name: 'Mathematics', mark }] as IDataObject[] },
});
const inJson = { ...aps, subjectsFrom: 'json', subjectsJson: value };

test.each<[IDataObject, unknown, RegExp]>([
	[{ ...schools, simplify: value }, 'perhaps', /^"Simplify" must be true or false/],
	[{ ...schools, options: { perPage: value } }, 101, /^"Page Size" must be.*1 to 100/],
	[{ ...schools, options: { startPage: value } }, 0, /^"Start Page" must be/],
	[
		{ ...schools, filters: { province: value } },
		'Transvaal',
		/^"Province.*" is not one of the nine/,
	],
	[{ ...schools, filters: { sector: value } }, 'State', /^"Sector" can't be/],
	[{ ...schools, filters: { quintile: value } }, 'Q6', /^"Quintile" can't be/],
	[{ ...schools, filters: { noFee: value } }, 'often', /^"No-Fee Schools" must be true/],
	[
		{ resource: 'highSchool', operation: 'get', schoolId: value },
		'provinces',
		/^"High School" is not a school ID: "provinces"/,
	],
	[
		{ resource: 'highSchool', operation: 'get', schoolId: { ...byId, mode: 'emis' } },
		'12345678',
		/^"High School" is not an EMIS number: "12345678"/,
	],
	[
		{ resource: 'postalCode', operation: 'getAll', filters: { postalCode: value } },
		'12345',
		/^"Postal Code" is not a postal code: "12345"/,
	],
	[
		{ resource: 'postalCode', operation: 'get', postalCodeId: value },
		'0181',
		/is not the ID of a record: "0181"/,
	],
	[aps, '', /^No subjects were found in "Subjects"/],
	[{ ...aps, ...ofMaths(value) }, 8, /^Subject "Mathematics": the level 8/],
	[{ ...aps, ...ofMaths(value) }, 'good', /"good" is not a mark/],
	[{ ...aps, ...ofMaths(5), marksAs: value }, 'points', /^"Mark Type" can't be "points"/],
	[{ ...aps, ...ofMaths(5), options: { levelScale: value } }, 9, /^"Level Scale" can't be "9"/],
	[inJson, '[{]', /are not valid JSON/],
	[inJson, '7', /must be a list or an object/],
	[{ ...aps, subjectsFrom: 'fields' }, 'x', /^No subjects were found/],
	[{ ...inCompare, ...ofMaths(5), universityScope: value }, 'some', /^"Universities" can't be/],
	[
		{ ...inCompare, ...ofMaths(5), universityScope: 'selected', universityIds: value },
		[],
		/^"University Names or IDs" is empty/,
	],
	[
		{ ...inCompare, ...ofMaths(5), universityScope: 'selected', universityIds: value },
		['uct', '..'],
		/^"University" is not an ID: ".."/,
	],
])('Reference Data refuses %j with %j', async (parameters, bad, message) => {
	await expectRefused('referenceData', parameters, bad, message);
});

test.each([
	['"Subjects" as one expression', '={{ $json.value }}'],
	['its rows as one expression', { subject: '={{ $json.value }}' }],
])('Subjects: %s is refused, with what to do instead', async (_what, subjects) => {
	const { error } = await nodes.referenceData({ ...aps, subjects }, { items: [{ value: [] }] });
	expect(error?.message).toBe('No subjects were found in "Subjects" [item 0]');
	expect(error?.description).toContain('Set "Subjects From" to JSON or Input Fields instead.');
	expect(service.requests).toEqual([]);
});

test('A credential without a key sends nothing', async () => {
	const credentials = { baseUrl: service.baseUrl, apiKey: ' ' };
	const { error } = await nodes.linkManager(links, { credentials });
	expect(error?.message).toBe('The credential has no API key [item 0]');
	expect(service.requests).toEqual([]);
});
