import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readSubjectName } from '../../../nodes/ReferenceData/nsc/fieldNames.js';
import {
	languageWithoutLevel,
	officialSubject,
	officialSubjects,
	subjectKey,
	subjectNames,
	subjectOptions,
} from '../../../nodes/ReferenceData/nsc/subjects.js';

const spellings = subjectNames().flatMap(({ name, alsoWritten }) =>
	[name, ...alsoWritten].map((spelling) => ({ spelling, name })),
);

/** A name as careless people type it: other capitals, dots, brackets, dashes, blanks, accents. */
function careless(name: string) {
	const noise = fc.constantFrom(
		'',
		'',
		'',
		' ',
		'.',
		'-',
		' (',
		') ',
		'_',
		' – ',
		"'",
		'\u00a0',
		'\t',
	);
	return fc
		.array(fc.tuple(fc.boolean(), noise, fc.boolean()), {
			minLength: name.length,
			maxLength: name.length,
		})
		.map((changes) =>
			[...name]
				.map((character, index) => {
					const [upper, between, accent] = changes[index] ?? [false, '', false];
					const letter = upper ? character.toUpperCase() : character.toLowerCase();
					return (accent && /[a-z]/i.test(letter) ? `${letter}\u0301` : letter) + between;
				})
				.join(''),
		);
}

/** What forms, schools and spreadsheets write before and after a subject's name. */
const before = fc.constantFrom(
	'',
	'1. ',
	'(3) ',
	'Q2: ',
	'Subject 4 - ',
	'Vak: ',
	'Your mark for ',
	'Elective 2: ',
	'Keusevak: ',
	'7th subject: ',
	'Additional subject ',
	'Verpligte vak - ',
	'txt_',
);
const unit = fc.constantFrom(
	'',
	' - Level',
	' (%)',
	' mark',
	' (1-7)',
	' (level 1 to 7)',
	' /100',
	' punt',
	' eindpunt',
	' prestasievlak',
	' Rating Code',
	' points',
);
const period = fc.constantFrom(
	'',
	' Gr. 12',
	' (Grade 11)',
	' Graad 12',
	' Term 3',
	' Sept trial',
	' finale',
);
const after = fc.constantFrom(
	'',
	':',
	' *',
	' [10301144]',
	' (required)',
	' (compulsory)',
	' (elective)',
	' (extra subject)',
	' (if applicable)',
);

