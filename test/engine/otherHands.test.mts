// Somebody else changes the same account: another person, another execution, or a cache that mixes up responses.
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { systemClock } from '../../nodes/shared/clock.js';
import type { LinkRecord, RecordedRequest } from '../../sandbox/services/start.mjs';
import { parametersOf, requests } from './least.mjs';
import { lines, useSandbox } from './sandbox.mjs';
import { linkOf, useScripted } from './scripted.mjs';
import { skipWaits } from './waits.mjs';

const { link, holds, put, linkManager: run } = await useSandbox({ links: 1, schools: 1 });
/** Slow enough for a second execution to look up its key before the first has created the record. */
const slow = await useSandbox({ links: 1, schools: 1, latencyMs: 30 });
const scripted = await useScripted();

const ENDED = { ends_at: '2020-01-01T00:00:00Z' };
const url = 'https://shop.example/sale';
const onError = 'continueRegularOutput';
const upsertOf = { resource: 'link', operation: 'upsert', domainId: '11' };
const cleanUp = { resource: 'link', operation: 'cleanUp', filters: { domainId: '11' } };

describe('A record that is read by its ID, but shows another', () => {
	const byId = (value: string) => ({ __rl: true, mode: 'id', value });
	const uuid = '36f17f3e-8c46-44e0-b785-be013a3f207a';

	test.each<[string, IDataObject, IDataObject, string]>([
		['link get', { linkId: byId('14') }, { id: 15 }, 'link management service|link 14: "15"'],
		[
			'link update',
			{ linkId: byId('14'), updateFields: { pixelIds: ['1'] } },
			{ id: '15' },
			'link management service|link 14: "15"',
		],
		['pixel get', { pixelId: byId('14') }, { id: 140 }, 'link management service|pixel 14: "140"'],
		[
			'highSchool get',
			{ schoolId: { ...byId('700400001'), mode: 'emis' } },
			{ id: 1, nat_emis: '700400002' },
			'reference data service|the high school 700400001: "1"',
		],
		[
			'postalCode get',
			{ postalCodeId: byId(uuid) },
			{ id: 'other' },
			`reference data service|postal code record ${uuid}: "other"`,
		],
	])('ends %s in an error', async (operation, given, data, words) => {
		scripted.service.answers(() => ({ body: { data } }));
		const { error } = await scripted.runLeast(operation, given);
		const [service, what] = words.split('|');
		expect(error?.message).toContain(`The ${service} returned another record for `);
		expect(error?.message).toContain(what);
		expect(scripted.service.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['link get', { linkId: byId('14') }, { id: '14' }],
		['link get', { linkId: byId('14') }, { alias: 'without an ID' }],
		['highSchool get', { schoolId: byId('12') }, { id: 12, nat_emis: '700400001' }],
		[
			'highSchool get',
			{ schoolId: { ...byId('700400001'), mode: 'emis' } },
			{ id: 12, nat_emis: 700400001 },
		],
	])('is none for %s if it is %j and shows %j', async (operation, given, data) => {
		scripted.service.answers(() => ({ body: { data } }));
		expect((await scripted.runLeast(operation, given)).error).toBeUndefined();
	});
});

describe('A change that had to wait is checked again:', () => {
	skipWaits();
	const held = { kind: 'rateLimit' as const, retryAfter: 3 };
	const failed = { kind: 'status' as const, status: 503 };
	/** Somebody does something when a change is sent that isn't carried out. */
	const meanwhile = (method: string, fault: object, deed: () => void) => {
		link.fault({ ...(fault as typeof failed), method, times: 1 });
		let isDone = false;
		link.onRequest((request) => {
			if (isDone || request.method !== method) return;
			isDone = true;
			deed();
		});
	};
	const changes = () => lines(link).filter((line) => !line.startsWith('GET'));
	const rename = () => {
		put(7, { alias: 'renamed', url: 'https://elsewhere.example/7' });
		put(8, { alias: 'spring', url });
	};
	const spring = { __rl: true, mode: 'alias', value: 'spring' };

	test.each([held, failed])('Clean Up keeps what was extended: %j', async (fault) => {
		holds({ 7: ENDED });
		meanwhile('DELETE', fault, () => put(7, { ends_at: '2099-01-01T00:00:00Z' }));
		const cleanUpAction = { ...cleanUp, cleanUpAction: 'delete', options: { includeKept: true } };
		const { records } = await run(cleanUpAction);
		expect(changes()).toEqual(['DELETE /api/v1/links/7']);
		expect(link.links.has('7')).toBe(true);
		expect(records.map(({ clean_up: done }) => done)).toMatchObject([{ action: 'kept' }]);
	});

	test.each([held, failed])('Clean Up deletes what is still due: %j', async (fault) => {
		holds({ 7: ENDED });
		meanwhile('DELETE', { ...fault, applied: fault === failed }, () => undefined);
		const { records } = await run({ ...cleanUp, cleanUpAction: 'delete' });
		expect(changes()).toEqual(Array(2).fill('DELETE /api/v1/links/7'));
		expect(records.map(({ clean_up: done }) => done)).toMatchObject([{ action: 'deleted' }]);
	});

	test.each([held, failed])('Delete By Alias leaves what was renamed: %j', async (fault) => {
		holds({ 7: { alias: 'spring' } });
		meanwhile('DELETE', fault, rename);
		const { error } = await run({ ...parametersOf('link delete'), linkId: spring });
		expect(changes()).toEqual(['DELETE /api/v1/links/7']);
		expect(error?.message).toBe('Link 7 no longer has the alias "spring" [item 0]');
	});

	test.each(['alias', 'url'])('Create or Update by %s updates the link that has it', async (by) => {
		holds({ 7: { alias: 'spring', url } });
		meanwhile('PUT', held, rename);
		const alias = by === 'alias' ? 'spring' : '';
		const additionalFields = { disabled: 1 };
		await run({ ...upsertOf, matchBy: by, alias, url, additionalFields });
		expect(changes()).toEqual(['PUT /api/v1/links/7', 'PUT /api/v1/links/8']);
		expect(link.links.get('7')?.disabled).toBe(0);
	});

	test('Create or Update recognizes a link whose ID is first a number and then text', async () => {
		const shown = linkOf(7, { alias: 'spring', url, domain: { id: 11 }, disabled: 0 });
		scripted.service.answersInTurn(
			{ body: { data: [shown], total: 1 } },
			{ status: 429, headers: { 'retry-after': '3' } },
			{ body: { data: { ...shown, id: '7' } } },
			{ body: { data: shown } },
		);
		const given = { ...upsertOf, alias: 'spring', url, additionalFields: { disabled: 1 } };
		const { records } = await scripted.linkManager(given);
		expect(records).toMatchObject([{ upsert_result: 'updated', id: 7 }]);
		const methods = scripted.service.requests.map(({ method }) => method);
		expect(methods).toEqual(['GET', 'PUT', 'GET', 'PUT']);
	});

	test('Create or Update creates no second link to a destination URL', async () => {
		holds({});
		meanwhile('POST', held, () => put(9, { alias: 'theirs', url }));
		const { records } = await run({
			...upsertOf,
			matchBy: 'url',
			alias: '',
			url,
			ifExists: 'keep',
		});
		expect(link.links.size).toBe(1);
		expect(records).toMatchObject([{ upsert_result: 'kept', id: 9 }]);
	});

	test.each([
		['id', 'add', held, [101, 102, 103]],
		['alias', 'add', held, [101, 102, 103]],
		['id', 'remove', failed, [102]],
		['alias', 'remove', failed, [102]],
	])(
		'by %s, Pixel Mode %s keeps a pixel that was added: %j',
		async (mode, pixelMode, fault, left) => {
			holds({ 7: { alias: 'spring', pixels: [{ id: 101 }] } });
			meanwhile('PUT', fault, () => put(7, { pixels: [{ id: 101 }, { id: 102 }] }));
			const linkId = { __rl: true, mode, value: mode === 'id' ? '7' : 'spring' };
			const pixelIds = [pixelMode === 'add' ? '103' : '101'];
			const updateFields = { pixelIds, pixelMode };
			const { error } = await run({ ...parametersOf('link update'), linkId, updateFields });
			expect(error).toBeUndefined();
			expect(link.links.get('7')?.pixels.map(({ id }) => id)).toEqual(left);
			expect(changes()).toEqual(Array(2).fill('PUT /api/v1/links/7'));
		},
	);

	test('an update whose response was lost is sent again', async () => {
		holds({ 7: { alias: 'spring' } });
		meanwhile('PUT', { ...failed, applied: true }, () => undefined);
		const updateFields = { alias: 'summer' };
		const { error } = await run({ ...parametersOf('link update'), linkId: spring, updateFields });
		expect(error).toBeUndefined();
		expect(changes()).toEqual(Array(2).fill('PUT /api/v1/links/7'));
	});
});

describe('Executions that run at the same time', () => {
	const upsert = { resource: 'link', operation: 'upsert', domainId: '11', url };
	const four = async (parameters: IDataObject, more = {}) =>
		await Promise.all([1, 2, 3, 4].map(async () => await slow.linkManager(parameters, more)));

	test.each<[string, IDataObject]>([
		['destination URL', { ...upsert, matchBy: 'url', alias: '' }],
		['alias', { ...upsert, matchBy: 'alias', alias: 'spring' }],
	])('that create or update the same link by its %s make one', async (_by, parameters) => {
		slow.holds({});
		const results = await four(parameters);
		const done = results.map(({ records }) => records[0]?.upsert_result).sort();
		expect(done).toEqual(['created', 'unchanged', 'unchanged', 'unchanged']);
		expect(slow.link.links.size).toBe(1);
		const methods = slow.link.requests.map(({ method }) => method);
		expect(methods).toEqual(['GET', 'POST', 'GET', 'GET', 'GET']);
	});

	test('that create or update the same pixel by its name create one pixel', async () => {
		slow.link.pixels.clear();
		const pixel = {
			resource: 'pixel',
			operation: 'upsert',
			name: 'Main',
			type: 'pinboard',
			value: '1',
		};
		await four(pixel);
		expect(slow.link.pixels.size).toBe(1);
	});

	test.each(['id', 'alias'])(
		'that add pixels to the same link by its %s keep all of them',
		async (mode) => {
			slow.holds({ 7: { alias: 'spring' } });
			const value = mode === 'id' ? '7' : 'spring';
			const linkId = { __rl: true, mode, value };
			const add = async (pixel: string) =>
				await slow.runLeast('link update', { linkId, updateFields: { pixelIds: [pixel] } });
			await Promise.all(['101', '102', '103'].map(add));
			expect(
				slow.link.links
					.get('7')
					?.pixels.map(({ id }) => id)
					.sort(),
			).toEqual([101, 102, 103]);
		},
	);

	test('do not wait for other links or accounts', async () => {
		slow.holds({});
		let [inFlight, most] = [0, 0];
		scripted.service.answers(async () => {
			most = Math.max(most, (inFlight += 1));
			await new Promise((resolve) => setTimeout(resolve, 40));
			inFlight -= 1;
			return { body: { data: linkOf(7, { url, alias: 'a' }) } };
		});
		const { baseUrl } = scripted.service;
		const update = (id: string, apiKey: string) =>
			scripted.linkManager(parametersOf('link update', { linkId: id }), {
				credentials: { baseUrl, apiKey },
			});
		await Promise.all([update('7', 'one'), update('8', 'one'), update('7', 'two')]);
		expect(most).toBe(3);
		most = 0;
		await Promise.all([update('7', 'one'), update('7', 'one'), update('7', 'one')]);
		expect(most).toBe(1);
	});

	test('wait for one that failed, and no longer; cancelling ends the wait', async () => {
		slow.holds({ 7: {} });
		slow.link.fault({ kind: 'status', method: 'PUT', status: 422, times: 1 });
		const update = { ...parametersOf('link update', { linkId: '7' }) };
		const [failed, second] = await Promise.all([
			slow.linkManager(update),
			slow.linkManager(update),
		]);
		expect(failed.error?.message).toContain('(HTTP 422)');
		expect(second.error).toBeUndefined();

		slow.link.fault({ kind: 'silence', method: 'PUT', times: 1 });
		const impatient = { ...update, options: requests({ timeout: 3, maxRetries: 0 }) };
		const first = slow.linkManager(impatient);
		const cancel = new AbortController();
		const start = Date.now();
		setTimeout(() => cancel.abort(), 100);
		const cancelled = await slow.linkManager(update, { signal: cancel.signal });
		expect(Date.now() - start).toBeLessThan(2_500);
		expect(cancelled.error?.message).toContain('The execution was cancelled');
		// The third waits for the first, though the one between has left.
		const third = await slow.linkManager(update);
		expect(third.error).toBeUndefined();
		expect((await first).error?.message).toContain('did not respond within 3 seconds');
		expect(slow.link.requests.map(({ method }) => method)).toEqual(Array(4).fill('PUT'));
	});
});

test('waiting for another execution ends after Max Wait', async () => {
	slow.holds({ 7: {} });
	slow.link.fault({ kind: 'silence', method: 'PUT', times: 1 });
	const update = parametersOf('link update', { linkId: '7' });
	const first = slow.linkManager({ ...update, options: requests({ timeout: 3, maxRetries: 0 }) });
	const second = await slow.linkManager({ ...update, options: requests({ maxWait: 1 }) });
	expect(second.error?.message).toBe(
		'Another item or execution has been changing the same record for 1 second [item 0]',
	);
	expect(slow.link.requests.map(({ method }) => method)).toEqual(['PUT']);
	await first;
});

test('an alias that is missing from the list is looked up if it may be on any domain', async () => {
	const own = [1, 2, 3, 4, 5].map((n): [number, IDataObject] => [n, { alias: `key-${n}`, url }]);
	holds(Object.fromEntries(own));
	const items = [1, 2, 3, 4, 5, 6].map((n) => ({ alias: `key-${n}` }));
	const upsert = { ...upsertOf, domainId: '', alias: '={{ $json.alias }}', url, ifExists: 'keep' };
	link.onRequest(({ query }) => {
		if (query.includes('search=')) put(9, { alias: 'key-6', domain: { id: 12 }, url });
	});
	const { records } = await run(upsert, { items });
	expect(records.map(({ upsert_result: result }) => result)).toEqual(Array(6).fill('kept'));
	expect(lines(link)).toEqual([
		'GET /api/v1/links?per_page=100',
		'GET /api/v1/links?search=key-6&search_by=alias&per_page=100',
	]);
});

test('spellings of the same destination URL are one link in a run', async () => {
	const spellings = [
		'https://Shop.example:443/Sale',
		'https://shop.example/Sale/',
		'https://shop.example/Sale',
		'HTTPS://SHOP.example/Sale',
	];
	for (const items of [spellings, [...spellings].reverse()]) {
		holds({});
		const upsert = {
			resource: 'link',
			operation: 'upsert',
			matchBy: 'url',
			url: '={{ $json.url }}',
		};
		const given = { ...upsert, alias: '', domainId: '11', targetType: 0 };
		const { records, texts } = await run(given, { items: items.map((one) => ({ url: one })) });
		expect(link.links.size).toBe(1);
		expect(records.map(({ upsert_result: result }) => result)).toEqual([
			'created',
			...Array(3).fill('updated'),
		]);
		expect(texts.at(-1)).toContain('4 items have the destination URL');
	}
});

/** What the service answers the request after so many, or the change after so many. */
interface Refusal {
	after: number;
	how: 'limits' | 'fails';
}

/** What somebody else does to a link, before the request after so many. */
interface Deed {
	after: number;
	to: number;
	what: 'rename' | 'recreate' | 'extend' | 'disable' | 'delete' | 'move' | 'redirect';
}

/** How old a look may be when its change arrives: two seconds, and the time that the change takes. */
const LONGEST_BELIEVED = 2_500;

const CHANGES = ['PUT', 'DELETE'];
const COUNT = 6;
const urlOf = (n: number) => `https://shop.example/p/${n}/x`;
const aliasOf = (n: number) => `key-${n}-x`;
const numbered = Array.from({ length: COUNT }, (_, index) => index + 1);

const byAlias = { linkId: { __rl: true, mode: 'alias', value: '={{ $json.alias }}' } };
type Shows = (record: LinkRecord, item: IDataObject) => boolean;
const showsAlias: Shows = ({ alias }, item) => alias === item.alias;
const isOnDomain: Shows = ({ domain }) => domain.id === 11;

/** What each operation is asked for, and what a link must have shown before it is changed. */
const WORKS: Array<[name: string, parameters: IDataObject, shows: Shows]> = [
	['delete by alias', { ...parametersOf('link delete'), ...byAlias }, showsAlias],
	[
		'update by alias',
		{ ...parametersOf('link update'), ...byAlias, updateFields: { url } },
		showsAlias,
	],
	[
		'pixels by alias',
		{ ...parametersOf('link update'), ...byAlias, updateFields: { pixelIds: ['101'] } },
		showsAlias,
	],
	[
		'upsert by alias',
		{ ...upsertOf, alias: '={{ $json.alias }}', url },
		(record, item) => showsAlias(record, item) && isOnDomain(record, item),
	],
	[
		'upsert by URL',
		{
			...upsertOf,
			matchBy: 'url',
			alias: '',
			url: '={{ $json.url }}',
			additionalFields: { disabled: 1 },
		},
		(record, item) => record.url === item.url && isOnDomain(record, item),
	],
	[
		'delete expired',
		{ ...cleanUp, cleanUpAction: 'delete' },
		(record, item) => record.ends_at === ENDED.ends_at && isOnDomain(record, item),
	],
	[
		'disable expired',
		{ ...cleanUp, cleanUpAction: 'disable' },
		(record, item) =>
			record.ends_at === ENDED.ends_at && record.disabled === 0 && isOnDomain(record, item),
	],
	[
		'delete disabled',
		{ ...cleanUp, target: 'disabled', cleanUpAction: 'delete' },
		(record, item) => record.disabled === 1 && isOnDomain(record, item),
	],
];

const anyDeed = fc.record<Deed>({
	after: fc.nat(24),
	to: fc.integer({ min: 1, max: COUNT }),
	what: fc.constantFrom('rename', 'recreate', 'extend', 'disable', 'delete', 'move', 'redirect'),
});

const anyRefusal = fc.record<Refusal>({
	after: fc.nat(12),
	how: fc.constantFrom('limits', 'fails'),
});

/** Answers a request of any kind with a 429 that holds up the changes for three seconds, or a change with a 503. */
function refuse({ after, how }: Refusal): void {
	const once = { after, times: 1 };
	if (how === 'limits') return link.fault({ kind: 'rateLimit', retryAfter: 3, ...once });
	for (const method of CHANGES) link.fault({ kind: 'status', status: 503, method, ...once });
}

/** Does it, if the link is still there. */
function does({ to, what }: Deed, newId: number): void {
	const known = link.links.get(String(to));
	if (!known) return;
	if (what === 'delete') link.links.delete(String(to));
	if (what === 'extend') put(to, { ends_at: '2099-01-01T00:00:00Z' });
	if (what === 'disable') put(to, { disabled: 1 - known.disabled });
	if (what === 'move') put(to, { domain: { id: 12 } });
	if (what === 'redirect') put(to, { url: `https://elsewhere.example/${newId}` });
	if (what === 'rename' || what === 'recreate') put(to, { alias: `renamed-${newId}` });
	if (what === 'recreate') {
		put(to, { url: `https://elsewhere.example/${newId}` });
		put(newId, { alias: aliasOf(to), url: urlOf(to) });
	}
}

/** Whether a request searches for a text that the record has. */
function isFound({ alias, url: to }: LinkRecord, { query }: RecordedRequest): boolean {
	const search = new URLSearchParams(query).get('search');
	return search !== null && [alias, to].some((text) => text.includes(search));
}

/** Whether a request looks at single records, and not at the list of all. */
function isLook({ method, path, query }: RecordedRequest): boolean {
	return method === 'GET' && (/\/\d+$/.test(path) || query.includes('search='));
}

/** A link as it was when the node looked at it. */
interface Look {
	record: LinkRecord;
	at: number;
	request: RecordedRequest;
}

describe('Whatever somebody else does, and whatever holds a change up', () => {
	skipWaits();

	// The same cases each time; others with SEED=random (test/engine/environment.mts).
	test.each(WORKS)(
		'%s: nothing is changed that did not show the key, the state and the filters right before',
		async (_name, parameters, shows) => {
			const isCleanUp = parameters.operation === 'cleanUp';
			const rows = numbered.map((n) => ({ alias: aliasOf(n), url: urlOf(n) }));
			const items = isCleanUp ? [{}] : rows;
			const history = async (
				deeds: Deed[],
				refusals: Refusal[],
				concurrency: number,
				isStop: boolean,
				tries: number,
			) => {
				link.reset();
				const odd = (n: number) => n % 2 === 1;
				const first = numbered.map((n): [number, IDataObject] => [
					n,
					{
						alias: aliasOf(n),
						url: urlOf(n),
						...(isCleanUp && ENDED),
						disabled: Number(isCleanUp && odd(n)),
					},
				]);
				holds(Object.fromEntries(first));
				/** The last look at each link. A change uses it up. */
				const looks = new Map<string, Look>();
				const changes: Array<{ request: RecordedRequest; look?: Look; isRight: boolean }> = [];
				let count = 0;
				link.onRequest((request) => {
					count += 1;
					for (const [index, deed] of deeds.entries()) {
						if (deed.after + 1 === count) does(deed, 100 + index);
					}
					const { method, path } = request;
					const at = systemClock.now();
					const [id = ''] = /\d+$/.exec(path.replace('/v1', '')) ?? [];
					if (isLook(request)) {
						looks.delete(id);
						for (const [one, record] of link.links) {
							const isShown = one === id || isFound(record, request);
							if (isShown) looks.set(one, { record: { ...record }, at, request });
						}
					}
					if (!CHANGES.includes(method)) return;
					// Deleting a link that is gone, or disabling one that is disabled, changes nothing.
					const now = link.links.get(id);
					if (!now || (isCleanUp && method === 'PUT' && now.disabled === 1)) return;
					const look = looks.get(id);
					looks.delete(id);
					const isRight =
						look !== undefined &&
						at - look.at <= LONGEST_BELIEVED &&
						items.some((item) => shows(look.record, item));
					changes.push({ request, look, isRight });
				});
				for (const refusal of refusals) refuse(refusal);
				if (tries > 1) {
					link.fault({ kind: 'status', status: 500, method: 'PUT', after: 1, times: 1 });
				}
				await run(
					{ ...parameters, options: requests({ concurrency, maxRetries: 1 }) },
					{ items, tries, ...(!isStop && { onError }) },
				);
				// A request that was refused showed and changed nothing.
				const wrong = changes.filter(
					({ request, look, isRight }) => !request.fault && (!isRight || look?.request.fault),
				);
				expect(wrong, lines(link).join('\n')).toEqual([]);
			};
			await fc.assert(
				fc.asyncProperty(
					fc.array(anyDeed, { minLength: 1, maxLength: 8 }),
					fc.array(anyRefusal, { maxLength: 2 }),
					fc.constantFrom(1, 10),
					fc.boolean(),
					fc.constantFrom(1, 2),
					history,
				),
				{ numRuns: 70 },
			);
		},
	);
});
