import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { stallDuring } from '../eventLoop.mjs';
import { publish } from './harness.mjs';
import { nodeOf, OPERATIONS, propertiesOf, requests } from './least.mjs';
import { linkOf, listOf, useScripted } from './scripted.mjs';

const { service, linkManager: run, runLeast } = await useScripted();

const getLink = { resource: 'link', operation: 'get', linkId: '={{ $json.link }}' };
const idIn = (path: string) => Number(path.split('/').pop());

test('each record of a list is linked to its item', async () => {
	service.answers(({ query }) => listOf(query.search === 'none' ? [] : [linkOf(1), linkOf(2)]));
	const { pairs, texts } = await run(
		{ resource: 'link', operation: 'getAll', filters: { search: '={{ $json.search }}' } },
		{ items: [{ search: 'link' }, { search: 'none' }, { search: 'i' }] },
	);
	expect(pairs).toEqual([0, 0, 2, 2]);
	expect(texts).toEqual([expect.stringMatching(/^No links were found\..*\(item 1\)$/)]);
});

test('identical reads in a run are sent once, and each item gets its own copy', async () => {
	service.answers(({ path }) => ({ body: { data: { nat_emis: path.slice(-9) } } }));
	const items = Array.from({ length: 200 }, (_, index) => ({ nat_emis: `70040000${index % 4}` }));
	const schoolId = { __rl: true, mode: 'emis', value: '={{ $json.nat_emis }}' };
	const { records } = await runLeast('highSchool get', { simplify: false, schoolId }, { items });
	expect(records).toEqual(items);
	expect(new Set(records).size).toBe(200);
	expect(service.requests).toHaveLength(4);
});

test('an identical read that failed is sent again for later items', async () => {
	service.answersInTurn({ status: 501 }, { body: { data: [{ province: 'Limpopo' }] } });
	const given = { options: requests({ concurrency: 10 }) };
	const items = Array.from({ length: 20 }, () => ({}));
	const more = { items, onError: 'continueRegularOutput' } as const;
	const { records } = await runLeast('highSchool getProvinces', given, more);
	expect(records).toHaveLength(20);
	expect(records.filter((record) => 'error' in record)).toHaveLength(10);
	expect(service.requests).toHaveLength(2);
});

test('50 items with a long list each do not block n8n', async () => {
	const data = Array.from({ length: 1000 }, (_, id) => ({
		id,
		suburb: 'Sea Point',
		area: `${id}`,
	}));
	service.answers(() => ({ body: { data, meta: { total: data.length } } }));
	const given = { postalCode: '8005', options: requests({ concurrency: 50 }) };
	const items = Array.from({ length: 50 }, () => ({}));
	const run = async () => await runLeast('postalCode validate', given, { items });
	expect(await stallDuring(run)).toBeLessThan(2_000);
});

const onOneRecord = OPERATIONS.filter(
	(operation) =>
		nodeOf(operation) === 'linkManager' &&
		propertiesOf(operation).some(({ type, required }) => type === 'resourceLocator' && required),
);

test.each(onOneRecord)(
	'%s: items that change the same record wait for each other',
	async (operation) => {
		let inFlight = 0;
		let most = 0;
		service.answers(async ({ method, path }) => {
			const isChange = Number(method !== 'GET');
			inFlight += isChange;
			most = Math.max(most, inFlight);
			await pause(20);
			inFlight -= isChange;
			return { body: { data: linkOf(idIn(path)) } };
		});
		const { error } = await runLeast(operation, {}, { items: [{}, {}, {}] });
		expect(error).toBeUndefined();
		expect(most).toBeLessThanOrEqual(1);
	},
);

