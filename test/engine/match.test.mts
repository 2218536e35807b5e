import { expect, test } from 'vitest';

import { nodeOn, startScripted } from './scripted.mjs';

const service = await startScripted();
const run = nodeOn('referenceData', service);

/** Answers as a service that holds schools of these names in Pretoria, the first with the EMIS number 700400001. */
function holds(...names: string[]): void {
	const schools = names.map((name, index) => ({
		...{ id: index + 1, nat_emis: `70040000${index + 1}`, name },
		...{ province: 'Gauteng', district: 'Tshwane South', town: 'Pretoria' },
	}));
	service.answers(({ query }) => {
		const words = (query.search ?? '').toLowerCase().split(' ');
		const data = schools.filter(({ name }) =>
			words.every((word) => name.toLowerCase().includes(word)),
		);
		return { body: { data, pagination: { page: 1, per_page: 100, total: data.length } } };
	});
}

async function match(schoolName: string, filters = {}) {
	const { records } = await run({
		...{ resource: 'highSchool', operation: 'match', schoolName, filters },
	});
	return records;
}

test.each<[string, string, string[]]>([
	[
		'two schools share it',
		'Mpumelelo High School',
		['Mpumelelo High School', 'MPUMELELO HIGH SCHOOL'],
	],
	['two schools are as near', 'Mpumelelo', ['Mpumelelo Secondary School', 'Mpumelelo High School']],
	['a word is missing', 'Solomon High School', ['Solomon Mahlangu High', 'Solomon Kalushi High']],
])(
	'A school is never wrongly matched: a name is left to a person if %s',
	async (_why, typed, names) => {
		holds(...names);
		expect(await match(typed)).toMatchObject([{ status: 'ambiguous', emis: null, school: null }]);
	},
);

test.each<[string, string, string[]]>([
	['another name', 'Waterkloof', ['Mpumelelo High School']],
	['a primary school of the name', 'Waterkloof Secondary School', ['Waterkloof Primary School']],
])('A school is never wrongly matched: %s is not the school', async (_what, typed, names) => {
	holds(...names);
	const [record] = await match(typed);
	expect(record?.status).not.toBe('matched');
	expect(record).toMatchObject({ emis: null, school: null });
});

test.each([
	['Solomon P Mahlangu Secondary School', 'SOLOMON MAHLANGU SECONDARY SCHOOL'],
	['Solomon Mahlangu Secondary School', 'SOLOMON P MAHLANGU SECONDARY SCHOOL'],
	['Solomon K Mahlangu Secondary School', 'SOLOMON MAHLANGU SECONDARY SCHOOL'],
])('a lone letter before a name is an initial, not a type: %s', async (typed, name) => {
	holds(name, 'SOLOMON MAHLANGU PRIMARY SCHOOL');
	expect(await match(typed)).toMatchObject([{ status: 'matched', emis: '700400001' }]);
});
