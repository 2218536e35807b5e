import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import {
	startServices,
	type LinkRecord,
	type SchoolRecord,
} from '../../sandbox/services/start.mjs';
import { ask, FORM, JSON_BODY, type Reply } from './client.mjs';

/**
 * What the tests of the nodes rely on: that a request off the contract is refused, and that what is
 * stored is what was sent. That a request on the contract gets what it should, those tests show.
 */
const services = await startServices();
const { link, data } = services;
const NEW_LINK = { url: 'https://www.example.org/new', domain_id: '11', domain: '11' };
const SUBJECT = { name: 'Mathematics', level: 6 };
const SCORE = { university_id: 'uct', subjects: [SUBJECT] };

beforeEach(() => {
	link.reset();
	data.reset();
});
afterAll(() => services.stop());

function form(fields: Record<string, string>): string {
	return String(new URLSearchParams(fields));
}

async function write(method: string, path: string, fields: Record<string, string>): Promise<Reply> {
	return await ask(link, method, path, form(fields), FORM);
}

async function createLink(fields: Record<string, string>): Promise<LinkRecord> {
	const reply = await write('POST', '/api/v1/links', { ...NEW_LINK, ...fields });
	expect(reply.status).toBe(201);
	return reply.json<{ data: LinkRecord }>().data;
}

/** The fields that a 422 of the link service names. */
function named(reply: Reply): string[] {
	expect(reply.status).toBe(422);
	return Object.keys(reply.json<{ errors: object }>().errors);
}

