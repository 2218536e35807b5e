import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { NodeRun } from './harness.mjs';
import { formOf, lines, locator, onlyRequest, useSandbox } from './sandbox.mjs';

// Operations on single links. What they send is in contract.test.mts.

const { link, put, linkManager } = await useSandbox({ links: 60 });

const to = 'https://www.example.org/there';
const create = { resource: 'link', operation: 'create', url: to, domainId: locator('12') };
const update = { resource: 'link', operation: 'update', linkId: '1001' };
const rules = (...rule: IDataObject[]) => ({ rule });

const stored = () => link.links.get('1001');

test('a name instead of an ID, and a field that the service rejects, say what to enter', async () => {
	const additionalFields = { pixelIds: '={{ "Sample pinboard" }}' };
	const named = await linkManager({ ...create, additionalFields });
	expect(named.error?.message).toContain('"Pixel Names or IDs" is not an ID: "Sample pinboard"');
	expect(named.error?.description).toContain('must return the IDs of pixels, not their names');
	const body = JSON.stringify({ message: { url: ['No.'], domain: ['No.'] } });
	link.fault({ kind: 'status', method: 'POST', status: 422, body });
	const refused = await linkManager(create);
	expect(refused.error?.description).toBe(
		'Check "Destination URL" and "Domain". A destination URL starts with https:// or http://. Choose a domain from the list, or enter its ID, not its name.',
	);
});

describe('Simplify', () => {
	const SIMPLIFIED = [
		...['id', 'alias', 'short_url', 'url', 'title'],
		...['disabled', 'clicks', 'ends_at', 'space', 'domain'],
	];
	const get = { resource: 'link', operation: 'get', linkId: '1005' };
	const getMany = { resource: 'link', operation: 'getAll', limit: 1 };
	const shownBy = async (parameters: IDataObject, more: Partial<NodeRun> = {}) =>
		Object.keys((await linkManager(parameters, more)).records[0] ?? {});

	test.each([get, getMany])('$operation returns ten fields, or the full record', async (read) => {
		expect(await shownBy(read)).toEqual(SIMPLIFIED);
		const { records } = await linkManager({ ...read, simplify: false });
		expect(records).toEqual([link.links.get(String(records[0]?.id))]);
	});

	test.each<[shown: IDataObject, string[]]>([
		[{ id: 1005, alias: 'a', url: to, clicks: 3, tag: 'b' }, ['id', 'alias', 'url', 'clicks']],
		[{ id: 1005, url: to, clicks: 3, tag: 'b' }, ['id', 'url', 'clicks', 'tag']],
	])('a record %j is returned with %j', async (shown, fields) => {
		const body = JSON.stringify({ data: shown });
		link.fault({ kind: 'body', method: 'GET', body, status: 200 });
		expect(await shownBy(get)).toEqual(fields);
	});

	test.each<[IDataObject, string[] | 'the whole record']>([
		[{}, SIMPLIFIED],
		[{ output: 'raw' }, 'the whole record'],
		[{ output: 'selectedFields' }, ['id', 'short_url', 'title', 'url']],
		[{ output: 'selectedFields', outputFields: ['pixels'] }, ['id', 'pixels']],
	])('a tool with %j returns %j', async (given, expected) => {
		for (const read of [get, getMany]) {
			const shown = await shownBy({ ...read, ...given }, { asTool: true });
			const whole = Object.keys(link.links.get('1005') ?? {}).sort();
			if (expected === 'the whole record') expect(shown.sort()).toEqual(whole);
			else expect(shown).toEqual(expected);
		}
	});
});

