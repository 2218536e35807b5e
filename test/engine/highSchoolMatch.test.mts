import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';

import { lines, useSandbox } from './sandbox.mjs';

const { data, holdsSchools, referenceData } = await useSandbox({ schools: 260, links: 1 });

const match = { resource: 'highSchool', operation: 'match' };
const eachSchool = { ...match, schoolName: '={{ $json.school }}' };

/** What Match makes of one name. */
async function matched(schoolName: string, filters: IDataObject = {}) {
	const { records } = await referenceData({ ...match, schoolName, filters });
	expect(records).toHaveLength(1);
	return records[0];
}

/** Three schools of known names among the others. */
beforeEach(() => {
	const place = (name: string, town: string, province: string) => ({ name, town, province });
	const known = [
		place('Hoërskool Waterkloof', 'Pretoria', 'Gauteng'),
		place('Mpumelelo High School', 'Soweto', 'Gauteng'),
		place('MPUMELELO S S', 'Durban', 'KwaZulu-Natal'),
	];
	known.forEach((fields, index) => change(index, fields));
});

function change(index: number, fields: IDataObject): void {
	const school = data.schools[index];
	if (school) data.schools[index] = { ...school, ...fields };
}

const emis = (index: number) => data.schools[index]?.nat_emis;

test('a typed name becomes the EMIS number, with one request for all items that have it', async () => {
	const result = await referenceData(
		{ ...eachSchool, options: { includeInputFields: true } },
		{ items: [{ school: 'waterkloof HS (Gr 11)' }, { school: 'Waterkloof hs' }] },
	);
	expect(lines(data)).toEqual(['GET /v1/high-schools?search=waterkloof&per_page=100']);
	expect(result.records).toMatchObject([
		{ typed: 'waterkloof HS (Gr 11)', status: 'matched', emis: emis(0), candidates: [{}] },
		{
			typed: 'Waterkloof hs',
			status: 'matched',
			emis: emis(0),
			input: { school: 'Waterkloof hs' },
		},
	]);
	expect(Object.keys(result.records[0] ?? {})[0]).toBe('typed');
	expect(result.texts).toEqual(['2 matched.']);
});

const listed = { id: 1, nat_emis: '700400123', name: 'Kgotso High School' };

test.each<[string, IDataObject]>([
	['one of three, whatever the page', { data: [listed], pagination: { total: 3 } }],
	['an empty page and a total', { data: [], meta: { total: 50 } }],
])('nothing is certain where a service shows %s', async (_what, body) => {
	data.fault({ kind: 'body', body: JSON.stringify(body), method: 'GET' });
	const record = await matched('Kgotso High');
	expect(record).toMatchObject({ status: 'ambiguous', emis: null, school: null });
});

test.each<[string, IDataObject, string]>([
	['Waterkloof pretoria', {}, 'Only one school fits'],
	['Waterkloof', { town: 'pta' }, 'Only one school in pta fits'],
])('a reason spells a place as the record does: %j with %j', async (schoolName, filters, start) => {
	const record = await matched(schoolName, filters);
	const reason = `${start}: its name has the same words and it is in Pretoria`;
	expect(record).toMatchObject({ status: 'matched', reason });
});

test('a candidate says in a sentence what speaks for it and against it', async () => {
	change(0, { name: 'Waterkloof Berge Secondary' });
	const record = await matched('Waterkloof Secondary');
	expect(record).toMatchObject({
		status: 'ambiguous',
		reason:
			"No school has exactly this name. The closest is Waterkloof Berge Secondary: its name also contains 'Berge'.",
		candidates: [{ why: "Its name also contains 'Berge'" }],
	});
});

test.each(['-', '?', '—', '()'])(
	'a place of %j says nothing: it is left out, and hints tell of it',
	async (place) => {
		const filters = { district: place, town: place };
		const result = await referenceData({ ...match, schoolName: 'Waterkloof pretoria', filters });
		expect(result.records).toMatchObject([{ status: 'matched', emis: emis(0) }]);
		expect(result.texts).toEqual(
			['District Name or ID', 'Town'].map((name) => `"${name}" is "${place}", so it was left out.`),
		);
	},
);

