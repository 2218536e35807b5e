import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { locator, type RunOnSandbox, useSandbox } from './sandbox.mjs';

const { link, data, linkManager, referenceData } = await useSandbox({ links: 20, schools: 20 });

/** What is refused becomes a clear error that names its item, and never reaches a service. */
async function refused(
	run: RunOnSandbox,
	{ parameters, bad, message }: { parameters: IDataObject; bad: unknown; message: RegExp },
): Promise<void> {
	const item = { value: bad } as IDataObject;
	const { error } = await run(parameters, { items: [item] });
	expect(error?.message).toMatch(message);
	expect(error?.message).toMatch(/ \[item 0\]$/);
	expect(error?.name).toBe('NodeOperationError');
	const continued = await run(parameters, {
		items: [item, item],
		onError: 'continueRegularOutput',
	});
	expect(continued.items.map(({ json }) => String(json.error).slice(-8))).toEqual([
		'[item 0]',
		'[item 1]',
	]);
	expect([...link.requests, ...data.requests]).toEqual([]);
}

const value = '={{ $json.value }}';

const NOT_IDS: Array<[string, unknown]> = [
	['nothing', null],
	['empty', ''],
	['blank', '  '],
	['a dot', '.'],
	['two dots', '..'],
	['two dots with blanks', ' .. '],
	['a slash', '1/2'],
	['a way up', '../pixels'],
	['a backslash', '1\\2'],
	['a question mark', '1?x=1'],
	['a hash', '1#x'],
	['percent-encoded dots', '%2e%2e'],
	['a percent-encoded slash', '1%2F2'],
	['a line break', '1\n2'],
	['a null character', '1\u00002'],
	['half a character', '1\uD800'],
	['a very long text', '9'.repeat(5000)],
	['a number beyond 2^53', 2 ** 53 + 2],
	['a fraction', 1.5],
	['a negative number', -1],
	['a list', [1001]],
	['an object', { id: 1001 }],
	['true', true],
];

const ID_PARAMETERS: Array<[string, RunOnSandbox, IDataObject, string]> = [
	['link get', linkManager, { resource: 'link', operation: 'get', linkId: value }, 'Link'],
	['link delete', linkManager, { resource: 'link', operation: 'delete', linkId: value }, 'Link'],
	[
		'link delete by locator',
		linkManager,
		{ resource: 'link', operation: 'delete', linkId: locator(value) },
		'Link',
	],
	[
		'link update',
		linkManager,
		{ resource: 'link', operation: 'update', linkId: value, updateFields: { disabled: 1 } },
		'Link',
	],
	['pixel get', linkManager, { resource: 'pixel', operation: 'get', pixelId: value }, 'Pixel'],
	[
		'pixel delete',
		linkManager,
		{ resource: 'pixel', operation: 'delete', pixelId: value },
		'Pixel',
	],
	[
		'pixel update',
		linkManager,
		{ resource: 'pixel', operation: 'update', pixelId: value, updateFields: { name: 'A' } },
		'Pixel',
	],
	[
		'school get',
		referenceData,
		{ resource: 'highSchool', operation: 'get', schoolId: value },
		'High School',
	],
	[
		'school get by EMIS number',
		referenceData,
		{ resource: 'highSchool', operation: 'get', schoolId: locator(value, 'emis') },
		'High School',
	],
	[
		'postal code get',
		referenceData,
		{ resource: 'postalCode', operation: 'get', postalCodeId: value },
		'Postal Code',
	],
	[
		'university get',
		referenceData,
		{ resource: 'university', operation: 'get', universityId: value },
		'University',
	],
	[
		'APS',
		referenceData,
		{
			resource: 'admissionPointScore',
			operation: 'calculate',
			universityId: value,
			subjects: { subject: [{ name: 'Mathematics', mark: '6' }] },
		},
		'University',
	],
];

describe.each(ID_PARAMETERS)('the identifier of %s', (_name, run, parameters, label) => {
	test.each(NOT_IDS)('may not be %s', async (_what, bad) => {
		await refused(run, { parameters, bad, message: new RegExp(`^"${label}" `) });
	});
});

test.each([
	['a name', 'riverside'],
	['too few digits', '12345678'],
	['too many digits', '1234567890'],
	['letters', '12345678a'],
])('an EMIS number is nine digits, not %s', async (_what, bad) => {
	const parameters = {
		resource: 'highSchool',
		operation: 'get',
		schoolId: locator(value, 'emis'),
	};
	await refused(referenceData, {
		parameters,
		bad,
		message: /^"High School" is not an EMIS number: /,
	});
});

test.each(['provinces', 'districts', '1e3', '0x10'])('"%s" is no school', async (bad) => {
	const parameters = { resource: 'highSchool', operation: 'get', schoolId: value };
	await refused(referenceData, { parameters, bad, message: /^"High School" is not a school ID: / });
});

