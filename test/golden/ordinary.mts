import type { IDataObject } from 'n8n-workflow';

import type { Case } from './record.mjs';

/** Rows as forms, spreadsheets and databases have them. */

const SCHOOL_NAMES: Array<[name: string, more?: IDataObject]> = [
	['Hoërskool Waterberg'],
	['hoerskool waterberg'],
	['HS Waterberg', { province: 'Limpopo' }],
	['Waterberg High School'],
	['Pretoria Boys High'],
	['Pretoria Girls High School', { province: 'Gauteng' }],
	['PRETORIA HIGH SCHOOL FOR GIRLS'],
	['Affies', { province: 'Gauteng' }],
	['Afrikaanse Hoër Seunskool, Pretoria'],
	['Afr. Hoër Meisieskool', { province: 'GP' }],
	["St Mary's DSG", { town: 'Pretoria' }],
	['Saint Marys Diocesan School for Girls'],
	['St. Johns College', { province: 'Eastern Cape' }],
	["St John's College"],
	['Greenfields Sec School', { province: 'KZN' }],
	['Greenfield Secondary School', { town: 'Pretoria' }],
	['Rustenburg Girls High', { province: 'Western Cape' }],
	['Rustenburg High'],
	['Thuto Lesedi Sec'],
	['Thuto-Lesedi Secondry School'],
	['Siyathuthuka'],
	['Siyathutuka Secondary', { province: 'KwaZulu-Natal' }],
	['Morris Isacson High School'],
	['Dr J.L. Dube High'],
	['Grey'],
	['Grey College Bloemfontein'],
	['Hoërskool Ferdinand Postma', { district: 'Dr Kenneth Kaunda' }],
	['700100001'],
	['Mbilwi Secondary School (Thohoyandou)'],
	['Riverside Combined School'],
	['n/a'],
	['Home schooled'],
];

const PLACES: Array<[code: unknown, suburb?: string, area?: string, province?: string]> = [
	['0083', 'Hatfield', 'Pretoria', 'Gauteng'],
	[83, 'hatfield', 'pretoria'],
	['0028', 'Hatfield'],
	['83.0', 'Arcadia', 'Pretoria'],
	['0181', 'Hatfield', 'Pretoria'],
	['0081', 'Menlopark', 'Pretoria'],
	['0081', 'Garstfontein', 'Pretoria'],
	['2090', 'Waverley', 'Johannesburg'],
	['0186', 'Waverley'],
	['2196', 'Sandton', 'Johannesburg', 'Gauteng'],
	['8001', 'Gardens', 'Kaapstad'],
	['8000', 'Cape Town', undefined, 'WC'],
	['7700', 'Rondebosch East', 'Cape Town'],
	['0083', 'Hatfield Ext 2', 'Pretoria'],
	['9301', 'Brandwag', 'Bloemfontein', 'Vrystaat'],
	['0700', 'Pietersburg', undefined, 'Limpopo'],
	['1200', 'Nelspruit'],
	['6139', 'Grahamstown'],
	['4001'],
	['9999', 'Hatfield'],
	['ABC'],
	['', 'Hatfield'],
];

const FORMS: IDataObject[] = [
	{ Name: 'Thandi', 'English HL': 5, Afrikaans: 6, Maths: 6, 'Physical Sciences': 5, LO: 7 },
	{ name: 'Sipho', isiZulu: '72%', 'English FAL': '65%', 'Maths Lit': '80%', Geography: '58%' },
	{
		Leerder: 'Anke',
		'Afrikaans HT': 7,
		'Engels EAT': 6,
		Wiskunde: 5,
		Fisika: 4,
		Lewensoriëntering: 7,
	},
	{
		subject_1: 'Mathematics',
		mark_1: 71,
		subject_2: 'History',
		mark_2: 64,
		subject_3: '',
		mark_3: '',
	},
	{ 'Subject 1': 'Mathematics', 'Level 1': 6, 'Subject 2': 'Accounting', 'Level 2': 5, Total: 11 },
	{ Vak1: 'Wiskunde', Punt1: '68%', Vak2: 'Rekeningkunde', Punt2: '74%' },
	{ mathematics: 6, life_sciences: 5, economics: 4, business_studies: 5, life_orientation: 6 },
	{ 'Mathematics (%)': 81, 'Physical Sciences (%)': 77, 'Life Orientation (%)': 90, Age: 18 },
	{ id: 12, email: 'x@y.example', Phone: '0821234567', Maths: 5, English: 5, CAT: 6, EGD: 6 },
	{ subjects: 'Maths: 6, English HL: 5, History: 4', learner: 'Lindiwe' },
	{
		subjects: [
			{ name: 'Mathematics', level: 6 },
			{ name: 'Music', level: 7 },
		],
	},
	{ results: { Mathematics: '70%', 'Life Sciences': '61%', Tourism: 'absent' } },
	{ Name: 'No marks', Grade: 12, School: 'Grey College' },
	{ 'Mathematics Paper 1': 60, 'Mathematics Paper 2': 70, 'Mathematics Final': 65 },
];

