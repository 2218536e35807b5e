import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import {
	formOf,
	hintTexts,
	lines,
	locator,
	onlyRequest,
	pairs,
	records,
	useSandbox,
} from './sandbox.mjs';

const { link, linkManager } = await useSandbox({ links: 60 });

function stored(id: number): IDataObject {
	return JSON.parse(JSON.stringify(link.links.get(String(id)))) as IDataObject;
}

const ID = 1001;
const theLink = { resource: 'link', linkId: locator(String(ID)) };

describe('get', () => {
	test('an alias is looked up, and only an exact match counts', async () => {
		const { id, alias } = [...link.links.values()].find(
			(one) => one.alias === 'sample-3' || one.alias === 'sample-4',
		) as { id: number; alias: string };
		const result = await linkManager({
			resource: 'link',
			operation: 'get',
			linkId: locator(alias, 'alias'),
		});
		expect(records(result)).toEqual([stored(id)]);
		expect(lines(link)).toEqual([
			`GET /api/v1/links?search=${alias}&search_by=alias&per_page=100`,
			`GET /api/v1/links/${id}`,
		]);
	});

	test.each([
		['the whole short URL', 'https://short.example.com/sample-5', [1005]],
		['one with another scheme and a slash', 'HTTP://SHORT.example.com/sample-5/?a=1#b', [1005]],
		['one without a scheme', 'short.example.com/sample-5', [1005]],
		['one on another host', 'https://go.example.org/sample-5', []],
		['one of two links with the alias', 'go.example.org/sample-1', [1001]],
	])('an alias may be pasted as %s', async (_name, pasted, ids) => {
		const result = await linkManager({
			resource: 'link',
			operation: 'get',
			linkId: locator(pasted, 'alias'),
		});
		expect(records(result).map(({ id }) => id)).toEqual(ids);
		if (ids.length === 0) expect(result.error?.message).toMatch(/^No link has the short URL/);
	});

	test('an alias that none or several links have is an error that names them', async () => {
		const twice = [...link.links.values()].filter(({ alias }) => alias === 'sample-1');
		expect(twice).toHaveLength(2);
		const run = async (alias: string) =>
			await linkManager({ resource: 'link', operation: 'delete', linkId: locator(alias, 'alias') });
		const several = await run('sample-1');
		expect(several.error?.message).toMatch(/2 links have the alias "sample-1".*\[item 0\]$/);
		for (const { id, short_url } of twice) {
			expect(several.error?.message).toContain(`ID ${id} (${short_url})`);
		}
		const none = await run('Sample-1');
		expect(none.error?.message).toBe('No link has the alias "Sample-1" [item 0]');
		expect(link.requests.every(({ method }) => method === 'GET')).toBe(true);
		expect(link.ledger).toEqual([]);
	});
});

const create = {
	resource: 'link',
	operation: 'create',
	url: 'https://www.example.org/new',
	domainId: locator('12'),
};

describe('create', () => {
	test('sends the address, the domain under both names, and nothing that was not added', async () => {
		const result = await linkManager(create);
		const request = onlyRequest(link);
		expect(request.method).toBe('POST');
		expect(request.path).toBe('/api/v1/links');
		expect(request.query).toBe('');
		expect(formOf(request)).toEqual({
			url: 'https://www.example.org/new',
			domain_id: '12',
			domain: '12',
		});
		expect(records(result)).toEqual([stored(1061)]);
		expect(pairs(result)).toEqual([0]);
	});
});

