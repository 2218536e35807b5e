import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { formOf, hintTexts, lines, locator, pairs, records, useSandbox } from './sandbox.mjs';

const { link, linkManager } = await useSandbox({ links: 60 });

const upsert = {
	resource: 'link',
	operation: 'upsert',
	url: 'https://www.example.org/upserted',
	alias: 'upserted',
	domainId: locator('11'),
};

const byUrl = { ...upsert, matchBy: 'url', alias: '', domainId: '' };

function writes(): string[] {
	return lines(link).filter((text) => !text.startsWith('GET'));
}

/** Adds copies of a link of the sample data, each with its own ID and these fields. */
function addLinks(count: number, fields: (id: number) => IDataObject): void {
	const [one] = link.links.values();
	for (let id = 1; one && id <= count; id++) {
		link.links.set(String(id), { ...one, id, ...fields(id) });
	}
}

describe('by alias', () => {
	test('hints count what was created and updated, and name items by the alias', async () => {
		const result = await linkManager(
			{
				...upsert,
				alias: '={{ $json.alias }}',
				additionalFields: { expirationUrl: '={{ $json.over }}' },
				options: { concurrency: 1 },
			},
			{
				items: [
					{ alias: 'nc-fees', over: 'https://www.example.org/over' },
					{ alias: 'gp-fees', over: 'https://www.example.org/over' },
					{ alias: 'nc-fees' },
				],
			},
		);
		expect(hintTexts(result)).toEqual([
			'2 created, 1 updated.',
			'"Expiration URL" is empty, so it was left out. To empty a field, use "Update" with "Clear Fields". (item 2, nc-fees)',
		]);
	});

	test('a link is created, and updated the second time: two requests each', async () => {
		const fields = { additionalFields: { expirationDate: '2031-01-02', pixelIds: [101] } };
		const first = await linkManager({ ...upsert, ...fields });
		const second = await linkManager({ ...upsert, ...fields });
		const lookup = 'GET /api/v1/links?search=upserted&search_by=alias&domain_id=11&per_page=100';
		expect(lines(link)).toEqual([lookup, 'POST /api/v1/links', lookup, 'PUT /api/v1/links/1061']);
		expect(link.requests.filter(({ method }) => method !== 'GET').map(formOf)).toEqual([
			{
				url: 'https://www.example.org/upserted',
				alias: 'upserted',
				domain_id: '11',
				domain: '11',
				'pixel_ids[]': '101',
				expiration_date: '2031-01-02',
				expiration_time: '23:59',
			},
			{
				url: 'https://www.example.org/upserted',
				'pixel_ids[]': '101',
				expiration_date: '2031-01-02',
				expiration_time: '23:59',
			},
		]);
		for (const [result, upsertResult] of [
			[first, 'created'],
			[second, 'updated'],
		] as const) {
			const [record = {}] = records(result);
			expect(Object.keys(record)[0]).toBe('upsertResult');
			expect(record).toMatchObject({ upsertResult, id: 1061, alias: 'upserted' });
		}
	});

	test('ten new aliases in one run take twenty requests', async () => {
		const items = Array.from({ length: 10 }, (_, index) => ({ alias: `new-${index}` }));
		await linkManager({ ...upsert, alias: '={{ $json.alias }}' }, { items });
		expect(lines(link)).toHaveLength(20);
		expect(link.links.size).toBe(70);
	});

	test('an alias that only contains the one asked for, or has other capitals, is another link', async () => {
		await linkManager({ ...upsert, alias: 'sample' });
		await linkManager({ ...upsert, alias: 'SAMPLE' });
		expect(writes()).toEqual(['POST /api/v1/links', 'POST /api/v1/links']);
	});

	test('an alias that is taken although no link has exactly it may have other capitals', async () => {
		link.fault({
			kind: 'body',
			method: 'POST',
			status: 422,
			body: '{"message":{"alias":["Taken."]}}',
		});
		const { error } = await linkManager(upsert);
		expect(error?.message).toContain('Alias: Taken');
		expect(error?.description).toContain('may not tell small letters from capitals');
	});

	test('a new link with another alias than was sent is an error, and no further try makes one more', async () => {
		const body = JSON.stringify({ data: { id: 77, alias: 'x7gh2', url: upsert.url } });
		link.fault({ kind: 'body', method: 'POST', status: 201, body });
		const { error } = await linkManager(upsert, { tries: 3 });
		expect(error?.message).toBe(
			'The service created link 77 with the alias "x7gh2" instead of "upserted" [item 0]',
		);
		expect(writes()).toEqual(['POST /api/v1/links']);
	});

	test('the same alias on another domain, or on none that shows, is another link', async () => {
		await linkManager(upsert);
		link.quirk({ ignoreFilters: ['domain_id'] });
		const other = await linkManager({ ...upsert, domainId: locator('12') });
		const again = await linkManager({ ...upsert, domainId: locator('12') });
		expect(records(other)).toMatchObject([{ upsertResult: 'created', domain: { id: 12 } }]);
		expect(records(again)).toMatchObject([{ upsertResult: 'updated', domain: { id: 12 } }]);
		link.quirk({ hideFields: ['domain'] });
		const { error } = await linkManager(upsert);
		expect(error?.message).toContain('The alias has already been taken');
	});

	test('several exact matches are an error that lists them, and nothing is written', async () => {
		const { error } = await linkManager({ ...upsert, alias: 'sample-1', domainId: '' });
		expect(error?.message).toMatch(
			/^2 links have the alias "sample-1": ID \d+ \(.*sample-1\), ID \d+ \(.*sample-1\) \[item 0\]$/,
		);
		expect(writes()).toEqual([]);
	});

	test('items with the same alias do not race: one create, then updates, in order', async () => {
		const items = ['1', '2', '3'].map((name) => ({ to: `https://www.example.org/${name}` }));
		const result = await linkManager({ ...upsert, url: '={{ $json.to }}' }, { items });
		expect(records(result).map(({ upsertResult, url }) => [upsertResult, url])).toEqual([
			['created', 'https://www.example.org/1'],
			['updated', 'https://www.example.org/2'],
			['updated', 'https://www.example.org/3'],
		]);
		expect(pairs(result)).toEqual([0, 1, 2]);
		expect(link.links.size).toBe(61);
	});
});

