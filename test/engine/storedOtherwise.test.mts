import type { IDataObject } from 'n8n-workflow';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';

import { runNode, type NodeResult } from './harness.mjs';
import { hintTexts, locator, records } from './sandbox.mjs';

let server: Server | undefined;

afterEach(() => server?.close());

interface Habits {
	/** How the service writes what it is sent. */
	stores?: (record: IDataObject) => IDataObject;
	/** Whether the answers to creates are lost; once. */
	loses?: boolean;
	/** What it answers to every DELETE. */
	deleteAnswer?: unknown;
	records?: IDataObject[];
	ignoresDomain?: boolean;
}

/** A link management service with habits that the sandbox does not have. */
async function serve({ stores = (record) => record, ...habits }: Habits): Promise<{
	stored: IDataObject[];
	run: (parameters: IDataObject) => Promise<NodeResult>;
}> {
	const stored: IDataObject[] = [...(habits.records ?? [])];
	let loses = habits.loses === true;
	server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk) => (body += String(chunk)));
		request.on('end', () => {
			const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
			const record = stored.find(({ id }) => String(id) === pathname.split('/')[4]);
			const fields: IDataObject = Object.fromEntries(new URLSearchParams(body));
			if (request.method === 'POST') {
				const created_at = new Date().toISOString();
				stored.push(stores({ id: 101 + stored.length, created_at, ...fields }));
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
			const answer =
				request.method === 'GET' ? found : request.method === 'POST' ? stored.at(-1) : record;
			response.setHeader('Content-Type', 'application/json');
			response.end(
				JSON.stringify(
					request.method === 'DELETE' ? habits.deleteAnswer : { data: answer ?? null },
				),
			);
		});
	});
	await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	const credentials = { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key-of-the-test' };
	return {
		stored,
		run: async (parameters) => await runNode({ node: 'linkManager', parameters, credentials }),
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
const singleBlanks = (text: string) => text.replace(/\s+/gu, ' ');

describe('what the service writes in another way is found again', () => {
	test.each([
		['a number for an alias of digits', { ...byAlias, alias: '2024' }, writes('alias', Number)],
		['an added scheme', { ...byUrl, url: 'www.example.org/day' }, writes('url', addsScheme)],
		['more escapes', { ...byUrl, url: "https://example.org/it's|x" }, writes('url', escapes)],
		[
			'composed accents',
			{ ...byUrl, url: 'https://example.org/cafe\u0301' },
			writes('url', composed),
		],
		['single blanks', { ...pixel, name: 'Main  pixel' }, writes('name', singleBlanks)],
		['plain blanks', { ...pixel, name: 'Main\u00a0pixel' }, writes('name', singleBlanks)],
		['composed accents in a name', { ...pixel, name: 'Cafe\u0301' }, writes('name', composed)],
	])('%s', async (_, parameters, stores) => {
		const { stored, run } = await serve({ stores });
		await run(parameters);
		const second = await run(parameters);
		expect(stored).toHaveLength(1);
		expect(records(second)).toMatchObject([{ upsertResult: 'updated' }]);
		expect(hintTexts(second)).toEqual([]);
	});

	test('or a hint says that it will not be', async () => {
		const { run } = await serve({ stores: writes('alias', (alias) => alias.replace(' ', '-')) });
		const result = await run({ ...byAlias, alias: 'spring sale' });
		expect(hintTexts(result)).toEqual([
			'The service saved "spring-sale" for "Alias" instead of "spring sale". Use that spelling from now on, because the link isn\'t found by yours.',
		]);
	});
});

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
	])('an answer %j is no deletion', async (deleteAnswer) => {
		const { run } = await serve({ records: [expired], deleteAnswer });
		expect(records(await run(cleanUp))).toMatchObject([{ cleanUp: { action: 'failed' } }]);
	});

	test.each([
		[{ ...expired, expiration_url: { href: 'https://example.org' } }, {}],
		[{ ...expired, expiration_url: true }, {}],
		[{ ...expired, expiration_url: undefined }, {}],
		[expired, { filters: { spaceId: locator('7') }, options: { trustFilter: true } }],
		[expired, { filters: { domainId: locator('7') }, options: { trustFilter: true } }],
	])('%j is kept with %j', async (record, more) => {
		const { run } = await serve({ records: [record], deleteAnswer: { deleted: true } });
		const result = await run({ ...cleanUp, ...more });
		expect(result.error).toBeUndefined();
		expect(records(result)).toEqual([]);
	});

	test('refuses a Search By without a Search', async () => {
		const { run } = await serve({ records: [expired] });
		const { error } = await run({ ...cleanUp, filters: { searchBy: 'alias' } });
		expect(error?.message).toContain('"Search By" needs "Search"');
	});
});
