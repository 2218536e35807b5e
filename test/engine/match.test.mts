import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { readList } from '../list.mjs';
import { useSandbox } from './sandbox.mjs';

const { data, holdsSchools, referenceData: run } = await useSandbox({ schools: 1, links: 1 });

const PLACE = { province: 'Gauteng', district: 'Tshwane South', town: 'Pretoria' };

/** Has the service schools of these names and no others, the first with the EMIS number 700400001. */
function holds(...names: string[]): void {
	holdsIn({}, ...names);
}

/** In this place, or else in Pretoria. */
function holdsIn(place: IDataObject, ...names: string[]): void {
	holdsSchools(
		names.map((name, index) => {
			const id = String(index + 1);
			return { id, nat_emis: `70040000${id}`, name, ...PLACE, ...place };
		}),
	);
	data.quirk({ ignoreFilters: ['province', 'sector'] });
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
			const [record] = await match(typed, valuesIn(filters), others);
			expect(record).toMatchObject({ status, emis: isMatched ? '700400001' : null, school });
			if (status !== 'ambiguous') continue;
			expect(candidatesOf(record)).toEqual(expect.arrayContaining(names));
		}
	},
);

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