describe('by destination URL', () => {
	const campaign = (term: number) =>
		`https://shop.example/p/1?utm_source=newsletter&utm_medium=email&utm_term=${term}`;

	test('the whole URL is searched for: two requests among 260 links of one campaign', async () => {
		addLinks(260, (id) => ({ url: campaign(id + 1000) }));
		const result = await linkManager({ ...byUrl, url: campaign(1230) });
		expect(lines(link)).toEqual([
			`GET /api/v1/links?search=${campaign(1230)}&search_by=url&per_page=100`,
			'PUT /api/v1/links/230',
		]);
		expect(records(result)).toMatchObject([{ id: 230, upsertResult: 'updated' }]);
	});

	test.each([
		['https://shop.example/a b', 'https://shop.example/a%20b'],
		['https://bücher.example/x', 'https://xn--bcher-kva.example/x'],
	])('%s is found as the service stores it, by a second search', async (url, stored) => {
		addLinks(1, () => ({ url: stored }));
		const result = await linkManager({ ...byUrl, url: `  ${url} ` });
		expect(lines(link)).toEqual([
			`GET /api/v1/links?search=${url}&search_by=url&per_page=100`,
			`GET /api/v1/links?search=${stored}&search_by=url&per_page=100`,
			'PUT /api/v1/links/1',
		]);
		expect(records(result)).toMatchObject([{ id: 1, upsertResult: 'updated' }]);
	});

	test.each([
		['https://shop.example/p', 'https://shop.example/p/', 'updated'],
		['https://shop.example/p', 'https://shop.example/p/?a=1', 'created'],
		['https://shop.example/p?a=1', 'https://shop.example/p?a=1/', 'created'],
		['https://shop.example/p', 'https://shop.example/p/2', 'created'],
	])('%s beside a link to %s is %s', async (url, other, upsertResult) => {
		addLinks(1, () => ({ url: other }));
		const result = await linkManager({ ...byUrl, url, domainId: locator('11') });
		expect(records(result)).toMatchObject([{ upsertResult }]);
	});

	test('a create whose answer is lost is looked up once, and never sent again', async () => {
		for (const applied of [true, false]) {
			link.reset();
			link.fault({ kind: 'status', status: 502, method: 'POST', applied });
			const result = await linkManager({ ...byUrl, domainId: locator('11') }, { tries: 2 });
			const lookup = `GET /api/v1/links?search=${byUrl.url}&search_by=url&domain_id=11&per_page=100`;
			expect(lines(link)).toEqual([lookup, 'POST /api/v1/links', lookup]);
			if (applied) {
				expect(records(result)).toMatchObject([{ id: 1061, upsertResult: 'created' }]);
			} else {
				expect(result.error?.message).toContain('It is not known whether the link was created');
				expect(result.error?.description).toBe(
					`Before you create it again, check whether a link with the destination URL "${byUrl.url}" exists.`,
				);
			}
		}
	});

	test('items with one address do not race, however it is written', async () => {
		const items = ['https://example.org/p', 'https://EXAMPLE.org/p'].map((to) => ({ to }));
		await linkManager({ ...byUrl, url: '={{ $json.to }}', domainId: locator('11') }, { items });
		expect(writes()).toEqual(['POST /api/v1/links', 'PUT /api/v1/links/1061']);
	});
});