test.each<[IDataObject, string, RegExp]>([
	[{ province: 'GP', town: 'Pretoria' }, 'matched', /^The text contains the EMIS number/],
	[{ province: 'Limpopo' }, 'ambiguous', /Waterkloof, which doesn't match "Province"$/],
	[{ town: 'Durban', sector: 'Private' }, 'ambiguous', / doesn't match "Sector" and "Town"$/],
])('an EMIS number never goes against a filter: %j', async (filters, status, reason) => {
	change(0, { sector: 'Public', district: 'Tshwane South' });
	const inGroups = String(emis(0)).replace(/(...)(...)(...)/, 'EMIS $1 $2 $3');
	const schoolName = `${inGroups} Hoërskool Waterkloof`;
	const record = await matched(schoolName, filters);
	expect(record).toMatchObject({ status, candidates: [{ emis: emis(0) }] });
	expect(record?.emis).toBe(status === 'matched' ? emis(0) : null);
	expect(record?.reason).toMatch(reason);
});

test('a number that cannot be looked up ends the item', async () => {
	data.fault({ kind: 'status', status: 403, path: '/high-schools/' });
	const { error } = await referenceData({ ...match, schoolName: `EMIS ${emis(0)}` });
	expect(error?.message).toContain('(HTTP 403)');
});

test('no school: the reason names every filter that was set, and what to try', async () => {
	const filters = { province: 'GP', district: 'Tshwane', town: 'Mamelodi', sector: 'Private' };
	expect((await matched('Qwxyz', filters))?.reason).toBe(
		'No private school in Mamelodi, Tshwane, Gauteng has this name. Check the name, town, district, province and sector, or enter the EMIS number.',
	);
	for (const name of ['Qwxyz', 'Qwxyz Zyxwq Vutsr High'])
		expect((await matched(name))?.reason).toBe(
			'No school has this name. Check the name, or enter the EMIS number.',
		);
});

test('too many schools to compare: the closest of those that were are candidates', async () => {
	holdsSchools(
		Array.from({ length: 400 }, (_, index) => ({
			id: String(index),
			nat_emis: String(5e8 + index),
			name: `Kwazulu ${'abcdefghij'[index % 10]}${index} Mountain Ridge Hostel`,
		})),
	);
	const record = await matched('Kwazulu Qqqqq', { town: 'Durban' });
	expect(record).toMatchObject({ status: 'ambiguous', emis: null, school: null });
	expect(record?.candidates).toHaveLength(5);
	expect(record?.reason).toBe(
		'More schools in Durban may have a name like this than the node could compare. The closest of the 100 compared are in "candidates". Add the district or province.',
	);
});

test('a province in the text speaks for a school, and the reason says the town', async () => {
	change(0, {
		name: "St John's College",
		town: 'Durban',
		province: 'KwaZulu Natal',
		district: 'KwaZulu Natal',
	});
	const record = await matched('St Johns College KZN');
	const reason = 'Only one school fits: its name has the same words and it is in Durban';
	expect(record).toMatchObject({ status: 'matched', reason });
});

describe('a run with many names', () => {
	const page = (number: number, province?: string) => {
		const filter = province === undefined ? '' : `province=${province}&`;
		return `GET /v1/high-schools?${filter}per_page=100${number === 1 ? '' : `&page=${number}`}`;
	};
	const inProvince = { ...eachSchool, filters: { province: '={{ $json.province }}' } };
	const names = ['Waterkloof High', 'Mpumelelo, Soweto', 'Qwxyz', 'Mpumelelo', 'waterklof'];
	const items = names.map((school) => ({ school }));
	const outcomes = [
		{ typed: 'Waterkloof High', status: 'matched', emis: () => emis(0) },
		{ typed: 'Mpumelelo, Soweto', status: 'matched', emis: () => emis(1) },
		{ typed: 'Qwxyz', status: 'not_found', emis: () => null },
		{ typed: 'Mpumelelo', status: 'ambiguous', emis: () => null },
		// A slip needs a place.
		{ typed: 'waterklof', status: 'ambiguous', emis: () => null },
	];
	const expected = () => outcomes.map(({ emis: of, ...rest }) => ({ ...rest, emis: of() }));

	test('reads the directory once, page by page', async () => {
		const result = await referenceData(eachSchool, { items });
		expect(lines(data).sort()).toEqual([page(1), page(2), page(3)]);
		expect(result.records).toMatchObject(expected());
		expect(result.records[4]?.reason).toBe(
			"Hoërskool Waterkloof is close, but may be another school: its name has 'Waterkloof' instead of 'waterklof'. Add the town, district or province.",
		);
		const [counts = ''] = result.texts;
		expect(counts.split(/, |\./).sort()).toEqual(['', '1 not found', '2 ambiguous', '2 matched']);
	});

	test('gives each item an object of its own', async () => {
		const {
			records: [first, second],
		} = await referenceData(
			{ ...eachSchool, simplify: false },
			{ items: [items[0] ?? {}, ...items] },
		);
		expect(first?.school).toEqual(second?.school);
		expect(first?.school).not.toBe(second?.school);
	});

	test('searches for up to three different names', async () => {
		await referenceData(eachSchool, { items: [...items.slice(0, 3), { school: 'QWXYZ' }] });
		expect(lines(data).every((line) => line.includes('search='))).toBe(true);
	});

	test('reads one list per province, and searches for the names of a province with few', async () => {
		const provinces = ['Gauteng', 'KwaZulu-Natal'];
		const many = provinces.flatMap((province) => items.map((item) => ({ ...item, province })));
		await referenceData(inProvince, {
			items: [...many, { school: 'Mbilwi', province: 'Limpopo' }],
		});
		const asked = lines(data);
		expect(asked.filter((line) => line === page(1, 'Gauteng'))).toHaveLength(1);
		expect(asked.filter((line) => line === page(1, 'KwaZulu-Natal'))).toHaveLength(1);
		const searches = asked.filter((line) => line.includes('search='));
		expect(searches.length).toBeGreaterThan(0);
		expect(searches.every((line) => line.includes('province=Limpopo'))).toBe(true);
	});

	test('judges the names of a province by a national list, if that is read', async () => {
		const mixed = [
			...items,
			{ school: 'mpumelelo', province: 'KZN' },
			{ school: 'Mpumelelo', province: 'GP' },
		];
		const result = await referenceData(inProvince, { items: mixed });
		expect(lines(data).sort()).toEqual([page(1), page(2), page(3)]);
		expect(result.records[5]).toMatchObject({ status: 'matched', emis: emis(2) });
		expect(result.records[6]).toMatchObject({ status: 'matched', emis: emis(1) });
	});

	test('searches if a school lacks its EMIS number, and does not ask for the list again', async () => {
		change(100, { nat_emis: '' });
		const result = await referenceData(eachSchool, { items });
		const asked = lines(data);
		expect(asked.filter((line) => line === page(1))).toHaveLength(1);
		expect(asked.filter((line) => line.includes('search=')).length).toBeGreaterThan(3);
		expect(result.records[1]).toMatchObject({ status: 'matched' });
	});

	test('leaves out an item that fails, which fails in its turn, and one without a name', async () => {
		const result = await referenceData(inProvince, {
			items: [{ school: 'Waterkloof', province: 'Atlantis' }, { school: ' ' }, ...items],
			onError: 'continueRegularOutput',
		});
		expect(result.records[0]?.error).toMatch(/"Province" is not one of the nine provinces/);
		const nameless = { typed: '', status: 'not_found', reason: 'No name was typed.' };
		expect(result.records[1]).toMatchObject({ ...nameless, candidates: [] });
		expect(result.records.slice(2)).toMatchObject(expected());
		expect(result.texts[0]).toMatch(/, 1 failed\.$/);
		expect(lines(data)).toHaveLength(3);
	});
});

test('a run without any name ends in an error, because then the expression is wrong', async () => {
	const { error } = await referenceData(eachSchool, { items: [{}, { school: null }] });
	expect(error?.message).toBe('"School Name" is empty [item 0]');
	expect(data.requests).toEqual([]);
});
