import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { formOf, hintTexts, lines, locator, pairs, records, useSandbox } from './sandbox.mjs';

const { link, linkManager } = await useSandbox({ links: 60 });

const upsert = {
	resource: 'link',
	operation: 'upsert',
	url: 'https://www.example.org/upserted',
	alias: 'upserted',
	domainId: locator('11'),
};

const byUrl = { ...upsert, matchBy: 'url', alias: '' };

const DOMAIN = { id: 11, name: 'go.example.org' };

/** How the node sees, once a run, that the search works before it creates a link. */
const proofs = {
	alias: [
		'GET /api/v1/links?sort_by=id&sort=asc&per_page=100',
		'GET /api/v1/links?search=sample-10&search_by=alias&domain_id=11&per_page=100',
	],
	url: [
		'GET /api/v1/links?sort_by=id&sort=asc&per_page=100',
		'GET /api/v1/links?search=/sample/prospectus/8&search_by=url&domain_id=12&per_page=100',
	],
};

function writes(): string[] {
	return lines(link).filter((text) => !text.startsWith('GET'));
}

function withoutUpdate(record: object | undefined): IDataObject {
	const copy = { ...record } as IDataObject;
	delete copy.updated_at;
	return copy;
}

test('by alias: created once, updated the second time, which changes nothing', async () => {
	const fields = { additionalFields: { expirationDate: '2031-01-02', pixelIds: [101] } };
	const first = await linkManager({ ...upsert, ...fields });
	expect(lines(link)).toEqual([
		'GET /api/v1/links?search=upserted&search_by=alias&domain_id=11&per_page=100',
		...proofs.alias,
		'POST /api/v1/links',
	]);
	expect(link.requests[3] && formOf(link.requests[3])).toEqual({
		url: upsert.url,
		alias: 'upserted',
		domain_id: '11',
		domain: '11',
		'pixel_ids[]': '101',
		expiration_date: '2031-01-02',
		expiration_time: '23:59',
	});
	const [created] = records(first);
	expect(created).toMatchObject({ alias: 'upserted', upsertResult: 'created' });
	const before = withoutUpdate(link.links.get(String(created?.id)));

	link.requests.length = 0;
	const second = await linkManager({ ...upsert, ...fields });
	expect(lines(link)).toEqual([
		'GET /api/v1/links?search=upserted&search_by=alias&domain_id=11&per_page=100',
		`PUT /api/v1/links/${String(created?.id)}`,
	]);
	expect(link.requests[1] && formOf(link.requests[1])).toEqual({
		url: upsert.url,
		'pixel_ids[]': '101',
		expiration_date: '2031-01-02',
		expiration_time: '23:59',
	});
	expect(records(second)).toMatchObject([{ id: created?.id, upsertResult: 'updated' }]);
	expect(withoutUpdate(link.links.get(String(created?.id)))).toEqual(before);
	expect(link.links.size).toBe(61);
});

test('an empty Expiration Time leaves the default to a new link', async () => {
	const additionalFields = { expirationDate: '2031-01-02', expirationTime: '={{ $json.none }}' };
	for (let run = 0; run < 2; run++) await linkManager({ ...upsert, additionalFields });
	const sent = link.requests.filter(({ method }) => method !== 'GET').map(formOf);
	expect(sent).toEqual([
		expect.objectContaining({ expiration_date: '2031-01-02', expiration_time: '23:59' }),
		{ url: upsert.url, expiration_date: '2031-01-02' },
	]);
});

test('by URL: created once, found by exactly this address the second time', async () => {
	const first = await linkManager(byUrl);
	const second = await linkManager(byUrl);
	const [created] = records(first);
	expect(created).toMatchObject({ url: upsert.url, upsertResult: 'created' });
	expect(records(second)).toMatchObject([{ id: created?.id, upsertResult: 'updated' }]);
	expect(lines(link)).toEqual([
		`GET /api/v1/links?search=/upserted&search_by=url&domain_id=11&per_page=100`,
		...proofs.url,
		'POST /api/v1/links',
		`GET /api/v1/links?search=/upserted&search_by=url&domain_id=11&per_page=100`,
		`PUT /api/v1/links/${String(created?.id)}`,
	]);
	expect(link.ledger.map(({ action }) => action)).toEqual(['created', 'updated']);
});

