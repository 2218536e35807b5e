import { UserError } from 'n8n-workflow';

import { kindOf, quoted } from '../../shared/wording';
import { isObject } from '../../shared/values';
import { isNameKey, readFieldName, readUnitKey, type MarkUnit } from './fieldNames';
import { isBlank, readMark, type MarkOptions, type MarkReading } from './marks';
import { languageWithoutLevel, officialSubject, subjectKey } from './subjects';

/** A subject as the calculator takes it. */
export interface SubjectLevel {
	name: string;
	level: number;
}

export interface SubjectReading {
	/** Every subject that was given, in the order given; none is dropped or merged with another. */
	subjects: SubjectLevel[];
	/** What looks wrong but is sent all the same, one sentence each. */
	warnings: string[];
}

interface WrittenMark {
	unit: MarkUnit;
	/** The key or field that held it. */
	source: string;
	value: unknown;
}

/** A subject and what is said about its mark, perhaps in two units ("Level 1", "Percentage 1"). */
interface Entry {
	name: string;
	marks: WrittenMark[];
}

const parsePosition = /at position (\d+)(?: \(line \d+ column \d+\))?$/;

/**
 * Subjects from the rows of the parameter "Subjects": `{ subject: [{ name, mark }] }`, or the list.
 *
 * @throws UserError naming subject and value when a row has no name or no usable mark, or when there
 * are no rows
 */
export function subjectsFromRows(rows: unknown, options: MarkOptions): SubjectReading {
	const list = isObject(rows) ? rows.subject : rows;
	return readEntries(Array.isArray(list) ? list.map(entryFromRow) : [], options);
}

/**
 * Subjects from JSON, as text or as a real value: `[{ name, level }]`, `[{ name, percentage }]`,
 * `[{ name, mark }]`, any of these under `subjects`, or `{ "Mathematics": 6 }`. The keys `level` and
 * `percentage` mean what they say, whatever `marksAs` is.
 *
 * @throws UserError when the text is no JSON, and as `subjectsFromRows` does
 */
export function subjectsFromJson(value: unknown, options: MarkOptions): SubjectReading {
	const given = typeof value === 'string' && !isBlank(value) ? parseSubjects(value) : value;
	if (isBlank(given)) return readEntries([], options);
	const data = isObject(given) && Array.isArray(given.subjects) ? given.subjects : given;
	if (Array.isArray(data)) return readEntries(data.map(entryFromRow), options);
	if (!isObject(data)) {
		throw new UserError(`The subjects must be a list or an object, but are ${describe(data)}`, {
			description: 'Give them as [{ "name": "Mathematics", "level": 6 }] or { "Mathematics": 6 }.',
		});
	}
	return readEntries(Object.entries(data).map(entryFromProperty), options);
}

/**
 * Subjects from the fields of an item: those named as an NSC subject is ("Mathematics", "Maths (%)",
 * "LO level"), and numbered pairs ("Subject 1" and "Level 1", "Mark 1" or "Percentage 1"). Empty
 * fields are skipped, all others ignored. "Level" and "Percentage" in a field's name say what its
 * value is.
 *
 * @throws UserError when a subject's value is no mark, when a pair lacks its other half, when two
 * fields say different things of one subject, or when no subject is found
 */
export function subjectsFromFields(
	json: Record<string, unknown>,
	options: MarkOptions,
): SubjectReading {
	const entries: Entry[] = [];
	const pairs = new Map<number, Pair>();
	for (const [field, value] of Object.entries(json)) {
		const meaning = readFieldName(field);
		if (meaning === undefined || isBlank(value)) continue;
		if (meaning.kind === 'subjectMark') {
			addMark(entries, meaning.subject, { unit: meaning.unit, source: field, value });
			continue;
		}
		const pair = pairs.get(meaning.number) ?? { names: [], entry: { name: '', marks: [] } };
		if (meaning.kind === 'numberedMark') {
			pair.entry.marks.push({ unit: meaning.unit, source: field, value });
		} else {
			pair.names.push({ field, name: nameOf(value, `The field ${quoted(field)}`) });
		}
		if (!pairs.has(meaning.number)) entries.push(pair.entry);
		pairs.set(meaning.number, pair);
	}
	for (const [number, pair] of pairs) pair.entry.name = nameOfPair(number, pair, json) ?? '';
	return readEntries(
		entries.filter(({ name }) => name !== ''),
		options,
	);
}

