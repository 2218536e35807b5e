import type { IDataObject } from 'n8n-workflow';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';

import { runNode, type NodeResult, type NodeRun } from './harness.mjs';
import { hintTexts, locator, records } from './sandbox.mjs';

let server: Server | undefined;

afterEach(() => server?.close());

interface Habits {
	/** How the service writes what it is sent. */
	stores?: (record: IDataObject) => IDataObject;
	/** Whether the answers to creates are lost; once. */
	loses?: boolean;
	/** What it answers to a create, an update and a deletion instead of the record. */
	createAnswer?: unknown;
	changeAnswer?: unknown;
	deleteAnswer?: unknown;
	deleteStatus?: number;
	/** Whether it deletes nothing. */
	keeps?: boolean;
	/** What it shows of a record in a list, and alone. */
	lists?: (record: IDataObject) => IDataObject;
	shows?: (record: IDataObject) => IDataObject;
	/** How many lists it answers before a new record is among them. */
	listsLate?: number;
	records?: IDataObject[];
	/** Whether it gives a record by itself, without "data". */
	recordsAreBare?: boolean;
}

/** A link management service with habits that the sandbox does not have. */
async function serve({
	stores = (record) => record,
	lists = (record) => record,
	shows = (record) => record,
	...habits
}: Habits): Promise<{
	stored: IDataObject[];
	run: (parameters: IDataObject, more?: Partial<NodeRun>) => Promise<NodeResult>;
}> {
	const stored: IDataObject[] = [...(habits.records ?? [])];
	let loses = habits.loses === true;
	const ages = new Map<unknown, number>();
	const isListed = (record: IDataObject) => {
		const age = ages.get(record.id) ?? Infinity;
		ages.set(record.id, age + 1);
		return age >= (habits.listsLate ?? 0);
	};
	const inEnvelope = (record: unknown) => (habits.recordsAreBare ? record : { data: record });
	let lastId = 100 + stored.length;
	server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk) => (body += String(chunk)));
		request.on('end', () => {
			const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
			const record = stored.find(({ id }) => String(id) === pathname.split('/')[4]);
			const fields: IDataObject = Object.fromEntries(new URLSearchParams(body));
			if (request.method === 'POST') {
				const created_at = new Date().toISOString();
				stored.push(stores({ id: ++lastId, created_at, ...fields }));
				ages.set(lastId, 0);
				if (loses) {
					loses = false;
					request.socket.destroy();
					return;
				}
			}
			if (request.method === 'PUT' && record) Object.assign(record, stores(fields));
			const search = query.get('search')?.toLowerCase() ?? '';
			const field = query.get('search_by') ?? 'title';
			const found = stored.filter((one) => String(one[field]).toLowerCase().includes(search));
			if (request.method === 'DELETE' && record && !habits.keeps)
				stored.splice(stored.indexOf(record), 1);
			const answers: Record<string, unknown> = {
				GET: record ? inEnvelope(shows(record)) : { data: found.filter(isListed).map(lists) },
				POST: habits.createAnswer ?? { data: stored.at(-1) ?? null },
				PUT: habits.changeAnswer ?? inEnvelope(record ?? null),
				DELETE: habits.deleteAnswer,
			};
			const answer = answers[request.method ?? ''];
			const isOne = pathname.split('/')[4] !== undefined;
			if (request.method === 'GET' && isOne && !record) response.statusCode = 404;
			if (request.method === 'DELETE') response.statusCode = habits.deleteStatus ?? 200;
			response.setHeader('Content-Type', 'application/json');
			response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
		});
	});
	await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	const credentials = { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key-of-the-test' };
	return {
		stored,
		run: async (parameters, more) =>
			await runNode({ node: 'linkManager', parameters, credentials, ...more }),
	};
}

const upsert = { operation: 'upsert', options: { maxRetries: 0 } };
const byUrl = { ...upsert, resource: 'link', matchBy: 'url', alias: '' };
const byAlias = {
	...upsert,
	resource: 'link',
	matchBy: 'alias',
	alias: 'abc',
	url: 'https://example.org/a',
};
const pixel = { ...upsert, resource: 'pixel', name: 'Main', type: 'retarget', value: '123456' };