describe('targeting', () => {
	const to = 'https://www.example.org/there';
	const country = { countryRules: { rule: [{ key: 'ZA', value: to }] } };
	const platform = { platformRules: { rule: [{ key: 'iOS', value: to }] } };
	const rotation = { rotationRules: { rule: [{ value: to }] } };
	const notInUse = (rules: string, kind: string, use: string) => [
		`${rules} in use, because the link has "Targeting" set to ${kind}. To use ${use}.`,
	];

	test.each<[string, IDataObject, string | undefined, string[]]>([
		['the only rules', country, '1', []],
		['the only rules', rotation, '4', []],
		[
			'other rules',
			{ ...country, targetType: 4 },
			'4',
			notInUse(
				'"Country Rules" was saved but isn\'t',
				'Rotation',
				'it, set "Targeting" to Geographic',
			),
		],
		[
			'rules of two kinds',
			{ ...country, ...platform },
			undefined,
			notInUse(
				'"Country Rules" and "Platform Rules" were saved but aren\'t',
				'None',
				'one of them, set "Targeting" to Geographic or Platform',
			),
		],
		[
			'a country twice to one URL',
			{ countryRules: { rule: ['ZA', 'za'].map((key) => ({ key, value: to })) } },
			'1',
			[],
		],
	])(
		'is set by %s, and unused rules are told: %j',
		async (_name, additionalFields, kind, hints) => {
			const result = await linkManager({
				resource: 'link',
				operation: 'create',
				url: to,
				domainId: locator('11'),
				additionalFields,
			});
			expect(link.ledger[0]?.fields.target_type).toBe(kind);
			expect(link.ledger[0]?.body.match(/%5Bkey%5D/g) ?? []).toHaveLength(
				Object.keys(additionalFields).filter((name) => /country|platform/.test(name)).length,
			);
			expect(hintTexts(result)).toEqual(hints);
		},
	);

	test.each([
		['countryRules', 'Country Rules', 'a country', ['ZA', 'NA', 'za']],
		['platformRules', 'Platform Rules', 'an operating system', ['iOS', 'IOS']],
	])('%s with two URLs for one key are refused', async (name, label, column, keys) => {
		const rule = keys.map((key, index) => ({ key, value: `${to}/${index}` }));
		const { error } = await linkManager({
			...theLink,
			operation: 'update',
			updateFields: { [name]: { rule } },
		});
		expect(error?.message).toMatch(`"${label}" has ${column} with two destination URLs: "`);
		expect(link.requests).toEqual([]);
	});
});

test('a rules field begins with an empty row, which is ignored, as every empty one', async () => {
	const to = 'https://www.example.org/there';
	const additionalFields = {
		countryRules: { rule: [{ key: '', value: '' }] },
		platformRules: { rule: [{ key: '', value: '' }] },
		rotationRules: { rule: [{ value: to }, { value: '' }] },
	};
	const result = await linkManager({ ...create, additionalFields });
	expect(formOf(onlyRequest(link))).toEqual({
		url: 'https://www.example.org/new',
		target_type: '4',
		'rotation[0][value]': to,
		domain_id: '12',
		domain: '12',
	});
	expect(hintTexts(result).join()).toContain('"Country Rules" is empty, so it was left out');
	const rule = [{ key: 'ZA', value: '' }];
	const half = await linkManager({ ...create, additionalFields: { countryRules: { rule } } });
	expect(half.error?.message).toBe('"Country Rules, row 1, Destination URL" is empty [item 0]');
});

test.each([
	[{ privacy: 2 }, ['"Statistics Privacy" is set to Password']],
	[{ privacy: 2, privacyPassword: 's-secret' }, []],
	[{ privacy: 1 }, []],
	[
		{ privacy: 1, privacyPassword: 's-secret' },
		['"Statistics Password" was saved but isn\'t in use, because the link has'],
	],
	[{ privacyPassword: 's-secret' }, ['"Statistics Privacy" set to Public']],
])('a new link with %j gets the hints %j', async (additionalFields, hints) => {
	const result = await linkManager({ ...create, additionalFields });
	expect(hintTexts(result)).toEqual(hints.map((hint) => expect.stringContaining(hint)));
});