describe('the link service', () => {
	it.each(['', 'Bearer wrong', link.apiKey])('refuses the key "%s"', async (authorization) => {
		const reply = await ask(link, 'GET', '/api/v1/links', '', { authorization });
		expect([reply.status, reply.json()]).toEqual([401, { message: 'Unauthenticated.' }]);
	});

	it('sends a client that does not accept JSON to a login page', async () => {
		const reply = await ask(link, 'GET', '/api/v1/links', '', { accept: '*/*', authorization: '' });
		expect([reply.status, reply.headers.location]).toEqual([302, '/login']);
	});

	it.each([
		['PATCH', '/links/1001', 405],
		['POST', '/links/1001', 405],
		['DELETE', '/links', 405],
		['DELETE', '/links/', 405],
		['GET', '/nothing', 404],
		['GET', '/links/1001/clicks', 404],
		['GET', '/links/%zz', 404],
		['GET', '/links/..', 404],
		['GET', '/links/9999999', 404],
	])('has no %s %s', async (method, path, status) => {
		expect((await ask(link, method, `/api/v1${path}`)).status).toBe(status);
	});

	it.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain'])(
		'takes no write as %s',
		async (type) => {
			const reply = await ask(link, 'POST', '/api/v1/links', form(NEW_LINK), {
				'content-type': type,
			});
			expect(reply.status).toBe(415);
			expect(link.ledger).toEqual([]);
		},
	);

	it.each([
		['links?per_pages=10', 'per_pages'],
		['links?per_page=20', 'per_page'],
		['links?status=4', 'status'],
		['links?constructor=1', 'constructor'],
		['links?page=0', 'page'],
		['links?status=1&status=2', 'status'],
	])('refuses %s', async (path, name) => {
		expect(named(await ask(link, 'GET', `/api/v1/${path}`))).toEqual([name]);
	});

	it.each<[string, Record<string, string>]>([
		['url', { url: '' }],
		['url', { url: 'example' }],
		['titel', { titel: 'x' }],
		['constructor', { constructor: 'x' }],
		['disabled', { disabled: 'true' }],
		['privacy', { privacy: '3' }],
		['target_type', { target_type: '3' }],
		['expiration_time', { expiration_date: '2030-01-01' }],
		['expiration_date', { expiration_time: '10:00' }],
		['expiration_date', { expiration_date: '2030-02-30', expiration_time: '10:00' }],
		['expiration_date', { expiration_date: '2030-02-03T00:00:00', expiration_time: '10:00' }],
		['expiration_time', { expiration_date: '2030-01-01', expiration_time: '24:00' }],
		['expiration_clicks', { expiration_clicks: '-1' }],
		['pixel_ids.0', { 'pixel_ids[]': '999' }],
		['space_id', { space_id: '1' }],
		['domain', { domain: '12' }],
		['alias', { alias: 'sample-1' }],
		['platform.0.key', { 'platform[0][key]': 'ios', 'platform[0][value]': 'x' }],
		['country.0.value', { 'country[0][key]': 'ZA' }],
		['rotation.0.key', { 'rotation[0][key]': 'a', 'rotation[0][value]': 'x' }],
		['country', { 'country[1][key]': 'ZA', 'country[1][value]': 'x' }],
		['country.0', { 'country[0]': '[object Object]' }],
	])('refuses a link for its %s: %o', async (name, fields) => {
		expect(named(await write('POST', '/api/v1/links', { ...NEW_LINK, ...fields }))).toEqual([name]);
		expect(link.ledger).toEqual([]);
	});

	it.each<[string, string, Record<string, string>]>([
		['domain', 'POST /api/v1/links', { url: 'https://www.example.org' }],
		['domain_id', 'PUT /api/v1/links/1001', { domain_id: '12' }],
		['alias', 'PUT /api/v1/links/1001', { alias: '' }],
		['alias', 'PUT /api/v1/links/1001', { alias: 'sample-4' }],
		['body', 'DELETE /api/v1/links/1001', { id: '1001' }],
		['value', 'POST /api/v1/pixels', { name: 'x', type: 'pinboard' }],
		['type', 'POST /api/v1/pixels', { name: 'x', type: 'Pinboard', value: '1' }],
	])('refuses the %s of %s %o', async (name, target, fields) => {
		const [method = '', path = ''] = target.split(' ');
		expect(named(await write(method, path, fields))).toEqual([name]);
		expect(link.ledger).toEqual([]);
	});

	it.each(['pixel_ids', 'country'])('crashes on a %s that is no list', async (name) => {
		const reply = await write('POST', '/api/v1/links', { ...NEW_LINK, [name]: '101,102' });
		expect([reply.status, reply.json()]).toEqual([500, { message: 'Server Error' }]);
	});

	it('stores what was sent, tells no password, and changes only what was sent', async () => {
		const made = await createLink({
			alias: 'ünïcode & more',
			password: 'open-sesame',
			privacy_password: 'stats-secret',
			space_id: '22',
			'pixel_ids[]': '101',
			expiration_date: '2030-02-28',
			expiration_time: '23:59',
			expiration_clicks: '0',
			'country[0][key]': 'ZA',
			'country[0][value]': 'https://za.example.org/?a[b]=c',
		});
		expect(made).toMatchObject({
			alias: 'ünïcode & more',
			password: true,
			space: { id: 22 },
			pixels: [{ id: 101 }],
			ends_at: '2030-02-28T23:59:00.000000Z',
			expiration_clicks: 0,
			country_target: [{ key: 'ZA', value: 'https://za.example.org/?a[b]=c' }],
		});
		expect(JSON.stringify(made)).not.toMatch(/open-sesame|stats-secret/);
		await write('PUT', `/api/v1/links/${made.id}`, { disabled: '1' });
		expect(link.links.get(String(made.id))).toEqual({
			...made,
			disabled: 1,
			updated_at: expect.any(String),
		});
		await write('PUT', `/api/v1/links/${made.id}`, {
			password: '',
			space_id: '',
			'pixel_ids[]': '',
			expiration_date: '',
			expiration_time: '',
			expiration_clicks: '',
			'country[]': '',
		});
		expect(link.links.get(String(made.id))).toMatchObject({
			password: false,
			space: null,
			pixels: [],
			ends_at: null,
			expiration_clicks: null,
			country_target: [],
		});
		expect(link.ledger.map(({ action }) => action)).toEqual(['created', 'updated', 'updated']);
	});

	it('drops the status filter from links.next', async () => {
		const reply = await ask(link, 'GET', '/api/v1/links?status=2&search=sample&per_page=10');
		const { links } = reply.json<{ links: { next: string } }>();
		const { searchParams } = new URL(links.next);
		expect(Object.fromEntries(searchParams)).toEqual({
			search: 'sample',
			per_page: '10',
			page: '2',
		});
	});
});

