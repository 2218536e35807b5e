import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { isBlank, isMark, type MarkOptions } from '../../../nodes/ReferenceData/nsc/marks.js';
import {
	subjectsFromFields,
	subjectsFromJson,
	subjectsFromRows,
} from '../../../nodes/ReferenceData/nsc/subjectInput.js';
import { readSubjectName } from '../../../nodes/ReferenceData/nsc/fieldNames.js';
import { officialSubjects } from '../../../nodes/ReferenceData/nsc/subjects.js';
import { refusal } from '../refusal.mjs';

const asLevel: MarkOptions = { marksAs: 'level', levelScale: 7 };
const asPercentage: MarkOptions = { marksAs: 'percentage', levelScale: 7 };

const complete = {
	'English Home Language': 5,
	'Afrikaans First Additional Language': 4,
	Mathematics: 6,
	'Physical Sciences': 5,
	'Life Sciences': 7,
	Geography: 3,
	'Life Orientation': 6,
};
const completeSubjects = Object.entries(complete).map(([name, level]) => ({ name, level }));

const complaintFree = { subjects: completeSubjects, warnings: [], notes: [] };

const anyName = fc.oneof(
	fc.constantFrom(...officialSubjects, 'Maths', 'maths lit', 'LO', 'English', 'Robotics'),
	// Names with a unit of their own ("LO%") are another thing.
	fc
		.string({ minLength: 1 })
		.filter((name) => !isBlank(name) && !isMark(name))
		.filter((name) => (readSubjectName(name)?.unit ?? 'mark') === 'mark'),
);
const anyRows = fc.array(fc.record({ name: anyName, level: fc.integer({ min: 1, max: 7 }) }), {
	minLength: 1,
});

describe('subjectsFromRows', () => {
	it('takes the rows of the parameter, or the list, with official names and no warning', () => {
		const rows = completeSubjects.map(({ name, level }) => ({ name, mark: level }));
		expect(subjectsFromRows({ subject: rows }, asLevel)).toEqual(complaintFree);
		expect(subjectsFromRows(rows, asLevel)).toEqual(complaintFree);
	});

	it('never drops, merges or reorders a row', () => {
		fc.assert(
			fc.property(anyRows, (rows) => {
				const given = rows.map(({ name, level }) => ({ name, mark: level }));
				expect(subjectsFromRows({ subject: given }, asLevel).subjects).toEqual(
					rows.map(({ name, level }) => ({
						name: readSubjectName(name)?.subject ?? name.trim(),
						level,
					})),
				);
			}),
		);
	});

	it.each([[undefined], [null], [''], [{}], [{ subject: [] }], [[]], [{ subject: 'Mathematics' }]])(
		'says of %j that there are none',
		(rows) => {
			expect(refusal(() => subjectsFromRows(rows, asLevel)).message).toBe(
				'No subjects were found in "Subjects"',
			);
		},
	);

	it.each([
		[{ name: '', mark: 5 }, 'Row 2 of the subjects has no subject name'],
		[{ mark: 5 }, 'Row 2 of the subjects has no subject name'],
		[{ name: 12, mark: 5 }, 'Row 2 of the subjects must have a subject name as text, but it is 12'],
		[{ name: 'History' }, 'Subject "History": no mark was given'],
		[{ name: 'History', mark: ' ' }, 'Subject "History": no mark was given'],
		[{ name: 'Hist', mark: 9 }, 'Subject "History": the level 9 is not a whole number from 1 to 7'],
		[{ name: 'X', mark: 'A' }, 'Subject "X": "A" is not a mark'],
		['History', 'Row 2 of the subjects must have a name and a mark, but is "History"'],
		[
			{ name: 'Mathematics', subject: 'History', mark: 6 },
			'Row 2 of the subjects has two names: "Mathematics" and "History"',
		],
		[{ subjct: 'History', lvl: 6 }, 'Row 2 of the subjects has no subject name'],
	])('refuses the row %j', (row, message) => {
		const rows = [{ name: 'Mathematics', mark: 5 }, row];
		expect(refusal(() => subjectsFromRows({ subject: rows }, asLevel)).message).toBe(message);
	});

	it('leaves out rows without anything in them, and says which', () => {
		const nothing = [{ name: '', mark: ' ' }, {}, null, { name: null, mark: undefined }];
		const rows = completeSubjects.map(({ name, level }) => ({ name, mark: level }));
		expect(subjectsFromRows({ subject: [...rows, ...nothing] }, asLevel)).toEqual({
			...complaintFree,
			notes: ['Rows 8, 9, 10, 11 of the subjects are empty, so they were left out.'],
		});
	});
});