test('a postal code is no identifier of its record', async () => {
	const parameters = { resource: 'postalCode', operation: 'get', postalCodeId: value };
	await refused(referenceData, {
		parameters,
		bad: '0181',
		message: /is not the ID of a record: "0181"/,
	});
});

const links = { resource: 'link', operation: 'getAll' };
const newLink = {
	resource: 'link',
	operation: 'create',
	url: 'https://www.example.org/new',
	domainId: locator('11'),
};
const changeLink = { resource: 'link', operation: 'update', linkId: '1001' };
const schools = { resource: 'highSchool', operation: 'getAll' };
const aps = { resource: 'admissionPointScore', operation: 'calculate', universityId: 'uct' };
const to = 'https://www.example.org/to';

const LINK_CASES: Array<[string, IDataObject, unknown, RegExp]> = [
	[
		'limit',
		{ ...links, limit: value },
		-1,
		/^"Limit" must be a whole number of at least 1, but is /,
	],
	['limit', { ...links, limit: value }, 0, /^"Limit" must be/],
	['limit', { ...links, limit: value }, 1.5, /^"Limit" must be/],
	['limit', { ...links, limit: value }, 'many', /^"Limit" must be.*"many"/],
	['returnAll', { ...links, returnAll: value }, 'perhaps', /^"Return All" must be true or false/],
	['status', { ...links, filters: { status: value } }, 4, /^"Status" can't be "4"/],
	['status', { ...links, filters: { status: value } }, 'old', /^"Status" can't be/],
	['searchBy', { ...links, filters: { searchBy: value } }, 'name', /^"Search By" can't be/],
	['sortBy', { ...links, options: { sortBy: value } }, 'created', /^"Sort By" can't be/],
	['sort', { ...links, options: { sort: value } }, 'up', /^"Sort Direction" can't be "up"/],
	['perPage', { ...links, options: { perPage: value } }, 20, /^"Page Size" can't be "20"/],
	['spaceId', { ...links, filters: { spaceId: locator(value) } }, '..', /^"Space" is not an ID/],
	['pixelId', { ...links, filters: { pixelId: value } }, { id: 1 }, /^"Pixel" must be an ID/],
	['concurrency', { ...links, options: { concurrency: value } }, 0, /^"Concurrency" must be/],
	['concurrency', { ...links, options: { concurrency: value } }, 51, /from 1 to 50, but is "51"/],
	['maxRetries', { ...links, options: { maxRetries: value } }, -1, /^"Max Retries" must be/],
	['maxWait', { ...links, options: { maxWait: value } }, 'long', /^"Max Wait \(Seconds\)" must be/],
	['timeout', { ...links, options: { timeout: value } }, 0, /^"Timeout \(Seconds\)" must be/],
	['url', { ...newLink, url: value }, '', /^"Destination URL" is empty/],
	['url', { ...newLink, url: value }, { to }, /^"Destination URL" must be text, but is an object/],
	[
		'alias',
		{ ...changeLink, updateFields: { alias: value } },
		false,
		/^"Alias" must be text, but is false/,
	],
	['domainId', { ...newLink, domainId: value }, '..', /^"Domain" is not an ID/],
	...(
		[
			['disabled', 2, /^"Status" can't be "2"/],
			...['password', 'expirationUrl'].map((name) => [name, false, /" must be text, but is false/]),
			['privacy', true, /^"Statistics Privacy" can't be true/],
			['privacy', 3, /^"Statistics Privacy" can't be "3"/],
			['targetType', 3, /^"Targeting" can't be "3"/],
			['spaceId', '.', /^"Space" is not an ID/],
			['pixelIds', '101,..', /^"Pixel Names or IDs" is not an ID: ".."/],
			['pixelIds', { id: 101 }, /must be a list, but is an object/],
			['expirationClicks', -1, /^"Expiration Clicks" must be a whole number of at least 0/],
			['expirationClicks', 'a few', /^"Expiration Clicks" must be/],
			['expirationDate', 'tomorrow', /^"Expiration Date" is not a date: "tomorrow"/],
			['expirationDate', '2031-02-30', /^"Expiration Date" is not a date: "2031-02-30"/],
			['expirationDate', '31/12/2031', /^"Expiration Date" is not a date/],
			['expirationDate', 12, /^"Expiration Date" is not a date/],
			['expirationDate', { day: 1 }, /^"Expiration Date" is not a date: an object/],
			['expirationTime', '18:30', /^"Expiration Time" needs an "Expiration Date"/],
		] as Array<[string, unknown, RegExp]>
	).flatMap(([name, bad, message]): typeof LINK_CASES => [
		[name, { ...newLink, additionalFields: { [name]: value } }, bad, message],
		[name, { ...changeLink, updateFields: { [name]: value } }, bad, message],
		[
			name,
			{ ...newLink, operation: 'upsert', alias: 'a', additionalFields: { [name]: value } },
			bad,
			message,
		],
	]),
	[
		'expirationTime',
		{ ...newLink, additionalFields: { expirationDate: '2031-01-01', expirationTime: value } },
		'25:00',
		/^"Expiration Time" is not a time of day: "25:00"/,
	],
	[
		'a country row without a destination',
		{ ...newLink, additionalFields: { countryRules: { rule: [{ key: 'ZA', value }] } } },
		'',
		/^"Country Rules, row 1, Destination URL" is empty/,
	],
	[
		'a country row without a country',
		{ ...changeLink, updateFields: { countryRules: { rule: [{ key: value, value: to }] } } },
		'',
		/^"Country Rules, row 1, Country Name or Code" is empty/,
	],
	[
		'a second language row without a destination',
		{
			...changeLink,
			updateFields: {
				languageRules: {
					rule: [
						{ key: 'af', value: to },
						{ key: 'zu', value },
					],
				},
			},
		},
		' ',
		/^"Language Rules, row 2, Destination URL" is empty/,
	],
	[
		'a platform that is none',
		{ ...newLink, additionalFields: { platformRules: { rule: [{ key: value, value: to }] } } },
		'Symbian',
		/^"Platform Rules, row 1, Operating System" can't be "Symbian"/,
	],
	['an empty update', { ...changeLink, updateFields: {} }, '', /^There is nothing to update/],
	[
		'an unknown field to clear',
		{ ...changeLink, clearFields: value },
		['everything'],
		/^"Clear Fields" can't be "everything"/,
	],
	[
		'pixelMode',
		{ ...changeLink, updateFields: { pixelIds: [1] }, pixelMode: value },
		'merge',
		/^"Pixel Mode" can't be "merge"/,
	],
	[
		'matchBy',
		{ ...newLink, operation: 'upsert', alias: 'a', matchBy: value },
		'title',
		/^"Match By" can't be "title"/,
	],
	[
		'an alias that is empty',
		{ resource: 'link', operation: 'get', linkId: locator(value, 'alias') },
		' ',
		/^"Link" is empty/,
	],
	[
		'target',
		{ resource: 'link', operation: 'cleanUp', target: value },
		'active',
		/^"Links to Clean Up" can't be "active"/,
	],
	[
		'cleanUpAction',
		{ resource: 'link', operation: 'cleanUp', cleanUpAction: value },
		'purge',
		/^"What to Do" can't be "purge"/,
	],
	[
		'maxLinks',
		{ resource: 'link', operation: 'cleanUp', maxLinks: value },
		0,
		/^"Max Links" must be a whole number of at least 1/,
	],
	[
		'graceDays',
		{ resource: 'link', operation: 'cleanUp', graceDays: value },
		-1,
		/^"Grace Days" must be/,
	],
	[
		'disabling the disabled',
		{ resource: 'link', operation: 'cleanUp', target: 'disabled', cleanUpAction: 'disable' },
		'',
		/^Disabled links can't be disabled again/,
	],
	[
		'a pixel without changes',
		{ resource: 'pixel', operation: 'update', pixelId: '101', updateFields: {} },
		'',
		/^There is nothing to update/,
	],
	[
		'a pixel type that is none',
		{ resource: 'pixel', operation: 'create', name: 'A', type: value, value: '1' },
		'facebook',
		/^"Type" can't be "facebook"/,
	],
	[
		'a pixel filter that is none',
		{ resource: 'pixel', operation: 'getAll', filters: { type: value } },
		'x',
		/^"Type" can't be "x"/,
	],
];

test.each(LINK_CASES)(
	'Link Manager refuses %s: %j, %j',
	async (_name, parameters, bad, message) => {
		await refused(linkManager, { parameters, bad, message });
	},
);

const subject = (name: unknown, mark: unknown) => ({
	subjects: { subject: [{ name, mark }] as IDataObject[] },
});

const DATA_CASES: Array<[string, IDataObject, unknown, RegExp]> = [
	['limit', { ...schools, limit: value }, -5, /^"Limit" must be/],
	['simplify', { ...schools, simplify: value }, 'perhaps', /^"Simplify" must be true or false/],
	['perPage', { ...schools, options: { perPage: value } }, 101, /^"Page Size" must be.*1 to 100/],
	['perPage', { ...schools, options: { perPage: value } }, 0, /^"Page Size" must be/],
	['startPage', { ...schools, options: { startPage: value } }, 0, /^"Start Page" must be/],
	...['highSchool', 'postalCode', 'university'].map((resource): (typeof DATA_CASES)[number] => [
		`${resource} province`,
		{ resource, operation: 'getAll', filters: { province: value } },
		'Transvaal',
		/^"Province.*" is not one of the nine provinces: "Transvaal"/,
	]),
	[
		'districts of a province that is none',
		{ resource: 'highSchool', operation: 'getDistricts', filters: { province: value } },
		'Zululand',
		/^"Province.*" is not one of the nine provinces/,
	],
	['sector', { ...schools, filters: { sector: value } }, 'State', /^"Sector" can't be/],
	['quintile', { ...schools, filters: { quintile: value } }, 'Q6', /^"Quintile" can't be/],
	['noFee', { ...schools, filters: { noFee: value } }, 'often', /^"No-Fee Schools" must be true/],
	['urbanRural', { ...schools, filters: { urbanRural: value } }, 'City', /^"Urban or Rural" can't/],
	[
		'postal code filter',
		{ resource: 'postalCode', operation: 'getAll', filters: { postalCode: value } },
		'12345',
		/^"Postal Code" is not a postal code: "12345"/,
	],
	['no subjects', aps, '', /^No subjects were found/],
	[
		'a mark',
		{ ...aps, ...subject('Mathematics', value) },
		8,
		/^Subject "Mathematics": the level 8/,
	],
	[
		'a mark',
		{ ...aps, ...subject('Mathematics', value) },
		0,
		/^Subject "Mathematics": the level 0/,
	],
	[
		'a mark',
		{ ...aps, ...subject('Mathematics', value) },
		65,
		/the level 65 is not a whole number/,
	],
	['a mark', { ...aps, ...subject('Mathematics', value) }, 'good', /"good" is not a mark/],
	['a mark', { ...aps, ...subject('Mathematics', value) }, '', /^No subjects were found/],
	[
		'a percentage',
		{ ...aps, ...subject('Maths', value), marksAs: 'percentage' },
		101,
		/^Subject "Mathematics": the percentage 101 is not between 0 and 100/,
	],
	[
		'a subject',
		{ ...aps, ...subject(value, '6') },
		'',
		/^Row 1 of the subjects has no subject name/,
	],
	['JSON', { ...aps, subjectsFrom: 'json', subjectsJson: value }, '[{]', /are not valid JSON/],
	['JSON', { ...aps, subjectsFrom: 'json', subjectsJson: value }, '7', /must be a list or an obj/],
	['JSON', { ...aps, subjectsFrom: 'json', subjectsJson: value }, [], /^No subjects were found/],
	['fields', { ...aps, subjectsFrom: 'fields' }, 'x', /^No subjects were found/],
	['marksAs', { ...aps, marksAs: value, ...subject('Maths', 1) }, 'points', /^"Mark Type" can't/],
	[
		'levelScale',
		{ ...aps, options: { levelScale: value }, ...subject('Maths', 1) },
		9,
		/^"Level Scale" can't be "9"/,
	],
	[
		'universityScope',
		{
			...aps,
			operation: 'compare',
			universityScope: value,
			universityIds: ['uct'],
			...subject('Maths', 1),
		},
		'some',
		/^"Universities" can't be "some"/,
	],
	[
		'province to compare',
		{
			...aps,
			operation: 'compare',
			universityScope: 'province',
			province: value,
			...subject('Maths', 1),
		},
		'Natalia',
		/is not one of the nine provinces: "Natalia"/,
	],
	[
		'universities to compare',
		{
			...aps,
			operation: 'compare',
			universityScope: 'selected',
			universityIds: value,
			...subject('Maths', 1),
		},
		[],
		/^"University Names or IDs" is empty/,
	],
	[
		'universities to compare',
		{
			...aps,
			operation: 'compare',
			universityScope: 'selected',
			universityIds: value,
			...subject('Maths', 1),
		},
		['uct', '..'],
		/^"University" is not an ID: ".."/,
	],
];

test.each(DATA_CASES)(
	'Reference Data refuses %s: %j, %j',
	async (_name, parameters, bad, message) => {
		await refused(referenceData, { parameters, bad, message });
	},
);

test('an operation that the node does not have is named', async () => {
	const { error } = await linkManager({ resource: 'link', operation: '__CUSTOM_API_CALL__' });
	expect(error?.message).toMatch(
		/^"Operation" can't be "__CUSTOM_API_CALL__" for the resource "Link" \[item 0\]$/,
	);
	expect(link.requests).toEqual([]);
});

test('a credential without a key', async () => {
	const { error } = await referenceData(
		{ resource: 'highSchool', operation: 'getProvinces' },
		{ credentials: { baseUrl: data.baseUrl, apiKey: ' ' } },
	);
	expect(error?.message).toBe('The credential has no API key [item 0]');
	expect(data.requests).toEqual([]);
});
