import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
	startServices,
	type ApsResult,
	type PostalCodeRecord,
	type ReferenceService,
	type SchoolRecord,
	type UniversityRecord,
} from '../../sandbox/services/start.mjs';
import { JSON_BODY, request, type Reply } from './client.mjs';

let data: ReferenceService;
let stop: () => Promise<void>;

beforeAll(async () => {
	const services = await startServices();
	({ data } = services);
	({ stop } = services);
});
beforeEach(() => data.reset());
afterAll(() => stop());

function get(target: string, key = data.apiKey): Promise<Reply> {
	return request(data.baseUrl, 'GET', `/v1${target}`, { 'x-api-key': key });
}

function post(body: unknown, headers: Record<string, string> = JSON_BODY): Promise<Reply> {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return request(
		data.baseUrl,
		'POST',
		'/v1/aps-calculator',
		{ 'x-api-key': data.apiKey, ...headers },
		text,
	);
}

async function rows<T>(target: string): Promise<T[]> {
	const reply = await get(target);
	expect(reply.status).toBe(200);
	return reply.json<{ data: T[] }>().data;
}

function code(reply: Reply): [number, string] {
	return [reply.status, reply.json<{ error: { code: string } }>().error.code];
}

describe('access', () => {
	it('refuses a missing or wrong key', async () => {
		expect(code(await get('/universities', ''))).toEqual([401, 'UNAUTHORIZED']);
		expect(code(await get('/universities', 'constructor'))).toEqual([401, 'UNAUTHORIZED']);
		expect(code(await request(data.baseUrl, 'GET', '/v1/universities'))).toEqual([
			401,
			'UNAUTHORIZED',
		]);
	});

	it('refuses a key whose plan lacks the scope, and names the scope', async () => {
		const postal = await get('/postal-codes', 'sandbox-data-no-postal-codes');
		expect(code(postal)).toEqual([403, 'FORBIDDEN']);
		expect(postal.text).toContain('postal_codes:read');
		const calculation = await post({}, { ...JSON_BODY, 'x-api-key': 'sandbox-data-free-plan' });
		expect(code(calculation)).toEqual([403, 'FORBIDDEN']);
		expect(calculation.text).toContain('aps_calculator:use');
		expect(code(await get('/high-schools', 'sandbox-data-postal-codes-only'))).toEqual([
			403,
			'FORBIDDEN',
		]);
		expect((await get('/postal-codes', 'sandbox-data-free-plan')).status).toBe(200);
	});

	it.each([
		['POST', '/v1/high-schools', 'GET'],
		['DELETE', '/v1/universities', 'GET'],
		['GET', '/v1/aps-calculator', 'POST'],
	])('answers 405 to %s %s', async (method, target, allow) => {
		const reply = await request(data.baseUrl, method, target, { 'x-api-key': data.apiKey });
		expect(code(reply)).toEqual([405, 'METHOD_NOT_ALLOWED']);
		expect(reply.headers.allow).toBe(allow);
	});

	it('answers 404 to a single university, which has no endpoint', async () => {
		expect(code(await get('/universities/uct'))).toEqual([404, 'NOT_FOUND']);
	});

	it.each([
		'/high-schools?per_page=101',
		'/high-schools?per_page=0',
		'/high-schools?page=0',
		'/high-schools?page=one',
		'/high-schools?quintile=6',
		'/high-schools?sector=Independent',
		'/high-schools?urban_rural=Town',
		'/high-schools?no_fee=1',
		'/high-schools?noFee=true',
		'/high-schools?province=Gauteng&province=Limpopo',
		'/high-schools/provinces?page=1',
		'/high-schools/districts?page=1',
		'/high-schools/abc',
		'/high-schools/12.0',
		'/postal-codes?code=0001',
		'/universities?aps=30',
	])('refuses %s', async (target) => {
		expect(code(await get(target))).toEqual([422, 'VALIDATION_ERROR']);
	});
});

