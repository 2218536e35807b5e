import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { defined } from '../../nodes/shared/values.js';
import { useScripted } from './scripted.mjs';

const { service, referenceData: run } = await useScripted();

const PLACE = { province: 'Gauteng', district: 'Tshwane South', town: 'Pretoria' };

/** Answers as a service that holds schools of these names, the first with the EMIS number 700400001. */
function holds(...names: string[]): void {
	holdsIn({}, ...names);
}

/** In this place, or else in Pretoria. */
function holdsIn(place: IDataObject, ...names: string[]): void {
	const schools = names.map((name, index) => ({
		id: index + 1,
		nat_emis: `70040000${index + 1}`,
		name,
		...PLACE,
		...place,
	}));
	service.answers(({ query }) => {
		const words = (query.search ?? '').toLowerCase().split(' ');
		const data = schools.filter(({ name }) =>
			words.every((word) => name.toLowerCase().includes(word)),
		);
		return { body: { data, pagination: { page: 1, per_page: 100, total: data.length } } };
	});
}

/** What is made of a name alone in its run, or among others, for which the list is read whole. */
async function match(schoolName: string, filters: IDataObject = {}, others: string[] = []) {
	const items = [schoolName, ...others].map((name) => ({ name }));
	const parameters = { resource: 'highSchool', operation: 'match', filters };
	const { records } = await run({ ...parameters, schoolName: '={{ $json.name }}' }, { items });
	return records.slice(0, 1);
}

function candidatesOf(record?: IDataObject): unknown[] {
	return (record?.candidates as IDataObject[]).map(({ name }) => name);
}

const OTHERS = ['A High', 'B High', 'C High'];

test.each<[string, string, string[], ...string[]]>([
	['Mpumelelo High School', 'ambiguous', ['Mpumelelo High School', 'MPUMELELO HIGH SCHOOL']],
	['Mpumelelo', 'ambiguous', ['Mpumelelo Secondary School', 'Mpumelelo High School']],
	[
		'Waterkloof Pretoria',
		'ambiguous',
		['Waterkloof High School', 'Waterkloof Pretoria High School'],
	],
	['Solomon High School', 'ambiguous', ['Solomon Mahlangu High', 'Solomon Kalushi High']],
	['Khanyiso Secondary School', 'ambiguous', ['Khanyisa Secondary School']],
	['Waterkloof', 'not_found', ['Mpumelelo High School']],
	['Waterkloof Secondary School', 'not_found', ['Waterkloof Primary School']],
	['Waterkloof Secondary School', 'ambiguous', ['Waterkloof Junior Secondary School']],
	['Prince Sifiso High', 'ambiguous', ['Princess Sifiso High School']],
	['High School', 'not_found', ['Waterkloof High School']],
	['North High School', 'ambiguous', ['Durban North High School', 'Kempton North High School']],
	['Chief Luthuli Secondary', 'ambiguous', ['Chief Albert Luthuli S', 'Luthuli S']],
	['Thembalihle High School', 'ambiguous', ['Thembalihle Combined School'], 'Thembelihle H'],
])(
	'A school is never wrongly matched: %j is %s among %j',
	async (typed, status, names, ...others) => {
		holds(...names, ...others);
		for (const beside of [[], OTHERS]) {
			const [record] = await match(typed, { province: 'Gauteng' }, beside);
			expect(record).toMatchObject({ status, emis: null, school: null });
			if (status === 'ambiguous')
				expect(candidatesOf(record)).toEqual(expect.arrayContaining(names));
		}
	},
);

test.each<[string, string, IDataObject, string, ...string[]]>([
	[
		'its district is called West, too',
		'Orlando High',
		{ district: 'Johannesburg West' },
		'ambiguous',
		...['Orlando Secondary School', 'Orlando West High School'],
	],
	['a circuit has its number', 'Vukani Sec No 2', { circuit: '2' }, 'ambiguous', 'Vukani Sec'],
	[
		'its street is called so',
		'Nelson Mandela High, Langa',
		{ town: 'Langa', street_address: '10 Nelson Mandela Boulevard, Langa' },
		'not_found',
		'Langa High School',
	],
	[
		'its district is called so',
		'Nelson Mandela High School, Motherwell',
		{ town: 'Motherwell', district: 'Nelson Mandela Bay' },
		'not_found',
		'Motherwell High School',
	],
	[
		'it is called otherwise',
		'Soweto High, Orlando',
		{ town: 'Soweto' },
		'not_found',
		'Orlando High',
	],
	['it is a primary school', 'Naledi SPS', {}, 'not_found', 'Naledi'],
	[
		'its district has one word more than its name',
		'Johannesburg West High',
		{ district: 'Johannesburg West' },
		'ambiguous',
		'Johannesburg High',
	],
	[
		'its street is called like the rest of the name',
		'Nelson Mandela High School',
		{ street_address: '12 Mandela Street, Naledi' },
		'ambiguous',
		...['Nelson High School', 'Nelson Mandela College'],
	],
])('A school is never wrongly matched because %s', async (_why, typed, place, status, ...names) => {
	holdsIn(place, ...names);
	const { district } = place;
	const filters = status === 'ambiguous' ? defined({ district }) : {};
	for (const others of [[], OTHERS]) {
		const [record] = await match(typed, filters, others);
		expect(record).toMatchObject({ status, emis: null });
		if (status === 'ambiguous') expect(candidatesOf(record)).toContain(names.at(-1));
	}
});

