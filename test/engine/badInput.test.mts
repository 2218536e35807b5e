import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { OPERATIONS, propertiesOf } from './least.mjs';
import { useScripted } from './scripted.mjs';

// What can't be used becomes an error that names its item and what to do, and nothing is sent.

const { service, runLeast } = await useScripted();

const value = '={{ $json.value }}';
const byId = { __rl: true, mode: 'id', value };
const byAlias = { linkId: { ...byId, mode: 'alias' } };
const byEmis = { ...byId, mode: 'emis' };

/** Two items hold the value that an expression of the parameters finds. */
async function expectRefused(operation: string, given: IDataObject, bad: unknown, start: string) {
	const items = [{ value: bad }, { value: bad }] as IDataObject[];
	const onError = 'continueRegularOutput';
	const { records } = await runLeast(operation, given, { items, onError });
	expect(records).toEqual(
		[0, 1].map((item) => ({
			error: expect.stringMatching(new RegExp(` \\[item ${item}\\]$`)) as string,
			message: expect.stringMatching(/^["A-Z].*\.$/s) as string,
			details: { outcome: 'notSent' },
		})),
	);
	expect(String(records[0]?.error).slice(0, start.length)).toBe(start);
	expect(service.requests).toEqual([]);
}

type Row = [label: string, operation: string, given: IDataObject];
/**
 * Every parameter whose value becomes part of a path, so a new operation needs no row here. A university's
 * ID doesn't.
 */
const onOneRecord = OPERATIONS.flatMap((operation) =>
	propertiesOf(operation)
		.filter(({ type, required }) => type === 'resourceLocator' && required)
		.filter(({ name }) => name !== 'universityId')
		.map(({ displayName, name }): Row => [displayName, operation, { [name]: value }]),
);

test.each<Row>([
	...onOneRecord,
	['Link', 'link delete', { linkId: byId }],
	['High School', 'highSchool get', { schoolId: byEmis }],
])('"%s" of %s is refused if it could leave its path: %j', async (label, operation, given) => {
	const texts = [' ', '.', '..', '../pixels', '1?x=1', '%2e%2e', '1\n2', 'a'.repeat(256)];
	for (const bad of [...texts, null, 2 ** 53 + 2, 1.5, [1], true]) {
		await expectRefused(operation, given, bad, `"${label}" `);
	}
});

const ofNewLink = (name: string, more: IDataObject = {}) => ({
	additionalFields: { [name]: value, ...more },
});
const rule = (key: string, ...before: IDataObject[]) => ({ rule: [...before, { key, value }] });
const pixelIds = { updateFields: { pixelIds: [101] } };

test.each<[string, IDataObject, unknown, string]>([
	['link getAll', { limit: value }, 0, '"Limit" must be a whole number of at least 1, but is "0"'],
	['link getAll', { returnAll: value }, 'perhaps', '"Return All" must be true or false'],
	['link getAll', { filters: { status: value } }, 4, '"Status" can\'t be "4"'],
	['link getAll', { filters: { spaceId: byId } }, '..', '"Space" is not an ID'],
	['link getAll', { filters: { pixelId: value } }, { id: 1 }, '"Pixel" must be an ID'],
	['link getAll', { options: { concurrency: value } }, 51, '"Concurrency" must be a whole number'],
	['link getAll', { options: { maxRetries: value } }, -1, '"Max Retries" must be'],
	['link getAll', { options: { maxWait: value } }, 'long', '"Max Wait (Seconds)" must be'],
	['link getAll', { options: { timeout: value } }, 0, '"Timeout (Seconds)" must be'],
	['link get', byAlias, ' ', '"Link" is empty'],
	['link delete', byAlias, 'a.'.repeat(150), '"Link" is too long: 300 characters'],
	['link delete', byAlias, '/'.repeat(300), '"Link" is too long: 300 characters'],
	['link delete', byAlias, 'https://go.example/a#/b', '"Link" is not a short URL: "https://go'],
	['link delete', byAlias, 'go.example/a?x=/b', '"Link" is not a short URL: "go.example/a?x=/b"'],
	['link delete', byAlias, 'go.example/a/../b', '"Link" is not a short URL: "go.example/a/../b"'],
	['link get', { linkId: byId }, 'go.example/a', '"Link" is not an ID: "go.example/a"'],
	['university get', { universityId: byId }, [1], '"University" must be an ID, but is a list'],
	['link create', { url: value }, '', '"Destination URL" is empty'],
	['link create', { url: value }, {}, '"Destination URL" must be text, but is an object'],
	['link create', { domainId: value }, '..', '"Domain" is not an ID'],
	['link create', ofNewLink('alias'), false, '"Alias" must be text, but is false'],
	['link create', ofNewLink('alias'), 2 ** 53, '"Alias" must be text, but is "90071992'],
	['link create', ofNewLink('alias'), 'a'.repeat(256), '"Alias" is too long: 256 characters'],
	['link create', ofNewLink('expirationClicks'), 'a few', '"Expiration Clicks" must be'],
	['link create', ofNewLink('expirationTime'), '18:30', '"Expiration Time" needs an "Expiration'],
	[
		'link update',
		{ updateFields: { utmParameters: { utm: { source: value } } } },
		'news',
		'"UTM Parameters" needs a "Destination URL"',
	],
	[
		'link create',
		ofNewLink('expirationTime', { expirationDate: '2031-01-01' }),
		'25:00',
		'"Expiration Time" is not a time of day: "25:00"',
	],
	[
		'link create',
		{ targetType: 1, countryRules: rule('ZA', { key: '', value: '' }) },
		'',
		'"Country Rules, row 2, Destination URL" is empty',
	],
	[
		'link create',
		{ targetType: 2, platformRules: rule('Symbian') },
		'https://a.example/',
		'"Platform Rules, row 1, Operating System" can\'t be "Symbian"',
	],
	['link delete', byAlias, Number.NaN, '"Link" must be text'],
	['link update', { updateFields: {} }, '', 'There is nothing to update'],
	['link update', { clearFields: value }, ['all'], '"Clear Fields" can\'t be "all"'],
	[
		'link update',
		{ ...pixelIds, clearFields: ['pixels'] },
		'',
		'"Pixel Names or IDs" is both set and in "Clear Fields"',
	],
	['link upsert', { alias: value }, ' \u200b', '"Alias" is empty'],
	['link upsert', { domainId: value }, ' ', '"Domain" is empty'],
	['link upsert', { url: value }, null, '"Destination URL" is empty'],
	['link cleanUp', { target: value }, 'active', '"Links to Clean Up" can\'t be "active"'],
	['link cleanUp', { cleanUpAction: value }, 'purge', '"What to Do" can\'t be "purge"'],
	['link cleanUp', { maxLinks: value }, 0, '"Max Links" must be a whole number of at least 1'],
	['link cleanUp', { graceDays: value }, -1, '"Grace Period (Days)" must be'],
	['link cleanUp', { filters: { searchBy: 'alias' } }, '', '"Search By" needs "Search"'],
	[
		'link cleanUp',
		{ filters: { search: `=promo-{{ $json.value }}` } },
		'',
		'"Search" looks incomplete: "promo-"',
	],
	[
		'link cleanUp',
		{ target: 'disabled', cleanUpAction: 'disable' },
		'',
		"Disabled links can't be disabled again",
	],
	['link __CUSTOM_API_CALL__', {}, '', '"Operation" can\'t be "__CUSTOM_API_CALL__"'],
	['pixel update', { updateFields: {} }, '', 'There is nothing to update'],
	['pixel create', { type: 'custom', customType: value }, ' ', '"Custom Type" is empty'],
	['pixel create', { type: value }, 'facebook', '"Type" can\'t be "facebook"'],
	['highSchool getAll', { options: { perPage: value } }, 101, '"Page Size" must be'],
	['highSchool getAll', { options: { startPage: value } }, 0, '"Start Page" must be'],
	['highSchool getAll', { options: { perPage: value } }, 1.5, '"Page Size" must be a whole'],
	['highSchool getAll', { filters: { province: value } }, 'Transvaal', '"Province" '],
	['highSchool getAll', { filters: { noFee: value } }, 'often', '"No-Fee Schools" must be true'],
	['highSchool get', { schoolId: value }, 'provinces', '"High School" is not a school ID'],
	['highSchool get', { schoolId: byEmis }, '12345678', '"High School" is not an EMIS number'],
	[
		'postalCode getAll',
		{ filters: { postalCode: value } },
		'12345',
		'"Postal Code" is not a postal',
	],
	['postalCode get', { postalCodeId: value }, '0181', '"Suburb" is not the ID of a record'],
])('%s refuses %j with %j', expectRefused);

const inJson = { subjectsFrom: 'json', subjectsJson: value };
const selected = { universityScope: 'selected', universityIds: value };
const ofMaths = { subjects: { subject: [{ name: 'Mathematics', mark: value }] } };
const APS = 'admissionPointScore';

test.each<[string, IDataObject, unknown, string]>([
	['calculate', { subjects: {} }, '', 'No subjects were found in "Subjects"'],
	['calculate', { subjects: value }, [], 'No subjects were found in "Subjects"'],
	['calculate', { subjects: { subject: value } }, [], 'No subjects were found in "Subjects"'],
	['calculate', { subjectsFrom: 'fields' }, 'x', 'No subjects were found'],
	['calculate', ofMaths, 8, 'Subject "Mathematics" (row 1): the level 8'],
	['calculate', ofMaths, 'good', 'Subject "Mathematics" (row 1): "good" is not a mark'],
	['calculate', { options: { levelScale: value } }, 9, '"Level Scale" can\'t be "9"'],
	['calculate', inJson, '[{]', 'The subjects are not valid JSON: "[{]"'],
	['calculate', inJson, '7', 'No subjects were found in "Subjects (JSON)"'],
	['compare', selected, [], '"University Names or IDs" is empty'],
])('%s of a score refuses %j with %j', async (operation, given, bad, start) => {
	await expectRefused(`${APS} ${operation}`, given, bad, start);
});
