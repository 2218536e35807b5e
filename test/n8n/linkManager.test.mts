import { beforeEach, describe, expect, it } from 'vitest';
import { json, link, resetServices, runNode, sources } from './harness.mjs';

beforeEach(resetServices);

const domainId = '11';

describe('links in a real n8n', () => {
	it('lists with filters and a limit, in one request', async () => {
		const run = await runNode('linkManager', {
			parameters: {
				resource: 'link',
				operation: 'getAll',
				returnAll: false,
				limit: 7,
				filters: { search: 'open', searchBy: 'title', status: 1 },
				options: { sortBy: 'title', sort: 'asc' },
			},
		});
		expect(json(run)).toHaveLength(7);
		const requests = await link.requests();
		expect(requests).toHaveLength(1);
		expect(requests[0]).toMatchObject({
			method: 'GET',
			path: '/api/v1/links',
			query: { search: 'open', search_by: 'title', status: '1', sort_by: 'title', sort: 'asc' },
			body: null,
		});
		expect(requests[0]?.raw.headers).toMatchObject({
			authorization: `Bearer ${link.apiKey}`,
			accept: 'application/json',
		});
	});

	it('returns all over several pages, each record once', async () => {
		const run = await runNode('linkManager', {
			parameters: { resource: 'link', operation: 'getAll', returnAll: true },
		});
		const { links } = await link.records();
		expect(new Set(json(run).map(({ id }) => id))).toEqual(new Set(links.map(({ id }) => id)));
		expect(json(run)).toHaveLength(links.length);
		expect(await link.requests()).toHaveLength(Math.ceil(links.length / 100));
	});

	it('reads one by id and one by alias', async () => {
		const { links } = await link.records();
		const wanted = links.find(({ alias }) => links.filter((l) => l.alias === alias).length === 1);
		for (const linkId of [
			{ __rl: true, mode: 'id', value: String(wanted?.id) },
			{ __rl: true, mode: 'alias', value: wanted?.alias ?? '' },
		]) {
			const run = await runNode('linkManager', {
				parameters: { resource: 'link', operation: 'get', linkId },
			});
			expect(json(run)).toMatchObject([{ id: wanted?.id, alias: wanted?.alias }]);
		}
	});

	it('takes a plain id by expression, per item', async () => {
		const { links } = await link.records();
		const items = links.slice(0, 3).map(({ id }) => ({ id }));
		const run = await runNode('linkManager', {
			parameters: {
				resource: 'link',
				operation: 'get',
				linkId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			},
			items,
		});
		expect(json(run).map(({ id }) => id)).toEqual(items.map(({ id }) => id));
		expect(sources(run)).toEqual([0, 1, 2]);
	});

	it('creates with pixels, an expiry and two country rules', async () => {
		const { pixels } = await link.records();
		const pixelIds = pixels.slice(0, 2).map(({ id }) => id);
		const run = await runNode('linkManager', {
			parameters: {
				resource: 'link',
				operation: 'create',
				url: 'https://www.example.org/open-day?a=1&b=ä ö',
				domainId: { __rl: true, mode: 'id', value: domainId },
				additionalFields: {
					alias: 'made-in-n8n',
					pixelIds,
					expirationDate: '2027-01-31T00:00:00',
					expirationTime: '18:30',
					targetType: 1,
					countryRules: {
						rule: [
							{ key: 'ZA', value: 'https://www.example.org/za' },
							{ key: 'NA', value: 'https://www.example.org/na' },
						],
					},
				},
			},
		});
		expect(json(run)).toMatchObject([{ alias: 'made-in-n8n' }]);
		const writes = (await link.requests()).filter(({ method }) => method === 'POST');
		expect(writes).toHaveLength(1);
		expect(writes[0]?.raw.headers['content-type']).toContain('application/x-www-form-urlencoded');
		expect(writes[0]?.body).toEqual(
			expect.arrayContaining([
				['url', 'https://www.example.org/open-day?a=1&b=ä ö'],
				['domain_id', domainId],
				['domain', domainId],
				['alias', 'made-in-n8n'],
				['expiration_date', '2027-01-31'],
				['expiration_time', '18:30'],
				['target_type', '1'],
				['country[0][key]', 'ZA'],
				['country[0][value]', 'https://www.example.org/za'],
				['country[1][key]', 'NA'],
				['country[1][value]', 'https://www.example.org/na'],
			]),
		);
		const { links } = await link.records();
		const made = links.find(({ alias }) => alias === 'made-in-n8n');
		expect(made?.pixels.map(({ id }) => id)).toEqual(pixelIds);
	});

	it('updates only what was added', async () => {
		const { links } = await link.records();
		const [first] = links;
		const run = await runNode('linkManager', {
			parameters: {
				resource: 'link',
				operation: 'update',
				linkId: { __rl: true, mode: 'id', value: String(first?.id) },
				updateFields: { disabled: 1 },
			},
		});
		expect(json(run)).toMatchObject([{ id: first?.id, disabled: 1 }]);
		expect(await link.requests()).toMatchObject([
			{ method: 'PUT', path: `/api/v1/links/${first?.id}`, body: [['disabled', '1']] },
		]);
	});

	it('creates or updates: the second run makes no second link', async () => {
		const parameters = {
			resource: 'link',
			operation: 'upsert',
			matchBy: 'alias',
			url: 'https://www.example.org/campaign',
			alias: 'campaign-2027',
			domainId: { __rl: true, mode: 'id', value: domainId },
		};
		const results = [];
		for (let times = 0; times < 2; times++) {
			results.push(...json(await runNode('linkManager', { parameters })));
		}
		expect(results.map(({ upsertResult }) => upsertResult)).toEqual(['created', 'updated']);
		const { links } = await link.records();
		expect(links.filter(({ alias }) => alias === 'campaign-2027')).toHaveLength(1);
	});

	it('deletes one', async () => {
		const { links } = await link.records();
		const id = links[0]?.id;
		const run = await runNode('linkManager', {
			parameters: {
				resource: 'link',
				operation: 'delete',
				linkId: { __rl: true, mode: 'id', value: String(id) },
			},
		});
		expect(json(run)).toMatchObject([{ deleted: true, id }]);
		expect(await link.requests()).toMatchObject([
			{ method: 'DELETE', path: `/api/v1/links/${id}`, body: null },
		]);
		expect((await link.records()).links.map((one) => one.id)).not.toContain(id);
	});

	it('reports what a clean-up would do, and changes nothing', async () => {
		const run = await runNode('linkManager', {
			parameters: {
				resource: 'link',
				operation: 'cleanUp',
				target: 'expired',
				cleanUpAction: 'report',
			},
		});
		const reports = json(run).map(({ cleanUp }) => cleanUp);
		expect(reports.length).toBeGreaterThan(0);
		expect(reports).toEqual(
			reports.map(() => expect.objectContaining({ reason: expect.any(String) })),
		);
		expect((await link.requests()).map(({ method }) => method)).not.toContain('PUT');
		expect(await link.ledger()).toEqual([]);
	});
});