test('an empty Expiration Time leaves the default to a new link', async () => {
	const additionalFields = { expirationDate: '2031-01-02', expirationTime: '={{ $json.none }}' };
	for (let run = 0; run < 2; run++) await linkManager({ ...upsert, additionalFields });
	const sent = link.requests.filter(({ method }) => method !== 'GET').map(formOf);
	expect(sent).toEqual([
		expect.objectContaining({ expiration_date: '2031-01-02', expiration_time: '23:59' }),
		{ url: 'https://www.example.org/upserted', expiration_date: '2031-01-02' },
	]);
});

test('after a look-up that may be incomplete nothing is created', async () => {
	addLinks(120, (id) => ({ alias: `upserted-${id}`, domain: { id: 11, name: 'go.example.org' } }));
	link.quirk({ ignorePage: true });
	const { error } = await linkManager(upsert);
	expect(error?.message).toBe(
		'The node couldn\'t check all links for the alias "upserted" [item 0]',
	);
	expect(error?.description).toMatch(/may be incomplete.* Nothing was changed\.$/);
	expect(writes()).toEqual([]);
});

test.each(['alias', 'domainId', 'url'])('%s that is blank is refused', async (name) => {
	const items = [undefined, null, '', ' \u200b'].map((value) => ({ value }));
	const result = await linkManager(
		{ ...upsert, [name]: '={{ $json.value }}' },
		{ items, onError: 'continueRegularOutput' },
	);
	expect(records(result).map(({ error }) => error)).toEqual(
		items.map((_, index) => expect.stringMatching(`^".*" is empty \\[item ${index}\\]$`) as string),
	);
	expect(link.requests).toEqual([]);
});

test('an alias by expression that is empty is left out of a link by URL, with a hint', async () => {
	const parameters = { ...byUrl, alias: '={{ $json.none }}', domainId: locator('11') };
	const result = await linkManager(parameters);
	expect(hintTexts(result)).toEqual(['"Alias" is empty, so it was left out.']);
	expect(link.ledger[0]?.fields).not.toHaveProperty('alias');
});

test('half of a key by expression is refused, and a key with a hyphen by hand is not', async () => {
	const parameters = { ...upsert, alias: '=promo-{{ $json.code }}' };
	const { error } = await linkManager(parameters, { items: [{}] });
	expect(error?.message).toBe('"Alias" looks incomplete: "promo-" [item 0]');
	expect(link.requests).toEqual([]);
	const typed = await linkManager({ ...upsert, alias: 'promo-' });
	expect(records(typed)).toMatchObject([{ alias: 'promo-', upsertResult: 'created' }]);
});