test.each([[], OTHERS])(
	'a name of a town is not another name of it, where there is a school with either (%#)',
	async (...others) => {
		holdsIn({ town: 'Bloemfontein' }, 'Bloemfontein High', 'Mangaung Secondary');
		const [record] = await match('Mangaung High', {}, others);
		expect(record?.emis).not.toBe('700400001');
		const all = record?.candidates as IDataObject[];
		const [other] = all.filter(({ emis }) => emis === '700400001');
		expect(other?.why).toBe(
			others.length > 0 ? "Its name has another name of 'Mangaung'" : undefined,
		);
	},
);

test.each<[string, IDataObject, ...string[]]>([
	[
		'Batswana High, North West',
		{ province: 'North West', town: 'Mmabatho' },
		'Batswana High School',
	],
	['Mamelodi High Gr12', {}, 'Mamelodi High School'],
	['Mamelodi High', { district: 'Eden & Central Karoo' }, 'Mamelodi High School'],
	['Mamelodi High', { district: 'Nelson Mandela Bay' }, 'Mamelodi High School'],
	['Mamelodi High, Zone 2', { street_address: '14 Zone 2' }, 'Mamelodi High School'],
	['Zone 10 H', {}, 'Zone 10 High School', 'Zone H'],
	['Zwelethu High, Naledi', { street_address: '12 Mandela Street, Naledi' }, 'Zwelethu High'],
])(
	'what stands beside a name, or is chosen, says where it is: %s in %j',
	async (typed, place, ...names) => {
		holdsIn(place, ...names);
		const { district } = place;
		for (const others of [[], OTHERS]) {
			const record = { status: 'matched', emis: '700400001' };
			expect(await match(typed, defined({ district }), others)).toMatchObject([record]);
		}
	},
);

test('schools with one name in one place are left to a person, who can add nothing', async () => {
	holds('Mpumelelo High School', 'MPUMELELO HIGH SCHOOL');
	expect(await match('Mpumelelo High School', PLACE)).toMatchObject([
		{
			status: 'ambiguous',
			reason:
				'2 schools in Pretoria, Tshwane South, Gauteng have this name. Choose one of the candidates.',
		},
	]);
});

test('a reason says what the names show: initials in full, no language of "HS", whether they are the same', async () => {
	const reasonFor = async (schoolName: string, ...names: string[]) => {
		holds(...names);
		return (await match(schoolName)).map(({ reason }) => reason);
	};
	expect(await reasonFor('Odendaal High', 'F H ODENDAAL HIGH')).toEqual([
		"Only one school fits: its name has the same words and its name also contains 'F H'",
	]);
	expect(await reasonFor('Odendaal HS', 'ODENDAAL HIGH SCHOOL')).toEqual([
		'Only one school fits: its name has the same words',
	]);
	expect(
		await reasonFor('Pretoria High', 'PRETORIA SECONDARY SCHOOL', 'PRETORIA TECHNICAL HIGH'),
	).toEqual(['2 schools have a name like this. Add the town, district or province.']);
});

test.each<[string, string, ...string[]]>([
	['Luthuli Park', 'LUTHULI PARK', 'CHIEF A. LUTHULI PARK SECONDARY SCHOOL'],
	['nkanyiso', 'NKANYISO', 'NKANYISO H'],
	['Khanya Senior Primary', 'KHANYA SENIOR PRIMARY SCHOOL', 'KHANYA PRIMARY SCHOOL'],
	['Solomon P Mahlangu Secondary School', 'SOLOMON MAHLANGU SECONDARY SCHOOL'],
	['Solomon Mahlangu Secondary School', 'SOLOMON P MAHLANGU SECONDARY SCHOOL'],
	['Solomon K Mahlangu Secondary School', 'SOLOMON MAHLANGU SECONDARY SCHOOL'],
	['Framesby High, PTA, GP', 'FRAMESBY HIGH SCHOOL'],
	['Framesby Secondry School', 'FRAMESBY SECONDARY SCHOOL'],
	['Oranje HMS', 'HOËR MEISIESKOOL ORANJE'],
	['Umlazi Comtech', 'UMLAZI COMMERCIAL TECHNICAL'],
])('%j is the school recorded as %j', async (schoolName, ...names) => {
	holds(...names);
	const record = { status: 'matched', emis: '700400001' };
	expect(await match(schoolName, { province: 'Gauteng' })).toMatchObject([record]);
});

test.each([200, 201])('a text of %i characters', async (length) => {
	holds('Waterkloof High School');
	const [{ reason } = {}] = await match('x'.repeat(length));
	expect(String(reason).startsWith('A school name')).toBe(length > 200);
});

test.each([
	[31, 'A school name, district or town has at most 200 characters and 30 words.'],
	[30, 'No school has this name. Check the name, or enter the EMIS number.'],
])('a text of %i words', async (count, reason) => {
	holds('Waterkloof High School');
	expect(await match('qxy '.repeat(count))).toMatchObject([{ status: 'not_found', reason }]);
});