describe('An alias', () => {
	const get = (alias: string) => ({
		resource: 'link',
		operation: 'get',
		linkId: locator(alias, 'alias'),
		simplify: false,
	});

	test.each([
		['in the whole short URL', 'https://short.example.com/sample-5'],
		['in a short URL with another scheme and a slash', 'HTTP://SHORT.example.com/sample-5/'],
		['in a short URL without a scheme', 'short.example.com/sample-5'],
	])('finds its link, typed or pasted %s', async (_where, pasted) => {
		const { records } = await linkManager(get(pasted));
		expect(records).toEqual([link.links.get('1005')]);
		expect(lines(link)).toEqual([
			'GET /api/v1/links?search=sample-5&search_by=alias&per_page=100',
			'GET /api/v1/links/1005',
		]);
	});

	test.each([
		['go.example.org/sample-5', 'No link has the short URL "go.example.org/sample-5"'],
		['Sample-1', 'No link has the alias "Sample-1"'],
		['short.example.com/a/sample-5', 'No link has the short URL "short.example.com/a/sample-5"'],
		['go.example.org/50%', 'No link has the short URL "go.example.org/50%"'],
		['https://a b/sample-5', 'No link has the alias "https://a b/sample-5"'],
		[
			'sample-1',
			'2 links have the alias "sample-1": ID 1002 (https://short.example.com/sample-1), ID 1001 (https://go.example.org/sample-1)',
		],
	])('%s deletes nothing, because no link or several links have it', async (alias, message) => {
		const { error } = await linkManager({ ...get(alias), operation: 'delete' });
		expect(error?.message).toBe(`${message} [item 0]`);
		expect(link.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	test.each([
		['Sample-5', 'alias', 'There is "sample-5", with different capital letters.'],
		['sample--5', 'alias', 'Check the spelling, including capital letters and hyphens.'],
		['sample-5', 'id', 'If "sample-5" is an alias, set "Link" to By Alias.'],
		['short.example.com/sample-5', 'id', 'For an alias or a short URL, set "Link" to By Alias.'],
	])(
		'the advice for %s by %s, which is not found, suggests what may be meant',
		async (value, mode, advice) => {
			const { error } = await linkManager({ ...get(value), linkId: locator(value, mode) });
			expect(error?.description).toContain(advice);
		},
	);

	test.each([
		['go.example.org/sample-5', 'go.example.org', undefined],
		['go.example.org/sample-5', 'Main', undefined],
		['go.example.org/sample-5', 'short.example.com', 'No link has the short URL'],
		['go.example.org/a/sample-5', 'go.example.org', 'No link has the short URL'],
	])('%s for a record without a short URL is compared with its domain %j: %s', async (...given) => {
		const [pasted, name, message] = given;
		put(1005, { short_url: '', domain: { id: 12, name } });
		const { error } = await linkManager({ ...get(pasted), operation: 'delete' });
		expect(error?.message.slice(0, 25)).toBe(message);
		expect(link.links.has('1005')).toBe(message !== undefined);
	});
});

test.each([
	[{ targetType: '={{ $json.none }}' }, ['"Targeting Type" is empty, so the default was used.']],
	[{ clearFields: '={{ [] }}' }, []],
])(
	'an expression that leaves Targeting Type or Clear Fields empty changes nothing: %j',
	async (given, hints) => {
		const { error, texts } = await linkManager({ ...update, updateFields: {}, ...given });
		expect(error).toBeUndefined();
		expect(texts).toEqual(hints);
		expect(onlyRequest(link).method).toBe('GET');
	},
);

describe('Rules', () => {
	const languageRules = rules({ key: 'af', value: to });
	const nothing = '={{ $json.none }}';
	const upsert = { ...create, operation: 'upsert', alias: 'new' };

	test.each([create, upsert, update])(
		'of languages are sent with a targeting type that the contract lacks: $operation',
		async (operation) => {
			const given = { targetType: '={{ 3 }}', languageRules, updateFields: {} };
			const { error } = await linkManager({ ...operation, ...given });
			const change = link.requests.find(({ method }) => method !== 'GET')!;
			expect(formOf(change)).toMatchObject({
				target_type: '3',
				'language[0][key]': 'af',
				'language[0][value]': to,
			});
			// The local service enforces the contract.
			expect(error?.message).toContain('target_type field must be equal to one of the allowed');
		},
	);

	test.each([
		[create, 1],
		[create, 2],
		[upsert, 4],
	])(
		'are required for a new link, and n8n says so before it runs the node (%#)',
		async (operation, type) => {
			const run = linkManager({ ...operation, targetType: type });
			await expect(run).rejects.toThrow('At least 1 field is required');
			expect(link.requests).toEqual([]);
		},
	);

	test.each([create, upsert])(
		'are required if the targeting type is an expression, too: $operation',
		async (operation) => {
			const { error } = await linkManager({ ...operation, targetType: '={{ 1 }}' });
			expect(error?.message).toBe(
				'"Targeting Type" needs "Country Rules" or "Language Rules" [item 0]',
			);
			expect(error?.description).toBe('Add a rule, or set "Targeting Type" to None.');
			expect(link.requests).toEqual([]);
		},
	);

	test.each([create, upsert, update])(
		'that are all empty leave the targeting out: $operation',
		async (operation) => {
			const countryRules = rules({ key: nothing, value: nothing });
			const given = { targetType: 1, countryRules, updateFields: {} };
			const { error, texts } = await linkManager({ ...operation, ...given });
			expect(error).toBeUndefined();
			expect(link.requests.at(-1)?.body).not.toContain('target_type');
			expect(texts).toEqual(['"Country Rules" is empty, so the targeting was left out.']);
		},
	);

	test('are not needed to change the type alone', async () => {
		await linkManager({ ...update, targetType: 4, updateFields: {} });
		expect(onlyRequest(link).body).toBe('target_type=4');
	});
});

test.each([
	[{ privacy: 2 }, 1],
	[{ privacy: 2, privacyPassword: 's-secret' }, 0],
	[{ privacy: 1, privacyPassword: 's-secret' }, 1],
	[{ privacy: 1 }, 0],
	[{ privacyPassword: 's-secret' }, 1],
])(
	'a privacy password and its setting belong together: %j has %i warnings',
	async (fields, count) => {
		const message =
			'A "Privacy Password" and "Privacy" set to Password only work together. Make sure that the link has both.';
		const said = Array(count).fill(expect.objectContaining({ type: 'warning', message }));
		const created = await linkManager({ ...create, additionalFields: fields });
		const updated = await linkManager({ ...update, updateFields: fields });
		expect([created.hints, updated.hints]).toEqual([said, said]);
	},
);

test.each([
	['Namibia', 'NA'],
	['za', 'ZA'],
	['Türkiye', 'TR'],
	['Turkey', 'TR'],
	['USA', 'US'],
	['UK', 'GB'],
	['Ivory Coast', 'CI'],
	['QQ', 'QQ'],
	[' south  africa', 'ZA'],
	['Atlantis', 'Atlantis', '"Country Rules, row 1, Country Name or Code" is not a known country'],
])('a country given as %j is sent as %s', async (key, code, hint?) => {
	const countryRules = rules({ key: `={{ "${key}" }}`, value: to });
	const { texts } = await linkManager({ ...create, targetType: 1, countryRules });
	expect(formOf(onlyRequest(link))['country[0][key]']).toBe(code);
	expect(texts).toEqual(hint === undefined ? [] : [expect.stringContaining(hint)]);
});

test('Search By without Search is left out, with a hint', async () => {
	const filters = { searchBy: 'url' };
	const { texts } = await linkManager({ resource: 'link', operation: 'getAll', filters });
	expect(lines(link)).toEqual(['GET /api/v1/links?per_page=50']);
	expect(texts).toContain('"Search By" was left out, because there is no "Search".');
});

test('a URL by expression may have a parameter without a value', async () => {
	await linkManager({ ...create, url: '=https://a.example/?utm_term={{ $json.term }}' });
	expect(formOf(onlyRequest(link)).url).toBe('https://a.example/?utm_term=');
});

describe('Expiration Date', () => {
	const MOVED =
		'"Expiration Date" is 2031-12-31. The node sent 2032-01-01, which is the day in the workflow\'s timezone.';
	const BACK =
		'"Expiration Date" is 2032-01-01. The node sent 2031-12-31, which is the day in the workflow\'s timezone.';
	const luxon = "={{ DateTime.fromISO('2031-12-31T23:30:00', { zone: 'utc' }) }}";

	test.each<[string, string, string, string, string[]]>([
		['a bare date', '2031-12-31', 'Pacific/Auckland', '2031-12-31', []],
		['the date picker', '2031-12-31T00:00:00', 'America/New_York', '2031-12-31', []],
		['ISO', '2031-12-31T23:30:00.000Z', 'Africa/Johannesburg', '2032-01-01', [MOVED]],
		['midnight', '2032-01-01T00:00:00.000Z', 'America/New_York', '2031-12-31', [BACK]],
		['a Luxon DateTime', luxon, 'Africa/Johannesburg', '2032-01-01', [MOVED]],
	])(
		'from %s is the day in the timezone of the workflow',
		async (_from, expirationDate, timezone, day, hints) => {
			const { texts } = await linkManager(
				{ ...create, additionalFields: { expirationDate } },
				{ timezone },
			);
			const end = { expiration_date: day, expiration_time: '23:59' };
			expect(formOf(onlyRequest(link))).toMatchObject(end);
			expect(texts).toEqual(hints);
		},
	);

	test('is left out with its time if it is empty', async () => {
		const additionalFields = { expirationDate: '={{ $json.none }}', expirationTime: '18:30' };
		const { texts } = await linkManager({ ...create, additionalFields });
		expect(Object.keys(formOf(onlyRequest(link)))).toEqual(['url', 'domain_id', 'domain']);
		expect(texts).toEqual([
			'"Expiration Date" is empty, so it was left out.',
			'"Expiration Time" was left out too, because it needs an "Expiration Date".',
		]);
	});

	test('with the day first is refused, with an expression to paste', async () => {
		const additionalFields = { expirationDate: '31/01/2027' };
		const { error } = await linkManager({ ...create, additionalFields });
		expect(error?.message).toBe('"Expiration Date" is not a date: "31/01/2027" [item 0]');
		expect(error?.description).toContain(
			"{{ $json.date ? DateTime.fromFormat($json.date, 'd/M/yyyy').toISODate() : '' }}",
		);
	});
});

describe('Update', () => {
	test.each<[IDataObject, IDataObject]>([
		[{ expirationDate: '2031-12-31' }, { expiration_date: '2031-12-31' }],
		[{ expirationTime: '18:30' }, { expiration_time: '18:30' }],
		[
			{ expirationDate: '2031-12-31', expirationTime: '={{ $json.none }}' },
			{ expiration_date: '2031-12-31' },
		],
	])('sends only the half of an expiration that was added: %j', async (updateFields, sent) => {
		await linkManager({ ...update, updateFields });
		expect(formOf(onlyRequest(link))).toEqual(sent);
	});

	test.each([
		[
			{ expirationDate: '2031-12-31' },
			'Check "Expiration Time". The service may need "Expiration Date" and "Expiration Time" together.',
		],
		[{ expirationDate: '2031-12-31', expirationTime: '18:30' }, 'Check "Expiration Time".'],
	])('mentions both halves of an expiration if the service rejects one: %j', async (...given) => {
		const [updateFields, advice] = given;
		const message = { expiration_time: ['is required with a date.'] };
		link.fault({ kind: 'status', method: 'PUT', status: 422, body: JSON.stringify({ message }) });
		const { error } = await linkManager({ ...update, updateFields });
		expect(error?.message).toContain('Expiration Time: is required with a date');
		expect(error?.description).toBe(advice);
	});

	test('empties a field in Clear Fields, even if it is also added and empty', async () => {
		const updateFields = { password: '={{ $json.none }}', expirationTime: '={{ $json.none }}' };
		const clearFields = '={{ ["password", "expiration", "password"] }}';
		const { texts } = await linkManager({ ...update, updateFields, clearFields });
		const sent = { password: '', expiration_date: '', expiration_time: '' };
		expect(formOf(onlyRequest(link))).toEqual(sent);
		const isLeftOut =
			'is empty, so it was left out. "Clear Fields" lists the fields that can be emptied.';
		expect(texts).toEqual(['Expiration Time', 'Password'].map((name) => `"${name}" ${isLeftOut}`));
	});

	test.each<[string | undefined, number[], string[], number[]]>([
		[undefined, [103], ['GET', 'PUT'], [101, 102, 103]],
		['replace', [103], ['PUT'], [103]],
		['add', [102, 103], ['GET', 'PUT'], [101, 102, 103]],
		['add', [101], ['GET', 'PUT'], [101, 102]],
		['remove', [101, 112], ['GET', 'PUT'], [102]],
		['remove', [103], ['GET', 'PUT'], [101, 102]],
		['replace', [], ['GET'], [101, 102]],
	])('with Pixel Mode %s of %j', async (pixelMode, pixelIds, methods, left) => {
		const both = { updateFields: { pixelIds: [101, 102], pixelMode: 'replace' } };
		await linkManager({ ...update, ...both });
		link.requests.length = 0;
		const mode = pixelMode && { pixelMode };
		const updateFields = { pixelIds, ...mode };
		const { records } = await linkManager({ ...update, updateFields });
		expect(link.requests.map(({ method }) => method)).toEqual(methods);
		expect(stored()?.pixels.map(({ id }) => id)).toEqual(left);
		expect(records[0]?.pixels).toEqual(stored()?.pixels);
	});

	test.each([undefined, null])(
		'adds no pixel if the record shows the pixels %s',
		async (pixels) => {
			put(1001, { pixels });
			const { error } = await linkManager({ ...update, updateFields: { pixelIds: [102] } });
			expect(error?.message).toMatch(/^The service didn't return the pixels of link 1001/);
			expect(link.ledger).toEqual([]);
		},
	);
});