describe('Changes of one link', () => {
	test('are made in the order of the items, even if the first lookup is the slowest', async () => {
		const link = linkOf(12, { alias: 'spring' });
		service.answers(({ method }) =>
			method === 'PUT'
				? { body: { data: link } }
				: { ...listOf([link]), delay: service.requests.length === 1 ? 150 : 0 },
		);
		const linkId = { __rl: true, mode: 'alias', value: 'spring' };
		const updateFields = { expirationClicks: '={{ $json.clicks }}' };
		const items = [{ clicks: 1 }, { clicks: 2 }, { clicks: 3 }];
		await runLeast('link update', { linkId, updateFields }, { items });
		const changes = service.requests.filter(({ method }) => method === 'PUT');
		expect(changes.map(({ path, body }) => [path, body])).toEqual(
			[1, 2, 3].map((clicks) => ['/api/v1/links/12', `expiration_clicks=${clicks}`]),
		);
	});

	const byItem = '={{ ({ mode: $json.pixel === 103 ? "id" : "alias", value: $json.link }) }}';

	test.each([
		['ID', { __rl: true, mode: 'id', value: '12' }],
		['alias', { __rl: true, mode: 'alias', value: '={{ $json.link.replace(/^12$/, "link-12") }}' }],
		['one or the other', byItem],
	])('by %s keep the pixels that other items add', async (_by, linkId) => {
		let pixels: IDataObject[] = [{ id: 101 }];
		service.answers(({ method, body, query }) => {
			const link = linkOf(12, { pixels });
			// The response to an update may show the previous pixels, which is no reason for a warning.
			const answer = query.search === undefined ? { body: { data: link } } : listOf([link]);
			const sent = new URLSearchParams(body).getAll('pixel_ids[]');
			if (method === 'PUT') pixels = sent.map((id) => ({ id: Number(id) }));
			return { ...answer, delay: query.search === undefined ? 60 : 20 };
		});
		const updateFields = { pixelIds: '={{ $json.pixel }}', pixelMode: 'add' };
		const items = [
			{ pixel: 102, link: 'link-12' },
			{ pixel: 103, link: '12' },
			{ pixel: 104, link: 'https://go.example/link-12' },
		];
		const { texts } = await runLeast('link update', { linkId, updateFields }, { items });
		expect(pixels.map(({ id }) => Number(id)).sort()).toEqual([101, 102, 103, 104]);
		expect(texts).toEqual([]);
	});
});

describe("One item's failure harms no other", () => {
	const items = [101, 902, 103, '..', 105].map((link) => ({ link }));
	const notFound = 'Not found: link 902 (HTTP 404) [item 1]';
	const noId = '"Link" is not an ID: ".." [item 3]';
	const answer = () =>
		service.answers(({ path }) =>
			idIn(path) < 900
				? { body: { data: linkOf(idIn(path)) } }
				: { status: 404, body: { message: 'Resource not found.' } },
		);

	test('on Continue: every item is returned, with failures in their place', async () => {
		answer();
		const result = await run(getLink, { items, onError: 'continueRegularOutput' });
		expect(result.error).toBeUndefined();
		expect(result.pairs).toEqual([0, 1, 2, 3, 4]);
		const shown = result.records.map(({ id, error }) => error ?? id);
		expect(shown).toEqual([101, notFound, 103, noId, 105]);
	});

	test('with an error output: failed items are returned there, with their input fields', async () => {
		answer();
		const result = await run(getLink, { items, onError: 'continueErrorOutput' });
		expect(result.records.map(({ id }) => id)).toEqual([101, 103, 105]);
		const message = expect.any(String) as string;
		expect(result.errorItems.map(({ json }) => json)).toEqual([
			{ link: 902, error: notFound, message, details: { outcome: 'refused' } },
			{ link: '..', error: noId, message, details: { outcome: 'notSent' } },
		]);
		expect(result.errorItems.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 1 },
			{ item: 3 },
		]);
	});

	test('on Stop: the run ends at the first failure, which shows its item', async () => {
		answer();
		const result = await run({ ...getLink, options: requests({ concurrency: 1 }) }, { items });
		expect(result.status).toBe('error');
		expect(result.items).toEqual([]);
		expect(result.error?.message).toBe(notFound);
		expect(result.error?.context).toMatchObject({ itemIndex: 1 });
		expect(service.requests).toHaveLength(2);
	});
});

describe('n8n renders hints and error descriptions as HTML, so text from services is escaped', () => {
	const said = 'See <a href="https://evil.example">here</a> & <img src=x>';
	const escaped = 'See &lt;a href="https://evil.example">here&lt;/a> &amp; &lt;img src=x>';
	const refusal = () => service.answers(() => ({ status: 401, body: { message: said } }));

	test('in the description of an error, but not in its message or in an item', async () => {
		refusal();
		const stopped = await run(getLink, { items: [{ link: 2 }, { link: 1 }] });
		expect(stopped.error?.description).toContain(`Message from the service: ${escaped}`);
		const refused = await run(getLink, { items: [{ link: '<b> 1' }] });
		expect(refused.error?.message).toContain('"<b> 1"');
		const { records } = await run(getLink, {
			items: [{ link: 1 }],
			onError: 'continueRegularOutput',
		});
		expect(records[0]?.message).toContain(`Message from the service: ${said}`);
	});

	test('in the error of a published trigger', async () => {
		refusal();
		const node = 'linkManagerTrigger';
		const parameters = { event: 'linkCreated' };
		const poll = publish({ node, parameters, credentials: service }).poll();
		await expect(poll).rejects.toMatchObject({ description: expect.stringContaining(escaped) });
	});
});
