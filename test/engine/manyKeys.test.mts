// Many rows by alias: the node reads the list of links once instead of looking up each alias.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { requests } from './least.mjs';
import { lines, useSandbox } from './sandbox.mjs';

const {
	link,
	put,
	holds: holdsLinks,
	linkManager: run,
} = await useSandbox({ links: 1, schools: 1 });

/** The service has this many links (old-1 with the ID 1 and so on), and others. */
function holds(count: number, others: Record<number, IDataObject> = {}): void {
	const numbers = Array.from({ length: count }, (_, index) => index + 1);
	const old = numbers.map((id) => [id, { alias: `old-${id}` }]);
	holdsLinks({ ...Object.fromEntries(old), ...others });
}

/** The service returns these links and this `meta` once, after this many reads. */
function lists(data: unknown[], meta: object = { total: data.length }, after = 0): void {
	const body = JSON.stringify({ data, meta });
	link.fault({ kind: 'body', method: 'GET', body, after, times: 1 });
}

const links = () => [...link.links.values()];
/** The requests, without the filter for domain 11 that each read of Create or Update has. */
const sent = () => lines(link).map((line) => line.replace('domain_id=11&', ''));

const page = (number: number) =>
	`GET /api/v1/links?per_page=100${number === 1 ? '' : `&page=${number}`}`;
const lookUp = (alias: string) => `GET /api/v1/links?search=${alias}&search_by=alias&per_page=100`;
const requestsOf = (method: string, ...ids: number[]) =>
	ids.map((id) => `${method} /api/v1/links/${id}`);
/** A link from the list is read again before it is changed. */
const changesOf = (method: string, ...ids: number[]) =>
	ids.flatMap((id) => [...requestsOf('GET', id), ...requestsOf(method, id)]);

const rowsOf = (...aliases: string[]) => aliases.map((alias) => ({ alias }));
const numbered = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ alias: `new-${index + 1}` }));
const fourOld = rowsOf('old-1', 'old-2', 'old-3', 'old-4');

const options = requests({ concurrency: 1 });
const alias = '={{ $json.alias }}';
const url = 'https://shop.example/sale';
const upsert = { resource: 'link', operation: 'upsert', alias, url, domainId: '11', options };
const linkId = { __rl: true, mode: 'alias', value: alias };
const byAlias = { resource: 'link', linkId, options };
const onError = 'continueRegularOutput';
const otherDomain = { domain: { id: 12 }, short_url: 'https://a.example.org/old-1' };

