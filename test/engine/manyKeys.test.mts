// Many rows by alias: the list of links is read once instead of looking each alias up.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { type Answer, listOf, nodeOn, type Received, startScripted } from './scripted.mjs';

const service = await startScripted();
const run = nodeOn('linkManager', service);

/** A link on one of the two domains of the account. */
function linkOf(id: number, alias: string, more: IDataObject = {}): IDataObject {
	const domain = { id: 11, name: 'go.example.org' };
	const shortUrl = `https://go.example.org/${alias}`;
	return { id, alias, url: 'https://a.example', short_url: shortUrl, domain, clicks: 3, ...more };
}

/** Links with the aliases old-1, old-2 and so on, and the IDs 1, 2 and so on. */
const account = (count: number) =>
	Array.from({ length: count }, (_, index) => linkOf(index + 1, `old-${index + 1}`));

/** What a service answers that holds these links; it refuses a second link with one alias. */
function answer(links: IDataObject[], { method, path, query, body }: Received): Answer {
	const fields = Object.fromEntries(new URLSearchParams(body));
	const known = links.find(({ id }) => path === `/api/v1/links/${String(id)}`);
	if (path !== '/api/v1/links') {
		if (!known) return { status: 404, body: { message: 'Resource not found.' } };
		if (method === 'DELETE') links.splice(links.indexOf(known), 1);
		if (method === 'PUT') Object.assign(known, fields);
		return { body: method === 'DELETE' ? { id: known.id, deleted: true } : { data: known } };
	}
	if (method === 'POST') {
		if (links.some(({ alias }) => alias === fields.alias)) {
			return { status: 422, body: { message: { alias: ['The alias has already been taken.'] } } };
		}
		const made = linkOf(10_000 + links.length, String(fields.alias), { url: fields.url });
		links.push(made);
		return { status: 201, body: { data: made } };
	}
	const found = links
		.filter(({ alias }) => String(alias).includes(query.search ?? ''))
		.filter(({ domain }) => !query.domain_id || (domain as IDataObject).id === +query.domain_id);
	return listOf(found, Number(query.page ?? 1));
}

/** Has the service hold these links. */
function holds(links: IDataObject[]): void {
	service.answers((request) => answer(links, request));
}

/** The requests as `METHOD /path?query`, in order. */
const asked = () =>
	service.requests.map(({ method, path, query }) =>
		decodeURIComponent(`${method} ${path}?${new URLSearchParams(query)}`).replace(/\?$/, ''),
	);

const page = (number: number) =>
	`GET /api/v1/links?per_page=100${number === 1 ? '' : `&page=${number}`}`;
const lookUp = (alias: string) => `GET /api/v1/links?search=${alias}&search_by=alias&per_page=100`;

const rowsOf = (...aliases: string[]) => aliases.map((alias) => ({ alias }));
const numbered = (count: number, prefix: string) =>
	Array.from({ length: count }, (_, index) => ({ alias: `${prefix}-${index + 1}` }));

const upsert = {
	resource: 'link',
	operation: 'upsert',
	matchBy: 'alias',
	alias: '={{ $json.alias }}',
	url: 'https://shop.example/sale',
	domainId: '',
};
const byAlias = (operation: string, more: IDataObject = {}) => ({
	resource: 'link',
	operation,
	linkId: { __rl: true, mode: 'alias', value: '={{ $json.alias }}' },
	...more,
});
const inOrder = { options: { concurrency: 1 } };
const fourOld = rowsOf('old-1', 'old-2', 'old-3', 'old-4');