/** Changes one field where it is written. */
const writes =
	(field: string, change: (value: string) => unknown): NonNullable<Habits['stores']> =>
	(record) =>
		typeof record[field] === 'string'
			? { ...record, [field]: change(record[field]) as string }
			: record;

const escapes = (text: string) => text.replaceAll("'", '%27').replaceAll('|', '%7C');
const addsScheme = (url: string) => (url.startsWith('http') ? url : `http://${url}`);
const composed = (text: string) => text.normalize('NFC');
const decomposed = (text: string) => text.normalize('NFD');
const entities = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#039;');
const noSlash = (url: string) => url.replace(/\/(?=$|\?)/, '');
const twice = (change: (text: string) => string) => (text: string) => change(change(text));
const noMark = (url: string) => url.replace('?', '');
const noEnd = (url: string) => url.replace(/\/+$/, '');
const singleBlanks = (text: string) => text.replace(/\s+/gu, ' ');

describe('what the service writes in another way is found again', () => {
	test.each([
		['a number for an alias of digits', { ...byAlias, alias: '2024' }, writes('alias', Number)],
		['an added scheme', { ...byUrl, url: 'www.example.org/day' }, writes('url', addsScheme)],
		['more escapes', { ...byUrl, url: "https://example.org/it's|x" }, writes('url', escapes)],
		['single blanks', { ...pixel, name: 'Main  pixel' }, writes('name', singleBlanks)],
		['plain blanks', { ...pixel, name: 'Main\u00a0pixel' }, writes('name', singleBlanks)],
		...[composed, decomposed].flatMap((form): Array<[string, IDataObject, Habits['stores']]> => {
			const other = form === composed ? decomposed : composed;
			return [
				...['Café', 'É', 'ガイド', '한글'].map((name): [string, IDataObject, Habits['stores']] => [
					`${name} in ${form.name} letters`,
					{ ...pixel, name: other(name) },
					writes('name', form),
				]),
				[
					`an alias in ${form.name} letters`,
					{ ...byAlias, alias: other('ÉÉ') },
					writes('alias', form),
				],
				[
					`é in ${form.name} letters`,
					{ ...byUrl, url: other('https://é.example/é') },
					writes('url', form),
				],
				[
					`é in encoded ${form.name} letters`,
					{ ...byUrl, url: other('https://example.org/é') },
					writes('url', (url) => encodeURI(form(url))),
				],
			];
		}),
		['entities', { ...byUrl, url: 'https://example.org/day?a=1&b=2' }, writes('url', entities)],
		['entities of entities', { ...pixel, name: 'A & B' }, writes('name', twice(entities))],
		['a lone question mark', { ...byUrl, url: 'https://example.org/x?' }, writes('url', noMark)],
		['no slashes at the end', { ...byUrl, url: 'https://example.org//x//' }, writes('url', noEnd)],
		['entities in a name', { ...pixel, name: "Main & Co's" }, writes('name', entities)],
		['no slash at the end', { ...byUrl, url: 'https://example.org/day/' }, writes('url', noSlash)],
		[
			'no slash before the query',
			{ ...byUrl, url: 'https://example.org/day/?a=1' },
			writes('url', noSlash),
		],
	])('%s', async (_, parameters, stores) => {
		const { stored, run } = await serve({ stores });
		await run(parameters);
		const second = await run(parameters);
		expect(stored).toHaveLength(1);
		expect(records(second)).toMatchObject([{ upsertResult: 'updated' }]);
		expect(hintTexts(second)).toEqual([]);
	});

	const slug = (text: string) => text.trim().toLowerCase().replaceAll(/\W+/g, '-');
	const toHttps = (url: string) => url.replace('http:', 'https:');
	const [spring, plainHttp] = [
		{ ...byAlias, alias: 'Spring Sale' },
		{ ...byUrl, url: 'http://example.org/day' },
	];
	const lower = (text: string) => text.toLowerCase();
	const noQuery = (url: string) => url.replace(/[?#].*/, '');
	const short = (text: string) => text.slice(0, 6);
	const longer = (alias: string) => `${alias}-za`;
	const numbered = (make = slug) => {
		let number = 0;
		return writes('alias', (alias) => `${make(alias)}${++number > 1 ? `-${number}` : ''}`);
	};
	const [capitals, bigName, query] = [
		{ ...byAlias, alias: 'ABC' },
		{ ...pixel, name: 'MAIN' },
		{ ...byUrl, url: 'https://example.org/day?a=1' },
	];
	const has = (key: string) => `101 already has the ${key}`;
	test.each([
		['a slug', spring, writes('alias', slug), 'saved it as "spring-sale": ID 101'],
		['https', plainHttp, writes('url', toHttps), 'saved it as "https://example.org/day": ID 101'],
		['small letters', capitals, writes('alias', lower), has('alias "abc"')],
		['small letters in a name', bigName, writes('name', lower), has('name "main"')],
		['no query', query, writes('url', noQuery), has('destination URL "https://example.org/day"')],
		['no end', { ...pixel, name: 'Main pixel' }, writes('name', short), has('name "Main p"')],
		['a slug of a name', { ...pixel, name: 'A & B' }, writes('name', slug), has('name "a-b"')],
		['a numbered slug', { ...byAlias, alias: 'v1_0.A' }, numbered(), has('alias "v1_0-a"')],
		['a longer one with a number', byAlias, numbered(longer), has('alias "abc-za"')],
		['a number', { ...byAlias, alias: 'straße_1' }, numbered(), has('alias "stra-e_1"')],
	])(
		'or the next run says what to use, and leaves one: %s',
		async (_, parameters, stores, text) => {
			const { stored, run } = await serve({ stores, deleteAnswer: { deleted: true } });
			await run(parameters);
			for (const operation of ['upsert', 'upsert']) {
				const { error } = await run({ ...parameters, operation });
				expect(error?.message).toContain(text);
				expect(stored.map(({ id }) => id)).toEqual([101]);
			}
		},
	);

	test('what the service wrote in another way is told at once', async () => {
		const { run } = await serve({ stores: writes('alias', slug) });
		expect(hintTexts(await run(spring))).toEqual([
			'The service saved "spring-sale" for "Alias" instead of "Spring Sale". Use that spelling from now on, because the link isn\'t found by yours.',
		]);
	});

	test('a link whose alias the service ignored does not stay, since no run would find it', async () => {
		const stores = writes('alias', () => 'x7kq2');
		const { stored, run } = await serve({ stores, deleteAnswer: { deleted: true } });
		const { error } = await run(byAlias);
		expect(error?.message).toContain('ignored the alias "abc" and created link 101 with the alias');
		expect(error?.description).toContain('link 101 was deleted again');
		expect(stored).toEqual([]);
	});

	test('an item with the same name as the one before it says no more than that', async () => {
		const { run } = await serve({ stores: writes('name', lower) });
		const result = await run(bigName, { items: [{}, {}] });
		expect(records(result)).toMatchObject([
			{ id: 101, upsertResult: 'created' },
			{ id: 101, upsertResult: 'updated' },
		]);
		expect(hintTexts(result)).toEqual([
			expect.stringMatching(/^The service saved "main" for "Name" instead of "MAIN"\./),
		]);
	});

	test('a link that was there before is never deleted, if the service returns it for a new one', async () => {
		const older = { id: 7, alias: 'abc', url: byAlias.url };
		const { stored, run } = await serve({ records: [older], createAnswer: { data: older } });
		const { error } = await run(capitals);
		expect(error?.message).toContain('link 7 already has the alias "abc"');
		expect(stored).toContain(older);
	});
});

describe('a create that the service answered with a success is never sent twice', () => {
	const answers = [
		{ message: 'Created' },
		{ data: { message: 'Created' } },
		{ data: [{ id: 101 }] },
		{ data: { id: 101 }, errors: ['Late'] },
		{ id: 101, error: 'Late' },
		'',
		'<html>Created</html>',
		'Created',
	];
	test.each(answers)('%j', async (createAnswer) => {
		for (const parameters of [byAlias, { ...byUrl, url: byAlias.url }, pixel]) {
			const atOnce = await serve({ createAnswer });
			expect(records(await atOnce.run(parameters))).toMatchObject([{ id: 101 }]);
			expect(atOnce.stored).toHaveLength(1);
			server?.close();
		}
		const never = await serve({ createAnswer, listsLate: 99 });
		const { error } = await never.run(byAlias);
		expect(error?.message).toMatch(/^It is not known whether the link was created\. /);
		expect(never.stored).toHaveLength(1);
	});
});

describe('a record that is found, but does not show its key in the list,', () => {
	const address = { ...byUrl, url: 'https://example.org/landing' };
	const without =
		(name: string, more: (value: unknown) => IDataObject = () => ({})) =>
		({ [name]: value, ...record }: IDataObject): IDataObject => ({ ...record, ...more(value) });
	const hiders: Array<[IDataObject, (record: IDataObject) => IDataObject]> = [
		[byAlias, without('alias')],
		[byAlias, without('alias', (value) => ({ alias: { value } as IDataObject }))],
		[address, without('url', (url) => ({ long_url: url as string }))],
		[address, without('url', (url) => ({ url: `${String(url).slice(0, 12)}…` }))],
		[pixel, without('name', () => ({ name: null }))],
	];
	const two = { items: [{}, {}], onError: 'continueRegularOutput' as const };

	test.each(hiders)('is read by its ID, %#', async (parameters, lists) => {
		const { stored, run } = await serve({ lists });
		await run(parameters);
		expect(records(await run(parameters))).toMatchObject([{ id: 101, upsertResult: 'updated' }]);
		expect(stored).toHaveLength(1);
	});

	test.each(hiders)('is an error if it never shows it, %#', async (parameters, lists) => {
		const { stored, run } = await serve({ lists, shows: lists });
		await run(parameters);
		const { error } = await run(parameters);
		expect(error?.message).toMatch(/^The service doesn't show the .+ of (link|pixel) 101/);
		expect(error?.description).toContain('Nothing was changed');
		expect(stored).toHaveLength(1);
		server?.close();

		const lost = await serve({ lists, shows: lists, loses: true });
		for (const one of records(await lost.run(parameters, two))) {
			expect(one.error).toMatch(/^It is not known|^The service doesn't show/);
		}
		expect(lost.stored).toHaveLength(1);
	});

	test.each([
		without('alias', (alias) => ({ short_url: `https://go.example/${String(alias)}` })),
		without('alias', (alias) => ({ alias: `/${String(alias)}` })),
		without('alias', (alias) => ({ alias: `https://go.example/${String(alias)}` })),
	])('has an alias at the end of its short URL, %#', async (lists) => {
		const { stored, run } = await serve({ lists, shows: lists });
		await run(byAlias);
		expect(records(await run(byAlias))).toMatchObject([{ id: 101, upsertResult: 'updated' }]);
		expect(stored).toHaveLength(1);
	});
});

describe('a service that lists new records late gets no second one', () => {
	const two = { items: [{}, {}], onError: 'continueRegularOutput' as const };
	test.each([byAlias, { ...byUrl, url: byAlias.url }, pixel])(
		'within a run of $resource by $matchBy',
		async (parameters) => {
			const { stored, run } = await serve({ listsLate: 99 });
			const results = records(await run(parameters, two));
			expect(results.map(({ upsertResult }) => upsertResult)).toEqual(['created', 'updated']);
			expect(stored).toHaveLength(1);
		},
	);

	test.each([
		[{ ...byUrl, url: byAlias.url }, 2],
		[pixel, 2],
		[{ ...pixel, operation: 'create' }, 2],
	])('after a lost answer: it is looked for patiently, %#', async (parameters, listsLate) => {
		const { stored, run } = await serve({ loses: true, listsLate });
		expect(records(await run(parameters))).toMatchObject([{ id: 101 }]);
		expect(stored).toHaveLength(1);
	});

	test.each([{ ...byUrl, url: byAlias.url }, pixel])(
		'nor one that lists it never: $resource',
		async (parameters) => {
			const { stored, run } = await serve({ loses: true, listsLate: 99 });
			const results = records(await run(parameters, two));
			for (const { error } of results) expect(error).toMatch(/^It is not known whether/);
			expect(stored).toHaveLength(1);
		},
	);
});

test.each([byAlias, byUrl])(
	'a password stays hidden when a lost create is found again, and its address stays whole: $matchBy',
	async (by) => {
		const stores = (record: IDataObject) => ({ ...record, settings: { pw: record.password } });
		const { run } = await serve({ loses: true, stores });
		const url = 'https://example.org/a';
		const result = await run({ ...by, url, additionalFields: { password: 'example.org' } });
		expect(records(result)).toMatchObject([{ url, password: true, settings: { pw: '***' } }]);
		expect(hintTexts(result)).toEqual([]);
	},
);

test('an alias that is also the password stays whole in a link that is updated', async () => {
	const link = { id: 2026, alias: '2026', short_url: 'https://s.example/2026' };
	const { run } = await serve({ records: [link] });
	const result = await run({ ...byAlias, alias: '2026', additionalFields: { password: '2026' } });
	expect(records(result)).toMatchObject([{ ...link, password: true }]);
	expect(hintTexts(result)).toEqual([]);
});

describe('the answer to a change is compared with what was asked', () => {
	const link = {
		id: 5,
		alias: 'abc',
		url: 'https://example.org/old',
		disabled: 0,
		password: false,
	};
	const other = { id: 6, alias: 'other', url: 'https://example.org/other' };
	const update = {
		resource: 'link',
		operation: 'update',
		linkId: '5',
		updateFields: {
			url: 'https://example.org/new/',
			password: 'se cret',
			expirationDate: '2031-01-02',
			spaceId: '05',
		},
	};
	const asSent = {
		...link,
		space: 'Marketing',
		space_id: 5,
		url: 'https://example.org/new',
		password: true,
		ends_at: '2031-01-02T21:59:00Z',
	};

	test.each(['update', 'delete'])('another ID is an error: %s', async (operation) => {
		const { run } = await serve({
			changeAnswer: { data: other },
			deleteAnswer: { id: 6, deleted: true },
		});
		const { error } = await run({ ...update, operation });
		expect(error?.message).toContain('returned the record with the ID "6" for link 5');
		expect(error?.description).toContain('either may have been changed');
	});

	test.each([
		['0b5ad2e1-7c3f-4e64-9a1d-5f2c8e7b6a90', undefined],
		['abc-1', expect.stringContaining('the ID "abc-1" for link ABC-1')],
	])('an ID in capitals is the same only in a UUID: %s', async (id, message) => {
		const { run } = await serve({ changeAnswer: { data: { ...asSent, id } } });
		expect((await run({ ...update, linkId: id.toUpperCase() })).error?.message).toEqual(message);
	});

	test.each([
		[asSent, []],
		[{ ...asSent, id: '05' }, []],
		[{ ...asSent, id: 'b7f', ends_at: '2031-01-03 00:59:00' }, []],
		[{ id: 5 }, []],
		[{ ...asSent, url: link.url }, ['"Destination URL"']],
		[{ ...asSent, space_id: 6 }, ['"Space"']],
		[{ ...link, ends_at: null }, ['"Destination URL"', '"Password"', '"Expiration Date"']],
	])('%j: what plainly differs is told', async (data, labels) => {
		const { run } = await serve({ records: [link], changeAnswer: { data } });
		const [hint, ...more] = hintTexts(await run(update));
		expect(more).toEqual([]);
		if (labels.length === 0) expect(hint).toBeUndefined();
		else expect(hint).toContain(`shows another value for ${labels.join(' and ')} than was sent`);
	});
});

test.each(['get', 'update', 'delete'])(
	'%s: an error in a record is one of its fields',
	async (operation) => {
		const error = 'The title of the page could not be fetched';
		const link = { id: 5, url: 'https://example.org/day', error };
		const { run } = await serve({ records: [link], recordsAreBare: true, deleteAnswer: link });
		const result = await run({
			resource: 'link',
			operation,
			linkId: '5',
			updateFields: { url: 'https://example.org/new' },
		});
		const url = operation === 'update' ? 'https://example.org/new' : link.url;
		expect(result.error).toBeUndefined();
		expect(hintTexts(result)).toEqual([]);
		expect(records(result)).toMatchObject([{ id: 5, url, error }]);
	},
);

describe('a create whose answer was lost is never sent twice, however the record is written', () => {
	const lower = writes('alias', (alias) => alias.toLowerCase());
	const createLink = {
		...byAlias,
		operation: 'create',
		additionalFields: { alias: 'ABC' },
	};
	test.each([
		['a number for a value', pixel, writes('value', Number)],
		['another name of the type', pixel, writes('type', () => 'Retargeting')],
		['neither type nor value', pixel, ({ id, name }: IDataObject) => ({ id, name })],
		['a new pixel', { ...pixel, operation: 'create' }, writes('value', Number)],
		['an alias in small letters', { ...byAlias, alias: 'ABC' }, lower],
		['the same for Create', createLink, lower],
		['another alias, matched by address', { ...byUrl, url: byAlias.url, alias: 'ABC' }, lower],
		['a slug', { ...byAlias, alias: 'v1.0' }, writes('alias', (text) => text.replace('.', '-'))],
		['another address', byAlias, writes('url', (url) => `${url}?ref=1`)],
	])('%s', async (_, parameters, stores) => {
		const { stored, run } = await serve({ stores, loses: true });
		const { error, items } = await run(parameters);
		expect(stored).toHaveLength(1);
		if (error) expect(error.description).toContain('101');
		else expect(items).toHaveLength(1);
	});
});

test.each(['domain', 'domain_id'])(
	'a link whose record shows another %s is not taken',
	async (field) => {
		const other = { id: 5, alias: 'abc', url: 'https://example.org/old', [field]: 4 };
		const { stored, run } = await serve({ records: [other] });
		await run({ ...byAlias, domainId: locator('3') });
		expect(stored).toHaveLength(2);
		expect(stored[0]).toEqual(other);
	},
);

test.each([
	{ domain: 'other.org' },
	{ domain: { name: 'other.org' } },
	{ domain_id: '0b5c9a52-7d1e-4f6a-9c3b-2f1d8e7a6b5c' },
])('a link whose record shows %j instead of an ID is named, not changed', async (shown) => {
	const other = { id: 5, alias: 'abc', url: 'https://example.org/old', ...shown };
	const { stored, run } = await serve({ records: [other] });
	const { error } = await run({ ...byAlias, domainId: locator('3') });
	expect(error?.message).toContain('whether link 5, with the alias "abc", is on the domain "3"');
	expect(stored).toEqual([other]);
});

test('a link without a domain counts only where no record shows one', async () => {
	const bare = { id: 5, alias: 'abc', url: 'https://example.org/old', domain: null };
	const create = { ...byAlias, domainId: locator('3') };
	const alone = await serve({ records: [{ ...bare }] });
	await alone.run(create);
	expect(alone.stored).toMatchObject([{ id: 5, url: byAlias.url }]);
	const beside = await serve({
		records: [{ ...bare }, { id: 6, alias: 'abcd', domain: { id: 3 } }],
	});
	await beside.run(create);
	expect(beside.stored).toMatchObject([bare, { id: 6 }, { alias: 'abc', domain_id: '3' }]);
});

describe('Clean Up', () => {
	const expired = {
		id: 5,
		ends_at: '2020-01-01T00:00:00Z',
		expiration_url: null,
		space_id: 8,
		domain_id: 8,
	};
	const cleanUp = {
		resource: 'link',
		operation: 'cleanUp',
		target: 'expired',
		cleanUpAction: 'delete',
	};

	test.each([
		false,
		0,
		{ data: false },
		{ status: false, message: 'No' },
		{ success: 0 },
		{ result: 'error' },
		{ errorMessage: 'No' },
		{ isError: true },
		{ data: { success: false, message: 'No' } },
		{ statusCode: 500, message: 'No' },
		{ message: 'Unauthenticated.' },
		{ data: { message: 'Not allowed' } },
		{ deleted_count: 0 },
		{ affected: 0 },
		{ deleted: 'no' },
		{ success: true, data: { deleted: 'no' } },
		{ id: 1, status: 'error', message: 'locked' },
		{ id: 1, message: 'Not allowed' },
		[{ error: 'locked' }],
		{ status: 'locked' },
		{ id: 1, url: 'https://example.org', error: 'locked' },
		{ id: 1, url: 'https://example.org', error: 'locked', deleted: true },
		{ data: null },
		{},
	])('an answer %j is no deletion', async (deleteAnswer) => {
		const { run } = await serve({ records: [expired], deleteAnswer, keeps: true });
		expect(records(await run(cleanUp))).toMatchObject([{ cleanUp: { action: 'failed' } }]);
	});

	test.each([
		[true, 'failed'],
		[false, 'deleted'],
	])(
		'a deletion that is only accepted (HTTP 202) is checked (keeps the link: %j)',
		async (...given) => {
			const [keeps, action] = given;
			const deleteAnswer = { deleted: true };
			const { run } = await serve({
				records: [{ ...expired }],
				deleteAnswer,
				deleteStatus: 202,
				keeps,
			});
			expect(records(await run(cleanUp))).toMatchObject([{ cleanUp: { action } }]);
		},
	);

	test.each([
		[() => ({}), 'failed'],
		[(record: IDataObject) => record, 'disabled'],
	])('an answer that does not show "disabled" is checked (%s: %s)', async (stores, action) => {
		const changeAnswer = { data: { id: expired.id } };
		const { run } = await serve({ records: [{ ...expired, disabled: '0' }], changeAnswer, stores });
		const result = await run({ ...cleanUp, cleanUpAction: 'disable' });
		expect(records(result)).toMatchObject([{ cleanUp: { action } }]);
	});

	test.each([{ message: 'Done' }, { id: expired.id, status: 'ok' }, { affected: 1 }])(
		'an answer %j is a deletion if the record is gone',
		async (deleteAnswer) => {
			const { run } = await serve({ records: [expired], deleteAnswer });
			expect(records(await run(cleanUp))).toMatchObject([{ cleanUp: { action: 'deleted' } }]);
		},
	);

	test.each<[IDataObject, IDataObject]>([
		[{ ...expired, expiration_url: { href: 'https://example.org' } }, {}],
		[{ ...expired, expiration_url: true }, {}],
		[{ ...expired, expiration_url: undefined }, {}],
		[expired, { filters: { spaceId: locator('7') }, options: { trustFilter: true } }],
		[expired, { filters: { domainId: locator('7') }, options: { trustFilter: true } }],
		...[
			[{ space_id: undefined, space: 'Spring' }, { spaceId: locator('7') }],
			[{ domain_id: [7] }, { domainId: locator('7') }],
			[{ pixels: '7' }, { pixelId: locator('7') }],
			[{ title: { en: 'Sale' } }, { search: 'sale' }],
		].map(([shown, filters]): [IDataObject, IDataObject] => [
			{ ...expired, ...shown },
			{ filters, options: { trustFilter: true } },
		]),
	])('%j is kept with %j', async (record, more) => {
		const { run } = await serve({ records: [record], deleteAnswer: { deleted: true } });
		const result = await run({ ...cleanUp, ...more });
		expect(result.error).toBeUndefined();
		expect(records(result)).toEqual([]);
	});

	test('a domain shown by its name is known by the ID beside it', async () => {
		const shown = { ...expired, domain: 'go.example.org', domain_id: '07' };
		const { run } = await serve({ records: [shown], deleteAnswer: { deleted: true } });
		const result = await run({ ...cleanUp, filters: { domainId: locator('7') } });
		expect(records(result)).toMatchObject([{ cleanUp: { action: 'deleted' } }]);
	});

	const hidden = { id: 1, expiration_url: null };
	const live = { id: 2, ends_at: '2090-01-01T00:00:00Z', expiration_url: null };
	test.each([
		[[hidden], 1],
		[[hidden, live], 0],
		[[{ ...hidden, ends_at: 'soon' }], 0],
		[[{ ...hidden, ends_at: { in: '3 days' } }], 0],
		[[{ ...hidden, ends_at: '31/12/2090' }], 0],
		[[{ ...hidden, ends_at: '0001-01-01T00:00:00Z' }], 0],
		[
			[
				{ ...hidden, ends_at: 'never' },
				{ ...hidden, id: 2 },
			],
			0,
		],
		[[{ ...hidden, expiration_clicks: 10, clicks: '1,204' }], 0],
	])('a filter is trusted until it lets a wrong link through: %j', async (listed, count) => {
		const { run } = await serve({ records: listed, deleteAnswer: { deleted: true } });
		const result = await run({ ...cleanUp, options: { trustFilter: true } });
		expect(records(result)).toHaveLength(count);
	});

	test('refuses a Search By without a Search', async () => {
		const { run } = await serve({ records: [expired] });
		const { error } = await run({ ...cleanUp, filters: { searchBy: 'alias' } });
		expect(error?.message).toContain('"Search By" needs "Search"');
	});
});
