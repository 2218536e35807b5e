import { beforeEach, describe, expect, it } from 'vitest';
import { data, json, resetServices, runNode } from './harness.mjs';

beforeEach(resetServices);

const emisNumber = '210000007';
const subjects = {
	subject: [
		{ name: 'English Home Language', mark: 6 },
		{ name: 'Mathematics', mark: 5 },
	],
};

describe('high schools in a real n8n', () => {
	it('lists with filters and a limit, in one request', async () => {
		const run = await runNode('referenceData', {
			parameters: {
				resource: 'highSchool',
				operation: 'getAll',
				returnAll: false,
				limit: 5,
				simplify: false,
				filters: { province: 'Limpopo', sector: 'Public', quintile: 'Q3', noFee: true },
			},
		});
		expect(json(run)).toHaveLength(5);
		for (const school of json(run)) {
			expect(school).toMatchObject({ province: 'Limpopo', quintile: 'Q3', no_fee_school: true });
		}
		const requests = await data.requests();
		expect(requests).toHaveLength(1);
		expect(requests[0]).toMatchObject({
			method: 'GET',
			path: '/v1/high-schools',
			query: { province: 'Limpopo', sector: 'Public', quintile: 'Q3', no_fee: 'true' },
		});
		expect(requests[0]?.raw.headers).toMatchObject({
			'x-api-key': data.apiKey,
			accept: 'application/json',
		});
	});

	it('finds a school by EMIS number, and simplifies it by default', async () => {
		const run = await runNode('referenceData', {
			parameters: {
				resource: 'highSchool',
				operation: 'get',
				schoolId: { __rl: true, mode: 'emis', value: emisNumber },
			},
		});
		expect(json(run)).toMatchObject([{ nat_emis: emisNumber }]);
		expect(Object.keys(json(run)[0] ?? {}).length).toBeLessThanOrEqual(10);
		expect(await data.requests()).toMatchObject([{ path: `/v1/high-schools/${emisNumber}` }]);
	});

	it('keeps every digit of an id beyond 2^53 on its way to the service', async () => {
		const id = '9007199261741007';
		await runNode('referenceData', {
			parameters: {
				resource: 'highSchool',
				operation: 'get',
				schoolId: { __rl: true, mode: 'id', value: id },
			},
		});
		expect(await data.requests()).toMatchObject([{ path: `/v1/high-schools/${id}` }]);
	});

	it('counts by province and by district', async () => {
		const provinces = await runNode('referenceData', {
			parameters: { resource: 'highSchool', operation: 'getProvinces' },
		});
		expect(json(provinces)).toHaveLength(9);
		const districts = await runNode('referenceData', {
			parameters: {
				resource: 'highSchool',
				operation: 'getDistricts',
				filters: { province: 'Limpopo' },
			},
		});
		expect(json(districts).map(({ district }) => district)).toContain('Mopani East');
		expect(await data.requests()).toMatchObject([
			{ path: '/v1/high-schools/provinces', query: {} },
			{ path: '/v1/high-schools/districts', query: { province: 'Limpopo' } },
		]);
	});
});

describe('postal codes in a real n8n', () => {
	it('lists by a code with leading zeros', async () => {
		const run = await runNode('referenceData', {
			parameters: {
				resource: 'postalCode',
				operation: 'getAll',
				returnAll: true,
				filters: { postalCode: '0083' },
			},
		});
		expect(json(run).map(({ suburb }) => suburb)).toEqual(
			expect.arrayContaining(['Arcadia', 'Hatfield']),
		);
		expect(await data.requests()).toMatchObject([
			{ path: '/v1/postal-codes', query: { postal_code: '0083' } },
		]);
	});

	it('reads one by id', async () => {
		const id = '74959957-4ef9-4a94-a26f-38cab922aecf';
		const run = await runNode('referenceData', {
			parameters: {
				resource: 'postalCode',
				operation: 'get',
				postalCodeId: { __rl: true, mode: 'id', value: id },
			},
		});
		expect(json(run)).toMatchObject([{ id, suburb: 'Arcadia', street_code: '0083' }]);
		expect(await data.requests()).toMatchObject([{ path: `/v1/postal-codes/${id}` }]);
	});

	it('validates a code with its suburb', async () => {
		const run = await runNode('referenceData', {
			parameters: {
				resource: 'postalCode',
				operation: 'validate',
				postalCode: '={{ $json.code }}',
				filters: { suburb: '={{ $json.suburb }}' },
			},
			items: [
				{ code: 83, suburb: 'Arcadia' },
				{ code: '0083', suburb: 'Nowhere' },
				{ code: '9998', suburb: 'Arcadia' },
			],
		});
		expect(json(run)).toMatchObject([
			{ valid: true, status: 'valid', postal_code: '0083', matched_on: 'street' },
			{ valid: false, status: 'mismatch', postal_code: '0083' },
			{ valid: false, status: 'not_found', postal_code: '9998' },
		]);
	});
});

describe('universities and APS in a real n8n', () => {
	it('lists those of a province', async () => {
		const run = await runNode('referenceData', {
			parameters: {
				resource: 'university',
				operation: 'getAll',
				returnAll: true,
				filters: { province: 'Western Cape' },
			},
		});
		expect(json(run).map(({ id }) => id)).toContain('uct');
		expect(await data.requests()).toMatchObject([
			{ path: '/v1/universities', query: { province: 'Western Cape' } },
		]);
	});

	it('reads one, which the list holds', async () => {
		const run = await runNode('referenceData', {
			parameters: {
				resource: 'university',
				operation: 'get',
				universityId: { __rl: true, mode: 'id', value: 'uct' },
			},
		});
		expect(json(run)).toMatchObject([{ id: 'uct', name: 'University of Cape Town' }]);
	});

	it('calculates, with the exact body the contract shows', async () => {
		const run = await runNode('referenceData', {
			parameters: {
				resource: 'admissionPointScore',
				operation: 'calculate',
				universityId: { __rl: true, mode: 'id', value: 'uct' },
				subjectsFrom: 'define',
				subjects,
				marksAs: 'level',
			},
		});
		expect(json(run)).toMatchObject([
			{ aps_score: 11, aps_minimum: 38, qualifies: false, university: 'University of Cape Town' },
		]);
		const posts = (await data.requests()).filter(({ method }) => method === 'POST');
		expect(posts).toMatchObject([
			{
				path: '/v1/aps-calculator',
				body: {
					university_id: 'uct',
					subjects: [
						{ name: 'English Home Language', level: 6 },
						{ name: 'Mathematics', level: 5 },
					],
				},
			},
		]);
	});

	it('compares the chosen universities, best first', async () => {
		const run = await runNode('referenceData', {
			parameters: {
				resource: 'admissionPointScore',
				operation: 'compare',
				universityScope: 'selected',
				universityIds: ['uct', 'dut', 'mut'],
				subjectsFrom: 'define',
				subjects,
				marksAs: 'level',
			},
		});
		expect(json(run).map(({ university_id }) => university_id)).toEqual(['mut', 'dut', 'uct']);
		expect(json(run)[0]).toMatchObject({ aps_score: 11, gap: 11 - 24 });
		const posts = (await data.requests()).filter(({ method }) => method === 'POST');
		expect(posts).toHaveLength(3);
	});
});
