import axios from 'axios';
import { expect, test } from 'vitest';

import { useSandbox } from './sandbox.mjs';

// A smoke test of the sandbox services, because the engine tests rely on their strictness.

const { link, data } = await useSandbox();

async function ask(url: string, headers: Record<string, string>, form?: Record<string, string>) {
	const data = form && new URLSearchParams(form);
	const method = form ? 'POST' : 'GET';
	return (await axios.request({ url, method, headers, data, validateStatus: null })).status;
}

const askLinks = async (path: string, form?: Record<string, string>) =>
	await ask(`${link.baseUrl}/api/v1/${path}`, { authorization: `Bearer ${link.apiKey}` }, form);

const askData = async (path: string, key = data.apiKey) =>
	await ask(`${data.baseUrl}/v1/${path}`, { 'x-api-key': key });

const newLink = { url: 'https://www.example.org/new', domain_id: '11' };

test('the services accept what the contract documents, and reject everything else', async () => {
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
	expect(await askData('universities', 'wrong')).toBe(401);
	expect(link.ledger).toHaveLength(1);
});
