import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { MarkUnit } from '../../../nodes/ReferenceData/southAfrica/subjects/answers.js';
import { readFieldName } from '../../../nodes/ReferenceData/southAfrica/subjects/fieldName.js';
import type { MarkOptions } from '../../../nodes/ReferenceData/southAfrica/subjects/levels.js';
import { readSubjects } from '../../../nodes/ReferenceData/southAfrica/subjects/readSubjects.js';
import { officialSubjects } from '../../../nodes/ReferenceData/southAfrica/subjects/subjectTable.js';
import { SubjectError } from '../../../nodes/ReferenceData/southAfrica/subjects/subjectError.js';
import { readList } from '../../list.mjs';

type SubjectSource = Parameters<typeof readSubjects>[0];

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
const subjects = Object.entries(complete).map(([name, level]) => ({ name, level }));

function sent(from: SubjectSource['from'], data: unknown, options = asLevel): string[] {
	const read = readSubjects({ from, data }, options);
	return read.subjects.map(({ name, level }) => `${name} ${level}`);
}

describe('the table of subjects', () => {
	it('has the 109 official subjects, each of which reads as itself', () => {
		expect(officialSubjects).toHaveLength(109);
		expect(officialSubjects.map((name) => readFieldName(name).subject)).toEqual(officialSubjects);
	});
});

describe('JSON', () => {
	it.each<[string, unknown]>([
		['names and levels', subjects],
		['an object', complete],
		['rows under "subjects"', { university_id: 'x', subject: 'My marks', subjects }],
		['an object under "subjects"', { university_id: 'x', subjects: complete }],
		[
			'the rows of a sheet that Aggregate combined',
			subjects.map(({ name, level }) => ({ Name: 'Thandi', Subject: name, Level: level })),
		],
	])('takes %s, as text or as a value', (_what, data) => {
		for (const given of [data, JSON.stringify(data), ` ${JSON.stringify(data, null, 2)}\n`]) {
			const read = readSubjects({ from: 'json', data: given }, asLevel);
			expect(read).toEqual({ subjects, warnings: [] });
		}
	});

	it('accepts text in a code fence, as models write it', () => {
		expect(sent('json', '```json\n{ "Music": 6 }\n```')).toEqual(['Music 6']);
	});

	it('takes the unit from the key, then from the name, then from Mark Type', () => {
		const rows = [
			{ name: 'Mathematics', level: 6 },
			{ name: 'History', percentage: 65 },
			{ name: 'Music', mark: 72 },
			{ name: 'LO', level: 5, percentage: '65%' },
			{ name: 'Geography level', mark: 3 },
		];
		expect(sent('json', rows, asPercentage)).toEqual([
			'Mathematics 6',
			'History 5',
			'Music 6',
			'Life Orientation 5',
			'Geography 3',
		]);
		expect(sent('json', { 'Maths (%)': 65, 'LO level': 6 })).toEqual([
			'Mathematics 5',
			'Life Orientation 6',
		]);
	});
});

/** The level that a mark of Music is read as. */
function levelOf(Music: unknown, marksAs: MarkUnit, levelScale: 7 | 8 = 7): number | undefined {
	const read = readSubjects({ from: 'json', data: { Music } }, { marksAs, levelScale });
	return read.subjects[0]?.level;
}

describe('a mark', () => {
	it.each([
		[1, 1, 1],
		[30, 2, 2],
		[40, 3, 3],
		[50, 4, 4],
		[60, 5, 5],
		[70, 6, 6],
		[79.99, 6, 6],
		[80, 7, 7],
		[89.9, 7, 7],
		[90, 7, 8],
		[100, 7, 8],
	])('of %d%% is level %i of seven and %i of eight, without rounding', (mark, seven, eight) => {
		for (const written of [mark, String(mark), `${mark}`.replace('.', ','), `${mark} %`]) {
			expect(levelOf(written, 'percentage', 7)).toBe(seven);
			expect(levelOf(written, 'percentage', 8)).toBe(eight);
		}
	});

	it.each<[unknown, MarkUnit, string]>([
		[8, 'level', 'the level 8 is not a whole number from 1 to 7'],
		['Level 0', 'percentage', 'the level "Level 0" is not a whole number from 1 to 7'],
		[-1, 'percentage', 'the percentage -1 is not between 0 and 100'],
		['101%', 'level', 'the percentage "101%" is not between 0 and 100'],
		[0.65, 'percentage', '0.65 may be a fraction instead of a percentage'],
		['abs', 'level', '"abs" is not a mark'],
		['6 (61%)', 'level', '"6 (61%)" contains more than one level'],
		['L'.repeat(300), 'level', `"${'L'.repeat(60)}…" is not a mark`],
		[Number.NaN, 'level', 'NaN is not a mark'],
		[true, 'level', 'true is not a mark'],
		[[6], 'level', 'a list is not a mark'],
		[{ level: 6 }, 'level', 'an object is not a mark'],
	])('%j as a %s is refused with the name of the subject', (value, marksAs, reason) => {
		const message = `Subject "Music": ${reason}`;
		const read = () => levelOf(value, marksAs);
		expect(read).toThrow(SubjectError);
		expect(read).toThrow(expect.objectContaining({ message }));
	});

	it('of 0 without a unit counts as not taken, because databases store 0 for that', () => {
		const data = [
			{ name: 'Music', mark: 0 },
			{ name: 'History', percentage: '0' },
			{ name: 'LO', mark: '0%' },
			{ name: 'Chess', mark: 0 },
		];
		const { subjects: read, warnings } = readSubjects({ from: 'json', data }, asPercentage);
		expect(read).toEqual([{ name: 'Life Orientation', level: 1 }]);
		expect(warnings).toContain(
			'0 counts as not taken: Music, History, "Chess". If it is a mark, write 0%.',
		);
	});

	it('that is not a level may be a percentage, and the error says how to write that', () => {
		const description =
			'The levels go from 1 to 7. If your marks are percentages, set "Mark Type" to Percentage, or add their unit, as in 65%.';
		expect(() => levelOf(65, 'level')).toThrow(expect.objectContaining({ description }));
	});

	it('from 1 to 7 may be a level if all are, and the message says how to write that', () => {
		const { warnings } = readSubjects({ from: 'json', data: complete }, asPercentage);
		expect(warnings).toEqual([
			'All marks were read as percentages, but they look like levels. If they are, set "Mark Type" to Level, or add their unit, as in Level 6.',
		]);
	});

	it('that cannot be read is refused, and the description asks for a mark with its unit', () => {
		const description = expect.stringContaining('a mark with its unit, such as Level 6 or 65%.');
		expect(() => levelOf('abs', 'level')).toThrow(expect.objectContaining({ description }));
	});

	it('with the name of a level is that level, even on the scale of eight', () => {
		expect(levelOf('8 – Outstanding achievement', 'percentage', 8)).toBe(8);
	});
});