describe('the reference service', () => {
	it.each([
		['', 'universities', 401, 'UNAUTHORIZED'],
		['constructor', 'universities', 401, 'UNAUTHORIZED'],
		['sandbox-data-no-postal-codes', 'postal-codes', 403, 'postal_codes:read'],
		['sandbox-data-postal-codes-only', 'high-schools', 403, 'high_schools:read'],
	])('refuses the key "%s" for %s', async (key, path, status, words) => {
		const reply = await ask(data, 'GET', `/v1/${path}`, '', { 'x-api-key': key });
		expect(reply.status).toBe(status);
		expect(reply.text).toContain(words);
	});

	it.each([
		['POST', 'high-schools', 405],
		['DELETE', 'universities', 405],
		['GET', 'aps-calculator', 405],
		['GET', 'universities/uct', 404],
		['GET', 'postal-codes/0001', 404],
		['GET', 'high-schools?per_page=101', 422],
		['GET', 'high-schools?page=0', 422],
		['GET', 'high-schools?noFee=true', 422],
		['GET', 'high-schools?province=Gauteng&province=Limpopo', 422],
		['GET', 'high-schools/provinces?page=1', 422],
		['GET', 'high-schools/abc', 422],
		['GET', 'postal-codes?code=0001', 422],
	])('refuses %s %s with %d', async (method, path, status) => {
		expect((await ask(data, method, `/v1/${path}`)).status).toBe(status);
	});

	it.each<[unknown, number, object?]>([
		['{"university_id":', 400],
		[[], 422],
		[{ ...SCORE, university_id: 'nowhere' }, 404],
		[{ ...SCORE, subjects: [] }, 422],
		[{ university_id: 'uct' }, 422],
		[{ ...SCORE, year: 2026 }, 422],
		[{ ...SCORE, subjects: [{ ...SUBJECT, mark: 65 }] }, 422],
		[{ ...SCORE, subjects: [{ ...SUBJECT, level: '6' }] }, 422],
		[{ ...SCORE, subjects: [{ ...SUBJECT, level: 6.5 }] }, 422],
		[{ ...SCORE, subjects: [{ ...SUBJECT, level: 9 }] }, 422],
		[{ ...SCORE, subjects: [{ ...SUBJECT, name: ' ' }] }, 422],
		[SCORE, 415, { 'content-type': 'text/plain' }],
	])('calculates nothing of %j', async (body, status, headers = JSON_BODY) => {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		const reply = await ask(data, 'POST', '/v1/aps-calculator', text, { ...headers });
		expect(reply.status).toBe(status);
		expect(data.calculations).toEqual([]);
	});

	it('writes ids beyond 2^53 with all their digits, and finds schools by them', async () => {
		const big = data.schools.filter(({ id }) => BigInt(id) > BigInt(Number.MAX_SAFE_INTEGER));
		expect(big.length).toBeGreaterThan(5);
		for (const { id, name } of big) {
			const reply = await ask(data, 'GET', `/v1/high-schools/${id}`);
			expect(reply.text.startsWith(`{"data":{"id":${id},"nat_emis":`)).toBe(true);
			expect(reply.json<{ data: SchoolRecord }>().data.name).toBe(name);
			expect((await ask(data, 'GET', `/v1/high-schools/${BigInt(id) + 1n}`)).status).toBe(404);
		}
	});

	it.each([
		['high-schools?search=plaatje%20second', /Plaatje.*Secondary|Secondary.*Plaatje/i],
		['high-schools?search=aatje', undefined],
		['high-schools?search=o%C3%AB', /hoër/i],
		['high-schools?province=kwazulu-natal', /./],
		['high-schools?province=KwaZulu%20Natal', undefined],
		['universities?search=APE', /Cape/],
	])('searches as the contract says: %s', async (path, each) => {
		const reply = await ask(data, 'GET', `/v1/${path}`);
		const names = reply.json<{ data: SchoolRecord[] }>().data.map(({ name }) => name);
		expect(names.length > 0).toBe(each !== undefined);
		for (const name of names) expect(name).toMatch(each ?? /$^/);
	});

	it.each([
		['suburb=ATFIEL', ['Hatfield']],
		['postal_code=0028', ['Hatfield']],
		['postal_code=0083', ['Arcadia', 'Hatfield']],
		['postal_code=83', []],
		['search=newlands%20cape', ['Newlands']],
		['area=sand', []],
	])('finds postal codes by %s', async (query, suburbs) => {
		const reply = await ask(data, 'GET', `/v1/postal-codes?${query}`);
		const found = reply.json<{ data: Array<{ suburb: string }> }>().data;
		expect(found.map(({ suburb }) => suburb)).toEqual(suburbs);
	});
});