describe('high schools', () => {
	it('pages through every school once, in its own envelope', async () => {
		const first = (await get('/high-schools')).json<{ data: unknown[]; pagination: object }>();
		expect(first.pagination).toEqual({ page: 1, per_page: 20, total: data.schools.length });
		expect(first.data).toHaveLength(20);
		const seen: string[] = [];
		for (let page = 1; page <= 65; page++) {
			const found = await rows<SchoolRecord>(`/high-schools?per_page=100&page=${page}`);
			seen.push(...found.map(({ nat_emis }) => nat_emis));
		}
		expect(seen).toEqual(data.schools.map(({ nat_emis }) => nat_emis));
	});

	it('writes ids beyond 2^53 as raw digits and finds them by them', async () => {
		const big = data.schools.filter(({ id }) => BigInt(id) > BigInt(Number.MAX_SAFE_INTEGER));
		expect(big.length).toBeGreaterThan(5);
		for (const { id, name } of big) {
			const reply = await get(`/high-schools/${id}`);
			expect(reply.text.startsWith(`{"data":{"id":${id},"nat_emis":`)).toBe(true);
			expect(reply.json<{ data: SchoolRecord }>().data.name).toBe(name);
			expect((await get(`/high-schools/${BigInt(id) + 1n}`)).status).toBe(404);
		}
	});

	it('finds a school by its EMIS number and by its id', async () => {
		const school = data.schools[41];
		const byEmis = await get(`/high-schools/${school?.nat_emis}`);
		const byId = await get(`/high-schools/${school?.id}`);
		expect(byEmis.text).toBe(byId.text);
		expect(byId.json()).toEqual({ data: { ...school, id: Number(school?.id) } });
	});

	it('filters in any case, and not by likeness', async () => {
		const total = async (query: string) =>
			(await get(`/high-schools?${query}`)).json<{ pagination: { total: number } }>().pagination
				.total;
		const count = (test: (school: SchoolRecord) => boolean) => data.schools.filter(test).length;
		expect(await total('province=kwazulu-natal')).toBe(
			count((one) => one.province === 'KwaZulu-Natal'),
		);
		expect(await total('province=KwaZulu%20Natal')).toBe(0);
		expect(await total('district=TSHWANE%20SOUTH')).toBe(
			count((one) => one.district === 'Tshwane South'),
		);
		expect(await total('sector=private')).toBe(count((one) => one.sector === 'Private'));
		const third = count((one) => one.quintile === 'Q3');
		expect(await total('quintile=3')).toBe(third);
		expect(await total('quintile=Q3')).toBe(third);
		expect(await total('no_fee=true')).toBe(count((one) => one.no_fee_school));
		expect(await total('no_fee=false')).toBe(count((one) => !one.no_fee_school));
		expect(await total('urban_rural=rural&province=Limpopo')).toBe(
			count((one) => one.urban_rural === 'Rural' && one.province === 'Limpopo'),
		);
	});

	it('searches words from three characters on, and any part below', async () => {
		const names = async (search: string) =>
			(
				await rows<SchoolRecord>(`/high-schools?per_page=100&search=${encodeURIComponent(search)}`)
			).map(({ name }) => name);
		const words = await names('plaatje secondary');
		expect(words.length).toBeGreaterThan(0);
		expect(words.every((name) => /Plaatje/.test(name) && /Secondary/.test(name))).toBe(true);
		expect(await names('aatje')).toEqual([]);
		const part = await names('öë');
		expect(part).toEqual([]);
		expect((await names('oë')).every((name) => name.startsWith('Hoërskool'))).toBe(true);
		expect((await names('HOËRSKOOL')).length).toBe(100);
	});

	it('counts schools by province and by district', async () => {
		const provinces = await rows<{ province: string; school_count: number }>(
			'/high-schools/provinces',
		);
		expect(provinces).toHaveLength(9);
		expect(provinces.reduce((sum, one) => sum + one.school_count, 0)).toBe(data.schools.length);
		const districts = await rows<{ district: string; province: string }>('/high-schools/districts');
		expect(districts).toHaveLength(75);
		const gauteng = await rows<{ province: string }>('/high-schools/districts?province=GAUTENG');
		expect(gauteng).toHaveLength(15);
		expect(gauteng.every(({ province }) => province === 'Gauteng')).toBe(true);
	});
});