describe('the NSC subjects', () => {
	it('has every official language at three levels', () => {
		const official = [
			'Afrikaans',
			'English',
			'IsiNdebele',
			'IsiXhosa',
			'IsiZulu',
			'Sepedi',
			'Sesotho',
			'Setswana',
			'SiSwati',
			'South African Sign Language',
			'Tshivenda',
			'Xitsonga',
		];
		const levels = ['Home', 'First Additional', 'Second Additional'];
		const expected = official.flatMap((name) => levels.map((level) => `${name} ${level} Language`));
		expect(officialSubjects).toEqual(expect.arrayContaining(expected));
	});

	it('is alphabetical, without repetition, and shows what it stores', () => {
		expect(officialSubjects).toEqual([...new Set(officialSubjects)].sort());
		expect(subjectOptions.map(({ name }) => name)).toEqual(officialSubjects);
		expect(subjectOptions.every(({ name, value }) => name === value)).toBe(true);
	});

	it('has no two subjects that share a spelling', () => {
		const owners = new Map<string, Set<string>>();
		for (const { spelling, name } of spellings) {
			const key = subjectKey(spelling);
			owners.set(key, (owners.get(key) ?? new Set()).add(name));
		}
		expect([...owners].filter(([, names]) => names.size > 1)).toEqual([]);
		expect(owners.has('')).toBe(false);
	});

	it('leads from every spelling to its one subject, and from no official name elsewhere', () => {
		for (const { spelling, name } of spellings) expect(officialSubject(spelling)).toBe(name);
	});

	it('has no bare language that is a subject, too', () => {
		const bare = ['English', 'Afr', 'Zulu', 'isiXhosa', 'SASL', 'Duits', 'Pedi', 'Northern Sotho'];
		for (const name of bare) {
			expect(officialSubject(name)).toBeUndefined();
			expect(languageWithoutLevel(name)).toBeDefined();
		}
		for (const { spelling } of spellings) expect(languageWithoutLevel(spelling)).toBeUndefined();
	});

	it('does not mind capitals, dots, brackets, dashes, blanks and accents', () => {
		fc.assert(
			fc.property(
				fc
					.constantFrom(...spellings)
					.chain(({ spelling, name }) => fc.tuple(careless(spelling), fc.constant(name))),
				([written, name]) => {
					expect(officialSubject(written)).toBe(name);
				},
			),
			{ numRuns: 1000 },
		);
	});

	it('reads every spelling in any decoration as its one subject', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...spellings),
				fc.tuple(before, unit, period, after),
				fc.boolean(),
				({ spelling, name }, [start, measure, time, end], isDoubled) => {
					const written = isDoubled ? `${name} (${spelling})` : spelling;
					expect(readSubjectName(start + written + measure + time + end)?.subject).toBe(name);
				},
			),
			{ numRuns: 2000 },
		);
	});

	it('takes no two subjects for one, and none for a similar one', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...spellings),
				fc.constantFrom(...spellings),
				fc.constantFrom(' / ', ' or ', ' (', ' '),
				(one, other, between) => {
					fc.pre(officialSubject(one.spelling + between + other.spelling) === undefined);
					const both = readSubjectName(one.spelling + between + other.spelling)?.subject;
					if (one.name !== other.name) expect([undefined]).toContain(both);
				},
			),
			{ numRuns: 2000 },
		);
	});

	it.each([
		['Maths (out of 150)', undefined],
		['Mathematics P1', undefined],
		['Maths Grade 9', undefined],
		['Maths target', undefined],
		['Mathematics / Mathematical Literacy', undefined],
		['English Second Language', undefined],
		['Elective 1', undefined],
		['Additional subject', undefined],
		['txtMaths', 'Mathematics'],
		['data[maths]', 'Mathematics'],
		['mathsmark', 'Mathematics'],
		['Wiskundepunt', 'Mathematics'],
		['Maths %age', 'Mathematics'],
		['electiveDrama', 'Dramatic Arts'],
		['Sewende vak: Musiek', 'Music'],
		[
			'Additional subject: English First Additional Language (%)',
			'English First Additional Language',
		],
		['English HL FAL', undefined],
		['Sep', undefined],
		['Sep HL', 'Sepedi Home Language'],
		['English HL (Home Language)', 'English Home Language'],
		['What is your level for: Mathematics?', 'Mathematics'],
		['Wiskunde/Mathematics Gr 12 finale punt', 'Mathematics'],
	])('reads the field "%s" as %s', (written, name) => {
		expect(readSubjectName(written)?.subject).toBe(name);
	});

	it.each([
		['Maths', 'Mathematics'],
		...['MATH', 'Wisk', 'Core Maths'].map((code) => [code, 'Mathematics']),
		...['MLIT', 'Wisk Gel'].map((code) => [code, 'Mathematical Literacy']),
		...['PHSC', 'Phy Sc', 'Fis Wet'].map((code) => [code, 'Physical Sciences']),
		...['LFSC', 'Life Sc'].map((code) => [code, 'Life Sciences']),
		...['Geo', 'GEOG', 'Aardr'].map((code) => [code, 'Geography']),
		...['Agric', 'Agri Sci', 'AGR SC', 'Landbou'].map((code) => [code, 'Agricultural Sciences']),
		...['Bus St', 'Besigheids', 'Besigh. St.'].map((code) => [code, 'Business Studies']),
		...['Vis. Kuns', 'Kuns'].map((code) => [code, 'Visual Arts']),
		...['Wisk Lit', 'Wiskunde Gel.'].map((code) => [code, 'Mathematical Literacy']),
		['Wiskunde (Suiwer)', 'Mathematics'],
		['Agric Man', 'Agricultural Management Practices'],
		['Verbr St', 'Consumer Studies'],
		['Inl Teg', 'Information Technology'],
		['Ing. Grafika', 'Engineering Graphics and Design'],
		['Religion St', 'Religion Studies'],
		['Afr 1ste Add', 'Afrikaans First Additional Language'],
		['ACCN', 'Accounting'],
		['Mat Lit', 'Mathematical Literacy'],
		['Natuur- en Skeikunde', 'Physical Sciences'],
		['Ingenieursgrafika & Ontwerp', 'Engineering Graphics and Design'],
		['Sport & Oefenkunde', 'Sport and Exercise Science'],
		...['LS', 'LW', 'L.Sc'].map((code) => [code, 'Life Sciences']),
		['BS', 'Business Studies'],
		['VK', 'Visual Arts'],
		['AGSC', 'Agricultural Sciences'],
		['BSTD', 'Business Studies'],
		['ENGHL', 'English Home Language'],
		['AFRFAL', 'Afrikaans First Additional Language'],
		['ZULHL', 'IsiZulu Home Language'],
		['INFO', 'Information Technology'],
		['VISA', 'Visual Arts'],
		['TMAT', 'Technical Mathematics'],
		['TSCE', 'Technical Sciences'],
		['MATH', 'Mathematics'],
		['Wiskunde', 'Mathematics'],
		['Maths Lit', 'Mathematical Literacy'],
		['maths-lit.', 'Mathematical Literacy'],
		['Wiskundige Geletterdheid', 'Mathematical Literacy'],
		['Tech Maths', 'Technical Mathematics'],
		['Phys Sci', 'Physical Sciences'],
		['Physics', 'Physical Sciences'],
		['Fisiese Wetenskappe', 'Physical Sciences'],
		['LO', 'Life Orientation'],
		['L.O.', 'Life Orientation'],
		['Lewensoriëntering', 'Life Orientation'],
		['Lewensorientering', 'Life Orientation'],
		['CAT', 'Computer Applications Technology'],
		['IT', 'Information Technology'],
		['E.G.D.', 'Engineering Graphics and Design'],
		['Engineering Graphics & Design', 'Engineering Graphics and Design'],
		['Rekeningkunde', 'Accounting'],
		['Eng HL', 'English Home Language'],
		['English (Home Language)', 'English Home Language'],
		['Home Language: English', 'English Home Language'],
		['ENGLISH – FIRST ADDITIONAL LANGUAGE', 'English First Additional Language'],
		['English 1st Additional Language', 'English First Additional Language'],
		['Afr FAL', 'Afrikaans First Additional Language'],
		['Afrikaans HT', 'Afrikaans Home Language'],
		['Afrikaans Huistaal', 'Afrikaans Home Language'],
		['Afrikaans EAT', 'Afrikaans First Additional Language'],
		['Engels EAA', 'English First Additional Language'],
		['Engels (Eerste Addisionele Taal)', 'English First Additional Language'],
		['isiZulu HL', 'IsiZulu Home Language'],
		['Zulu Home Language', 'IsiZulu Home Language'],
		['SA Sign Language HL', 'South African Sign Language Home Language'],
		['Sesotho sa Leboa HL', 'Sepedi Home Language'],
		['French', 'French Second Additional Language'],
		['Mechanical Technology: Welding & Metalwork', 'Mechanical Technology (Welding and Metalwork)'],
	])('reads "%s" as %s', (written, name) => {
		expect(officialSubject(written)).toBe(name);
	});

	it.each(['Advanced Programme Mathematics', 'AP Maths', 'Mathematics P1', 'Sotho', '', ' ', '—'])(
		'takes "%s" for no subject',
		(written) => {
			expect(officialSubject(written)).toBeUndefined();
		},
	);

	it('never reads Mathematical Literacy in any spelling as Mathematics', () => {
		const first = fc.constantFrom(
			'Math',
			'Maths',
			'Mathematics',
			'Mathematical',
			'Wisk',
			'Wiskundige',
		);
		const second = fc.constantFrom(
			'Lit',
			'Lit.',
			'Literacy',
			'Literasy',
			'L',
			'Gel',
			'Geletterdheid',
		);
		fc.assert(
			fc.property(
				fc.tuple(first, second).chain(([a, b]) => careless(`${a} ${b}`)),
				(written) => {
					expect(['Mathematical Literacy', undefined]).toContain(officialSubject(written));
				},
			),
			{ numRuns: 500 },
		);
	});

	it('recognises whole names only', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...officialSubjects),
				fc.stringMatching(/^[xq]{2,5}$/),
				(name, more) => {
					expect(officialSubject(`${name} ${more}`)).toBeUndefined();
					expect(officialSubject(`${more}${name}`)).toBeUndefined();
				},
			),
		);
	});

	it('survives any text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				const name = officialSubject(text);
				expect(name === undefined || officialSubjects.includes(name)).toBe(true);
			}),
		);
		expect(officialSubject('__proto__')).toBeUndefined();
		expect(officialSubject('constructor')).toBeUndefined();
	});
});