interface Pair {
	names: Array<{ field: string; name: string }>;
	entry: Entry;
}

/** Undefined when the item has no name field of that number: then "Level 3" is about something else. */
function nameOfPair(
	number: number,
	{ names, entry }: Pair,
	json: Record<string, unknown>,
): string | undefined {
	const [first, second] = names;
	if (second !== undefined) {
		throw new UserError(
			`The fields ${quoted(first?.field)} and ${quoted(second.field)} both name subject ${number}`,
			{ description: 'Keep one of the two fields.' },
		);
	}
	if (first !== undefined) return first.name;
	const nameField = Object.keys(json).find((field) => {
		const meaning = readFieldName(field);
		return meaning?.kind === 'numberedName' && meaning.number === number;
	});
	if (nameField === undefined) return undefined;
	const [mark] = entry.marks;
	throw new UserError(
		`The field ${quoted(nameField)} is empty, but ${quoted(mark?.source)} is ${describe(mark?.value)}`,
		{ description: 'Name the subject that the mark is for, or empty both fields.' },
	);
}

/** Fields of one subject in different units ("%" and "Level") are one entry; otherwise it is given twice. */
function addMark(entries: Entry[], name: string, mark: WrittenMark): void {
	const same = entries.find(
		(entry) => entry.name === name && entry.marks.every(({ unit }) => unit !== mark.unit),
	);
	if (same === undefined) entries.push({ name, marks: [mark] });
	else same.marks.push(mark);
}

function entryFromProperty([key, value]: [string, unknown]): Entry {
	const meaning = readFieldName(key);
	return meaning?.kind === 'subjectMark'
		? { name: meaning.subject, marks: [{ unit: meaning.unit, source: key, value }] }
		: { name: nameOf(key, 'A key of the subjects'), marks: [{ unit: 'mark', source: key, value }] };
}

function entryFromRow(row: unknown, index: number): Entry {
	const where = `Row ${index + 1} of the subjects`;
	if (!isObject(row)) {
		throw new UserError(`${where} must have a name and a mark, but is ${describe(row)}`, {
			description: 'Give each subject as { "name": "Mathematics", "level": 6 }.',
		});
	}
	const marks: WrittenMark[] = [];
	for (const [key, value] of Object.entries(row)) {
		const unit = readUnitKey(key);
		if (unit !== undefined && !isBlank(value)) marks.push({ unit, source: key, value });
	}
	const [, name] = Object.entries(row).find(([key]) => isNameKey(key)) ?? [];
	return { name: nameOf(name, where), marks };
}

function nameOf(value: unknown, where: string): string {
	if (typeof value === 'string' && !isBlank(value)) return value.trim();
	throw new UserError(
		isBlank(value)
			? `${where} has no subject name`
			: `${where} must name a subject, but the name is ${describe(value)}`,
		{ description: 'Give the name as text, for example "Mathematics".' },
	);
}

function readEntries(entries: Entry[], options: MarkOptions): SubjectReading {
	if (entries.length === 0) {
		throw new UserError('There are no subjects', {
			description:
				'Give at least one subject with its mark. Fields of the input item are found by the name of a subject ("Mathematics"), or in pairs such as "Subject 1" and "Level 1".',
		});
	}
	const doubts: string[] = [];
	const subjects = entries.map((entry) => {
		const official = officialSubject(entry.name);
		const name = official ?? entry.name;
		if (official === undefined) doubts.push(nameDoubt(name));
		const readings = entry.marks.map((mark) => readWrittenMark(mark, options, name));
		doubts.push(...readings.flatMap((reading, index) => markDoubts(name, reading, entry, index)));
		return { name, level: agreedLevel(name, entry.marks, readings, options) };
	});
	return { subjects, warnings: [...new Set([...doubts, ...choiceDoubts(subjects)])] };
}