describe('expiration', () => {
	const created = async (
		additionalFields: IDataObject,
		timezone?: string,
		items: IDataObject[] = [{}],
	) => {
		const result = await linkManager({ ...create, additionalFields }, { timezone, items });
		expect(result.error).toBeUndefined();
		const { expiration_date, expiration_time } = link.ledger[0]?.fields ?? {};
		return [expiration_date, expiration_time];
	};

	test.each<[string, unknown, string, string]>([
		['a bare date', '2031-12-31', 'Pacific/Auckland', '2031-12-31'],
		['what the date picker stores', '2031-12-31T00:00:00', 'America/New_York', '2031-12-31'],
		['an ISO date-time', '2031-12-31T23:30:00.000Z', 'Africa/Johannesburg', '2032-01-01'],
		[
			'a Luxon DateTime',
			"={{ DateTime.fromISO('2031-12-31T23:30:00', { zone: 'utc' }) }}",
			'Africa/Johannesburg',
			'2032-01-01',
		],
	])('%s is the day in the timezone of the workflow', async (_name, value, timezone, day) => {
		expect(await created({ expirationDate: value as string }, timezone)).toEqual([day, '23:59']);
	});

	test.each<[unknown, boolean]>([
		['2031-12-31T15:30:00+02:00', true],
		[48213.65, true],
		["={{ DateTime.fromISO('2031-12-31T15:30:00') }}", true],
		['2031-12-31', false],
		['2031-12-31T00:00:00.000Z', false],
		['2031-12-31T23:59:59+02:00', false],
	])('the time of day in %s is left out with a hint: %s', async (expirationDate, isSaid) => {
		for (const more of [{}, { expirationTime: '15:30' }]) {
			const additionalFields = { expirationDate, ...more } as IDataObject;
			const result = await linkManager({ ...create, additionalFields });
			expect(hintTexts(result)).toEqual(
				isSaid && !('expirationTime' in more)
					? [
							'The time of day in "Expiration Date" was left out. To set a time, use "Expiration Time".',
						]
					: [],
			);
		}
		expect(link.ledger.map(({ fields }) => fields.expiration_time)).toEqual(['23:59', '15:30']);
	});
});