describe('Create or Update', () => {
	test('1,000 rows on 2,000 links take the 20 pages of the list and 1,000 writes', async () => {
		holds(account(2000));
		// Every second row has a link.
		const items = numbered(1000, 'old').map(({ alias }, index) =>
			index % 2 === 0 ? { alias } : { alias: `new-${index + 1}` },
		);
		const { records, items: output, texts } = await run(upsert, { items });
		const count = (start: string) => asked().filter((line) => line.startsWith(start)).length;
		expect([count('GET'), count('POST'), count('PUT')]).toEqual([20, 500, 500]);
		expect(records.map(({ alias, upsertResult }) => [alias, upsertResult])).toEqual(
			items.map(({ alias }, index) => [alias, index % 2 === 0 ? 'updated' : 'created']),
		);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, index) => ({ item: index })),
		);
		expect(texts).toEqual(['500 updated, 500 created.']);
	});

	test('ten rows on 2,000 links are looked up: page 1 shows that the list is longer', async () => {
		holds(account(2000));
		await run({ ...upsert, ...inOrder }, { items: numbered(10, 'new') });
		expect(asked()[0]).toBe(page(1));
		expect(asked().slice(1)).toEqual(
			numbered(10, 'new').flatMap(({ alias }) => [lookUp(alias), 'POST /api/v1/links']),
		);
	});

	test('three different aliases are looked up, without page 1', async () => {
		holds(account(10));
		await run({ ...upsert, ...inOrder }, { items: rowsOf('old-1', 'old-2', 'old-3', ' old-3 ') });
		expect(asked()).toEqual(
			[1, 2, 3, 3].flatMap((id) => [lookUp(`old-${id}`), `PUT /api/v1/links/${id}`]),
		);
	});

	test('a link that somebody else creates after the list was read is updated', async () => {
		const links = account(10);
		service.answers((request) => {
			if (request.method === 'POST') links.push(linkOf(77, 'theirs'));
			return answer(links, request);
		});
		const items = [...fourOld, ...rowsOf('theirs', 'theirs')];
		const { records } = await run({ ...upsert, ...inOrder }, { items });
		expect(records.map(({ id, upsertResult }) => [id, upsertResult]).slice(4)).toEqual([
			[77, 'updated'],
			[77, 'updated'],
		]);
		expect(asked().slice(5)).toEqual([
			'POST /api/v1/links',
			lookUp('theirs'),
			'PUT /api/v1/links/77',
			'PUT /api/v1/links/77',
		]);
		expect(links).toHaveLength(11);
	});

	test('a link that somebody else deletes after the list was read is created', async () => {
		const links = account(10);
		service.answers((request) => {
			if (request.path === '/api/v1/links/1') links.shift();
			return answer(links, request);
		});
		const { records } = await run({ ...upsert, ...inOrder }, { items: fourOld });
		expect(records[0]).toMatchObject({ alias: 'old-1', id: 10_009, upsertResult: 'created' });
		expect(asked().slice(1, 4)).toEqual([
			'PUT /api/v1/links/1',
			lookUp('old-1'),
			'POST /api/v1/links',
		]);
	});

	test('an alias that is rejected and that no link has ends its item alone', async () => {
		const links = account(10);
		service.answers((request) =>
			request.body.includes('bad')
				? { status: 422, body: { message: { alias: ['Not allowed.'] } } }
				: answer(links, request),
		);
		const items = [...fourOld, ...rowsOf('bad')];
		const { records } = await run(upsert, { items, onError: 'continueRegularOutput' });
		expect(records.map(({ id }) => id)).toEqual([1, 2, 3, 4, undefined]);
		expect(records[4]?.error).toContain('Alias: Not allowed');
	});

	test('the second row with a new alias updates the link that the first one created', async () => {
		holds(account(10));
		const items = [...rowsOf('new', 'new'), ...fourOld];
		const { records } = await run(upsert, { items });
		expect(records.slice(0, 2)).toMatchObject([
			{ id: 10_010, upsertResult: 'created' },
			{ id: 10_010, upsertResult: 'updated' },
		]);
		expect(asked()).toHaveLength(7);
	});

	test('rows on one domain read the list of that domain', async () => {
		const other = { domain: { id: 12, name: 'a.example.org' } };
		const links = [...account(4), linkOf(5, 'old-1', other)];
		holds(links);
		const domainId = { __rl: true, mode: 'id', value: '12' };
		const { records } = await run(
			{ ...upsert, domainId },
			{ items: rowsOf('old-1', 'a', 'b', 'c') },
		);
		expect(asked()[0]).toBe('GET /api/v1/links?domain_id=12&per_page=100');
		expect(records[0]).toMatchObject({ id: 5, upsertResult: 'updated' });
	});

	test('several links with one alias are an error that lists them', async () => {
		const other = { short_url: 'https://a.example.org/old-1', domain: { id: 12 } };
		holds([...account(4), linkOf(5, 'old-1', other)]);
		const { error } = await run(upsert, { items: fourOld });
		expect(error?.message).toBe(
			'2 links have the alias "old-1": ID 1 (https://go.example.org/old-1), ID 5 (https://a.example.org/old-1) [item 0]',
		);
	});

	test('rows on different domains read one list, and only links of their domain count', async () => {
		const other = { domain: { id: 12, name: 'a.example.org' } };
		holds([...account(4), linkOf(5, 'old-1', other)]);
		const domainId = { __rl: true, mode: 'id', value: '={{ $json.domain }}' };
		const items = [...fourOld, { alias: 'old-1' }].map((row, index) => ({
			...row,
			domain: index === 4 ? 12 : 11,
		}));
		const { records } = await run({ ...upsert, domainId }, { items });
		expect(asked()[0]).toBe(page(1));
		expect(records.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
	});

	test('a row without an alias, and one by destination URL, do not count', async () => {
		holds(account(10));
		const items = [{ alias: '' }, { alias: 'x', by: 'url' }, ...fourOld.slice(0, 3)];
		const matchBy = "={{ $json.by ?? 'alias' }}";
		const onError = 'continueRegularOutput';
		const { records } = await run({ ...upsert, matchBy }, { items, onError });
		expect(asked()).not.toContain(page(1));
		expect(records[0]?.error).toBe('"Alias" is empty [item 0]');
	});

	test('destination URLs and pixels are looked up, however many they are', async () => {
		service.answers(({ method }) =>
			method === 'GET' ? listOf([]) : { body: { data: { id: 1 } } },
		);
		const items = numbered(5, 'new');
		const url = '=https://shop.example/{{ $json.alias }}';
		await run({ ...upsert, matchBy: 'url', alias: '', url }, { items });
		const pixel = { name: '={{ $json.alias }}', type: 'retarget', value: '1' };
		await run({ resource: 'pixel', operation: 'upsert', ...pixel }, { items });
		expect(asked()).not.toContain(page(1));
		expect(asked()).not.toContain('GET /api/v1/pixels?per_page=100');
	});

	test('Retry On Fail uses the list of the first try', async () => {
		const links = account(150);
		let isBroken = true;
		service.answers((request) => {
			const fails = isBroken && request.path === '/api/v1/links/3';
			if (fails) isBroken = false;
			return fails ? { status: 400, body: { message: 'Not now.' } } : answer(links, request);
		});
		const { records } = await run({ ...upsert, ...inOrder }, { items: fourOld, tries: 2 });
		expect(records.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
		expect(asked()).toEqual([
			page(1),
			page(2),
			...[1, 2, 3, 3, 4].map((id) => `PUT /api/v1/links/${id}`),
		]);
	});
});

