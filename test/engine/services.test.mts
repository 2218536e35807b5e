import { expect, test } from 'vitest';

import { useSandbox } from './sandbox.mjs';

// One smoke test of the sandbox's services: the engine tests rest on their strictness.

const { link, data } = await useSandbox();

async function askLinks(path: string, form?: Record<string, string>) {
	const response = await fetch(`${link.baseUrl}/api/v1/${path}`, {
		method: form ? 'POST' : 'GET',
		body: form && new URLSearchParams(form),
		headers: { authorization: `Bearer ${link.apiKey}`, accept: 'application/json' },
	});
	return response.status;
}

async function askData(path: string, key = data.apiKey) {
	const response = await fetch(`${data.baseUrl}/v1/${path}`, { headers: { 'x-api-key': key } });
	return response.status;
}

const newLink = { url: 'https://www.example.org/new', domain_id: '11' };

test('the services take what the contract documents, and refuse everything else', async () => {
	expect(await askLinks('links', { ...newLink, 'pixel_ids[]': '101' })).toBe(201);
	expect(link.ledger).toMatchObject([{ action: 'created', fields: { pixel_ids: ['101'] } }]);
	expect([
		await askLinks('links?per_page=11'),
		await askLinks('links?order=asc'),
		await askLinks('links', { ...newLink, link: 'x' }),
		await askLinks('links', { ...newLink, expiration_date: '2031-02-30' }),
		await askLinks('links', { ...newLink, 'country[1][key]': 'ZA' }),
		await askData('high-schools?no_fee=yes'),
		await askData('high-schools/abc'),
	]).toEqual(Array(7).fill(422));
	expect(await askLinks('links', { ...newLink, pixel_ids: '1,2' })).toBe(500);
	expect(await askData('postal-codes', 'sandbox-data-no-postal-codes')).toBe(403);
	expect(await askData('universities', 'wrong')).toBe(401);
	expect(link.ledger).toHaveLength(1);
});