const JSON_SUBJECTS: unknown[] = [
	{ Mathematics: 6, 'English Home Language': 5, 'Life Orientation': 7 },
	[
		{ name: 'Mathematics', level: 6 },
		{ name: 'Physical Sciences', level: 5 },
	],
	[
		{ subject: 'Wiskunde', percentage: 74 },
		{ subject: 'Afrikaans Huistaal', percentage: 81 },
	],
	[
		['Mathematics', '65%'],
		['History', 'Level 5'],
	],
	{ 'Maths Lit': '7', Sepedi: '6', LO: '80%' },
	'Mathematics: 6\nEnglish FAL: 5\nAgricultural Sciences: 4',
	'{"Mathematics": "5 (62%)", "Geography": " 6 "}',
	{ Mathematics: 8, History: 5 },
	{ Mathematics: 6, Maths: 5 },
	{ Mathematics: null, Geography: 5, Basketball: 6 },
	[],
];

const operation = (resource: string, name: string, parameters: IDataObject) => ({
	resource,
	operation: name,
	...parameters,
});

const universityId = { __rl: true, mode: 'id', value: 'up' };

function cases(title: string, parameters: IDataObject, rows: IDataObject[]): Case[] {
	return rows.map((row) => ({
		title: `${title} · ${JSON.stringify(row)}`,
		parameters,
		items: [row],
		plain: true,
		onError: 'continueRegularOutput',
	}));
}

/** An expression for each filter that a row may have; one that gives nothing is left out. */
function filtersOf(row: IDataObject): IDataObject {
	const filters = Object.entries(row).filter(([, value]) => value !== undefined);
	return Object.fromEntries(filters.map(([name]) => [name, `={{ $json.${name} }}`]));
}

const calculateFrom = (subjectsFrom: string, marksAs: string) =>
	operation('admissionPointScore', 'calculate', {
		universityId,
		subjectsFrom,
		marksAs,
		...(subjectsFrom === 'json' && { subjectsJson: '={{ $json.subjects }}' }),
	});
const compareFrom = (subjectsFrom: string, marksAs: string) => ({
	...calculateFrom(subjectsFrom, marksAs),
	operation: 'compare',
	universityScope: 'all',
});
const jsonRows = JSON_SUBJECTS.map((subjects) => ({ subjects }) as IDataObject);

export const ORDINARY: Case[] = [
	...SCHOOL_NAMES.flatMap(([school, more = {}]) =>
		cases(
			'Match',
			operation('highSchool', 'match', {
				schoolName: '={{ $json.school }}',
				filters: filtersOf(more),
			}),
			[{ school, ...more }],
		),
	),
	...PLACES.flatMap(([code, suburb, area, province]) => {
		const place = { suburb, area, province };
		const parameters = { postalCode: '={{ $json.code }}', filters: filtersOf(place) };
		const row = JSON.parse(JSON.stringify({ code, ...place })) as IDataObject;
		return cases('Validate', operation('postalCode', 'validate', parameters), [row]);
	}),
	...cases('Calculate, fields as levels', calculateFrom('fields', 'level'), FORMS),
	...cases('Calculate, fields as percentages', calculateFrom('fields', 'percentage'), FORMS),
	...cases('Calculate, JSON as levels', calculateFrom('json', 'level'), jsonRows),
	...cases('Calculate, JSON as percentages', calculateFrom('json', 'percentage'), jsonRows),
	...cases('Compare, fields as levels', compareFrom('fields', 'level'), FORMS.slice(0, 5)),
	...cases('Compare, JSON as percentages', compareFrom('json', 'percentage'), jsonRows.slice(2, 6)),
];