test.each([
	['https://example.org', 'https://example.org/', 'example.org'],
	['https://www.example.org/a b/offer', 'https://www.example.org/a%20b/offer', 'b/offer'],
	['https://www.example.org:443/%7Eoffer?a=%c3%a9', 'https://WWW.example.org/~offer?a=é', 'offer'],
	['https://bücher.example.org/x', 'https://xn--bcher-kva.example.org/x', '.example.org'],
])('%s is found again as %s, by one search', async (typed, stored, search) => {
	await linkManager({ ...byUrl, url: typed });
	const [created] = [...link.links.values()].slice(-1);
	if (created) link.links.set(String(created.id), { ...created, url: stored });
	const again = await linkManager({ ...byUrl, url: `  ${typed} ` });
	expect(records(again)).toMatchObject([{ id: created?.id, upsertResult: 'updated' }]);
	const line = `GET /api/v1/links?search=${search}&search_by=url&domain_id=11&per_page=100`;
	const lookUp = [line];
	const reads = lines(link).filter((text) => text.startsWith('GET'));
	expect(reads.filter((text) => text.includes(search))).toEqual([...lookUp, ...lookUp]);
	expect(reads).toHaveLength(2 * lookUp.length + proofs.url.length);
});

test('a look-up that may be incomplete never leads to a create', async () => {
	for (let id = 1; id <= 120; id++) {
		const [one] = link.links.values();
		if (one) link.links.set(String(id), { ...one, id, alias: `upserted-${id}`, domain: DOMAIN });
	}
	link.quirk({ ignorePage: true });
	const { error } = await linkManager(upsert);
	expect(error?.message).toBe(
		'The node couldn\'t check all links for the alias "upserted" [item 0]',
	);
	expect(error?.description).toMatch(/may be incomplete.* Nothing was changed\.$/);
	expect(writes()).toEqual([]);
});

test.each([{ hideRecords: [1050, 1010] }])(
	'a list that says nothing of its end is read to it: %j',
	async (quirk) => {
		link.quirk({ ...quirk, envelope: 'bare', ignoreFilters: true });
		const { alias } = link.links.get('1001') ?? {};
		const result = await linkManager({ ...upsert, alias });
		expect(records(result)).toMatchObject([{ id: 1001, upsertResult: 'updated' }]);
	},
);

test.each([upsert, byUrl])(
	'a link that the service lists late is known in a loop: %j',
	async (by) => {
		link.quirk({ envelope: 'data', hideRecords: [1061] });
		const run = async () => {
			const result = await linkManager(by, { executionId: `by ${by.alias}` });
			return records(result).map(({ id, upsertResult }) => [id, upsertResult]);
		};
		expect(await run()).toEqual([[1061, 'created']]);
		expect(await run()).toEqual([[1061, 'updated']]);
		link.links.delete('1061');
		expect(await run()).toEqual([[1062, 'created']]);
	},
);

test.each([
	['été', 'e\u0301te\u0301'],
	['a  b', 'a b'],
	['a&amp;b', 'a&b'],
])('one alias in two spellings is one link, listed late too: %s, %s', async (...aliases) => {
	link.quirk({ envelope: 'data', hideRecords: [1061] });
	const result = await linkManager(
		{ ...upsert, alias: '={{ $json.alias }}' },
		{ items: aliases.map((alias) => ({ alias })) },
	);
	expect(records(result).map(({ id }) => id)).toEqual([1061, 1061]);
});

