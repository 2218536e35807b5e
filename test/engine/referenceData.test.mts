import { type IDataObject, type INode, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';

import { readList } from '../list.mjs';
import { propertiesOf } from './least.mjs';
import { lines, useSandbox } from './sandbox.mjs';

const sandbox = await useSandbox({ schools: 260, links: 1 });
const { data, holdsSchools, referenceData, runLeast } = sandbox;

const match = { resource: 'highSchool', operation: 'match' };
const eachSchool = { ...match, schoolName: '={{ $json.school }}' };

/** The result of Match for a name alone, or among others, for which the node reads the whole list. */
async function matched(school: string, filters: IDataObject = {}, others: string[] = []) {
	const items = [school, ...others].map((name) => ({ school: name }));
	const { records } = await referenceData({ ...eachSchool, filters }, { items });
	expect(records).toHaveLength(items.length);
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

test('Match finds the EMIS number of a typed name, with one request for all items with that name', async () => {
	const result = await referenceData(
		{ ...eachSchool, options: { includeInputFields: true } },
		{ items: [{ school: 'waterkloof HS (Gr 11)' }, { school: 'Waterkloof hs' }] },
	);
	expect(lines(data)).toEqual(['GET /v1/high-schools?search=waterkloof&per_page=100']);
	expect(result.records).toMatchObject([
		{ typed: 'waterkloof HS (Gr 11)', status: 'matched', nat_emis: emis(0), candidates: [{}] },
		{
			typed: 'Waterkloof hs',
			status: 'matched',
			nat_emis: emis(0),
			input: { school: 'Waterkloof hs' },
		},
	]);
	expect(Object.keys(result.records[0] ?? {})[0]).toBe('typed');
	expect(result.texts).toEqual(['2 matched.']);
});

const listed = { id: 1, nat_emis: '700400123', name: 'Kgotso High School' };

test.each<[string, IDataObject]>([
	['a record less than its total', { data: [listed], pagination: { total: 3 } }],
	['an empty page despite its total', { data: [], meta: { total: 50 } }],
])('a school is not matched if the list has %s', async (_what, body) => {
	data.fault({ kind: 'body', body: JSON.stringify(body), method: 'GET' });
	const record = await matched('Kgotso High');
	expect(record).toMatchObject({ status: 'ambiguous', nat_emis: null, school: null });
});

test.each<[string, IDataObject, string]>([
	['Waterkloof pretoria', {}, 'Only one school fits'],
	['Waterkloof', { town: 'pta' }, 'Only one school in pta fits'],
])('a reason spells the place like the record: %j with %j', async (schoolName, filters, start) => {
	const record = await matched(schoolName, filters);
	const reason = `${start}: its name has the same words and it is in Pretoria`;
	expect(record).toMatchObject({ status: 'matched', reason });
});

test('each candidate explains in a sentence how it differs', async () => {
	change(0, { name: 'Waterkloof Berge Secondary' });
	const record = await matched('Waterkloof Secondary');
	expect(record).toMatchObject({
		status: 'ambiguous',
		reason:
			"No school has exactly this name. The closest is Waterkloof Berge Secondary: its name also contains 'Berge'.",
		candidates: [{ why: "Its name also contains 'Berge'" }],
	});
});

test.each(['-', '?', '—', '()'])('a place of %j is left out, with hints', async (place) => {
	const filters = { district: place, town: place };
	const result = await referenceData({ ...match, schoolName: 'Waterkloof pretoria', filters });
	expect(result.records).toMatchObject([{ status: 'matched', nat_emis: emis(0) }]);
	expect(result.texts).toEqual(
		['District Name or ID', 'Town'].map((name) => `"${name}" is "${place}", so it was left out.`),
	);
});

test.each<[IDataObject, string, RegExp]>([
	[{ province: 'GP', town: 'Pretoria' }, 'matched', /^The text contains the EMIS number/],
	[{ province: 'Limpopo' }, 'ambiguous', /Waterkloof, which doesn't match "Province"$/],
	[{ town: 'Durban', sector: 'Private' }, 'ambiguous', / doesn't match "Sector" and "Town"$/],
])('an EMIS number does not override a filter: %j', async (filters, status, reason) => {
	change(0, { sector: 'Public', district: 'Tshwane South' });
	const inGroups = String(emis(0)).replace(/(...)(...)(...)/, 'EMIS $1 $2 $3');
	const schoolName = `${inGroups} Hoërskool Waterkloof`;
	const record = await matched(schoolName, filters);
	expect(record).toMatchObject({ status, candidates: [{ nat_emis: emis(0) }] });
	expect(record?.nat_emis).toBe(status === 'matched' ? emis(0) : null);
	expect(record?.reason).toMatch(reason);
});

test('the item fails if the lookup of its EMIS number fails', async () => {
	data.fault({ kind: 'status', status: 403, path: '/high-schools/' });
	const { error } = await referenceData({ ...match, schoolName: `EMIS ${emis(0)}` });
	expect(error?.message).toContain('(HTTP 403)');
});

test('no school: the reason lists every filter that was set, and what to try', async () => {
	const filters = { province: 'GP', district: 'Tshwane', town: 'Mamelodi', sector: 'Private' };
	expect((await matched('Qwxyz', filters))?.reason).toBe(
		'No private school in Mamelodi, Tshwane, Gauteng has this name. Check the name, town, district, province and sector, or enter the EMIS number.',
	);
	for (const name of ['Qwxyz', 'Qwxyz Zyxwq Vutsr High'])
		expect((await matched(name))?.reason).toBe(
			'No school has this name. Check the name, or enter the EMIS number.',
		);
});

test('too many schools to compare: the closest of those compared are candidates', async () => {
	holdsSchools(
		Array.from({ length: 400 }, (_, index) => ({
			id: String(index),
			nat_emis: String(5e8 + index),
			name: `Kwazulu ${'abcdefghij'[index % 10]}${index} Mountain Ridge Hostel`,
		})),
	);
	const record = await matched('Kwazulu Qqqqq', { town: 'Durban' });
	expect(record).toMatchObject({ status: 'ambiguous', nat_emis: null, school: null });
	expect(record?.candidates).toHaveLength(5);
	expect(record?.reason).toBe(
		'Too many schools in Durban may have a name like this for the node to compare them all. The closest of the 100 compared are in "candidates". Add the district or province.',
	);
});

test('a province in the text supports a school, and the reason shows the town', async () => {
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
		{ typed: 'Waterkloof High', status: 'matched', nat_emis: () => emis(0) },
		{ typed: 'Mpumelelo, Soweto', status: 'matched', nat_emis: () => emis(1) },
		{ typed: 'Qwxyz', status: 'not_found', nat_emis: () => null },
		{ typed: 'Mpumelelo', status: 'ambiguous', nat_emis: () => null },
		// A typo needs a place.
		{ typed: 'waterklof', status: 'ambiguous', nat_emis: () => null },
	];
	const expected = () => outcomes.map(({ nat_emis: of, ...rest }) => ({ ...rest, nat_emis: of() }));

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

	test('returns a separate object for each item', async () => {
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

	test('reads one list per province, and searches if a province has few names', async () => {
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

	test('uses the national list for names with a province, if it was read', async () => {
		const mixed = [
			...items,
			{ school: 'mpumelelo', province: 'KZN' },
			{ school: 'Mpumelelo', province: 'GP' },
		];
		const result = await referenceData(inProvince, { items: mixed });
		expect(lines(data).sort()).toEqual([page(1), page(2), page(3)]);
		expect(result.records[5]).toMatchObject({ status: 'matched', nat_emis: emis(2) });
		expect(result.records[6]).toMatchObject({ status: 'matched', nat_emis: emis(1) });
	});

	test('searches if a school in the list has no EMIS number, without reading the list again', async () => {
		change(100, { nat_emis: '' });
		const result = await referenceData(eachSchool, { items });
		const asked = lines(data);
		expect(asked.filter((line) => line === page(1))).toHaveLength(1);
		expect(asked.filter((line) => line.includes('search=')).length).toBeGreaterThan(3);
		expect(result.records[1]).toMatchObject({ status: 'matched' });
	});

	test('returns errors and empty names in their place, and matches the others', async () => {
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

test('a run without any name fails, because the expression must be wrong', async () => {
	const { error } = await referenceData(eachSchool, { items: [{}, { school: null }] });
	expect(error?.message).toBe('"School Name" is empty [item 0]');
	expect(data.requests).toEqual([]);
});

const PLACE = { province: 'Gauteng', district: 'Tshwane South', town: 'Pretoria' };

/** The service has schools with exactly these names, the first with the EMIS number 700400001. */
function holds(...names: string[]): void {
	holdsIn({}, ...names);
}

/** The same in this place, or else in Pretoria. */
function holdsIn(place: IDataObject, ...names: string[]): void {
	holdsSchools(
		names.map((name, index) => {
			const id = String(index + 1);
			return { id, nat_emis: `70040000${id}`, name, ...PLACE, ...place };
		}),
	);
	data.quirk({ ignoreFilters: ['province', 'sector'] });
}

function candidatesOf(record?: IDataObject): unknown[] {
	return (record?.candidates as IDataObject[]).map(({ name }) => name);
}

const OTHERS = ['A High', 'B High', 'C High'];

const columns = ['typed', 'place', 'filters', 'status', 'schools', 'other'] as const;
const valuesIn = (text: string): IDataObject =>
	Object.fromEntries(text === '' ? [] : text.split(';').map((pair) => pair.split('=')));

test.each(readList(import.meta.dirname, 'matches.txt', columns))(
	'A school is never wrongly matched: $typed is $status among $schools ($place), by $filters',
	async ({ typed, place, filters, status, schools, other }) => {
		const names = schools.split('; ');
		holdsIn(valuesIn(place), ...names, ...(other ? [other] : []));
		const isMatched = status === 'matched';
		const school = isMatched ? expect.objectContaining({ name: names[0] }) : null;
		for (const others of [[], OTHERS]) {
			const record = await matched(typed, valuesIn(filters), others);
			expect(record).toMatchObject({ status, nat_emis: isMatched ? '700400001' : null, school });
			if (status !== 'ambiguous') continue;
			expect(candidatesOf(record)).toEqual(expect.arrayContaining(names));
		}
	},
);

test.each([[], OTHERS])(
	'the old and the new name of a town differ if a school has either (%#)',
	async (...others) => {
		holdsIn({ town: 'Bloemfontein' }, 'Bloemfontein High', 'Mangaung Secondary');
		const record = await matched('Mangaung High', {}, others);
		expect(record?.nat_emis).not.toBe('700400001');
		const all = record?.candidates as IDataObject[];
		const [other] = all.filter(({ nat_emis }) => nat_emis === '700400001');
		expect(other?.why).toBe(
			others.length > 0 ? "Its name uses another name for 'Mangaung'" : undefined,
		);
	},
);

test('schools with the same name and place are candidates, with no advice to add a place', async () => {
	holds('Mpumelelo High School', 'MPUMELELO HIGH SCHOOL');
	expect(await matched('Mpumelelo High School', PLACE)).toMatchObject({
		status: 'ambiguous',
		reason:
			'2 schools in Pretoria, Tshwane South, Gauteng have this name. Choose one of the candidates.',
	});
});

test('a reason says how the names differ: initials, "HS", and the type of school', async () => {
	const reasonFor = async (schoolName: string, ...names: string[]) => {
		holds(...names);
		return (await matched(schoolName))?.reason;
	};
	expect(await reasonFor('Odendaal High', 'F H ODENDAAL HIGH')).toBe(
		"Only one school fits: its name has the same words and its name also contains 'F H'",
	);
	expect(await reasonFor('Odendaal HS', 'ODENDAAL HIGH SCHOOL')).toBe(
		'Only one school fits: its name has the same words',
	);
	expect(
		await reasonFor('Pretoria High', 'PRETORIA SECONDARY SCHOOL', 'PRETORIA TECHNICAL HIGH'),
	).toBe('2 schools have a name like this. Add the town, district or province.');
	expect(await reasonFor('Pretoria High', 'PRETORIA SECONDARY SCHOOL')).toBe(
		'PRETORIA SECONDARY SCHOOL is close, but its town may have another school of this name: its name has the same words and its type is secondary, not high.',
	);
});

test.each([200, 201])('a text of %i characters', async (length) => {
	holds('Waterkloof High School');
	const record = await matched('x'.repeat(length));
	expect(String(record?.reason).startsWith('A school name')).toBe(length > 200);
});

test.each([
	[31, 'A school name, district or town has at most 200 characters and 30 words.'],
	[30, 'No school has this name. Check the name, or enter the EMIS number.'],
])('a text of %i words', async (count, reason) => {
	holds('Waterkloof High School');
	expect(await matched('qxy '.repeat(count))).toMatchObject({ status: 'not_found', reason });
});

test('districts are sorted by name', async () => {
	const result = await runLeast('highSchool getDistricts');
	expect(lines(data)).toEqual(['GET /v1/high-schools/districts']);
	const districts = [...new Set(data.schools.map(({ district }) => district))];
	expect(result.records.map(({ district }) => district)).toEqual(
		districts.sort((one, other) => one.localeCompare(other, 'en')),
	);
});

test('a simplified school has only the main fields of its record', async () => {
	data.quirk({ hideFields: ['quintile'] });
	const school = { ...data.schools[0] };
	const { records } = await runLeast('highSchool get', { schoolId: school.nat_emis });
	const [shown = {}] = records;
	expect(Object.keys(shown).length).toBeLessThan(Object.keys(school).length - 5);
	expect(shown).toMatchObject({ name: school.name, town: school.town });
	expect(Object.keys(shown)).not.toContain('quintile');
});

test.each([
	['highSchool get', 'emis', '700 400 001', '70040000'],
	['postalCode get', 'id', '3f2b8c1e-5d47-4a90-9c36-7e1d0a5b2f84', '0181'],
])('the form of %s checks its ID in the mode "%s"', (operation, name, right, wrong) => {
	const [locator] = propertiesOf(operation).filter(({ type }) => type === 'resourceLocator');
	const issuesOf = (value: string) => {
		const parameters = { [locator?.name ?? '']: { __rl: true, mode: name, value } };
		const shown = { ...locator, displayOptions: undefined } as INodeProperties;
		return NodeHelpers.getParameterIssues(shown, parameters, '', {} as INode, null);
	};
	expect(issuesOf(right)).toEqual({});
	expect(Object.keys(issuesOf(wrong).parameters ?? {})).toEqual([locator?.name]);
});

// Codes and places as forms, spreadsheets and databases have them. The results of Match are measured in
// test/engine/schoolNames, and those of learners' subjects in test/unit/subjects.

const ofPlaces = ['code', 'suburb', 'area', 'province', 'says'] as const;

test.each(readList(import.meta.dirname, 'places.txt', ofPlaces))(
	'Validate: $code at $suburb, $area, $province',
	async ({ code, suburb, area, province, says }) => {
		const given = Object.entries({ suburb, area, province }).filter(([, text]) => text !== '');
		const parameters = { postalCode: '={{ $json.code }}', filters: Object.fromEntries(given) };
		const items = [{ code: JSON.parse(code) as string }];
		const { records } = await runLeast('postalCode validate', parameters, { items });
		const [{ status, message, warnings } = {}] = records;
		expect([`${status}: ${message}`, ...(warnings as string[])].join(' ')).toBe(says);
		if (status === 'invalid') expect(data.requests).toEqual([]);
	},
);
