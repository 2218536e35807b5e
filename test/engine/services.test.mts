import { afterAll, beforeEach, expect, it } from 'vitest';
import { startServices } from '../../sandbox/services/start.mjs';

// One smoke test of the sandbox's services: the engine tests rest on their strictness.

const { link, data, stop } = await startServices({ schools: 1000 });
afterAll(stop);
beforeEach(() => {
	link.reset();
	data.reset();
});

async function askLinks(path: string, method = 'GET', form?: Record<string, string>) {
	const response = await fetch(`${link.baseUrl}/api/v1/${path}`, {
		method,
		body: form && new URLSearchParams(form),
		headers: { authorization: 'Bearer sandbox-link-key', accept: 'application/json' },
	});
	return { status: response.status, text: await response.text() };
}

async function askData(path: string, key = 'sandbox-data-key') {
	const response = await fetch(`${data.baseUrl}/v1/${path}`, { headers: { 'x-api-key': key } });
	return { status: response.status, text: await response.text() };
}

const newLink = { url: 'https://www.example.org/new', domain_id: '11' };

it('takes what the contract documents, and refuses everything else', async () => {
	expect((await askLinks('links', 'POST', { ...newLink, 'pixel_ids[]': '101' })).status).toBe(201);
	expect(link.ledger).toMatchObject([{ action: 'created', fields: { pixel_ids: ['101'] } }]);
	const refused = [
		await askLinks('links?per_page=11'),
		await askLinks('links?order=asc'),
		await askLinks('links', 'POST', { ...newLink, link: 'x' }),
		await askLinks('links', 'POST', { ...newLink, expiration_date: '2031-02-30' }),
		await askLinks('links', 'POST', { ...newLink, 'country[1][key]': 'ZA' }),
		await askData('high-schools?no_fee=yes'),
		await askData('high-schools/abc'),
	];
	expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 422));
	expect((await askLinks('links', 'POST', { ...newLink, pixel_ids: '1,2' })).status).toBe(500);
	expect((await askData('postal-codes', 'sandbox-data-no-postal-codes')).status).toBe(403);
	expect((await askData('universities', 'wrong')).status).toBe(401);
	expect(link.ledger).toHaveLength(1);
});

it('writes school ids with all their digits', async () => {
	const big = data.schools.find(({ id }) => id.length > 15)?.id;
	expect((await askData(`high-schools/${big}`)).text).toContain(`"id":${big},`);
});

it('answers with a fault, and makes the change of one that is applied', async () => {
	link.fault({ kind: 'status', status: 503, method: 'POST', times: 1 });
	link.fault({ kind: 'reset', method: 'POST', times: 1, applied: true });
	expect((await askLinks('links', 'POST', newLink)).status).toBe(503);
	expect(link.ledger).toEqual([]);
	await expect(askLinks('links', 'POST', newLink)).rejects.toThrow('fetch failed');
	expect(link.ledger).toHaveLength(1);
	expect(link.requests.map(({ status, fault }) => [status, fault])).toEqual([
		[503, 'status'],
		[undefined, 'reset'],
	]);
});

it('has habits: a page that is ignored, a filter that is ignored, fields that are missing', async () => {
	const [first] = JSON.parse((await askLinks('links?per_page=10')).text).data;
	link.quirk({ ignorePage: true, ignoreFilters: ['search'], hideFields: ['title'] });
	const { data: records } = JSON.parse((await askLinks('links?per_page=10&page=2&search=no')).text);
	expect(records).toHaveLength(10);
	expect(records[0].id).toBe(first.id);
	expect(records[0].title).toBeUndefined();
});