const refused = readList(import.meta.dirname, 'refused.txt', ['from', 'data', 'message']);

it.each(refused)('refuses from $from $data', ({ from, data: text, message }) => {
	const data: unknown = from === 'json' ? text : JSON.parse(text);
	const read = () => readSubjects({ from: from as SubjectSource['from'], data }, asLevel);
	expect(read).toThrow(SubjectError);
	expect(read).toThrow(expect.objectContaining({ message }));
});

it('refuses more than 500 fields, 100 subjects, 1,000 values in lists or 100 nested levels', () => {
	const fieldsOf = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 5]));
	const rowsOf = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ name: `S${index}`, level: 5 }));
	expect(sent('fields', { ...fieldsOf(499), Music: 6 })).toEqual(['Music 6']);
	expect(sent('json', rowsOf(100))).toHaveLength(100);
	const expectRefused = (from: SubjectSource['from'], data: unknown, reason: string) => {
		const read = () => readSubjects({ from, data }, asLevel);
		expect(read).toThrow(SubjectError);
		expect(read).toThrow(reason);
	};
	expectRefused('fields', fieldsOf(501), 'The input item has more than 500 fields');
	const tags = Array.from({ length: 2000 }, (_, index) => `tag ${index}`);
	const lists = (count: number) =>
		Object.fromEntries(
			Array(count)
				.fill(0)
				.map((_, i) => [`l${i}`, rowsOf(90)]),
		);
	expect(sent('fields', { ...lists(5), tags: tags.slice(0, 100), Music: 6 })).toContain('Music 6');
	expect(sent('fields', { tags, Music: 6 })).toEqual(['Music 6']);
	expect(sent('fields', { data: tags, Music: 6 })).toEqual(['Music 6']);
	expectRefused('fields', lists(6), 'more than 1000 values in lists');
	expectRefused('json', rowsOf(101), 'There are more than 100 subjects');
	const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
	expectRefused('json', nested, 'The subjects are not valid JSON: "[[[');
	for (const text of [nested, `[{"label":"Q","value":${nested}}]`]) {
		expectRefused('fields', { Music: 6, text }, 'more than 100 levels of lists or objects');
	}
});

it('reads questions of at most 500 characters, and warns about longer ones', () => {
	const ask = (length: number) =>
		readSubjects(
			{ from: 'fields', data: { Music: 5, ['Mathematics'.padEnd(length, '.')]: 6 } },
			asLevel,
		);
	expect(ask(500).subjects).toContainEqual({ name: 'Mathematics', level: 6 });
	expect(ask(501).subjects).toEqual([{ name: 'Music', level: 5 }]);
	expect(ask(501).warnings.join()).toContain('weren\'t read: "Mathematics....');
});

it('returns valid levels with each subject once, or throws a SubjectError, for any input', () => {
	const keys = fc.constantFrom(
		...['name', 'mark', 'level', 'subject', 'subjects', 'Subject 1', 'Level 1', 'Mark 2'],
		...['Maths', 'English', 'English HL', 'Maths (%)', 'Home Language', 'HL mark', '__proto__'],
	);
	const values = fc.oneof(
		fc.anything({ key: keys, maxDepth: 2 }),
		fc.integer({ min: -1, max: 101 }),
		keys,
	);
	const from = fc.constantFrom<SubjectSource['from']>('define', 'json', 'fields');
	fc.assert(
		fc.property(from, fc.dictionary(keys, values), (source, data) => {
			try {
				const read = readSubjects({ from: source, data }, asPercentage).subjects;
				expect(new Set(read.map(({ name }) => name)).size).toBe(read.length);
				for (const { level } of read) expect([1, 2, 3, 4, 5, 6, 7]).toContain(level);
			} catch (error) {
				expect(error).toBeInstanceOf(SubjectError);
			}
		}),
		{ numRuns: 2000 },
	);
});

it('reads 2,000 rows with nine columns that are not subjects in at most three seconds', () => {
	const sports = ['Chess', 'Choir', 'Swimming', 'Hockey', 'Cricket', 'Netball', 'Rugby', 'Tennis'];
	const odd = Object.fromEntries([...sports, 'Robotics'].map((name) => [`${name} club`, 60]));
	const before = process.cpuUsage();
	for (let mark = 0; mark < 2_000; mark++) {
		readSubjects({ from: 'fields', data: { ...complete, ...odd, LO: 6, mark } }, asLevel);
	}
	const { user, system } = process.cpuUsage(before);
	expect((user + system) / 1_000_000).toBeLessThan(3);
});