describe('subjectsFromJson', () => {
	const shapes: Array<[string, unknown]> = [
		['names and levels', completeSubjects],
		['names and marks', completeSubjects.map(({ name, level }) => ({ name, mark: level }))],
		['an object', complete],
		['a request body', { university_id: 'x', subjects: completeSubjects }],
		[
			'sheet headings',
			completeSubjects.map(({ name, level }) => ({ Subject: name, Level: level })),
		],
	];

	it.each(shapes)('takes %s, as text or as a value', (_, shape) => {
		expect(subjectsFromJson(shape, asLevel)).toEqual(complaintFree);
		expect(subjectsFromJson(JSON.stringify(shape), asLevel)).toEqual(complaintFree);
		expect(subjectsFromJson(` ${JSON.stringify(shape, null, 2)}\n`, asLevel)).toEqual(
			complaintFree,
		);
	});

	it('lets level and percentage mean what they say, and leaves the rest to the option', () => {
		const given = [
			{ name: 'Mathematics', level: 6 },
			{ name: 'History', percentage: 65 },
			{ name: 'Music', mark: 72 },
			{ name: 'Design', mark: 'Level 4' },
		];
		expect(subjectsFromJson(given, asPercentage).subjects.map(({ level }) => level)).toEqual([
			6, 5, 6, 4,
		]);
		expect(refusal(() => subjectsFromJson(given, asLevel)).message).toContain('"Music"');
		expect(subjectsFromJson({ 'Maths (%)': 65, 'LO level': 6 }, asLevel).subjects).toEqual([
			{ name: 'Mathematics', level: 5 },
			{ name: 'Life Orientation', level: 6 },
		]);
	});

	it('takes a level and a percentage of one subject only if they agree', () => {
		const agreeing = [{ name: 'Maths', level: 5, percentage: 65 }];
		expect(subjectsFromJson(agreeing, asLevel).subjects).toEqual([
			{ name: 'Mathematics', level: 5 },
		]);
		const disagreeing = [{ name: 'Maths', level: 5, percentage: '72%' }];
		expect(refusal(() => subjectsFromJson(disagreeing, asLevel)).message).toBe(
			'Subject "Mathematics": "level" is 5 (level 5), but "percentage" is "72%" (level 6)',
		);
	});

	it('never drops a row', () => {
		fc.assert(
			fc.property(anyRows, (rows) => {
				const { subjects } = subjectsFromJson(JSON.stringify(rows), asPercentage);
				expect(subjects.map(({ level }) => level)).toEqual(rows.map(({ level }) => level));
			}),
		);
	});

	it('treats keys of Object.prototype as data', () => {
		const { subjects } = subjectsFromJson(
			'{"__proto__": 6, "constructor": 5, "toString": 4}',
			asLevel,
		);
		expect(subjects).toEqual([
			{ name: '__proto__', level: 6 },
			{ name: 'constructor', level: 5 },
			{ name: 'toString', level: 4 },
		]);
		expect(
			refusal(() => subjectsFromJson('[{"__proto__": {"name": "X", "level": 5}}]', asLevel))
				.message,
		).toBe('Row 1 of the subjects has no subject name');
	});

	it('says where text stops being JSON, without repeating much of it', () => {
		const text = `[{"name": "Mathematics", "level": 6}, oops, "${'x'.repeat(500)}"]`;
		const { message } = refusal(() => subjectsFromJson(text, asLevel));
		expect(message).toContain('The subjects are not valid JSON');
		expect(message.length).toBeLessThan(160);
		const cut = refusal(() => subjectsFromJson('[{"name": "Maths" "level": 6}]', asLevel));
		expect(cut.message).toContain('at character 19');
	});

	it.each([[''], ['  '], [null], [undefined], [[]], [{}], ['[]'], ['{}'], ['null'], ['""']])(
		'says of %j that there are none',
		(value) => {
			expect(refusal(() => subjectsFromJson(value, asLevel)).message).toBe(
				'No subjects were found in "Subjects (JSON)"',
			);
		},
	);

	it.each([
		['6', 'The subjects must be a list or an object, but are 6'],
		[true, 'The subjects must be a list or an object, but are true'],
		['"Mathematics"', 'The subjects must be a list or an object, but are "Mathematics"'],
		['["Mathematics"]', 'Row 1 of the subjects must have a name and a mark, but is "Mathematics"'],
		['{"Mathematics": null}', 'Subject "Mathematics": no mark was given'],
		['{"Mathematics": {"level": 6}}', 'Subject "Mathematics": an object is not a mark'],
		['{"History": 6, "History": 7}', 'The subjects JSON has "History" twice in one object'],
		[
			'[{"name": "X", "\\u006eame": "Y", "mark": 6}]',
			'The subjects JSON has "name" twice in one object',
		],
		['{" ": 6}', 'A field of the subjects JSON has no subject name'],
	])('refuses %j', (value, message) => {
		expect(refusal(() => subjectsFromJson(value, asLevel)).message).toBe(message);
	});
});