function readWrittenMark(mark: WrittenMark, options: MarkOptions, name: string): MarkReading {
	const marksAs = mark.unit === 'mark' ? options.marksAs : mark.unit;
	return readMark(mark.value, { ...options, marksAs }, name);
}

function agreedLevel(
	name: string,
	marks: WrittenMark[],
	readings: MarkReading[],
	options: MarkOptions,
): number {
	const level = readings[0]?.level ?? readMark(undefined, options, name).level;
	const other = readings.findIndex((reading) => reading.level !== level);
	if (other === -1) return level;
	const said = [0, other].map(
		(index) =>
			`${quoted(marks[index]?.source)} is ${describe(marks[index]?.value)} (level ${readings[index]?.level})`,
	);
	throw new UserError(`Subject ${quoted(name)}: ${said.join(', but ')}`, {
		description: 'Give one of the two, or make them agree.',
	});
}

function nameDoubt(name: string): string {
	return languageWithoutLevel(name) === undefined
		? `${quoted(name)} is not known as an NSC subject; it is sent as written.`
		: `${quoted(name)} does not say whether it is the Home Language or the First or Second Additional Language; it is sent as written.`;
}

function markDoubts(name: string, reading: MarkReading, entry: Entry, index: number): string[] {
	const value = describe(entry.marks[index]?.value);
	const readAs = `Subject ${quoted(name)}: ${value} was read as a percentage and gives level ${reading.level}`;
	if (reading.looksLikeLevel) return [`${readAs}, but looks like a level.`];
	if (reading.looksLikeFraction) {
		return [`${readAs}; if it is a fraction of 1, multiply it by 100.`];
	}
	return [];
}

const mathematical = ['Mathematics', 'Mathematical Literacy', 'Technical Mathematics'];

function choiceDoubts(subjects: SubjectLevel[]): string[] {
	const doubts: string[] = [];
	const times = new Map<string, number>();
	for (const { name } of subjects) {
		const key = subjectKey(name) || name;
		times.set(key, (times.get(key) ?? 0) + 1);
	}
	for (const { name } of subjects) {
		const count = times.get(subjectKey(name) || name) ?? 1;
		if (count > 1) doubts.push(`${quoted(name)} is given ${count} times; all are sent.`);
	}
	if (times.size < 6) {
		doubts.push(
			`Only ${times.size} different ${times.size === 1 ? 'subject is' : 'subjects are'} given; an NSC has seven, and most scores count six.`,
		);
	}
	const names = new Set(subjects.map(({ name }) => name));
	if (!names.has('Life Orientation')) {
		doubts.push('Life Orientation is not among the subjects, though every NSC has it.');
	}
	const together = mathematical.filter((name) => names.has(name));
	if (together.length > 1) {
		doubts.push(`${together.join(' and ')} are given together; a learner takes only one of them.`);
	}
	return doubts;
}

function parseSubjects(text: string): unknown {
	let complaint = '';
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof Error) complaint = error.message;
	}
	const position = parsePosition.exec(complaint)?.[1];
	const place = position === undefined ? '' : ` at character ${Number(position) + 1}`;
	throw new UserError(`The subjects are not valid JSON${place}: ${quoted(text.trim())}`, {
		description: 'Give them as [{ "name": "Mathematics", "level": 6 }] or { "Mathematics": 6 }.',
	});
}

function describe(value: unknown): string {
	return typeof value === 'number' ? String(value) : kindOf(value);
}