describe('a list that is not whole', () => {
	const lookUps = fourOld.flatMap(({ alias }, index) => [
		lookUp(alias),
		`PUT /api/v1/links/${index + 1}`,
	]);

	test('each alias is looked up if the list moves while it is read', async () => {
		const links = account(150);
		service.answers((request) => {
			if (request.query.page === '2') links.push(linkOf(77, 'theirs'));
			return answer(links, request);
		});
		await run({ ...upsert, ...inOrder }, { items: fourOld });
		expect(asked()).toEqual([page(1), page(2), ...lookUps]);
	});

	test('each alias is looked up if a page fails after its retries', async () => {
		const links = account(150);
		service.answers((request) =>
			request.query.page === '2' ? { status: 500 } : answer(links, request),
		);
		const options = { concurrency: 1, maxRetries: 0 };
		await run({ ...upsert, options }, { items: fourOld });
		expect(asked()).toEqual([page(1), page(2), ...lookUps]);
	});
});

describe('Get, Update and Delete', () => {
	test('Get reads each link that the list has, and returns the whole record', async () => {
		holds(account(150));
		const items = [...fourOld.slice(0, 3), { alias: 'go.example.org/old-150' }];
		const { records } = await run(byAlias('get', inOrder), { items });
		expect(records.map(({ id, clicks }) => [id, clicks])).toEqual([
			[1, 3],
			[2, 3],
			[3, 3],
			[150, 3],
		]);
		expect(asked()).toEqual([
			page(1),
			page(2),
			...[1, 2, 3, 150].map((id) => `GET /api/v1/links/${id}`),
		]);
	});

	test('a link that the list does not have is looked up before it is "not found"', async () => {
		const links = account(10);
		service.answers((request) => {
			const reply = answer(links, request);
			if (links.length === 10) links.push(linkOf(77, 'theirs'));
			return reply;
		});
		const items = [...fourOld, ...rowsOf('theirs', 'nobody')];
		const onError = 'continueRegularOutput';
		const { records } = await run(byAlias('get', inOrder), { items, onError });
		expect(records.map(({ id }) => id)).toEqual([1, 2, 3, 4, 77, undefined]);
		expect(records[5]?.error).toBe('No link has the alias "nobody" [item 5]');
		expect(asked().slice(5)).toEqual([lookUp('theirs'), 'GET /api/v1/links/77', lookUp('nobody')]);
	});

	test('a link that Update renamed is found by its new alias, and no longer by its old one', async () => {
		holds(account(10));
		const items = [
			{ alias: 'old-1', to: 'renamed' },
			{ alias: 'renamed', to: 'twice' },
			{ alias: 'old-1', to: 'again' },
			{ alias: 'old-2', to: 'two' },
		];
		const updateFields = { alias: '={{ $json.to }}' };
		const onError = 'continueRegularOutput';
		const { records } = await run(byAlias('update', { updateFields, ...inOrder }), {
			items: [...items, { alias: 'old-3', to: 'three' }],
			onError,
		});
		expect(records.map(({ alias }) => alias)).toEqual([
			'renamed',
			'twice',
			undefined,
			'two',
			'three',
		]);
		expect(records[2]?.error).toBe('No link has the alias "old-1" [item 2]');
		expect(asked()).toEqual([
			page(1),
			'PUT /api/v1/links/1',
			'PUT /api/v1/links/1',
			lookUp('old-1'),
			'PUT /api/v1/links/2',
			'PUT /api/v1/links/3',
		]);
	});

	test('a link that Delete deleted is no longer found', async () => {
		const links = account(10);
		holds(links);
		const items = [...fourOld, ...rowsOf('old-1')];
		const { records } = await run(byAlias('delete', inOrder), {
			items,
			onError: 'continueRegularOutput',
		});
		expect(records.map(({ id }) => id)).toEqual([1, 2, 3, 4, undefined]);
		expect(records[4]?.error).toBe('No link has the alias "old-1" [item 4]');
		expect(asked()).toEqual([
			page(1),
			...[1, 2, 3, 4].map((id) => `DELETE /api/v1/links/${id}`),
			lookUp('old-1'),
		]);
	});
});