test.each([
	['spring_sale', 'spring-sale'],
	['Spring-Sale', 'spring_sale'],
])('an alias like another one is a link of its own: %s beside %s', async (...aliases) => {
	for (const alias of aliases) {
		const result = await linkManager({ ...upsert, alias });
		expect(records(result)).toMatchObject([{ alias, upsertResult: 'created' }]);
	}
});

test('an alias that differs in capital letters is another one, and a hint says so', async () => {
	await linkManager(upsert);
	const result = await linkManager({ ...upsert, alias: 'UPSERTED' });
	expect(records(result)).toMatchObject([{ upsertResult: 'created' }]);
	expect(hintTexts(result)).toEqual([
		expect.stringMatching(/^The alias "UPSERTED" differs only in capital letters from/) as string,
	]);
});

test('an alias or address that only contains the one asked for is another link', async () => {
	await linkManager({ ...upsert, alias: 'sample' });
	expect(writes()).toEqual(['POST /api/v1/links']);
	link.reset();
	await linkManager({ ...byUrl, url: 'https://www.example.org/sample' });
	expect(writes()).toEqual(['POST /api/v1/links']);
});

test('the same alias on another domain is another link', async () => {
	await linkManager(upsert);
	const result = await linkManager({ ...upsert, domainId: locator('12') });
	expect(records(result)).toMatchObject([{ upsertResult: 'created', domain: { id: 12 } }]);
	link.quirk({ ignoreFilters: ['domain_id'] });
	const again = await linkManager({ ...upsert, domainId: locator('12') });
	expect(records(again)).toMatchObject([{ upsertResult: 'updated', domain: { id: 12 } }]);
	expect(link.links.size).toBe(62);
});

test('several exact matches are an error that lists them, and nothing is written', async () => {
	const twice = [...link.links.values()].filter(({ alias }) => alias === 'sample-1');
	const { error } = await linkManager({ ...upsert, alias: 'sample-1', domainId: '' });
	expect(error?.message).toMatch(/^2 links have the alias "sample-1": /);
	for (const { id, short_url } of twice)
		expect(error?.message).toContain(`ID ${id} (${short_url})`);
	expect(writes()).toEqual([]);
	expect(twice).toHaveLength(2);
});

test('items with the same key do not race: one create, then updates, in order', async () => {
	const items = [1, 2, 3, 4].map((number) => ({ number, to: `https://www.example.org/${number}` }));
	const result = await linkManager({ ...upsert, url: '={{ $json.to }}' }, { items });
	expect(writes().map((text) => text.split(' ')[0])).toEqual(['POST', 'PUT', 'PUT', 'PUT']);
	expect(records(result).map(({ upsertResult, url }) => [upsertResult, url])).toEqual([
		['created', 'https://www.example.org/1'],
		['updated', 'https://www.example.org/2'],
		['updated', 'https://www.example.org/3'],
		['updated', 'https://www.example.org/4'],
	]);
	expect(pairs(result)).toEqual([0, 1, 2, 3]);
	expect(link.links.size).toBe(61);
});

test('items with the same address do not race either, however it is written', async () => {
	const items = ['https://example.org', 'https://EXAMPLE.org', 'https://example.org'];
	await linkManager({ ...byUrl, url: '={{ $json.to }}' }, { items: items.map((to) => ({ to })) });
	expect(writes().map((text) => text.split(' ')[0])).toEqual(['POST', 'PUT', 'PUT']);
});

test.each(['alias', 'domainId', 'url'])(
	'%s that is blank is refused, and nothing is sent',
	async (name) => {
		const items = [undefined, null, '', ' \u200b', 'undefined', 'Invalid DateTime'].map(
			(value) => ({
				value,
			}),
		);
		const result = await linkManager(
			{ ...upsert, [name]: '={{ $json.value }}' },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(records(result).map(({ error }) => error)).toEqual(
			items.map(
				(_, index) =>
					expect.stringMatching(`^".*" is (empty|"[uI].*") \\[item ${index}\\]$`) as string,
			),
		);
		expect(link.requests).toEqual([]);
	},
);
