import type { IDataObject } from 'n8n-workflow';
import { beforeEach, expect, test } from 'vitest';

import { hintTexts, lines, queryOf, records, useSandbox } from './sandbox.mjs';

const { data, referenceData } = await useSandbox({ schools: 40, links: 1 });

const match = { resource: 'highSchool', operation: 'match' };

/** Three schools of known names among the others. */
beforeEach(() => {
	const place = (name: string, town: string, province: string) => ({ name, town, province });
	const known = [
		place('Hoërskool Waterkloof', 'Pretoria', 'Gauteng'),
		place('Mpumelelo High School', 'Soweto', 'Gauteng'),
		place('MPUMELELO S S', 'Durban', 'KwaZulu-Natal'),
	];
	known.forEach((fields, index) => {
		const school = data.schools[index];
		if (school) data.schools[index] = { ...school, ...fields };
	});
});

const emis = (index: number) => data.schools[index]?.nat_emis;

test('a typed name becomes the EMIS number, with one request for all items that have it', async () => {
	const result = await referenceData(
		{ ...match, schoolName: '={{ $json.school }}', options: { includeInputFields: true } },
		{ items: [{ school: 'waterkloof HS (Gr 11)' }, { school: 'Waterkloof hs' }] },
	);
	expect(data.requests.map(queryOf)).toEqual([
		{ search: 'waterkloof', page: '1', per_page: '100' },
	]);
	expect(records(result)).toMatchObject([
		{ status: 'matched', emis: emis(0), school: { nat_emis: emis(0) }, candidates: [{}] },
		{ status: 'matched', emis: emis(0), input: { school: 'Waterkloof hs' } },
	]);
});

test.each<[string, IDataObject, IDataObject]>([
	['a shared name is left to a person', {}, { status: 'ambiguous', emis: null, school: null }],
	['a town tells', { town: 'Soweto' }, { status: 'matched' }],
	['a province tells', { province: 'gp' }, { status: 'matched' }],
	['another sector excludes', { province: 'gp', sector: 'Private' }, { status: 'not_found' }],
])('%s', async (_name, filters, expected) => {
	for (const index of [1, 2]) {
		const school = data.schools[index];
		if (school) data.schools[index] = { ...school, sector: 'Public' };
	}
	data.quirk({ ignoreFilters: ['province', 'sector'] });
	const [record] = records(await referenceData({ ...match, schoolName: 'Mpumelelo', filters }));
	expect(record).toMatchObject(expected);
	expect(record?.emis).toBe(expected.status === 'matched' ? emis(1) : null);
	expect(data.requests.map(queryOf)[0]).toMatchObject({
		search: 'mpumelelo',
		...(filters.province !== undefined && { province: 'Gauteng' }),
		...(filters.sector !== undefined && { sector: 'Private' }),
	});
});

const listed = { id: 1, nat_emis: '700400123', name: 'Kgotso High School' };

test.each<[string, IDataObject]>([
	['one of three, whatever the page', { data: [listed], pagination: { total: 3 } }],
	['an empty page and a total', { data: [], meta: { total: 50 } }],
])('nothing is certain where a service shows %s', async (_what, body) => {
	data.fault({ kind: 'body', body: JSON.stringify(body), method: 'GET' });
	const result = await referenceData({ ...match, schoolName: 'Kgotso High' });
	expect(records(result)).toMatchObject([{ status: 'ambiguous', emis: null, school: null }]);
});

test.each<[string, IDataObject, string]>([
	['Waterkloof pretoria', {}, 'Only one school fits: same words, in Pretoria'],
	['Waterkloof', { town: 'pta' }, 'Only one school in pta fits: same words, in Pretoria'],
	['Waterkloof', { town: 'pretoria CBD' }, 'in Pretoria'],
	['Waterkloof', { town: 'PRETORIA' }, 'Only one school in Pretoria fits'],
])(
	'a reason spells a place as the record does: %j with %j',
	async (schoolName, filters, reason) => {
		const [record] = records(await referenceData({ ...match, schoolName, filters }));
		expect(record).toMatchObject({
			status: 'matched',
			reason: expect.stringContaining(reason) as string,
		});
	},
);

test.each(['-', '?', '.', '—', '/', '*', '()'])(
	'a place of %j says nothing: it is left out, and hints tell of it',
	async (place) => {
		const filters = { district: place, town: place };
		const result = await referenceData({ ...match, schoolName: 'Waterkloof pretoria', filters });
		expect(records(result)).toMatchObject([
			{ status: 'matched', reason: 'Only one school fits: same words, in Pretoria' },
		]);
		expect(hintTexts(result)).toEqual(
			['District', 'Town'].map((name) => `"${name}" is "${place}", so it was left out.`),
		);
	},
);