describe('postal codes', () => {
	it('finds a suburb by part of its name, and a code on the street or the box', async () => {
		const hatfield = await rows<PostalCodeRecord>('/postal-codes?suburb=ATFIEL');
		expect(hatfield).toMatchObject([{ area: 'Pretoria', street_code: '0083', box_code: '0028' }]);
		const byBox = await rows<PostalCodeRecord>('/postal-codes?postal_code=0028');
		expect(byBox.map(({ suburb }) => suburb)).toEqual(['Hatfield']);
		const byStreet = await rows<PostalCodeRecord>('/postal-codes?postal_code=0083');
		expect(byStreet.map(({ suburb }) => suburb)).toEqual(['Arcadia', 'Hatfield']);
		expect(await rows('/postal-codes?postal_code=83')).toEqual([]);
	});

	it('searches suburb and area as words, and filters by area and province', async () => {
		const found = await rows<PostalCodeRecord>('/postal-codes?search=newlands%20cape');
		expect(found).toMatchObject([{ suburb: 'Newlands', area: 'Cape Town' }]);
		const rosebank = await rows<PostalCodeRecord>('/postal-codes?search=rosebank');
		expect(rosebank.map(({ province }) => province).sort()).toEqual(['Gauteng', 'Western Cape']);
		const area = await rows<PostalCodeRecord>(
			'/postal-codes?area=sandton&province=gauteng&per_page=100',
		);
		expect(area.length).toBeGreaterThan(8);
		expect(area.every((one) => one.area === 'Sandton')).toBe(true);
		expect(await rows('/postal-codes?area=sand')).toEqual([]);
	});

	it('gives its own envelope, and one record in data', async () => {
		const reply = (await get('/postal-codes?per_page=50&page=2')).json<{
			data: PostalCodeRecord[];
			meta: object;
		}>();
		const total = data.postalCodes.length;
		expect(reply.meta).toEqual({
			page: 2,
			per_page: 50,
			total,
			total_pages: Math.ceil(total / 50),
		});
		const [record] = reply.data;
		expect((await get(`/postal-codes/${record?.id}`)).json()).toEqual({ data: record });
		expect(code(await get('/postal-codes/0001'))).toEqual([404, 'NOT_FOUND']);
	});
});

describe('universities', () => {
	it('lists the 26 and searches a part of the name', async () => {
		const reply = (await get('/universities?per_page=100')).json<{
			data: UniversityRecord[];
			meta: object;
		}>();
		expect(reply.data).toHaveLength(26);
		expect(reply.meta).toEqual({ total: 26, page: 1, per_page: 100 });
		const cape = await rows<UniversityRecord>('/universities?search=cape&province=western%20cape');
		expect(cape.map(({ id }) => id)).toEqual(['cput', 'uct', 'uwc']);
	});
});

describe('admission point score', () => {
	const subjects = [
		{ name: 'Life Orientation', level: 7 },
		{ name: 'Mathematics', level: 6 },
		{ name: 'English Home Language', level: 5 },
		{ name: 'Afrikaans First Additional Language', level: 5 },
		{ name: 'Physical Sciences', level: 4 },
		{ name: 'Geography', level: 3 },
		{ name: 'History', level: 2 },
		{ name: 'Accounting', level: 6 },
	];

	it('adds the best six without Life Orientation and tells the points in order', async () => {
		const reply = await post({ university_id: 'ul', subjects });
		expect(reply.status).toBe(200);
		const result = reply.json<ApsResult>();
		expect(result).toMatchObject({
			aps_score: 29,
			aps_minimum: 26,
			qualifies: true,
			university: 'University of Limpopo',
		});
		expect(result.breakdown.map(({ subject }) => subject)).toEqual(
			subjects.map(({ name }) => name),
		);
		expect(result.breakdown.map(({ points }) => points)).toEqual([0, 6, 5, 5, 4, 3, 0, 6]);
		expect(data.calculations).toMatchObject([{ universityId: 'ul', subjects, result }]);
	});

	const subject = { name: 'Mathematics', level: 6 };
	it.each<[string, unknown, number]>([
		['no JSON', '{"university_id":', 400],
		['a list', [], 422],
		['an unknown university', { university_id: 'nowhere', subjects: [subject] }, 404],
		['no subjects', { university_id: 'uct', subjects: [] }, 422],
		['missing subjects', { university_id: 'uct' }, 422],
		['a field too many', { university_id: 'uct', subjects: [subject], year: 2026 }, 422],
		[
			'a subject with a field too many',
			{ university_id: 'uct', subjects: [{ ...subject, mark: 65 }] },
			422,
		],
		['a level as text', { university_id: 'uct', subjects: [{ ...subject, level: '6' }] }, 422],
		[
			'a level that is no integer',
			{ university_id: 'uct', subjects: [{ ...subject, level: 6.5 }] },
			422,
		],
		['a level of nine', { university_id: 'uct', subjects: [{ ...subject, level: 9 }] }, 422],
		[
			'a subject without a name',
			{ university_id: 'uct', subjects: [{ name: ' ', level: 6 }] },
			422,
		],
	])('refuses %s', async (_name, body, status) => {
		expect((await post(body)).status).toBe(status);
		expect(data.calculations).toEqual([]);
	});

	it('refuses a body that is not JSON by its type', async () => {
		const body = { university_id: 'uct', subjects: [subject] };
		expect(code(await post(body, { 'content-type': 'text/plain' }))).toEqual([
			415,
			'UNSUPPORTED_MEDIA_TYPE',
		]);
	});
});