describe('subjectsFromFields', () => {
	const levelsOf = (json: Record<string, unknown>, options = asLevel) =>
		subjectsFromFields(json, options).subjects.map(({ name, level }) => [name, level]);

	it('finds subjects by their names and ignores the other fields', () => {
		const noise = {
			id: 4711,
			'First name': 'Thandi',
			Email: 'thandi@example.org',
			Subject: 'My application',
			Level: 12,
			'Level 1': 'done',
			Grade: 12,
			submittedAt: '2025-06-01T08:00:00Z',
			row_number: 2,
			Age: 17,
			'Grade 12': 12,
			Average: 65,
			bio: 'I like numbers',
			info: 'none',
			tour: 'yes',
			Agriculture: 'no',
			'Favorite subject': 'Maths',
			'Subject choice': 'Maths, Music',
			Room: 'Art 5',
			Score: 1200,
			Result: 'pending',
			page: { total: 7, name: 'Applications', subject: 'none' },
		};
		expect(subjectsFromFields({ ...noise, ...complete }, asLevel)).toEqual(complaintFree);
	});

	it('ignores whatever else an item holds', () => {
		const otherField = fc
			.string({ unit: 'grapheme' })
			.filter((name) => name.trim() !== '' && name !== '__proto__')
			.map((name) => `x ${name} x`);
		fc.assert(
			fc.property(fc.dictionary(otherField, fc.anything()), (noise) => {
				expect(subjectsFromFields({ ...noise, ...complete }, asLevel).subjects).toEqual(
					completeSubjects,
				);
			}),
		);
	});

	it('takes the unit from the name of the field, and from the option without one', () => {
		expect(
			levelsOf(
				{
					Maths: 65,
					'Phys Sci (%)': 72,
					'LO Level': 6,
					'Afr FAL - percentage': '55,5',
					mathsLitLevel: 5,
					'English HL (level 1 to 7)': 4,
					'History (0 – 100 %)': 38,
					'Geografie punt': '40',
				},
				asPercentage,
			),
		).toEqual([
			['Mathematics', 5],
			['Physical Sciences', 6],
			['Life Orientation', 6],
			['Afrikaans First Additional Language', 4],
			['Mathematical Literacy', 5],
			['English Home Language', 4],
			['History', 2],
			['Geography', 3],
		]);
	});

	it.each([
		['Subject 1', 'Level 1'],
		['subject1', 'level1'],
		['Subject_1', 'Mark_1'],
		['subject-01', 'subject-01-mark'],
		['Subject 1 name', 'Subject 1 Level'],
		['subject1Name', 'subject1Level'],
		['SUBJECT 1', 'MARKS 1'],
		['Vak 1', 'Punt 1'],
		['Vak 1', 'Vlak 1'],
		['Subject 1', 'Result 1'],
		['Subject 01', 'Final Mark 1'],
		['Subject 1', 'Mark 1 /100'],
		['Subject A', 'Mark A'],
		['Subject Two', 'Level Two'],
		['Subject', 'Level'],
	])('pairs "%s" with "%s"', (nameField, markField) => {
		expect(levelsOf({ [markField]: '6', [nameField]: 'Maths' })).toEqual([['Mathematics', 6]]);
	});

	it.each(['Percentage 1', 'Subject 1 (%)', 'percent_1', 'Persentasie 1', 'Mark 1 (%)'])(
		'reads "%s" as a percentage',
		(field) => {
			expect(levelsOf({ 'Subject 1': 'Maths', [field]: 65 })).toEqual([['Mathematics', 5]]);
		},
	);

	it('keeps the pairs apart, skips the empty ones and keeps the order', () => {
		const form: Record<string, unknown> = {};
		completeSubjects.forEach(({ name, level }, index) => {
			form[`Subject ${index + 8}`] = name;
			form[`Level ${index + 8}`] = String(level);
		});
		form['Subject 1'] = '';
		form['Level 1'] = null;
		form['Subject 2'] = ' ';
		form['Subject 3'] = 'None';
		form['Level 3'] = '-';
		expect(subjectsFromFields(form, asLevel)).toEqual(complaintFree);
	});

	it('lists the empty subjects: a note beside a whole certificate, else a warning', () => {
		const row = { ...complete, Music: '-', Tourism: null, Design: undefined, Accounting: ' n/a ' };
		const empty = 'These subject fields are empty: "Music", "Tourism", "Design", "Accounting".';
		expect(subjectsFromFields(row, asLevel)).toEqual({ ...complaintFree, notes: [empty] });
		const { warnings, notes } = subjectsFromFields({ ...row, Geography: '' }, asLevel);
		expect(warnings).toContainEqual(expect.stringContaining('"Geography", "Music"'));
		expect(notes).toEqual([]);
		expect(refusal(() => levelsOf({ Subject: 'History', Mark: '-' })).description).toContain(
			'These subject fields are empty: "Mark".',
		);
	});

	it('says once that Life Orientation is missing where its field is empty', () => {
		const { 'Life Orientation': level, ...rest } = complete;
		const { warnings } = subjectsFromFields({ ...rest, LO: '', Music: '' }, asLevel);
		expect(level).toBeDefined();
		expect(warnings).toEqual([
			expect.stringContaining('Life Orientation is missing'),
			'These subject fields are empty: "Music".',
		]);
	});

	it('names every field that may be a mark and was not read, in one hint, with the nearest subject', () => {
		const { Geography: mark, ...rest } = complete;
		const others = { Robotics: '65%', 'Life Scences': '6', 'Maths P1': 90, 'Level 3': 5, Life: 4 };
		const { subjects, warnings } = subjectsFromFields(
			{ ...rest, Geografy: mark, ...others },
			asLevel,
		);
		expect(subjects).toHaveLength(6);
		expect(warnings).toEqual([
			'These fields aren\'t named after a subject, so they were left out: "Geografy" (Geography?), "Robotics", "Life Scences" (Life Sciences?), "Maths P1" (Mathematics?), "Life" (Life Orientation or Life Sciences?), "Level 3". To include a mark, name its field after the subject.',
		]);
		expect(refusal(() => subjectsFromFields({ Geografy: 6 }, asLevel)).description).toContain(
			'"Geografy" isn\'t the name of a subject, so it was left out. Did you mean Geography? To include a mark, name its field after the subject.',
		);
	});

	it.each<[Record<string, unknown>, string]>([
		[{ Geograpy: '65/100' }, 'Did you mean Geography?'],
		[{ Geograhpy: 'B+' }, 'Did you mean Geography?'],
		[{ 'Mathmatics level': 'Level 6 (75%)' }, 'Did you mean Mathematics?'],
		[
			{ Subject: 'Robotics', Mark: 5 },
			'"Robotics" may be a subject, but its mark wasn\'t read. To include it, name its fields "Subject 1" and "Mark 1".',
		],
		[{ Subject: 'Geograpy', Percentage: 60 }, "wasn't read. Did you mean Geography?"],
		[{ Vak: 'Geografi', Punt: 'B+' }, '"Geografi" may be a subject'],
		[{ Subject: 'Geograpy', 'Term 3 Mark': 60 }, '"Geograpy" may be a subject'],
		[{ name: 'History', mark: 6 }, '"History" may be a subject, but its mark wasn\'t read. To'],
		[{ Subject: 'History', Vak: 'Robotics', Mark: 6 }, '"Robotics" may be a subject'],
		[{ subjects: [{ name: 'History', mark: 60 }] }, 'The subjects inside "subjects"'],
		[{ subjects: [{ name: 'Robotics', mark: 60 }] }, 'The subjects inside "subjects"'],
		[{ vakke: { Robotika: 60 } }, 'The subjects inside "vakke"'],
		[{ marks: ['History 60%'] }, 'The subjects inside "marks"'],
		[{ rows: [{ subject: 'Robotics', level: 6 }] }, 'The subjects inside "rows"'],
		[{ body: { learner: { subjects: '{"Robotics": 60}' } } }, 'The subjects inside "body"'],
		[{ results: '{"History": 60}' }, 'The subjects inside "results"'],
		[
			{ results: 'History: 65%\nMusic: 70%' },
			'The subjects in the text of "results" were left out.',
		],
		[{ 'Subjects and marks': 'I got 6 for History' }, 'the text of "Subjects and marks"'],
		[{ Report: 'History 6, Robotics 65/100' }, 'the text of "Report" were left out. To'],
		[{ 'Keusevak 1': 'Musiek', Punt: 5 }, '"Musiek" may be a subject, but'],
		[{ 'Elective subject': 'Robotics', Punt: 5 }, '"Robotics" may be a subject, but'],
		[{ Keusevak: 'Musiek' }, '"Musiek" may be a subject, but'],
		[{ Subject: 'History' }, '"History" may be a subject, but'],
		[{ Subject: 'History 6' }, '"History 6" may be a subject, but'],
		[{ Subject: 6 }, '"Subject" isn\'t the name of a subject'],
		[{ Punt: 5, name: 'Thandi' }, '"Punt" isn\'t the name of a subject, so it was left out.'],
		[{ Level: 5 }, '"Level" isn\'t the name of a subject'],
		[{ Percentage: 60 }, '"Percentage" isn\'t the name of a subject'],
		[{ Score: '60%', Result: 60 }, '"Score", "Result".'],
		[{ Mark: 'B+' }, '"Mark" isn\'t the name of a subject'],
		[{ Extra: 'B+' }, '"Extra" isn\'t the name of a subject'],
		[{ 'Elective mark': '6', name: 'History' }, '"Elective mark" isn\'t the name of a subject'],
		[{ 'June (%)': 60 }, '"June (%)" isn\'t the name of a subject'],
	])('names what may be a subject in %j, alone and beside a whole certificate', (field, hint) => {
		const { subjects, warnings } = subjectsFromFields({ ...complete, ...field }, asLevel);
		expect(subjects).toEqual(completeSubjects);
		expect(warnings).toEqual([expect.stringContaining(hint)]);
		expect(refusal(() => subjectsFromFields(field, asLevel)).description).toContain(hint);
	});

	it('reads the subject of any pair, or names it', () => {
		const word = fc.string({ unit: fc.constantFrom(...'abekorst'), minLength: 2, maxLength: 20 });
		fc.assert(
			fc.property(
				fc.oneof(fc.constantFrom(...officialSubjects), word),
				fc.constantFrom('Subject', 'Vak', 'subject_name'),
				fc.constantFrom('Mark', 'Level', 'Final Mark', 'Punt', 'Result', 'Vlak (1-7)'),
				fc.integer({ min: 1, max: 7 }),
				(name, nameField, markField, mark) => {
					const pair = { [markField]: mark, [nameField]: name };
					const known = readSubjectName(name)?.subject;
					if (known !== undefined) expect(levelsOf(pair)).toEqual([[known, mark]]);
					else {
						const { description } = refusal(() => levelsOf(pair));
						expect(description).toContain(`"${name}" may be a subject`);
					}
				},
			),
		);
	});

	it('reads the mark of an elective that its field names, and names any other field of one', () => {
		const called = fc.constantFrom(
			...['Elective', 'Keusevak', 'Extra subject', '8th subject', 'Compulsory subject'],
			...['Additional subject', 'Elective 2', 'Optional subject', 'Ekstra vak'],
		);
		const ends = fc.constantFrom('', ' mark', ' level', ' punt', ' (%)');
		const marks = [6, '6', 65, '65%', '6 (72%)', 'Level 6', 'B+', '6 - Meritorious'];
		fc.assert(
			fc.property(called, ends, fc.constantFrom(...marks), (name, end, mark) => {
				const row = { ...complete, [name + end]: mark };
				const { subjects, warnings } = subjectsFromFields(row, asLevel);
				expect(subjects).toEqual(completeSubjects);
				expect(warnings).toEqual([expect.stringContaining(`"${name + end}" isn't the name of`)]);
				const pair = { [name]: 'Drama', [`${name} level`]: '6' };
				for (const one of [pair, { [`${name}: Drama`]: '6' }, { [`Drama (${name})`]: '6' }]) {
					expect(levelsOf(one)).toEqual([['Dramatic Arts', 6]]);
				}
			}),
		);
	});

	it('reads the mark beside the field that chooses its subject or language, or names it', () => {
		const chosen = fc.constantFrom(
			...[
				'Home Language',
				'HL',
				'Huistaal',
				'What is your home language?',
				'Home language name',
			].map((field) => [field, 'isiXhosa', 'IsiXhosa Home Language'] as const),
			...['First Additional Language', 'FAL', 'EAT', 'Eerste Addisionele Taal'].map(
				(field) => [field, 'Engels', 'English First Additional Language'] as const,
			),
			...['Language', 'Taal', 'Language 1', 'Additional Language'].map(
				(field) => [field, 'isiXhosa', 'IsiXhosa'] as const,
			),
			...['Elective', 'Choice subject', 'Choice 2'].map(
				(field) => [field, 'Drama', 'Dramatic Arts'] as const,
			),
			['Maths type', 'Maths Lit', 'Mathematical Literacy'] as const,
			['Science', 'Physics', 'Physical Sciences'] as const,
		);
		const ends = fc.constantFrom(
			...['level', 'Level (1-7)', '%', '(%)', 'percentage', 'mark', 'marks', 'achievement', '/100'],
			...['level achieved', 'rating', 'score', 'points', 'result', 'vlak', 'punt', 'NSC level'],
		);
		const values = fc.constantFrom<[unknown, number]>([6, 6], ['6', 6], ['65%', 5], ['Level 6', 6]);
		fc.assert(
			fc.property(chosen, ends, values, ([field, text, name], end, [value, level]) => {
				const isPercentage = /%|percentage/.test(end) && value !== '65%' && value !== 'Level 6';
				const form = { [`${field} ${end}`]: value, [field]: text };
				expect(levelsOf(form)).toEqual([[name, isPercentage ? 1 : level]]);
				for (const left of [
					{ [`${field} APS`]: value, [field]: text },
					{ [`${field} ${end}`]: value, [field]: 'Geograpy' },
				]) {
					const { subjects, warnings } = subjectsFromFields({ ...complete, ...left }, asLevel);
					const isElective = subjects.length > completeSubjects.length;
					expect(warnings.join(' ')).toContain(isElective ? 'Geograpy' : Object.keys(left)[0]);
				}
			}),
		);
		const both = { 'Home Language': 'isiZulu', 'HL level': 6, Huistaal: '', 'Home Language %': 72 };
		expect(levelsOf(both)).toEqual([['IsiZulu Home Language', 6]]);
		const otherLevel = { ...complete, 'Home Language': 'English FAL', 'HL level': 6 };
		expect(subjectsFromFields(otherLevel, asLevel).warnings.join()).toContain('"HL level" isn\'t');
		const empty = { ...complete, HL: 'isiZulu', 'HL level': '' };
		expect(subjectsFromFields(empty, asLevel).notes.join()).toContain('are empty: "HL level"');
	});

	it.each([
		['Maths type', 'Maths Lit', 'Mathematical Literacy'],
		['Which maths?', 'Mathematical Literacy', 'Mathematical Literacy'],
		['Maths or Maths Lit?', 'Lit', 'Mathematical Literacy'],
		['Wiskunde tipe', 'Technical', 'Technical Mathematics'],
		['Geography or History', 'History', 'History'],
	])('names the mark that is sent although "%s" is %s', (field, text, other) => {
		const { subjects, warnings } = subjectsFromFields({ ...complete, [field]: text }, asLevel);
		expect(subjects).toEqual(completeSubjects);
		const sent = other === 'History' ? 'Geography' : 'Mathematics';
		expect(warnings).toEqual([
			`"${sent}" is sent, but "${field}" is "${text}". If the mark is for ${other}, name its field after that subject.`,
		]);
		for (const same of [{ [field]: 'Pure' }, { [field]: sent }, { [field]: text, [other]: 5 }]) {
			const told = subjectsFromFields({ ...complete, ...same }, asLevel).warnings;
			expect(told.join()).not.toContain('is sent, but');
		}
	});

	it.each<Record<string, unknown>>([
		...[{ Religion: 'Christian' }, { Godsdiens: 'NG Kerk' }, { Language: 'English' }],
		...[{ 'Home Language': 'Zulu' }, { Art: 'yes' }, { Bio: 'I like music' }, { Class: '12A' }],
		...[{ Level: 'Grade 12' }, { School: 'Music School' }, { Section: 'A' }, { Bus: 'Yes' }],
		...[{ Sport: 'Rugby' }, { 'Home Language': 'English', 'Home Language level': 'Fluent' }],
		...[{ 'Stress level': 4 }, { Hotel: 'Hilton', 'Hotel rating': 4 }, { Rating: 5 }, { APS: 34 }],
		...[
			{ Gender: 'M' },
			{ Rel: 'mother' },
			{ 'Maths type': 'Core' },
			{ 'Maths teacher': 'Ms Smit' },
		],
	])('takes %j for what a learner says of themselves', (field) => {
		expect(subjectsFromFields({ ...complete, ...field }, asLevel)).toEqual(complaintFree);
	});

	it.each<Record<string, unknown>>([
		...[{ Religion: 4 }, { Godsdiens: '3' }, { Art: 'B' }, { Info: 'B' }, { Music: 'Yes' }],
		...[{ Dance: false }, { Musiek: 'nee' }],
	])('names %j, which may be a mark and may be about the person', (field) => {
		const { subjects, warnings } = subjectsFromFields({ ...complete, ...field }, asLevel);
		expect(subjects).toEqual(completeSubjects);
		expect(warnings).toEqual([expect.stringContaining(`"${Object.keys(field)[0]}" may be a`)]);
	});

	it('reads an ordinary word beside a word for a mark', () => {
		for (const field of [{ 'Religion mark': 4 }, { Religion: 'Level 4' }, { Religion: '45%' }])
			expect(levelsOf(field)[0]?.[0]).toBe('Religion Studies');
		expect(levelsOf({ Art: 4 })).toEqual([['Visual Arts', 4]]);
	});

	it('prefers what is called a mark to a result', () => {
		expect(levelsOf({ 'Subject 1': 'LO', 'Level 1': 6, 'Result 1': 'Pass' })).toEqual([
			['Life Orientation', 6],
		]);
	});

	it('names a second subject beside a pair that is read', () => {
		const pair = { Subject: 'History', Mark: 6, Keusevak: 'Musiek', name: 'Zulu' };
		expect(levelsOf(pair)).toEqual([['History', 6]]);
		const { warnings } = subjectsFromFields(pair, asLevel);
		expect(warnings).toContainEqual(
			expect.stringMatching(/^"Musiek" may be a subject, but.*1"\.$/),
		);
	});

	it('reads the mark of a period where there is no other', () => {
		expect(levelsOf({ Subject: 'History', Result: 6 })).toEqual([['History', 6]]);
		expect(levelsOf({ Subject: 'History', 'June Level': 6 })).toEqual([['History', 6]]);
		expect(levelsOf({ Subject: 'History', Level: 6, 'Term 1 Level': 4 })).toEqual([['History', 6]]);
	});

	it('asks which of several terms counts', () => {
		const terms = { 'Maths Term 1': 5, 'Maths Term 2': 6 };
		expect(refusal(() => levelsOf(terms)).message).toBe(
			'Subject "Mathematics": both "Maths Term 1" and "Maths Term 2" have a mark',
		);
		expect(levelsOf({ ...terms, 'Maths Term 1': '' })).toEqual([['Mathematics', 6]]);
	});

	it('takes a mark in two units for one subject if they agree', () => {
		expect(levelsOf({ 'Maths (%)': 65, 'Mathematics Level': 5 })).toEqual([['Mathematics', 5]]);
		expect(levelsOf({ 'Subject 1': 'LO', 'Percentage 1': 81, 'Level 1': 7 })).toEqual([
			['Life Orientation', 7],
		]);
		expect(refusal(() => levelsOf({ 'Maths (%)': 72, 'Mathematics Level': 5 })).message).toBe(
			'Subject "Mathematics": "Maths (%)" is 72 (level 6), but "Mathematics Level" is 5 (level 5)',
		);
	});

	it('keeps both fields of a subject given twice, even if they agree', () => {
		const { subjects, warnings } = subjectsFromFields({ ...complete, Maths: 6 }, asLevel);
		expect(subjects).toEqual([...completeSubjects, { name: 'Mathematics', level: 6 }]);
		expect(warnings).toEqual(['"Mathematics" is listed 2 times. All of them are sent.']);
	});

	it('does not lose a language that lacks its level', () => {
		const { subjects, warnings } = subjectsFromFields({ ...complete, 'isiZulu (%)': 65 }, asLevel);
		expect(subjects).toContainEqual({ name: 'IsiZulu', level: 5 });
		expect(warnings).toEqual([expect.stringContaining('"IsiZulu" could be')]);
	});

	it.each<[Record<string, unknown>, string]>([
		[{}, 'No subjects were found in the fields of the input item'],
		[{ name: 'Thandi', Mathematics: '' }, 'No subjects were found in the fields of the input item'],
		[{ Maths: 'B' }, 'Subject "Mathematics": "B" is not a mark'],
		[{ Acc: '6 (72%)' }, 'Subject "Accounting": "6 (72%)" is not a mark'],
		[
			{ 'Subject 1': '65%', 'Level 1': 6 },
			'The field "Subject 1" must have a subject name as text, but it is "65%"',
		],
		[{ 'Subject 1': 'Maths' }, 'Subject "Mathematics": no mark was given'],
		[{ 'Subject 1': '', 'Level 1': 5 }, 'The field "Subject 1" is empty, but "Level 1" is 5'],
		[
			{ 'Subject 1': 'Maths', subject_1: 'LO', 'Level 1': 5 },
			'The fields "Subject 1" and "subject_1" both name subject 1',
		],
		[
			{ 'Subject 1': ['Maths'], 'Level 1': 5 },
			'The field "Subject 1" must have a subject name as text, but it is a list',
		],
	])('refuses %j', (json, message) => {
		expect(refusal(() => subjectsFromFields(json, asLevel)).message).toBe(message);
	});

	it('treats keys of Object.prototype as data', () => {
		const json: unknown = JSON.parse('{"__proto__": {"Mathematics": 5}, "LO": 6}');
		expect(levelsOf(json as Record<string, unknown>)).toEqual([['Life Orientation', 6]]);
	});
});

describe('the warnings', () => {
	const warningsOf = (changes: Record<string, unknown>, options = asLevel) => {
		const subjects = Object.entries({ ...complete, ...changes }).filter(
			([, mark]) => mark !== null,
		);
		return subjectsFromJson(
			subjects.map(([name, mark]) => ({ name, mark })),
			options,
		).warnings;
	};

	it('names an unknown subject', () => {
		expect(warningsOf({ Robotics: 5 })).toEqual([
			'"Robotics" isn\'t a known NSC subject. It is sent as entered.',
		]);
		expect(warningsOf({ Geografee: 5 })).toEqual([
			'"Geografee" isn\'t a known NSC subject. It is sent as entered. Did you mean Geography?',
		]);
	});

	it('names a language without its level', () => {
		expect(warningsOf({ isiZulu: 5 })).toEqual([
			'"isiZulu" could be the Home Language or the First or Second Additional Language. It is sent as "IsiZulu".',
		]);
	});

	it('says once which percentages look like levels', () => {
		const marks = { ...complete, 'English Home Language': '65%', Geography: 65 };
		expect(subjectsFromJson(marks, asPercentage).warnings).toEqual([
			'5 subject marks were read as percentages, but they look like levels: Afrikaans First Additional Language 4, Mathematics 6, Physical Sciences 5, Life Sciences 7, Life Orientation 6. If they are, set "Mark Type" to Level.',
		]);
	});

	it('counts different subjects up to six', () => {
		expect(warningsOf({ Geography: null })).toEqual([]);
		expect(warningsOf({ Geography: null, Mathematics: null })).toEqual([
			'Only 5 different subjects are listed. The NSC has seven subjects, and most scores count six of them. Add those that are missing.',
		]);
		expect(subjectsFromJson({ Art: 5 }, asLevel).warnings).toEqual([
			'Only 1 different subject is listed, without Life Orientation. The NSC has seven subjects, and most scores count six of them. Add those that are missing.',
		]);
	});

	it('misses Life Orientation', () => {
		expect(warningsOf({ 'Life Orientation': null })).toEqual([
			'Life Orientation is missing from the subjects, although every NSC includes it. Add it with its mark.',
		]);
	});

	it('wonders at two kinds of mathematics', () => {
		expect(warningsOf({ 'Maths Lit': 5 })).toEqual([
			'Mathematics and Mathematical Literacy are listed together, but a learner takes only one of them.',
		]);
	});

	it('names a subject given twice, known or not, and keeps both', () => {
		const rows = [...completeSubjects, { name: 'maths', level: 5 }];
		const reading = subjectsFromJson(rows, asLevel);
		expect(reading.subjects).toHaveLength(8);
		expect(reading.warnings).toEqual(['"Mathematics" is listed 2 times. All of them are sent.']);
		const unknown = [...completeSubjects, { name: 'X-Y', level: 5 }, { name: 'x y', level: 5 }];
		expect(subjectsFromJson(unknown, asLevel).warnings).toContain(
			'"X-Y" is listed 2 times. All of them are sent.',
		);
	});
});

describe('any input at all', () => {
	it('gives whole levels in range, or a UserError', () => {
		const anyOptions: fc.Arbitrary<MarkOptions> = fc.record({
			marksAs: fc.constantFrom('level', 'percentage'),
			levelScale: fc.constantFrom(7, 8),
		});
		const keys = fc.oneof(
			anyName,
			fc.constantFrom('name', 'mark', 'level', 'percentage', 'subject', 'subjects', 'Subject 1'),
			fc.constantFrom('Level 1', 'Mark 2', 'Subject 2', 'Maths (%)', '__proto__'),
		);
		const junk = fc.anything({ key: keys, maxDepth: 3 });
		const items = fc.dictionary(keys, fc.oneof(junk, fc.integer({ min: -1, max: 101 }), anyName));
		const readers = fc.constantFrom<(value: unknown, options: MarkOptions) => unknown>(
			subjectsFromRows,
			subjectsFromJson,
			(value, options) => subjectsFromFields(Object(value) as Record<string, unknown>, options),
		);
		fc.assert(
			fc.property(fc.oneof(junk, items), readers, anyOptions, (value, read, options) => {
				let reading: unknown;
				try {
					reading = read(value, options);
				} catch (error) {
					expect(error).toBeInstanceOf(UserError);
					return;
				}
				const { subjects } = reading as ReturnType<typeof subjectsFromRows>;
				expect(subjects.length).toBeGreaterThan(0);
				for (const { name, level } of subjects) {
					expect(name.trim()).not.toBe('');
					expect(Number.isInteger(level) && level >= 1 && level <= options.levelScale).toBe(true);
				}
			}),
			{ numRuns: 2000 },
		);
	});
});