describe('update', () => {
	const update = { ...theLink, operation: 'update' };

	test('sends only what was added, also 0, and returns the record', async () => {
		const result = await linkManager({ ...update, updateFields: { disabled: 0 } });
		const request = onlyRequest(link);
		expect([request.method, request.path, request.body]).toEqual([
			'PUT',
			'/api/v1/links/1001',
			'disabled=0',
		]);
		expect(records(result)).toEqual([stored(ID)]);
	});

	test('reads the record when the service answers with nothing', async () => {
		link.fault({ kind: 'empty', method: 'PUT', applied: true });
		const result = await linkManager({ ...update, updateFields: { disabled: 1 } });
		expect(lines(link)).toEqual(['PUT /api/v1/links/1001', 'GET /api/v1/links/1001']);
		expect(records(result)).toMatchObject([{ id: ID, disabled: 1 }]);
	});

	test.each<[string, Record<string, string>]>([
		['expiration', { expiration_date: '', expiration_time: '' }],
		['expirationClicks', { expiration_clicks: '' }],
		['expirationUrl', { expiration_url: '' }],
		['password', { password: '' }],
		['pixels', { 'pixel_ids[]': '' }],
		['privacyPassword', { privacy_password: '' }],
		['space', { space_id: '' }],
		[
			'targeting',
			{
				target_type: '0',
				'country[]': '',
				'platform[]': '',
				'language[]': '',
				'rotation[]': '',
			},
		],
	])('clearing %s sends it empty and nothing else', async (name, form) => {
		await linkManager({ ...update, clearFields: [name] });
		expect(formOf(onlyRequest(link))).toEqual(form);
		expect(link.ledger).toHaveLength(1);
	});

	test('with nothing but empty fields the link stays as it is, and a hint says so', async () => {
		const items = [null, '', '  '].map((value) => ({ value }));
		const updateFields = { password: '={{ $json.value }}', pixelIds: '={{ $json.value }}' };
		const result = await linkManager({ ...update, updateFields }, { items });
		expect(new Set(lines(link))).toEqual(new Set(['GET /api/v1/links/1001']));
		expect(records(result)).toEqual([stored(ID), stored(ID), stored(ID)]);
		expect(hintTexts(result).join()).toContain('"Password" is empty, so it was left as it is.');
		const { error } = await linkManager(update);
		expect(error?.message).toBe('There is nothing to update [item 0]');
	});

	test('an empty field sets no default either', async () => {
		const to = 'https://www.example.org/there';
		const updateFields = {
			expirationDate: '2031-12-31',
			expirationTime: '={{ $json.none }}',
			countryRules: { rule: [{ key: 'ZA', value: to }] },
			targetType: '={{ $json.none }}',
		};
		await linkManager({ ...update, updateFields });
		expect(formOf(onlyRequest(link))).toEqual({
			expiration_date: '2031-12-31',
			'country[0][key]': 'ZA',
			'country[0][value]': to,
		});
	});

	test('an empty field that is cleared is emptied, without a word', async () => {
		const updateFields = { password: '={{ $json.none }}', expirationTime: '={{ $json.none }}' };
		const clearFields = '={{ ["password", "expiration", "password"] }}';
		const result = await linkManager({ ...update, updateFields, clearFields });
		expect(formOf(onlyRequest(link))).toEqual({
			password: '',
			expiration_date: '',
			expiration_time: '',
		});
		expect([result.error, ...hintTexts(result)]).toEqual([undefined]);
	});

	describe('Pixel Mode', () => {
		const withPixels = async (attached: number[]) => {
			await linkManager({
				...update,
				updateFields: { pixelIds: attached },
				pixelMode: 'replace',
			});
			link.requests.length = 0;
			link.ledger.length = 0;
		};
		const change = async (pixelMode: string | undefined, pixelIds: unknown[], more = {}) =>
			await linkManager({
				...update,
				updateFields: { pixelIds, ...more } as IDataObject,
				...(pixelMode === undefined ? {} : { pixelMode }),
			});
		const attached = (record: IDataObject | undefined) =>
			(record?.pixels as IDataObject[]).map(({ id }) => id);

		test.each<[string | undefined, unknown[], string[], number[]]>([
			[undefined, [103], ['GET', 'PUT'], [101, 102, 103]],
			['replace', [103], ['PUT'], [103]],
			['add', [102, 103], ['GET', 'PUT'], [101, 102, 103]],
			['add', [101], ['GET'], [101, 102]],
			['remove', [101, 112], ['GET', 'PUT'], [102]],
			['remove', [103], ['GET'], [101, 102]],
			['replace', [], ['GET'], [101, 102]],
		])('%s of %j', async (mode, pixelIds, methods, left) => {
			await withPixels([101, 102]);
			const result = await change(mode, pixelIds);
			expect(link.requests.map(({ method }) => method)).toEqual(methods);
			expect(attached(stored(ID))).toEqual(left);
			expect(attached(records(result)[0])).toEqual(left);
		});

		test.each(['hideFields', 'nullFields'])(
			'a record that does not show its pixels (%s) is an error, and nothing is written',
			async (quirk) => {
				link.quirk({ [quirk]: ['pixels'] });
				const { error } = await change('add', [102]);
				expect(error?.message).toMatch(/^The service didn't return the pixels of link 1001/);
				expect(link.ledger).toEqual([]);
			},
		);
	});
});

describe('delete', () => {
	test.each([
		['object', { deleted: true, id: 1001, object: 'link' }],
		['empty', { deleted: true, id: '1001' }],
	] as const)('returns what the service answered (%s)', async (deleteAnswer, expected) => {
		link.quirk({ deleteAnswer });
		const result = await linkManager({ ...theLink, operation: 'delete' });
		const request = onlyRequest(link);
		expect([request.method, request.path, request.query, request.body]).toEqual([
			'DELETE',
			'/api/v1/links/1001',
			'',
			'',
		]);
		expect(request.headers).not.toHaveProperty('content-type');
		expect(records(result)).toEqual([expected]);
		expect(link.links.has('1001')).toBe(false);
	});
});