describe('pixels in a real n8n', () => {
	it('lists by type', async () => {
		const run = await runNode('linkManager', {
			parameters: {
				resource: 'pixel',
				operation: 'getAll',
				returnAll: true,
				filters: { type: 'retarget' },
			},
		});
		expect(json(run).map(({ type }) => type)).toContain('retarget');
		expect(new Set(json(run).map(({ type }) => type)).size).toBe(1);
		expect(await link.requests()).toMatchObject([
			{ method: 'GET', path: '/api/v1/pixels', query: { type: 'retarget' } },
		]);
	});

	it('reads, creates, updates, upserts and deletes', async () => {
		const [created] = json(
			await runNode('linkManager', {
				parameters: {
					resource: 'pixel',
					operation: 'create',
					name: 'Winter & summer',
					type: 'microblog',
					value: 'ABC-123',
				},
			}),
		);
		expect(created).toMatchObject({ name: 'Winter & summer', type: 'microblog' });
		const pixelId = { __rl: true, mode: 'id', value: String(created?.id) };
		const on = (operation: string, more: object = {}) =>
			runNode('linkManager', { parameters: { resource: 'pixel', operation, ...more } });

		expect(json(await on('get', { pixelId }))).toMatchObject([{ id: created?.id }]);
		expect(json(await on('update', { pixelId, updateFields: { value: 'DEF-456' } }))).toMatchObject(
			[{ id: created?.id, value: 'DEF-456', name: 'Winter & summer' }],
		);
		expect(
			json(await on('upsert', { name: 'Winter & summer', type: 'microblog', value: 'GHI-789' })),
		).toMatchObject([{ id: created?.id, upsertResult: 'updated' }]);
		expect(json(await on('delete', { pixelId }))).toMatchObject([
			{ deleted: true, id: created?.id },
		]);
		const writes = (await link.requests()).filter(({ method }) => method !== 'GET');
		expect(writes.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
			{
				method: 'POST',
				path: '/api/v1/pixels',
				body: [
					['name', 'Winter & summer'],
					['type', 'microblog'],
					['value', 'ABC-123'],
				],
			},
			{
				method: 'PUT',
				path: `/api/v1/pixels/${created?.id}`,
				body: [['value', 'DEF-456']],
			},
			expect.objectContaining({ method: 'PUT', path: `/api/v1/pixels/${created?.id}` }),
			{ method: 'DELETE', path: `/api/v1/pixels/${created?.id}`, body: null },
		]);
	});
});