test('an EMIS number in the text is read, and an unknown one is not found', async () => {
	const result = await referenceData(
		{ ...match, schoolName: '={{ $json.school }}' },
		{ items: [{ school: `${emis(0)} Waterkloof` }, { school: '999999999' }] },
	);
	expect(lines(data)).toEqual([
		`GET /v1/high-schools/${emis(0)}`,
		'GET /v1/high-schools/999999999',
	]);
	expect(records(result)).toMatchObject([
		{ status: 'matched', emis: emis(0), score: 1 },
		{ status: 'not_found', emis: null, candidates: [] },
	]);
});

test.each<[string, IDataObject, string]>([
	['{0} Hoërskool Waterkloof', { province: 'GP', town: 'Pretoria' }, 'matched'],
	['{0} Hoërskool Waterkloof', { province: 'Limpopo' }, '"Province"'],
	['{0}', { town: 'Durban', sector: 'Private' }, '"Sector" and "Town"'],
])('%j with %j: an EMIS number never goes against a filter', async (written, filters, expected) => {
	const school = data.schools[0];
	if (school) data.schools[0] = { ...school, sector: 'Public', district: 'Tshwane South' };
	const schoolName = written.replace('{0}', String(emis(0)));
	const [record] = records(await referenceData({ ...match, schoolName, filters }));
	if (expected === 'matched') expect(record).toMatchObject({ status: expected, emis: emis(0) });
	else {
		expect(record).toMatchObject({ status: 'ambiguous', emis: null, candidates: [{}] });
		expect(record?.reason).toMatch(new RegExp(`, which doesn't match ${expected}$`));
	}
});

test('no school: the reason names every filter that was set, and what to try', async () => {
	const filters = { province: 'GP', district: 'Tshwane', town: 'Mamelodi', sector: 'Private' };
	const reasons = async (schoolName: string, set: IDataObject) =>
		records(await referenceData({ ...match, schoolName, filters: set })).map(
			({ reason }) => reason,
		);
	expect(await reasons('Qwxyz', filters)).toEqual([
		'No private school in Mamelodi, Tshwane, Gauteng has this name. Check the name, town, district, province and sector, or enter the EMIS number.',
	]);
	for (const name of ['Qwxyz', 'Qwxyz Zyxwq Vutsr High'])
		expect(await reasons(name, {})).toEqual([
			'No school has this name. Check the name, or enter the EMIS number.',
		]);
});

test('too many schools to compare: the closest of those that were are candidates', async () => {
	const [sample] = data.schools;
	data.schools.length = 0;
	for (let index = 0; index < 400 && sample; index++) {
		const name = `Kwazulu ${'abcdefghij'[index % 10]}${index} Mountain Ridge Hostel`;
		data.schools.push({ ...sample, id: String(index), nat_emis: String(5e8 + index), name });
	}
	const [record] = records(
		await referenceData({ ...match, schoolName: 'Kwazulu Qqqqq', filters: { town: 'Durban' } }),
	);
	expect(record).toMatchObject({ status: 'ambiguous', emis: null, school: null });
	expect(record?.candidates).toHaveLength(5);
	expect(record?.reason).toBe(
		'More schools in Durban may have a name like this than the node could compare. The closest of the 100 compared are in "candidates". Add the district or province.',
	);
});

test.each<[string, IDataObject, RegExp]>([
	['a blank name', { schoolName: '  ' }, /"School Name"/],
	['an unknown province', { schoolName: 'Waterkloof', filters: { province: 'X' } }, /"Province"/],
	[
		'a score above 1',
		{ schoolName: 'Waterkloof', options: { minimumScore: 85 } },
		/"Minimum Score"/,
	],
])('%s is refused, and nothing is sent', async (_name, parameters, message) => {
	const { error } = await referenceData({ ...match, ...parameters });
	expect(error?.message).toMatch(message);
	expect(lines(data)).toEqual([]);
});

test('a place of two words is named once', async () => {
	const [school] = data.schools;
	if (school) {
		const fields = { name: "St John's College", town: 'Durban', province: 'KwaZulu Natal' };
		data.schools[0] = { ...school, ...fields, district: 'KwaZulu Natal' };
	}
	const [record] = records(await referenceData({ ...match, schoolName: 'St Johns College KZN' }));
	const reasons = JSON.stringify(record).match(/in KwaZulu Natal[^,"]*/g);
	expect([...new Set(reasons)]).toEqual(['in KwaZulu Natal']);
});