describe('Create or Update', () => {
	test('1,000 rows for 2,000 links, 985 of them unchanged, take 20 pages, 12 single reads and 15 writes', async () => {
		holds(2000);
		const items = Array.from({ length: 997 }, (_, index) => ({
			alias: `old-${index + 1}`,
			to: `https://shop.example/p/${index < 12 ? 'new' : index + 1}`,
		}));
		const created = numbered(3).map((row) => ({ ...row, to: url }));
		const all = [...items, ...created];
		const row = { ...upsert, url: '={{ $json.to }}', options: {} };
		const { records, pairs, texts } = await run(row, { items: all });
		const count = (start: string) => sent().filter((one) => one.startsWith(start)).length;
		const pages = sent().filter((one) => one.startsWith('GET /api/v1/links?')).length;
		expect([pages, count('GET'), count('POST'), count('PUT')]).toEqual([20, 32, 3, 12]);
		expect(records.map(({ alias: made }) => made)).toEqual(all.map((row) => row.alias));
		expect(records[500]).toEqual({
			upsert_result: 'unchanged',
			...link.links.get('501'),
		});
		expect(pairs).toEqual(all.map((_, index) => index));
		const counts = texts.map((text) => text.replace('.', '').split(', ').sort());
		expect(counts).toEqual([['12 updated', '3 created', '985 unchanged']]);
	});

	test('a row that changes a link and a later row that changes it back are both sent', async () => {
		holds(10);
		const back = { alias: 'old-1', to: 'https://shop.example/p/1' };
		const items = [{ ...back, to: 'https://b.example/' }, back, ...fourOld.slice(1)];
		const row = { ...upsert, url: `={{ $json.to ?? "${url}" }}` };
		const { records, texts } = await run(row, { items });
		expect(records.slice(0, 2)).toMatchObject([
			{ url: 'https://b.example/', upsert_result: 'updated' },
			{ url: 'https://shop.example/p/1', upsert_result: 'updated' },
		]);
		expect(link.links.get('1')?.url).toBe('https://shop.example/p/1');
		expect(texts).toEqual([
			'5 updated.',
			'2 items have the alias "old-1"; the last one counts. (items 0, 1)',
		]);
	});

	test('If It Exists set to Keep sends nothing for links in the list, and looks up only a repeated alias', async () => {
		holds(10);
		const items = [...fourOld, ...rowsOf('new', 'new')];
		const { records, texts } = await run({ ...upsert, ifExists: 'keep' }, { items });
		expect(sent()).toEqual([page(1), 'POST /api/v1/links', lookUp('new')]);
		const results = records.map(({ id, upsert_result }) => [id, upsert_result].join(' '));
		const kept = ['1 kept', '2 kept', '3 kept', '4 kept'];
		expect(results).toEqual([...kept, '1002 created', '1002 kept']);
		expect(records[0]).toEqual({ upsert_result: 'kept', ...link.links.get('1') });
		expect(texts[1]).toContain('2 items have the alias "new"; the first one counts.');
	});

	test.each<[string, IDataObject[]]>([
		['three different aliases', rowsOf('old-1', 'old-2', 'old-3', ' old-3 ')],
		['an empty alias, a row by destination URL', [{ by: 'url' }, {}, ...fourOld.slice(0, 3)]],
	])('%s are too few to read the list', async (_what, items) => {
		holds(10);
		await run({ ...upsert, matchBy: "={{ $json.by ?? 'alias' }}" }, { items, onError });
		expect(sent()).not.toContain(page(1));
		expect(sent()).toContain(lookUp('old-1'));
	});

	test('destination URLs and pixels are looked up one by one, however many there are', async () => {
		holds(0);
		const byUrl = { matchBy: 'url', alias: '', url: '=https://shop.example/{{ $json.alias }}' };
		await run({ ...upsert, ...byUrl }, { items: numbered(5) });
		const pixel = { name: alias, type: 'pinboard', value: '1' };
		await run({ resource: 'pixel', operation: 'upsert', ...pixel }, { items: numbered(5) });
		const reads = sent().filter((line) => line.startsWith('GET'));
		expect(reads).toHaveLength(10);
		for (const read of reads) expect(read).toContain('?search=');
	});

	test('a link that an item changed by its URL is updated by a later item, although the list shows it unchanged', async () => {
		holds(10);
		const byAlias = (id: number) => ({ by: 'alias', alias: `old-${id}`, id, disabled: 0 });
		const byUrl = { by: 'url', alias: '', id: 5, disabled: 1 };
		await run(
			{
				...upsert,
				matchBy: '={{ $json.by }}',
				url: '=https://shop.example/p/{{ $json.id }}',
				additionalFields: { disabled: '={{ $json.disabled }}' },
				options: requests({ concurrency: 1 }),
			},
			{ items: [...[1, 2, 3].map(byAlias), byUrl, byAlias(5)] },
		);
		expect(link.links.get('5')?.disabled).toBe(0);
	});

	test('a create without a known outcome stays unknown if its last lookup fails', async () => {
		holds(0);
		for (const status of [502, 422]) {
			link.fault({ kind: 'status', method: 'POST', status, times: 1 });
		}
		link.fault({ kind: 'rateLimit', method: 'GET', after: 3, retryAfter: 2000 });
		const { records } = await run(upsert, { items: rowsOf('a', 'b', 'c', 'd'), onError });
		expect(records[0]?.details).toEqual({ outcome: 'unknown' });
	});

	test('a link that somebody else deletes after the list was read is created again', async () => {
		holds(10);
		lists(links());
		link.links.delete('1');
		const { records } = await run(upsert, { items: fourOld });
		expect(records[0]).toMatchObject({ alias: 'old-1', upsert_result: 'created' });
		expect(sent().slice(1, 4)).toEqual([
			'GET /api/v1/links/1',
			lookUp('old-1'),
			'POST /api/v1/links',
		]);
	});

	test('rows on one domain read the list of that domain', async () => {
		holds(4, { 5: { alias: 'old-1', ...otherDomain } });
		const { records } = await run(
			{ ...upsert, domainId: '12' },
			{ items: rowsOf('old-1', 'a', 'b', 'c') },
		);
		expect(sent()[0]).toBe('GET /api/v1/links?domain_id=12&per_page=100');
		expect(records[0]).toMatchObject({ id: 5, upsert_result: 'updated' });
	});

	test('rows on different domains read one list, and only links of their domain count', async () => {
		holds(4, { 5: { alias: 'old-1', ...otherDomain } });
		const items = [...fourOld, { alias: 'old-1', domain: 12 }];
		const { records } = await run({ ...upsert, domainId: '={{ $json.domain ?? 11 }}' }, { items });
		expect(lines(link)[0]).toBe(page(1));
		expect(records.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
	});

	test.each([{ alias: undefined }, { domain: undefined }])(
		'a link with %j may have the alias, so nothing is created',
		async (fields) => {
			holds(4, { 5: { alias: 'new', ...fields } });
			link.quirk({ ignoreFilters: true });
			const items = [...fourOld, ...rowsOf('new')];
			const { records } = await run(upsert, { items, onError });
			expect(records[4]?.error).toBe(
				'The node couldn\'t check all links for the alias "new" [item 4]',
			);
			expect(sent().filter((line) => line.startsWith('POST'))).toEqual([]);
		},
	);

	test('Retry On Fail uses the list of the first try, and looks up the alias that failed', async () => {
		holds(150);
		link.fault({ kind: 'status', method: 'PUT', status: 400, after: 2, times: 1 });
		const { records } = await run(upsert, { items: fourOld, tries: 2 });
		expect(records.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
		expect(sent()).toEqual([
			...[page(1), page(2), ...changesOf('PUT', 1, 2, 3)],
			...[lookUp('old-3'), ...requestsOf('PUT', 3), ...changesOf('PUT', 4)],
		]);
	});
});

test.each<[string, count: number, pages: number, spoil: () => void]>([
	['has as many pages as there are aliases', 301, 1, () => {}],
	['has smaller pages than asked for', 150, 1, () => lists(links().slice(70, 100), { total: 150 })],
	['has no total', 250, 1, () => lists(links().slice(0, 100), {})],
	['is empty despite its total', 250, 1, () => lists([], { total: 250 })],
	['repeats a link', 250, 3, () => link.quirk({ shift: 1 })],
	[
		'ends in a page that fails',
		250,
		3,
		() => link.fault({ kind: 'body', body: '{"error":"No"}', after: 2, times: 1 }),
	],
	['has another total at its end', 250, 3, () => lists(links().slice(0, 50), { total: 251 }, 2)],
])('each alias is looked up if the list %s', async (_what, count, pages, spoil) => {
	holds(count);
	spoil();
	const ids = [97, 98, 99, 100];
	await run(upsert, { items: rowsOf(...ids.map((id) => `old-${id}`)) });
	const found = ids.flatMap((id) => [lookUp(`old-${id}`), ...requestsOf('PUT', id)]);
	expect(sent()).toEqual([...[1, 2, 3].slice(0, pages).map(page), ...found]);
});

test('HTTP 403 for the list ends the item, as it would for a lookup', async () => {
	link.fault({ kind: 'status', status: 403 });
	const { error } = await run(upsert, { items: fourOld });
	expect(error?.message).toContain('(HTTP 403)');
	expect(sent()).toEqual([page(1)]);
});

describe('Get, Update and Delete', () => {
	test('Get reads each link in the list, and returns the full record', async () => {
		holds(150);
		const items = rowsOf('old-1', 'old-2', 'old-3', 'go.example/old-150');
		const { records } = await run({ ...byAlias, operation: 'get', simplify: false }, { items });
		expect(records).toEqual([1, 2, 3, 150].map((id) => link.links.get(String(id))));
		expect(lines(link)).toEqual([page(1), page(2), ...requestsOf('GET', 1, 2, 3, 150)]);
	});

	test('a link that is missing from the list is looked up before it counts as not found', async () => {
		holds(10, { 77: { alias: 'theirs' } });
		lists(links().slice(0, 10));
		const items = [...fourOld, ...rowsOf('theirs', 'nobody')];
		const { records } = await run({ ...byAlias, operation: 'get' }, { items, onError });
		expect(records.map(({ id, error }) => id ?? error)).toEqual([
			...[1, 2, 3, 4, 77],
			'No link has the alias "nobody" [item 5]',
		]);
		expect(lines(link).slice(5)).toEqual([
			lookUp('theirs'),
			'GET /api/v1/links/77',
			lookUp('nobody'),
		]);
	});

	test('a link that Update renamed is found by its new alias, and no longer by its old one', async () => {
		holds(10);
		const items = [
			{ alias: 'old-1', to: 'renamed' },
			{ alias: 'renamed', to: 'twice' },
			{ alias: 'old-1', to: 'again' },
			{ alias: 'old-2', to: 'two' },
			{ alias: 'old-3', to: 'three' },
		];
		const updateFields = { alias: '={{ $json.to }}' };
		const update = { ...byAlias, operation: 'update', updateFields };
		const { records } = await run(update, { items, onError });
		expect(records.map(({ alias: now, error }) => now ?? error)).toEqual([
			...['renamed', 'twice', 'No link has the alias "old-1" [item 2]', 'two', 'three'],
		]);
		expect(lines(link)).toEqual([
			page(1),
			...[...changesOf('PUT', 1), lookUp('renamed'), ...requestsOf('PUT', 1)],
			lookUp('old-1'),
			...changesOf('PUT', 2, 3),
		]);
	});

	test('a link that Update renamed by its ID is no longer found by its old alias', async () => {
		holds(10);
		const by = (mode: string, value: string) => ({ link: { __rl: true, mode, value } });
		const links = ['old-2', 'old-3', 'old-4', 'old-5'].map((one) => by('alias', one));
		const items = [...links, by('id', '1'), by('alias', 'old-1')];
		const given = { linkId: '={{ $json.link }}', updateFields: { alias: '={{ $itemIndex }}' } };
		const update = { resource: 'link', operation: 'update', ...given };
		const { records } = await run(
			{ ...update, options: requests({ concurrency: 1 }) },
			{ items, onError },
		);
		expect(records.at(-2)).toMatchObject({ id: 1, alias: '4' });
		expect(records.at(-1)?.error).toBe('No link has the alias "old-1" [item 5]');
	});

	test('an alias that a second link gets during the run is ambiguous, although the list has it once', async () => {
		holds(10, { 1: { alias: 'old-1', ...otherDomain } });
		const items = fourOld.map((item, index) => ({ ...item, to: index === 0 ? 'old-2' : 'new' }));
		const updateFields = { alias: '={{ $json.to }}' };
		const update = {
			...byAlias,
			operation: 'update',
			updateFields,
			options: requests({ concurrency: 1 }),
		};
		const { records } = await run(update, { items, onError });
		expect(records[1]?.error).toMatch(/^2 links have the alias "old-2"/);
	});

	test('a link that Delete deleted is no longer found', async () => {
		holds(10);
		const items = [...fourOld, ...rowsOf('old-1')];
		const { records } = await run({ ...byAlias, operation: 'delete' }, { items, onError });
		expect(records[4]?.error).toBe('No link has the alias "old-1" [item 4]');
		expect(lines(link)).toEqual([page(1), ...changesOf('DELETE', 1, 2, 3, 4), lookUp('old-1')]);
	});
});

describe('If somebody gives the alias of a link to a new link during the run,', () => {
	/** Before link 5 is read, it is renamed, and link 99 gets its alias. */
	function rename(): void {
		holds(10);
		link.onRequest(({ method, path }) => {
			if (method !== 'GET' || path !== '/api/v1/links/5') return;
			put(5, { alias: 'renamed' });
			put(99, { alias: 'old-5', url: 'https://shop.example/theirs' });
		});
	}
	const six = rowsOf('old-1', 'old-2', 'old-3', 'old-4', 'old-5', 'old-6');

	test('Delete deletes the new one', async () => {
		rename();
		await run({ ...byAlias, operation: 'delete' }, { items: six });
		expect(link.ledger.map(({ id }) => id)).toEqual([1, 2, 3, 4, 99, 6]);
		expect(lines(link).slice(9, 12)).toEqual([
			'GET /api/v1/links/5',
			lookUp('old-5'),
			'DELETE /api/v1/links/99',
		]);
	});

	test('Update updates the new one', async () => {
		rename();
		const updateFields = { disabled: 1 };
		await run({ ...byAlias, operation: 'update', updateFields }, { items: six });
		expect(link.ledger.map(({ id }) => id)).toEqual([1, 2, 3, 4, 99, 6]);
	});

	test('Get returns the new one', async () => {
		rename();
		const { records } = await run({ ...byAlias, operation: 'get' }, { items: six });
		expect(records.map(({ id }) => id)).toEqual([1, 2, 3, 4, 99, 6]);
	});

	test('Create or Update updates the new one', async () => {
		rename();
		const { records } = await run(upsert, { items: six });
		expect(records.map(({ id }) => id)).toEqual([1, 2, 3, 4, 99, 6]);
		expect(link.links.get('5')).toMatchObject({
			alias: 'renamed',
			url: 'https://shop.example/p/5',
		});
	});

	test('Create or Update creates the link if the old one moved to another domain', async () => {
		holds(10);
		link.onRequest(({ method, path }) => {
			if (method === 'GET' && path === '/api/v1/links/5') put(5, otherDomain);
		});
		const { records } = await run(upsert, { items: six });
		expect(records[4]).toMatchObject({ alias: 'old-5', upsert_result: 'created' });
		expect(link.links.get('5')?.url).toBe('https://shop.example/p/5');
	});

	test('Create or Update returns "unchanged" for a link that shows the new values when it is read again', async () => {
		holds(10);
		link.onRequest(({ method, path }) => {
			if (method === 'GET' && path === '/api/v1/links/5') put(5, { url });
		});
		const { records } = await run(upsert, { items: six });
		expect(records[4]).toMatchObject({ id: 5, upsert_result: 'unchanged' });
		expect(link.ledger.map(({ id }) => id)).toEqual([1, 2, 3, 4, 6]);
	});
});
